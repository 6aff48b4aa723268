"""The documents that may answer, each by its best passage: who is judged at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Numbers, Origin, Query, Scores
from pincite.retrieval.candidates import Bits, Words, among, best_rows
from pincite.retrieval.judge import TOP_K, VECTOR_TOP_K, Evidence
from pincite.retrieval.meaning import FLOOR
from pincite.retrieval.naming import are_named
from pincite.retrieval.question import Question
from pincite.retrieval.question_kinds import kind_matches
from pincite.retrieval.rank import score

TITLE_WEIGHT = 0.26
"""Of the title's share of the question, beside a fused score of 0 to 1."""
BARE = 8
"""Words in a passage below which it may be a heading with nothing under it."""
BARE_SHARE = np.float32(0.5)
"""Of the score of such a passage: what stands under the heading is shown instead, unless it is less than half as good."""
WHOLE = 0.999
"""Of a question's weight: a title that holds less of it is not the question."""


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
    """All that the order is made from. `found` are all matching passages under the filters, rising; a cosine below `floor` says nothing.

    `stands_out`: the question is in a language that the library lacks, and its nearest passages are nearer than chance.
    """

    snapshot: Snapshot
    question: Question
    words: Words
    found: Numbers
    judged: Judged
    query: Query
    floor: float = FLOOR
    stands_out: bool = False


@dataclass(frozen=True, slots=True)
class Candidate:
    """A document by its best passage: `row` in the pool, `number` in the snapshot.

    `key` orders the list; `rank` is the judge's figure; `titled`: the question names it; `in_title`: the title holds a word of it.
    Its text is not read for this.
    """

    document: int
    row: int
    number: int
    file: Origin
    key: float
    rank: float
    titled: bool
    in_title: bool
    genre: str
    depth: float

    @property
    def place(self) -> tuple[str, str, int]:
        """Orders what is equally good."""
        return self.file.relative, self.file.root, self.document


def shortlist(shelf: Shelf) -> list[Candidate]:
    """The best passage of each of the best documents by fused score, and of the nearest in meaning."""
    judged = shelf.judged
    documents = shelf.snapshot.document_of[judged.passages]
    wanted = max(TOP_K, shelf.query.limit or 0)
    rows = best_rows(documents, _below_what_has_text(shelf, documents), wanted)
    near = best_rows(documents, np.nan_to_num(judged.cosines, nan=-1), VECTOR_TOP_K)
    near = near[~np.isnan(judged.cosines[near]) & ~np.isin(documents[near], documents[rows])]
    rows = np.concatenate([rows, near])
    return _described(shelf, rows, documents[rows])


def _below_what_has_text(shelf: Shelf, documents: Numbers) -> Scores:
    """The fused scores, lower for a passage that is hardly more than a heading where its document holds one with text, too."""
    judged = shelf.judged
    bare = shelf.snapshot.body_lengths(judged.passages) < BARE
    if not bare.any():
        return judged.fused
    beside = bare & np.isin(documents, documents[~bare])
    return np.where(beside, judged.fused * BARE_SHARE, judged.fused).astype(np.float32)


def _described(shelf: Shelf, rows: Numbers, documents: Numbers) -> list[Candidate]:
    """The candidates in these *rows* of the pool, each the best passage of one of *documents*."""
    judged, snapshot, kind = shelf.judged, shelf.snapshot, shelf.question.kind
    numbers = judged.passages[rows]
    files, titles = snapshot.origins(documents), _in_title(shelf, numbers)
    named = are_named(snapshot, shelf.question.text, numbers, files, titles >= WHOLE)
    depths = [_number(values) for values in snapshot.values_of("depth", documents)]
    candidates: list[Candidate] = []
    for i, genres in enumerate(snapshot.values_of("genre", documents)):
        row, suiting = int(rows[i]), next((genre for genre in genres if kind_matches(kind, genre)), "")
        key = score(float(judged.fused[row]) + TITLE_WEIGHT * float(titles[i]), 0.0, bool(suiting), depths[i])
        rank = score(float(judged.p_answers[row]), float(judged.specificity[row]), bool(suiting), depths[i])
        genre, in_title = suiting or next(iter(genres), ""), bool(titles[i] > 0)
        candidates.append(Candidate(int(documents[i]), row, int(numbers[i]), files[i], key, rank, named[i], in_title, genre, depths[i]))
    return candidates


def _in_title(shelf: Shelf, numbers: Numbers) -> Scores:
    """float32[n]: the share of the question's weight that lies in words of each passage's title."""
    held = np.zeros(len(numbers), np.uint32)
    for bit, term in enumerate(shelf.words.terms):
        held |= among(shelf.snapshot.in_field(term, "title"), numbers).astype(np.uint32) << np.uint32(bit)
    return shelf.words.coverage(held)


def _number(values: Sequence[str]) -> float:
    try:
        return float(values[0])
    except (IndexError, ValueError):
        return 0.0
