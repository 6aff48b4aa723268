"""Who is judged at all, and which documents are called what is asked."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Query
from pincite.retrieval import Ranker
from pincite.retrieval.candidates import among, best_rows
from pincite.retrieval.naming import bare

ROWS = st.lists(st.tuples(st.integers(0, 20), st.sampled_from([0.0, 0.5, 1.0, 2.0, 3.5])), max_size=200)


def ask(notes, text, **options):
    answer = Ranker(MemorySnapshot(notes)).answer(Query(text, **options), CancelToken())
    return [notes[document.document].path for document in answer.documents], answer


@given(ROWS, st.integers(1, 8))
def test_the_best_rows_are_those_of_a_full_sort(rows, limit):
    documents = np.array([document for document, _ in rows], np.int64)
    scores = np.array([score for _, score in rows], np.float32)

    found = best_rows(documents, scores, limit).tolist()

    best: dict[int, int] = {}
    for row in sorted(range(len(rows)), key=lambda n: (-rows[n][1], n)):
        best.setdefault(rows[row][0], row)
    assert found == list(best.values())[:limit]


@given(st.sets(st.integers(0, 50)), st.lists(st.integers(0, 60)))
def test_membership_in_rising_numbers(held, wanted):
    found = among(np.array(sorted(held), np.int64), np.array(wanted, np.int64))

    assert found.tolist() == [number in held for number in wanted]


@pytest.mark.parametrize("question", ["hot reload", "Hot-Reload", "HOT RELOAD?", "hot-reload.md", "hot, reload!"])
def test_a_document_that_is_called_what_is_asked_comes_first(question):
    notes = [Note("loud.md", ["Hot reload, hot reload and hot reload again."]), Note("guides/hot-reload.md", ["It watches the file. Hot things reload."])]

    paths, _ = ask(notes, question)

    assert paths[0] == "guides/hot-reload.md"


def test_a_title_is_a_name_as_a_file_name_is():
    notes = [Note("a.md", ["Tide tables: the tide tables of the tide."]), Note("b.md", ["When the water comes."], title="Tide Tables")]

    paths, _ = ask(notes, "tide tables")

    assert paths[0] == "b.md"


def test_vowels_that_are_marks_tell_names_apart():
    assert bare("की") != bare("का")
    assert bare("Ärger, im Büro!") == bare("ärger im büro")


def test_an_answer_carries_as_many_further_passages_as_are_asked_for():
    notes = [Note("log.md", [f"The glacier on day {day}." for day in range(9)])]

    alone, some = (ask(notes, "glacier", more=more)[1].documents[0] for more in (0, 3))

    assert (len(alone.more), len(some.more)) == (0, 3)
    assert alone.matched == some.matched == 9


def test_what_stands_under_a_heading_is_shown_before_the_heading_alone():
    notes = [
        Note("house.md", ["Power cuts", "When the power cuts out, the pump runs from the battery in the cellar for about nine hours."]),
        Note("tides.md", ["The tide comes in twice a day and leaves the boats on the mud between."]),
    ]

    _, answer = ask(notes, "power cuts")

    assert answer.documents[0].best.number == 1


def test_a_short_passage_that_alone_answers_stays_the_best():
    notes = [Note("people.md", ["Nadja Ferro 0170 555", "The power of the pump in the cellar is nine hundred watts, says the plate on its side."])]

    _, answer = ask(notes, "nadja ferro")

    assert answer.documents[0].best.number == 0
