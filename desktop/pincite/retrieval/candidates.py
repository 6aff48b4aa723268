"""What both channels know of the passages that may answer: parallel arrays, before anything is judged."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pincite.domain.protocols import Matches, Snapshot
from pincite.domain.search import Mask, Numbers, Scores, Term

K1 = 1.2
"""Saturation of BM25, as the index scores: a word's part is below idf * (K1 + 1)."""
Bits = npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Words:
    """What the words of a question found: all passages with any of them, and what each word weighs.

    `idf` float32[terms] is ``ln(1 + (N - n + .5) / (n + .5))`` over passages; a word that nobody has weighs most.
    """

    terms: tuple[Term, ...]
    passages: Numbers
    scores: Scores
    held: Bits
    exact: Bits
    idf: Scores
    documents: tuple[int, ...]

    @property
    def ceiling(self) -> float:
        """More than any passage can score: every word of the question, absent ones included, at its fullest."""
        return float(self.idf.sum()) * (K1 + 1)

    def coverage(self, held: Bits) -> Scores:
        """Share of the question's weight that lies in the words of each bitmask."""
        total = float(self.idf.sum())
        covered = np.zeros(len(held), np.float32)
        for i, weight in enumerate(self.idf):
            covered += weight * ((held >> np.uint32(i)) & np.uint32(1)).astype(np.float32)
        return covered / np.float32(total) if total > 0 else covered


def find_words(snapshot: Snapshot, terms: tuple[Term, ...]) -> Words:
    """All passages that hold any of *terms*."""
    matches: Matches = snapshot.match(terms)
    counts = snapshot.frequencies(terms)
    total = max(snapshot.passage_count, 1)
    holders = np.array([passages for _, passages in counts], np.float32)
    idf = np.log1p((np.maximum(total - holders, 0) + 0.5) / (holders + 0.5)).astype(np.float32)
    return Words(terms, matches.passages, matches.scores, matches.terms, matches.exact, idf, tuple(n for n, _ in counts))


def among(rising: Numbers, wanted: Numbers) -> Mask:
    """Which of *wanted* are in *rising* numbers."""
    if len(rising) == 0:
        return np.zeros(len(wanted), np.bool_)
    return rising[np.minimum(np.searchsorted(rising, wanted), len(rising) - 1)] == wanted


def best_rows(documents: Numbers, scores: Scores, limit: int) -> Numbers:
    """The row with the best score of each of the *limit* best documents, best first, ties by row. Only as many as need be are sorted."""
    taken = min(8 * limit, len(scores))
    while True:
        floor = np.partition(scores, len(scores) - taken)[len(scores) - taken] if taken < len(scores) else -np.inf
        rows = np.flatnonzero(scores >= floor)
        order = rows[np.lexsort((rows, -scores[rows]))]
        _, first = np.unique(documents[order], return_index=True)
        if len(first) >= limit or taken == len(scores):
            return order[np.sort(first)][:limit]
        taken = min(8 * taken, len(scores))


def rows_of(words: Words, passages: Numbers) -> tuple[Numbers, Mask]:
    """(row in *words* of each passage, whether it has one)."""
    if len(words.passages) == 0:
        return np.zeros(len(passages), np.int64), np.zeros(len(passages), np.bool_)
    rows = np.minimum(np.searchsorted(words.passages, passages), len(words.passages) - 1)
    return rows, words.passages[rows] == passages
