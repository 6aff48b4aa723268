"""A name that the library does not know is answered with what it does know, and never with silence."""

import pytest
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Count, Filter, Query
from pincite.retrieval import Ranker
from pincite.retrieval.vocabulary import by_value, edits, keys_with_counts, nearest, titled, values_with_counts

NOTES = [
    Note("people/octocat42.md", ["a person"], title="octocat42", facets={"status": ("draft",), "experience": ("30",)}),
    Note("b.md", ["another heron"], title="Team handbook", facets={"status": ("done",), "experience": ("8",)}),
    Note("c.md", ["a third heron"], facets={"status": ("draft",), "ratio": ("1.0",)}),
    Note("q.md", ["set aside"], facets={"secret": ("x",)}, quarantined=True),
]


def ask(text="", *filters):
    answer = Ranker(MemorySnapshot(NOTES)).answer(Query(text, filters=filters), CancelToken())
    return answer.notes, [NOTES[d.document].path for d in answer.documents]


def test_a_filter_on_a_key_that_nobody_has_finds_nothing_and_names_the_keys():
    notes, paths = ask("heron", Filter("experiense", "30"))

    assert paths == []
    assert notes[0] == "No document has “experiense”. Did you mean experience? Keys here: status 3, experience 2, ratio 1."


def test_a_value_that_nobody_has_is_named_with_the_values_there_are():
    notes, paths = ask("", Filter("status", "drafft"))

    assert paths == []
    assert notes[0] == "No document has status “drafft”. Did you mean draft? Values of status: draft 2, done 1."


@pytest.mark.parametrize("value", ["octocat42", "@OctoCat42", "octocat42.md", "people/octocat42.md"])
def test_a_filter_value_that_is_a_title_offers_the_document(value):
    notes, paths = ask("", Filter("github", value))

    assert paths == []
    assert notes[0].endswith("But there is a document called octocat42 (people/octocat42.md).")


def test_filters_that_never_meet_say_so():
    notes, paths = ask("", Filter("status", "done"), Filter("experience", "30"))

    assert paths == []
    assert notes == ("No document passes all of these filters together.",)


@pytest.mark.parametrize(
    ("text", "filters"),
    [
        ("heron", (Filter("status", "none such"),)), ("zebra", ()), ("heron", (Filter("experience", "30"),)), ("", (Filter("x", "y"),)),
        ("the", (Filter("status", "done"), Filter("ratio", "1.0"))), ("zebra", (Filter("status", "draft"),)),
    ],
)  # fmt: skip
def test_nothing_found_always_has_a_reason(text, filters):
    notes, paths = ask(text, *filters)

    assert paths == []
    assert notes
    assert all(note.endswith((".", "?")) for note in notes)


def test_no_vocabulary_is_counted_where_every_name_is_known():
    snapshot = MemorySnapshot(NOTES)
    snapshot.entries = snapshot.facet_counts = None  # a call would fail

    answer = Ranker(snapshot).answer(Query("heron", filters=(Filter("status", "draft"),)), CancelToken())

    assert answer.total_documents == 1


def test_keys_and_values_are_counted_without_the_quarantine():
    snapshot = MemorySnapshot(NOTES)

    assert keys_with_counts(snapshot) == [Count("status", 3), Count("experience", 2), Count("ratio", 1)]
    assert values_with_counts(snapshot, "status") == [Count("draft", 2), Count("done", 1)]
    assert values_with_counts(snapshot, "nobody") == []


def test_numbers_are_the_same_in_any_spelling_and_texts_are_exact():
    snapshot = MemorySnapshot(NOTES)

    assert by_value(snapshot, (Filter("ratio", "1"), Filter("experience", "8.0", exclude=True))) == (
        Filter("ratio", "1.0"), Filter("experience", "8", exclude=True))  # fmt: skip
    assert by_value(snapshot, (Filter("status", "Draft"), Filter("ratio", "2"))) == (Filter("status", "Draft"), Filter("ratio", "2"))


def test_titles_are_capped_and_a_quarantined_one_is_not_offered():
    notes = [Note(f"{i}/same.md", ["x"], title="Same") for i in range(9)] + [Note("q.md", ["x"], title="Aside", quarantined=True)]
    snapshot = MemorySnapshot(notes)

    assert len(titled(snapshot, "same", 3)) == 3
    assert titled(snapshot, "aside") == []
    assert titled(snapshot, "") == []


@pytest.mark.parametrize(
    ("word", "near"),
    [("tipe", ["type"]), ("statsu", ["status"]), ("aut", ["author"]), ("marsch", ["Ingrid Marsh"]), ("zzzz", []), ("", [])],
)
def test_the_nearest_names_are_offered(word, near):
    assert nearest(word, ["type", "status", "author", "year", "Ingrid Marsh"]) == near


@pytest.mark.parametrize(("one", "other", "away"), [("", "abc", 3), ("abcd", "abdc", 1), ("kitten", "sitting", 3), ("a", "a", 0)])
def test_letters_are_counted_between_words(one, other, away):
    assert edits(one, other) == edits(other, one) == away
