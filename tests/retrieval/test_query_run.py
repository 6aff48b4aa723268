"""What a query holds for, over a small index in memory."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import Cancelled, QuestionError
from pincite.domain.search import Channel, Filter, Mode, Query
from pincite.encoding import HashingEncoder
from pincite.retrieval import Ranker
from pincite.retrieval.query_tree import And, Node, Not, Or, Phrase, Word, show

NOTES = [
    Note("heron.md", ["a grey heron by the weir"], title="Birds", facets={"type": ("md",), "year": ("2019",), "tag": ("water",)}, date="2019-05-04", size=900),
    Note("oil.txt", ["reporting crude oil spilt"], facets={"type": ("txt",), "year": ("2021",)}, date="2021", size=2_000_000),
    Note("letters/both.md", ["oil on the crude heron, far from any weir we know of"], facets={"type": ("md",), "year": ("2024",), "tag": ("Red Tape",)}, size=50_000),
    Note("herons.md", ["herons and hirons nest"], facets={"type": ("md",), "depth": ("2",)}),
    Note("draft.md", ["heron in quarantine"], quarantined=True),
]  # fmt: skip


def ask(text, notes=NOTES, *, encoder=None, **options):
    answer = Ranker(MemorySnapshot(notes, encoder), encoder).answer(Query(text, mode=Mode.QUERY, **options), CancelToken())
    return answer, [notes[d.document].path for d in answer.documents]


def found(text, notes=NOTES, **options):
    return set(ask(text, notes, **options)[1])


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("heron weir", {"heron.md", "letters/both.md"}),
        ("heron AND oil", {"letters/both.md"}),
        ("spilt OR nest", {"oil.txt", "herons.md"}),
        ("heron -oil", {"heron.md", "herons.md"}),
        ("heron NOT (weir OR nest)", set()),
        ("NOT NOT spilt", {"oil.txt"}),
        ('"crude oil"', {"oil.txt"}),
        ('"oil heron"~3', {"letters/both.md"}),
        ('"heron oil"~3', set()),
        ("(heron OR oil) spilt", {"oil.txt"}),
        ("type:md heron", {"heron.md", "letters/both.md", "herons.md"}),
        ("type:MD -tag:water heron", {"letters/both.md", "herons.md"}),
        ('tag:"red tape"', {"letters/both.md"}),
        ("tag:(water OR red*)", {"heron.md", "letters/both.md"}),
        ("tag:(none) type:md", {"herons.md"}),
        ("year:2020..2024", {"oil.txt", "letters/both.md"}),
        ("year:[2020 TO 2024]", {"oil.txt", "letters/both.md"}),
        ("year:..2020", {"heron.md"}),
        ("year:[* TO 2020]", {"heron.md"}),
        ("year:>2021", {"letters/both.md"}),
        ("year:2019.0", {"heron.md"}),
        ("year:20*", {"heron.md", "oil.txt", "letters/both.md"}),
        ("depth:1..", {"herons.md"}),
        ("date:..2019-05", {"heron.md"}),
        ("date:2021", {"oil.txt"}),
        ("date:>2019", {"oil.txt"}),
        ("size:>1mb", {"oil.txt"}),
        ("size:1kb..100kb", {"letters/both.md"}),
        ("path:letters", {"letters/both.md"}),
        ("name:heron*", {"heron.md", "herons.md"}),
        ("path:heron.md", {"heron.md"}),
        ("her*", {"heron.md", "letters/both.md", "herons.md"}),
        ("h?rons", {"herons.md"}),
        ("*ilt", {"oil.txt"}),
        ("haron~1", {"heron.md", "letters/both.md"}),
        ("oil NEAR/1 heron", set()),
        ("oil NEAR/4 heron", {"letters/both.md"}),
        ("heron NEAR/4 oil", {"letters/both.md"}),
        ('"crude heron" NEAR/2 far', {"letters/both.md"}),
        ('"any weir" NEAR/2 far', {"letters/both.md"}),
        ("oil NEAR her*", {"letters/both.md"}),
        ("title:birds heron", {"heron.md"}),
        ("title:bird*", {"heron.md"}),
        ("body:birds", set()),
        ("-heron", {"oil.txt"}),
        ("and", {"herons.md"}),
        ("*", {"heron.md", "oil.txt", "letters/both.md", "herons.md"}),
    ],
)  # fmt: skip
def test_each_operator_chooses_what_it_says(text, paths):
    assert found(text) == paths


def test_filters_of_the_panel_hold_too():
    answer, paths = ask("heron", filters=(Filter("tag", "water"),))

    assert paths == ["heron.md"]
    assert answer.hidden == 2


def test_every_match_is_listed_and_ranked_by_its_words():
    notes = [Note(f"n{i}.md", ["heron" + " and a word more" * (i % 5) + " heron heron heron heron" * (i == 7)]) for i in range(130)]

    answer, paths = ask("heron", notes, limit=None)

    assert len(paths) == answer.total_documents == 130
    assert paths[0] == "n7.md"


def test_meaning_takes_no_part_in_a_query():
    answer, paths = ask('"crude oil"', encoder=HashingEncoder(256), channel=Channel.HYBRID)

    assert paths == ["oil.txt"]
    assert answer.related == ()


def test_headings_are_a_field_of_their_own():
    notes = [Note("a.md", ["text about curing", "plain"], headings=["", "Curing times"]), Note("b.md", ["curing"])]

    answer, paths = ask("heading:curing", notes)

    assert paths == ["a.md"]
    assert answer.documents[0].best.number == 1
    assert found('heading:"curing times"', notes) == {"a.md"}
    assert found('heading:"times curing"', notes) == set()


def test_words_in_several_passages_are_found_when_no_passage_holds_all():
    notes = [Note("long.md", ["about the proxy", "nothing here", "about the certificate"]), Note("half.md", ["a proxy"])]

    answer, paths = ask("proxy certificate", notes)

    assert paths == ["long.md"]
    assert answer.total_passages == 2
    assert "several passages together" in answer.notes[0]


def test_a_hyphen_inside_a_word_belongs_to_it():
    notes = [Note("a.md", ["DEC-0054 Ledger colour"]), Note("b.md", ["part 0054 arrived in DEC"]), Note("c.md", ["dec0054 written as one"])]

    assert found("DEC-0054", notes) == {"a.md", "c.md"}
    assert found('"DEC-0054"', notes) == {"a.md"}
    assert found("dec -0054", notes) == set()
    assert found("dec-00*", notes) == {"a.md"}


def test_scripts_without_spaces_and_accents_are_found():
    notes = [Note("zh.md", ["精确检索需要时间"], language="zh"), Note("fr.md", ["un café au lait"], language="fr")]

    assert found("精确", notes) == {"zh.md"}
    assert found("cafe", notes) == {"fr.md"}
    assert found("caf*", notes) == {"fr.md"}
    assert found("lait -thé", notes) == {"fr.md"}


def test_the_whole_query_is_shown_with_its_operators():
    answer, _ = ask("heron -oil (weir OR nest)")

    assert answer.question.built == "heron AND NOT oil AND (weir OR nest)"
    assert [(t.text, t.used) for t in answer.terms] == [("heron", True), ("weir", True), ("nest", True), ("oil", False)]
    assert answer.terms[-1].why == "left out"


@pytest.mark.parametrize(
    ("text", "position", "says"),
    [
        ("colour:red", 0, "No document has “colour”"),
        ("heron tipe:md", 6, "Did you mean type?"),
        ("heron year:abc..def", 6, "“abc” is not a number"),
        ("size:>big", 0, "not a size"),
    ],
)
def test_a_field_that_nobody_has_is_pointed_at(text, position, says):
    with pytest.raises(QuestionError, match=says) as caught:
        ask(text)

    assert caught.value.position == position


def test_a_value_that_nobody_has_is_named_with_those_near_it():
    answer, paths = ask("tag:wate heron")

    assert paths == []
    assert answer.notes[0].startswith("No document has tag “wate”. Did you mean water?")


def test_a_pattern_that_fits_no_word_says_so():
    answer, paths = ask("zzz* heron")

    assert paths == []
    assert answer.notes[0] == "No word of the library fits zzz*."


def test_a_question_mark_at_the_end_of_a_sentence_is_no_wildcard_where_it_fits_nothing():
    answer, paths = ask("crude oil spilt?")

    assert paths == ["oil.txt"]
    assert answer.notes == ("No word is “spilt” and one more letter; the question mark was left out.",)
    assert found("heron?") == {"herons.md"}


def test_a_pattern_that_fits_too_many_words_says_what_was_searched(monkeypatch):
    monkeypatch.setattr("pincite.retrieval.query_words.RANKED", 3)
    notes = [Note("a.md", ["apple apricot avocado almond"]), Note("b.md", ["apple"]), Note("c.md", ["axle"])]

    answer, paths = ask("a*", notes)

    assert "fits more than 3 words; all were searched" in answer.notes[0]
    assert sorted(paths) == ["a.md", "b.md", "c.md"]


def test_a_cancelled_query_is_not_answered():
    token = CancelToken()
    token.cancel()

    with pytest.raises(Cancelled):
        Ranker(MemorySnapshot(NOTES)).answer(Query("heron", mode=Mode.QUERY), token)


def test_the_words_of_a_broken_query_can_still_be_marked():
    question = Ranker(MemorySnapshot(NOTES)).read(Query("(heron", mode=Mode.QUERY))

    assert [term.text for term in question.terms] == ["heron"]


WORDS = ("heron", "weir", "lamp", "oil")
TEXTS = st.lists(st.lists(st.sampled_from(WORDS), min_size=1, max_size=5), min_size=1, max_size=6)
LEAVES = st.sampled_from(WORDS).map(Word) | st.lists(st.sampled_from(WORDS), min_size=2, max_size=2).map(" ".join).map(Phrase)
TREES = st.recursive(
    LEAVES,
    lambda parts: st.lists(parts, min_size=2, max_size=3).map(tuple).map(And)
    | st.lists(parts, min_size=2, max_size=3).map(tuple).map(Or)
    | parts.filter(lambda part: not isinstance(part, Not)).map(Not),
    max_leaves=6,
)


def holds(node: Node, text: list[str]) -> bool:
    """What a query means, read off its tree."""
    match node:
        case And(parts):
            return all(holds(part, text) for part in parts)
        case Or(parts):
            return any(holds(part, text) for part in parts)
        case Not(part):
            return not holds(part, text)
        case Phrase(words):
            return f" {words} " in f" {' '.join(text)} "
        case Word(word):
            return word in text
    raise AssertionError(node)


@given(TEXTS, TREES)
def test_a_query_finds_exactly_what_its_tree_says(texts, tree):
    notes = [Note(f"{i}.md", [" ".join(text)]) for i, text in enumerate(texts)]

    assert found(show(tree), notes, limit=None) == {f"{i}.md" for i, text in enumerate(texts) if holds(tree, text)}
