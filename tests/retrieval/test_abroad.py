"""Questions in a language that the library lacks, and texts that are no questions."""

import numpy as np
import pytest
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Query
from pincite.retrieval import Ranker
from pincite.retrieval.meaning import Meaning, kept_by_meaning
from pincite.retrieval.question import read_question
from pincite.retrieval.stop_words import leans_abroad, question_language


def meaning(*cosines):
    return Meaning(np.ones(2, np.float32), np.arange(len(cosines)), np.array(cosines, np.float32))


@pytest.mark.parametrize(
    ("cosines", "kept"),
    [
        ([0.30, 0.20, 0.11, *[0.1] * 12], [0, 1]),  # the nearest stands out
        ([0.30, 0.29, 0.28, *[0.27] * 12], []),  # all are alike: noise
        ([0.09, *[0.02] * 12], []),  # too far to say anything
        ([0.25, 0.16], [0, 1]),  # a small library has no eleventh
        ([], []),
    ],
)
def test_across_languages_the_nearest_answers_if_it_stands_out(cosines, kept):
    found = kept_by_meaning(meaning(*cosines), abroad=True)

    assert found.tolist() == kept


def test_a_language_that_is_only_guessed_needs_a_nearer_passage():
    near, nearer = meaning(0.25, *[0.1] * 12), meaning(0.3, *[0.1] * 12)

    assert kept_by_meaning(near, abroad=True, sure=False).tolist() == []
    assert kept_by_meaning(nearer, abroad=True, sure=False).tolist() == [0]


@pytest.mark.parametrize(
    ("text", "told"),
    [("кто спел национальный гимн", True), ("йцукен фывапр нгшщзх", False), ("大桥建成", True), ("hjkl qwer uiop", False)],
)
def test_letters_alone_do_not_tell_a_language_but_stop_words_and_han_do(text, told):
    assert read_question(text, ["en"]).is_told == told


def test_within_a_language_nearness_alone_decides():
    found = kept_by_meaning(meaning(0.6, 0.53, 0.5, *[0.1] * 12), abroad=False)

    assert found.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("wer war der hauptfeind der normannen in italien", "de"),
        ("who was the enemy of the normans in italy", "en"),
        ("was the bridge in use", "en"),
        ("кто спел национальный гимн", "ru"),
    ],
)
def test_a_word_that_two_languages_share_does_not_decide(text, language):
    assert question_language(text.split(), ["en"]) == language


@pytest.mark.parametrize("text", ["H?:`6nkQe*]\\W>c!", "`)~F\",-@#J", "v39]\\f"])
def test_a_few_letters_among_signs_are_no_question(text):
    notes = [Note("letters.md", ["F c v 2 W h f 9 are letters and digits here"]), Note("other.md", ["feed the starter"])]

    answer = Ranker(MemorySnapshot(notes)).answer(Query(text), CancelToken())

    assert answer.documents == ()
    assert answer.notes


@pytest.mark.parametrize("text", ["C++", "what is f?", "W", "h 9"])
def test_a_letter_may_be_a_question(text):
    notes = [Note("letters.md", ["F c v 2 W h f 9 C++ are letters and digits here"]), Note("other.md", ["feed the starter"])]

    answer = Ranker(MemorySnapshot(notes)).answer(Query(text), CancelToken())

    assert len(answer.documents) == 1


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("welche mannschaft gewann den pokal", "de"),
        ("which team won the cup", ""),
        ("quarterly budget 2021", ""),  # no stop word of any language
    ],
)
def test_a_single_stop_word_makes_a_question_lean_to_its_language(text, language):
    assert leans_abroad(text.split(), ["en"]) == language


class TwoLanguages:
    """An encoder that puts every question beside the passage of the same subject; it knows all languages."""

    id, dim = "subjects", 3

    def supports(self, language):
        return True

    def encode(self, texts):
        subjects = [0 if "Brücke" in text or "bridge" in text else 1 for text in texts]
        return np.eye(3, dtype=np.float32)[subjects]


def test_in_a_foreign_question_meaning_outweighs_a_stray_word():
    notes = [Note("war.md", ["the war of 1905 was long, and the peace after the war was short"]), Note("bridge.md", ["a bridge of stone"])]

    ranker = Ranker(MemorySnapshot(notes, TwoLanguages()), TwoLanguages())

    answer = ranker.answer(Query("Welche Brücke steht seit dem Krieg 1905"), CancelToken())

    assert notes[answer.documents[0].document].path == "bridge.md"
