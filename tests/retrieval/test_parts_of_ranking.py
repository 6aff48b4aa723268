"""Fusion, gap, rank, question and snippet, each for itself: the golden cases."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import EncoderError
from pincite.domain.search import Query, Ranking
from pincite.encoding import HashingEncoder
from pincite.retrieval import read_question
from pincite.retrieval.channels import FusedRetriever, KeywordRetriever, VectorRetriever
from pincite.retrieval.fusion import convex_combination, reciprocal_rank_fusion
from pincite.retrieval.gap import cut_at_largest_gap
from pincite.retrieval.judge import LocalJudge
from pincite.retrieval.question_kinds import KIND_GENRES, kind_matches, question_kind
from pincite.retrieval.rank import Judged, rank, score
from pincite.retrieval.snippet import Marker
from pincite.retrieval.stop_words import STOP_WORD_LANGUAGES


def ranking(*passages):
    return Ranking("x", np.array(passages, np.int64), np.linspace(1, 0.1, len(passages)).astype(np.float32))


def test_reciprocal_ranks_are_summed():
    fused = reciprocal_rank_fusion([ranking(7, 8, 9), ranking(5, 6, 7)])

    assert fused.passages[0] == 7
    assert fused.scores[0] == pytest.approx(1 / 61 + 1 / 63)


def test_a_weight_of_nothing_takes_a_ranking_away():
    both = reciprocal_rank_fusion([ranking(1, 2), ranking(3)], [1, 0])

    assert both.passages.tolist() == reciprocal_rank_fusion([ranking(1, 2)]).passages.tolist()


def test_a_channel_that_knows_nothing_gives_up_its_weight():
    words, nothing = np.array([1.0, 0.5], np.float32), np.full(2, np.nan, np.float32)

    assert convex_combination([(words, 0.6), (nothing, 0.4)]).tolist() == [1.0, 0.5]


@pytest.mark.parametrize(("scores", "kept"), [([0.9, 0.88, 0.3, 0.29], 2), ([0.5, 0.5, 0.5], 3), ([0.7], 1), ([], 0), ([3, 2, 1], 1)])
def test_the_list_is_cut_at_its_largest_gap(scores, kept):
    assert cut_at_largest_gap(scores) == kept
    assert cut_at_largest_gap([s + 64 for s in scores]) == kept


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [((0.8,), 0.8), ((0.8, 3), 1.0), ((0.8, 0, True), 0.96), ((0.8, 0, False, 3), 0.88), ((1, 1.5, True, 1.5), 1.4175), ((1, 7, False, -2), 1.25)],
)
def test_rank_is_the_product_of_its_factors(arguments, expected):
    assert score(*arguments) == pytest.approx(expected)


def test_kept_and_dropped_are_all_candidates_each_with_its_reason():
    items = [
        Judged("paper", p_answers=0.9, specificity=1), Judged("guide", p_answers=0.85, specificity=3, genre="tutorial_or_guide", depth=2),
        Judged("weak", p_answers=0.52), Judged("no", p_answers=0.3), Judged("late", p_answers=0.7), Judged("slow", reason="timeout"),
    ]  # fmt: skip

    kept, drops = rank(items, "how_to", limit=2)

    assert [item.path for item in kept] == ["guide", "paper"]
    assert kept[0].rank("how_to") == pytest.approx(1.36, abs=0.005)
    assert {drop.path: drop.reason for drop in drops} == {
        "weak": "below-window", "no": "low-probability", "late": "limit", "slow": "undecided:timeout",
    }  # fmt: skip
    assert next(drop for drop in drops if drop.path == "slow").rank is None


@given(st.lists(st.one_of(st.none(), st.floats(0, 1)), max_size=30), st.integers(0, 12))
def test_no_candidate_is_lost_or_doubled(chances, limit):
    items = [Judged(str(i), p_answers=p, reason="timeout") for i, p in enumerate(chances)]

    kept, drops = rank(items, "other", limit=limit)

    assert sorted([k.path for k in kept] + [d.path for d in drops]) == sorted(item.path for item in items)


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("what is a weir?", "definition"), ("how do I varnish a boat?", "how_to"), ("pine versus oak for a mast", "comparison"),
        ("how many hives came through the winter?", "evidence_or_data"), ("should we repaint the hall?", "opinion"), ("boat varnish", "other"),
        ("Was ist ein Wehr?", "definition"), ("как настроить прокси", "how_to"), ("什么是水位", "definition"),
    ],
)  # fmt: skip
def test_questions_have_kinds(text, kind):
    assert question_kind(text) == kind


def test_kinds_match_genres_whatever_their_letters():
    assert kind_matches("how_to", " Tutorial or guide ")
    assert not kind_matches("how_to", "")
    assert not kind_matches("other", "paper")
    assert all(kind_matches(kind, genre) for kind, genres in KIND_GENRES.items() for genre in genres)


def test_stop_words_are_known_in_many_languages():
    assert len(STOP_WORD_LANGUAGES) >= 20


def test_at_most_32_distinct_words_are_searched_and_it_is_said():
    text = " ".join(f"word{i}" for i in range(214))

    question = read_question(text, ["en"])

    assert [t.text for t in question.terms] == [f"word{i}" for i in range(32)]
    assert question.notes == ("32 of 214 words used",)


def test_an_ordinary_question_is_searched_whole():
    question = read_question("which varnish dries fastest on an oak hull under cold autumn rain", ["en"])

    assert question.notes == ()
    assert all(report.used or report.why == "stop word" for report in question.reports)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_a_question(text):
    question = read_question(text, ["en", "ru", "zh"])

    assert len(question.terms) <= 32
    assert len({term.keys for term in question.terms}) == len(question.terms)


def test_quotes_make_phrases_with_every_word():
    question = read_question('how to read "the end of it" aloud', ["en"])

    assert [[t.text for t in phrase] for phrase in question.phrases] == [["the", "end", "of", "it"]]
    assert not question.exact_only
    assert read_question("„das Ende“", ["de"]).exact_only


TEXT = "The first line says little. Two herons were seen at the weir; the heron stayed all winter. Nobody counted the ducks."


def test_a_snippet_is_the_densest_sentence_with_its_inflections_marked():
    shown = Marker(read_question("heron winter weir", ["en"])).snippet(TEXT, "en", 80)

    assert shown.text == "Two herons were seen at the weir; the heron stayed all winter."
    assert TEXT[shown.start :].startswith(shown.text)
    assert [shown.text[a:b] for a, b in shown.highlights] == ["herons", "weir", "heron", "winter"]


def test_a_heading_in_a_snippet_is_followed_by_what_it_heads():
    text = "## The weir\n\nA heron waits on it. It is low in August.\n\n" + "Ducks are elsewhere. " * 20

    shown = Marker(read_question("weir", ["en"])).snippet(text, "en", 90)

    assert shown.text == "## The weir\n\nA heron waits on it. It is low in August.\n\nDucks are elsewhere."


def test_marks_cover_parts_of_runs():
    text = "这份笔记记录了精确测量水位的方法"

    assert [text[a:b] for a, b in Marker(read_question("测量水位", ["zh"])).marks(text, "zh")] == ["测量水位"]


words = st.lists(st.sampled_from(["heron", "Herons", "weir", "x", "水位", "l'homme", "a.", "b!\n", "is_heron_here", "—"]), max_size=60)


@settings(max_examples=150, deadline=None)
@given(words, st.integers(20, 200))
def test_highlights_lie_inside_and_rise(parts, size):
    text = " ".join(parts)

    shown = Marker(read_question("heron weir 水位", ["en"])).snippet(text, "en", size)

    assert text[shown.start : shown.start + len(shown.text)] == shown.text
    edges = [edge for pair in shown.highlights for edge in pair]
    assert edges == sorted(edges)
    assert all(0 <= a < b <= len(shown.text) for a, b in shown.highlights)
    if any("eron" in part or "weir" in part or "水位" in part for part in parts):
        assert shown.highlights


NOTES = [Note("a.md", ["the heron by the weir"]), Note("b.md", ["a heron and ducks"]), Note("c.md", ["nothing at all"])]


class _Broken:
    def retrieve(self, query, token):
        raise EncoderError("The model failed.")


@pytest.mark.parametrize("channel", ["keyword", "vector", "fused"])
def test_every_channel_keeps_the_contract(channel):
    encoder = HashingEncoder(256)
    snapshot = MemorySnapshot(NOTES, encoder)
    players = {"keyword": KeywordRetriever(snapshot), "vector": VectorRetriever(snapshot, encoder)}
    retriever = players.get(channel) or FusedRetriever(*players.values())

    found = retriever.retrieve(Query("heron weir"), CancelToken())

    assert found.passages[0] == 0
    assert (np.diff(found.scores) <= 0).all()
    assert len(set(found.passages.tolist())) == len(found.passages)


def test_a_failing_channel_counts_as_if_it_were_not_there():
    words = KeywordRetriever(MemorySnapshot(NOTES))

    with_broken = FusedRetriever(words, _Broken()).retrieve(Query("heron"), CancelToken())

    assert with_broken.passages.tolist() == FusedRetriever(words).retrieve(Query("heron"), CancelToken()).passages.tolist()
    with pytest.raises(EncoderError):
        FusedRetriever(_Broken()).retrieve(Query("heron"), CancelToken())


def test_the_local_judge_prefers_what_holds_more_of_the_question():
    snapshot = MemorySnapshot(NOTES)

    first, second, third = LocalJudge(snapshot).judge("heron weir", snapshot.passages([0, 1, 2]), CancelToken())

    assert first.p_answers > second.p_answers > third.p_answers
    assert all(0 <= verdict.p_answers <= 1 and 0 <= verdict.specificity <= 3 for verdict in (first, second, third))


def test_a_word_is_marked_by_the_stem_of_the_text_s_own_language_only():
    marker = Marker(read_question("notes", ["en", "de"]))

    assert marker.marks("a note, not a word", "en") == ((2, 6),)
    assert marker.marks("zwei Noten", "de") == ((5, 10),)
