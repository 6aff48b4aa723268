"""The documents that may answer, each by its best passage: who is judged at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from pincite.analysis import analyze
from pincite.domain.protocols import Snapshot
from pincite.domain.search import Numbers, Passage, Query, Scores
from pincite.retrieval.candidates import Bits, Words
from pincite.retrieval.judge import TOP_K, VECTOR_TOP_K, Evidence
from pincite.retrieval.question import Question
from pincite.retrieval.question_kinds import kind_matches
from pincite.retrieval.rank import score

TITLE_WEIGHT = 0.14
"""Of the title's share of the question, beside a fused score of 0 to 1."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The pool: parallel arrays of passages with what is known of each."""

    passages: Numbers
    fused: Scores
    bm25: Scores
    cosines: Scores
    held: Bits
    seen: Evidence
    p_answers: Scores
    specificity: Scores


@dataclass(frozen=True, slots=True)
class Shelf:
    """All that the order is made from. `found` are all matching passages under the filters, rising."""

    snapshot: Snapshot
    question: Question
    words: Words
    found: Numbers
    judged: Judged
    query: Query


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document by its best passage: `row` in the pool. `key` orders the list; `rank` is the judge's figure; `titled`: the question names it."""

    document: int
    row: int
    passage: Passage
    key: float
    rank: float
    titled: bool
    genre: str
    depth: float


def shortlist(shelf: Shelf) -> list[Candidate]:
    """The best passage of each of the best documents by fused score, and of the nearest in meaning."""
    judged = shelf.judged
    documents = shelf.snapshot.document_of[judged.passages]
    wanted = max(TOP_K, shelf.query.limit or 0)
    rows = best_rows(documents, judged.fused)[:wanted]
    near = best_rows(documents, np.where(np.isnan(judged.cosines), -1, judged.cosines).astype(np.float32))[:VECTOR_TOP_K]
    seen = set(documents[rows].tolist())
    rows = [*rows, *(row for row in near if int(documents[row]) not in seen and not np.isnan(judged.cosines[row]))]
    passages = shelf.snapshot.passages([int(judged.passages[row]) for row in rows])
    return [_candidate(shelf, int(documents[row]), row, passage) for row, passage in zip(rows, passages, strict=True)]


def best_rows(documents: Numbers, scores: Scores) -> list[int]:
    """The best row of each document, best document first."""
    order = np.lexsort((np.arange(len(scores)), -scores))
    _, first = np.unique(documents[order], return_index=True)
    return [int(order[i]) for i in np.sort(first)]


def _candidate(shelf: Shelf, document: int, row: int, passage: Passage) -> Candidate:
    judged = shelf.judged
    genres = passage.facets.get("genre", ())
    suiting = next((genre for genre in genres if kind_matches(shelf.question.kind, genre)), "")
    suits = bool(suiting)
    depth = _number(passage.facets.get("depth", ()))
    rank = score(float(judged.p_answers[row]), float(judged.specificity[row]), suits, depth)
    key = score(float(judged.fused[row]) + TITLE_WEIGHT * _in_title(shelf, passage), 0.0, suits, depth)
    return Candidate(document, row, passage, key, rank, _is_named(shelf.question, passage), suiting or next(iter(genres), ""), depth)


def _in_title(shelf: Shelf, passage: Passage) -> float:
    """Share of the question's weight that lies in words of the title."""
    total = float(shelf.words.idf.sum())
    held = {key for token in analyze(passage.title[:300], passage.language) for key in token.keys}
    found = sum(float(weight) for term, weight in zip(shelf.words.terms, shelf.words.idf, strict=True) if not held.isdisjoint(term.keys_in(passage.language)))
    return found / total if total > 0 else 0.0


def _is_named(question: Question, passage: Passage) -> bool:
    """Whether the question is the document's title or file name, letter case and punctuation aside."""
    asked = _letters(question.text)
    name = passage.relative.rsplit("/", 1)[-1]
    return bool(asked) and asked in {_letters(passage.title), _letters(name), _letters(name.rsplit(".", 1)[0])}


@lru_cache(maxsize=8192)
def _letters(text: str) -> str:
    """The words alone; remembered, since the same titles come up again and again."""
    return " ".join(token.exact for token in analyze(text[:300]) if token.asked)


def _number(values: Sequence[str]) -> float:
    try:
        return float(values[0])
    except (IndexError, ValueError):
        return 0.0
