"""The whole path over a small index in memory: what is found, in which order, and what is said about it."""

import numpy as np
import pytest
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import Cancelled, EncoderError
from pincite.domain.search import Channel, Filter, Query
from pincite.encoding import HashingEncoder
from pincite.retrieval import Ranker

FILLERS = [Note(f"misc/{i}.md", [text]) for i, text in enumerate(["Varnish the boat before May.", "Feed the starter twice a day.",
    "The gutter leaks at the north corner.", "Receipts for the tax year are in the blue box.", "Rehearsal moved to Thursday."])]  # fmt: skip


def ask(notes, text, *, encoder=None, **options):
    answer = Ranker(MemorySnapshot(notes, encoder), encoder).answer(Query(text, **options), CancelToken())
    return answer, [notes[d.document].path for d in answer.documents]


HOT = [Note("net.md", ["How hot reload of the config file works."]), *FILLERS]


@pytest.mark.parametrize("text", ["how do I hot-reload config?", "what's the config's file", "path:config", "config*", "config NOT reload"])
def test_nothing_in_a_question_is_syntax(text):
    _, paths = ask(HOT, text)

    assert paths == ["net.md"]


def test_what_was_built_is_plain_words():
    answer, _ = ask(HOT, "how do I hot-reload config?")

    assert answer.question.built == "hot OR reload OR config"
    assert [t.text for t in answer.terms] == ["how", "do", "I", "hot", "reload", "config"]


TWENTY = (
    "func process delta var velocity vector2 zero input is_action_pressed move_right move_left length normalized speed "
    "animatedsprite2d play stop position clamp screen_size"
)
A = "delta velocity vector2 zero Input.is_action_pressed move_right move_left normalized speed AnimatedSprite2D play"
B = "The position is kept with clamp inside screen_size; velocity times delta, then stop and play."


def test_a_pasted_function_finds_both_halves_and_names_the_absent_words():
    notes = [Note("a.md", [A.replace(" play", "")]), Note("b.md", [B]), *FILLERS]

    answer, paths = ask(notes, TWENTY)

    assert paths == ["a.md", "b.md"]
    assert [t.text for t in answer.terms if t.documents == 0] == ["func", "process", "var", "length"]
    assert any("“func”" in note and "“length”" in note for note in answer.notes)


def test_one_unknown_word_changes_nothing():
    assert ask(HOT, "config")[1] == ask(HOT, "config blorptangle")[1] == ["net.md"]


def test_a_question_about_nothing_gets_nothing_with_the_reason():
    answer, paths = ask(FILLERS, "zxqv blorptangle frindlewax", encoder=HashingEncoder(512))

    assert paths == []
    assert answer.notes[0] == "No document contains “zxqv”, “blorptangle” or “frindlewax”."


def test_filters_hide_and_say_so():
    notes = [Note("a.md", ["kiwi and lime"], facets={"status": ("draft",)}), Note("b.md", ["plain"], facets={"status": ("done",)})]

    answer, paths = ask(notes, "kiwi", filters=(Filter("status", "done"),))

    assert paths == []
    assert answer.hidden == 1
    assert answer.notes[0] == "1 document matches, but your filters hide it."


def test_a_hundred_better_filtered_documents_take_no_place():
    notes = [Note(f"x{i}.md", ["heron heron heron"], facets={"status": ("out",)}) for i in range(100)]
    notes += [Note(f"y{i}.md", [f"a heron among many other birds of the lake, entry {i}"], facets={"status": ("in",)}) for i in range(70)]

    answer, paths = ask(notes, "heron", filters=(Filter("status", "in"),), limit=100)

    assert len(paths) == answer.total_documents == 70
    assert answer.hidden == 100


def test_a_misspelt_word_gets_a_suggestion():
    answer, _ = ask(FILLERS, "receiptz")

    assert any("“receipts”" in note for note in answer.notes)


def test_a_phrase_in_quotes_lifts_and_is_counted():
    notes = [Note("apart.md", ["crude manners and oil lamps, crude oil-free oil crude"]), Note("together.md", ["reporting crude oil spilt here today"])]

    answer, paths = ask(notes, 'spilt "crude oil"')

    assert paths[0] == "together.md"
    assert answer.phrase_passages == 2


def test_a_question_that_is_one_phrase_demands_it():
    notes = [Note("o.md", ["a medlar tree, soft as velvet", "tractor in the lane"]), Note("p.md", ["velvet tractor"]), *FILLERS]

    assert ask(notes, '"velvet tractor"')[1] == ["p.md"]
    assert ask(notes[:1] + FILLERS, '"velvet tractor"')[1] == []


def test_an_unclosed_quote_is_only_a_word():
    assert ask([Note("k.txt", ["kiwi and lime"])], '"kiwi and')[1] == ["k.txt"]


def test_a_phrase_of_stop_words_alone_is_found():
    notes = [Note("play.txt", ["To be, or not to be: that is the line."]), *FILLERS]

    assert ask(notes, '"to be or not to be"')[1] == ["play.txt"]
    assert ask(notes, "to be or not to be")[1][0] == "play.txt"


def test_a_title_that_is_the_question_comes_first():
    notes = [Note("many.md", ["tea tea tea tea ceremony ceremony tea ceremony"]), Note("x.md", ["About leaves."], title="Tea ceremony")]

    assert ask(notes, "tea ceremony")[1][0] == "x.md"


def test_the_exact_word_comes_before_its_inflections():
    notes = [Note("a.md", ["the hives came through"]), Note("b.md", ["the hive came through"])]

    assert ask(notes, "hive")[1] == ["b.md", "a.md"]
    assert ask(notes, "hives")[1] == ["a.md", "b.md"]


def test_a_document_comes_once_with_its_other_passages():
    notes = [Note("long.md", [f"On the glacier, glacier ice: entry {i}" for i in range(12)]), Note("short.md", ["a note of the glacier"])]

    answer, paths = ask(notes, "glacier", more=20)

    assert sorted(paths) == ["long.md", "short.md"]
    assert sorted(1 + len(d.more) for d in answer.documents) == [1, 12]
    assert answer.total_passages == 13


def test_long_documents_of_the_same_bytes_are_folded_and_short_ones_are_not():
    text = "The same long report about the heron colony. " * 20
    notes = [Note("a.md", [text], sha="1"), Note("b.md", [text], sha="1"), Note("c.md", ["heron"], sha="2"), Note("d.md", ["heron"], sha="2")]

    answer, paths = ask(notes, "heron")

    assert set(paths) in ({"a.md", "c.md", "d.md"}, {"b.md", "c.md", "d.md"})
    assert sorted(len(d.copies) for d in answer.documents) == [0, 0, 1]
    assert answer.total_documents == 4


def test_quarantined_documents_are_never_found():
    notes = [Note("a.md", ["kiwi"], quarantined=True), Note("b.md", ["kiwi"])]

    answer, paths = ask(notes, "kiwi")

    assert paths == ["b.md"]
    assert (answer.total_documents, answer.hidden) == (1, 0)


def test_an_empty_question_with_a_filter_lists_the_selection():
    notes = [Note("a.md", ["x"], facets={"tag": ("red",)}), Note("b.md", ["y"], facets={"tag": ("blue",)})]

    answer, paths = ask(notes, " ", filters=(Filter("tag", "blue"),))

    assert paths == ["b.md"]
    assert answer.total_documents == 1


def test_an_empty_question_counts_everything_and_lists_nothing():
    answer, paths = ask(FILLERS, "")

    assert paths == []
    assert answer.matching.all()
    assert answer.total_documents == len(FILLERS)


@pytest.mark.parametrize("text", ["*", "()", ")(", "~", "^2", "[ TO", "{", "\\\\", ":", "-", "+ +", "' '", '""', "\t", "", "title:", "a AND (b OR"])
@pytest.mark.parametrize("channel", list(Channel))
def test_odd_questions_get_an_answer(text, channel):
    answer, _ = ask(FILLERS, text, encoder=HashingEncoder(), channel=channel)

    assert answer.matching.shape == (len(FILLERS),)


class _Broken(HashingEncoder):
    def encode(self, texts):
        raise EncoderError("The model failed.")


def test_a_failing_encoder_is_a_note_and_words_are_found_all_the_same():
    snapshot = MemorySnapshot(HOT, HashingEncoder())

    answer = Ranker(snapshot, _Broken()).answer(Query("config"), CancelToken())

    assert [d.document for d in answer.documents] == [0]
    assert answer.notes == ("The model failed. Words alone were searched.",)


def test_words_say_how_they_were_found_and_the_order_is_no_score():
    answer, _ = ask(HOT, "config file", encoder=HashingEncoder(256))

    best = answer.documents[0].best
    assert best.found_by[:2] == ("words", "meaning")
    assert set(best.scores) == {"bm25", "coverage", "cosine", "p_answers", "specificity", "rank"}


def test_the_keyword_channel_never_asks_the_encoder():
    snapshot = MemorySnapshot(HOT, HashingEncoder())

    answer = Ranker(snapshot, _Broken()).answer(Query("config", channel=Channel.KEYWORD), CancelToken())

    assert answer.notes == ()
    assert [d.document for d in answer.documents] == [0]


def test_a_cancelled_question_is_not_answered():
    token = CancelToken()
    token.cancel()

    with pytest.raises(Cancelled):
        Ranker(MemorySnapshot(HOT)).answer(Query("config"), token)


def test_all_means_all():
    notes = [Note(f"n{i}.md", ["heron" + " and more" * (i % 7)]) for i in range(90)]

    _, paths = ask(notes, "heron", limit=None)

    assert sorted(paths) == sorted(n.path for n in notes)


def test_equal_questions_get_equal_answers():
    first = ask(HOT, "config file of the boat", encoder=HashingEncoder())
    second = ask(HOT, "config file of the boat", encoder=HashingEncoder())

    assert first[1] == second[1]
    assert np.array_equal(first[0].matching, second[0].matching)


def test_a_question_about_something_else_gets_nothing_though_it_shares_a_word():
    notes = [*FILLERS, *(Note(f"d{i}.md", [f"the twice told tale of day {i} and its corner"]) for i in range(30))]

    answer, paths = ask(notes, "twice quantum chromodynamics lattice simulation renormalisation")

    assert paths == []
    assert answer.related
    assert answer.total_documents > 0
    assert answer.notes[0] == "Nothing in the library seems to answer this; what shares words with it stands apart."


class _AllAlike(HashingEncoder):
    """Everything is as near as nonsense comes to a scrap of text."""

    def encode(self, texts):
        rows = np.zeros((len(texts), self.dim), np.float32)
        rows[:, 0] = 1.0
        for row, text in enumerate(texts):
            if text == "zxqv blorp":
                rows[row, :2] = 0.4, np.sqrt(1 - 0.16)
        return rows


def test_a_scrap_of_text_is_related_to_nothing():
    notes = [Note("scrap.md", ["and"]), Note("note.md", ["the tide turns at six in the old harbour"])]

    answer, paths = ask(notes, "zxqv blorp", encoder=_AllAlike())

    assert paths == []
    assert [notes[d.document].path for d in answer.related] == ["note.md"]
