"""A selection in the order of an attribute: whole, by value, those without one last."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Filter, Mode, Order, Query
from pincite.retrieval import Ranker
from pincite.retrieval.orders import sort_documents
from pincite.retrieval.values import Range, Sort, inside, rank, same, sort_of


def people(*values):
    return [Note(f"p{i}.md", [f"person {i}"], facets={"experience": (value,)} if value else {}) for i, value in enumerate(values)]


def ask(notes, text="", order="", **options):
    key, _, direction = order.partition(":")
    query = Query(text, order=Order(key, direction == "desc"), **options)
    answer = Ranker(MemorySnapshot(notes)).answer(query, CancelToken())
    return answer, [notes[d.document] for d in answer.documents]


def values(found, key="experience"):
    return [note.facets.get(key, ("",))[0] for note in found]


def test_numbers_sort_by_value_and_blanks_come_last_in_both_directions():
    notes = people("30", "8", "", "11", "30", "30")

    assert values(ask(notes, order="experience:asc")[1]) == ["8", "11", "30", "30", "30", ""]
    assert values(ask(notes, order="experience:desc")[1]) == ["30", "30", "30", "11", "8", ""]


def test_those_without_the_attribute_are_counted():
    answer, _ = ask(people("30", "", ""), order="experience:desc")

    assert answer.notes == ("2 of 3 documents have no experience and come last.",)


def test_an_order_lists_the_whole_selection_and_not_only_what_the_words_find():
    notes = people("30", "8", "11")
    notes[1].passages[0] = "the oldest incident"

    answer, found = ask(notes, "oldest incident", order="experience:desc")

    assert values(found) == ["30", "11", "8"]
    assert answer.total_documents == 3
    assert answer.notes == ("Sorted by experience: all 3 documents of the selection are listed, with your words or without.",)
    assert [d.best.scores for d in answer.documents][:2] == [{}, {}]
    assert "bm25" in answer.documents[2].best.scores


def test_filters_choose_the_selection_and_the_limit_cuts_it_visibly():
    notes = people("30", "8", "11", "2")
    notes[0].facets["status"] = ("left",)

    answer, found = ask(notes, order="experience:desc", filters=(Filter("status", "left", exclude=True),), limit=2)

    assert values(found) == ["11", "8"]
    assert (answer.total_documents, answer.hidden) == (3, 1)


def test_a_query_is_its_own_selection():
    notes = [Note(f"{name}.md", [text], date=date) for name, text, date in [
        ("a", "heron", "2021-05-01"), ("b", "heron", "2019"), ("c", "lamp", "2024"), ("d", "heron", "2021-04-30"), ("e", "heron", "")]]  # fmt: skip

    answer, found = ask(notes, "heron", order="date:asc", mode=Mode.QUERY)

    assert [note.path for note in found] == ["b.md", "d.md", "a.md", "e.md"]
    assert answer.total_documents == 4
    assert answer.notes == ("1 of 4 documents has no date and comes last.",)


@pytest.mark.parametrize(
    ("order", "paths"),
    [
        ("size:desc", ["c.md", "a.txt", "b.md"]),
        ("title", ["a.txt", "c.md", "b.md"]),
        ("path:desc", ["c.md", "b.md", "a.txt"]),
        ("name", ["a.txt", "b.md", "c.md"]),
        ("type", ["c.md", "b.md", "a.txt"]),
        ("year:desc", ["b.md", "c.md", "a.txt"]),
        ("depth", ["a.txt", "b.md", "c.md"]),
    ],
)
def test_every_attribute_orders(order, paths):
    notes = [
        Note("a.txt", ["x"], title="Lot 9", size=900, facets={"type": ("txt",), "year": ("999",), "depth": ("0",)}),
        Note("b.md", ["x"], title="Lots", size=80, facets={"type": ("md",), "year": ("2020",), "depth": ("2",)}),
        Note("c.md", ["x x"], title="Lot 10", size=1000, facets={"type": ("md",), "year": ("2001",), "depth": ("3",)}),
    ]

    _, found = ask(notes, "x", order=order)

    assert [note.path for note in found] == paths


def test_an_order_that_nobody_carries_keeps_relevance_and_says_so():
    notes = [Note("a.md", ["heron"], facets={"experience": ("1",)}), Note("b.md", ["heron heron"], facets={"experience": ("2",)})]

    answer, found = ask(notes, "heron", order="experiance:desc")

    assert [n.path for n in found] == [n.path for n in ask(notes, "heron", order="nothing:asc")[1]]
    assert answer.notes[0].startswith("No document has “experiance”. Did you mean experience? Keys here: experience 2.")
    assert answer.notes[0].endswith("The order by relevance was kept.")


def test_relevance_decides_between_equal_values():
    notes = [Note("a.md", ["heron and many other birds of the lake"], facets={"n": ("1",)}), Note("b.md", ["heron heron"], facets={"n": ("1.0",)})]

    assert [note.path for note in ask(notes, "heron", order="n:asc")[1]] == ["b.md", "a.md"]
    assert [note.path for note in ask(notes, "heron", order="n:desc")[1]] == ["b.md", "a.md"]


@given(st.lists(st.one_of(st.integers(-99, 9999).map(str), st.just(""), st.floats(-9, 9).map("{:.3f}".format)), max_size=30), st.booleans())
def test_orders_are_permutations_with_blanks_last(column, descending):
    snapshot = MemorySnapshot(people(*column))

    found, missing = sort_documents(snapshot, Order("experience", descending), np.arange(len(column)), np.zeros(len(column), np.float32))

    assert sorted(found.tolist()) == list(range(len(column)))
    assert missing == column.count("")
    present = [float(column[n]) for n in found if column[n]]
    assert present == sorted(present, reverse=descending)
    assert all(column[n] == "" for n in found[len(present) :])


@pytest.mark.parametrize(("one", "other"), [("1", "1.0"), ("4,200", "4200"), ("Draft", "draft"), (" a  b ", "a b"), ("2e3", "2000")])
def test_equal_values_are_equal(one, other):
    assert same(one, other)
    assert not same(one, other + "x")


@pytest.mark.parametrize(
    ("key", "column", "sort"),
    [
        ("n", ["1", "2.5", ""], Sort.NUMBER),
        ("n", ["2020-05", "2021"], Sort.DATE),
        ("n", ["1", "two"], Sort.TEXT),
        ("size", ["x"], Sort.BYTES),
        ("n", [], Sort.TEXT),
    ],
)
def test_a_key_is_compared_by_the_narrowest_kind_that_fits(key, column, sort):
    assert sort_of(key, column) is sort


def test_texts_with_numbers_sort_as_people_count():
    assert sorted(["Lot 10", "lot 9", "Lot 9b"], key=lambda v: rank(Sort.TEXT, v)) == ["lot 9", "Lot 9b", "Lot 10"]


@given(st.sampled_from(["2020", "2020-05", "2020-05-17", "2021-01", "2019-12-31"]), st.sampled_from(["2020", "2020-05", "2020-06-01"]))
def test_every_date_is_below_within_or_above_another(value, end):
    below = inside(Sort.DATE, value, Range("", end, below=True))
    above = inside(Sort.DATE, value, Range(end, "", above=True))
    within = inside(Sort.DATE, value, Range(end, end))

    assert [below, within, above].count(True) == 1
