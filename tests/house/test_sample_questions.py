"""The whole way, on the sample library: from files on a disk to a question and the one place that answers it."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

from pincite.assembly import open_searcher, open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.search import Hit, Query
from pincite.settings import load, with_folders

CHECKOUT = Path(__file__).resolve().parents[2]
QUESTIONS = tomllib.loads((CHECKOUT / "tests" / "sample_questions.toml").read_text("utf-8"))["question"]


@pytest.fixture(scope="module")
def searcher(tmp_path_factory):
    """The sample library, indexed by words and by meaning."""
    settings = with_folders(load(tmp_path_factory.mktemp("library")), (str(CHECKOUT / "resources" / "sample-library"),))
    with open_syncer(replace(settings, workers=1), lambda event: None) as syncer:
        syncer.sync(CancelToken())
        syncer.embed(CancelToken())
    with open_searcher(settings) as searcher:
        yield searcher


def stands_at(hit: Hit, question: dict[str, object]) -> bool:
    """Whether the hit's own passage is the place that answers."""
    location = hit.passage.location
    if "page" in question and (location.page, location.page_label) != (question["page"], question["page_label"]):
        return False
    return question.get("heading") in (None, location.heading) and str(question["holds"]) in " ".join(hit.passage.text.split())


@pytest.fixture(scope="module")
def answers(searcher):
    """Each question with its hits."""
    return [(question, searcher.search(Query(question["text"]), CancelToken()).hits) for question in QUESTIONS]


def test_the_document_that_answers_is_among_the_first_three(answers):
    missed = [question["text"] for question, hits in answers if question["file"] not in [hit.passage.relative for hit in hits[:3]]]

    assert len(missed) <= 0.05 * len(QUESTIONS), missed


def test_most_answers_are_the_first_passage_at_the_exact_place(answers):
    elsewhere = [question["text"] for question, hits in answers if not hits or not stands_at(hits[0], question)]

    assert len(elsewhere) <= 0.2 * len(QUESTIONS), elsewhere


def test_an_answer_says_which_words_counted(searcher):
    result = searcher.search(Query("what is tetrazolium good for?"), CancelToken())

    assert {term.text: term.documents for term in result.terms if term.used}["tetrazolium"] == 1


def test_what_is_in_quarantine_is_never_an_answer(searcher):
    result = searcher.search(Query("microwave seed for four minutes at 600 watts", limit=None), CancelToken())

    assert len(result.hits) + len(result.related) > 0
    assert all("microwave" not in hit.passage.relative for hit in (*result.hits, *result.related))


@pytest.mark.parametrize("nonsense", ["qwzzrt plonkfid vurgle", "zxqj"])
def test_nonsense_gets_no_answer_but_a_reason(searcher, nonsense):
    result = searcher.search(Query(nonsense), CancelToken())

    assert result.hits == ()
    assert result.notes
