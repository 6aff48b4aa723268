"""The bulk way from text to words gives what the analyzer gives, and gaps give back what was put into them."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.analysis import analyze
from pincite.index.facets import Column, as_facet, count_values, make_column
from pincite.index.gaps import gap_arrays, read_gaps, read_many
from pincite.index.inversion import stable_order
from pincite.index.spelling import distances
from pincite.index.vocabulary import Vocabulary

TEXTS = st.one_of(
    st.text(max_size=80),
    st.lists(st.sampled_from(["re-\nuse", "re-\n\n  use", "--\nuse", "x- \n5-\ny", "is_action_pressed", "C++", ".NET", "«l'eau»", "沼地の鳥", "1,200.5", "(see", "end.", "\u00a0", "don’t"])).map(" ".join),
)


@given(TEXTS, st.sampled_from(["en", "fr", "de", "", "zh"]))
def test_words_in_bulk_are_the_words_of_the_analyzer(text, language):
    vocabulary = Vocabulary()

    runs = vocabulary.numbers(text, language)

    terms = list(vocabulary.terms)
    found = [(terms[vocabulary.exact[word]], tuple(terms[key] for key in vocabulary.keys[word])) for run in runs for word in vocabulary.runs[run]]
    assert found == [(token.exact, token.keys) for token in analyze(text, language)]


@given(st.lists(st.lists(st.integers(0, 300_000), min_size=1, max_size=30, unique=True).map(sorted), min_size=1, max_size=10))
def test_gaps_give_the_passage_numbers_back(terms):
    starts = np.cumsum([0, *(len(ids) for ids in terms)])
    arrays = gap_arrays("keys", np.array([i for ids in terms for i in ids], np.int64), starts)
    arrays["keys/postings"] = starts.astype(np.uint32)

    alone = [read_gaps(arrays, "keys", int(a), int(b)).cumsum().tolist() for a, b in zip(starts, starts[1:], strict=False)]
    together = read_many(arrays, "keys", 0, len(terms)).tolist()

    assert alone == terms
    assert together == [i for ids in terms for i in ids]


@given(st.lists(st.integers(0, 200_000), max_size=200))
def test_the_radix_order_is_the_stable_order(values):
    numbers = np.array(values, np.int64)

    assert stable_order(numbers, 200_001).tolist() == np.argsort(numbers, kind="stable").tolist()


@given(st.lists(st.lists(st.sampled_from("abcd"), max_size=3, unique=True), max_size=20), st.data())
def test_counting_by_profiles_is_counting_one_by_one(rows, data):
    column: Column = make_column(rows)
    chosen = data.draw(st.lists(st.sampled_from(range(len(rows))), unique=True).map(sorted) if rows else st.just([]))

    counts = count_values(as_facet(column), np.array(chosen, np.int64))

    expected = {value: sum(value in rows[i] for i in chosen) for value in "abcd"} | {"(none)": sum(not rows[i] for i in chosen)}
    assert {count.value: count.documents for count in counts} == {value: number for value, number in expected.items() if number}
    assert len(counts) == len(list(counts))


@pytest.mark.parametrize(("word", "edits"), [("kettle", 0), ("ketle", 1), ("kettel", 1), ("kattel", 2), ("lamp", 6), ("", 6)])
def test_edits_between_words(word, edits):
    target = np.array([ord(letter) for letter in "kettle"], np.uint32)
    other = np.array([[ord(letter) for letter in word]], np.uint32).reshape(1, len(word))

    assert distances(other, target).tolist() == [edits]
