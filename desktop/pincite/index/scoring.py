"""BM25F over whole posting lists: one combined score from title, headings and body, statistics over live passages.

For a term in a passage: ``w = sum over fields of weight * tf / (1 - b + b * length / average length)``, and the score
``idf * w * (k1 + 1) / (k1 + w)`` with ``idf = ln(1 + (N - df + 0.5) / (df + 0.5))`` (Robertson, Zaragoza & Taylor, CIKM
2004, "Simple BM25 extension to multiple weighted fields"). A term with several keys is one word: tf summed, df of the union.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pincite.domain.search import Mask, Numbers, Scores, Term
from pincite.index.inversion import FIELDS
from pincite.index.segment import Segment

K1 = 1.2
B = 0.75
WEIGHTS = (3.0, 2.0, 1.0)
"""Of title, headings and body."""
EXACT_BONUS = 0.15
"""A passage that holds the word as typed gets this much more for it than one with another form of the word."""
CACHED_POSTINGS = 2_000_000
"""Postings (12 bytes each) a snapshot remembers between questions, since typing asks for the same words again and again."""

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class FoundPassages:
    """All passages that hold a term; see `pincite.domain.protocols.Matches`."""

    passages: Numbers
    scores: Scores
    terms: npt.NDArray[np.uint32]
    exact: npt.NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class Member:
    """A segment in a snapshot: passage *i* of it is passage ``base + i`` of the snapshot; `live` is None if all are."""

    segment: Segment
    base: int
    live: Mask | None


class Scorer:
    """Scores the passages of one snapshot, whose live ones are *live*."""

    def __init__(self, members: Sequence[Member], live: Mask) -> None:
        self._members = members
        self._live = live
        self._capacity = len(live)
        self._count = int(live.sum())
        self._known: dict[tuple[str, ...], tuple[Numbers, Weights]] = {}
        self._exact: dict[str, Numbers] = {}
        self._remembered = 0

    @cached_property
    def _norms(self) -> list[Weights]:
        """For each field, float32[capacity]: weight / (1 - b + b * length / average length)."""
        lengths = np.concatenate([np.zeros((0, 3), np.int64), *(member.segment.lengths for member in self._members)])
        averages = lengths[self._live].sum(axis=0) / max(self._count, 1)
        return [
            (weight / (1 - B + B * lengths[:, field] / max(float(averages[field]), 1e-9))).astype(np.float32)
            for field, weight in enumerate(WEIGHTS)
        ]

    def match(self, terms: Sequence[Term]) -> FoundPassages:
        """Every live passage that holds one of *terms*; see `pincite.domain.protocols.Snapshot`."""
        scores = np.zeros(self._capacity, np.float32)
        held = np.zeros(self._capacity, np.uint32)
        exact = np.zeros(self._capacity, np.uint32)
        for number, term in enumerate(terms):
            bit = np.uint32(1 << number)
            ids, weights = self.postings(term.keys)
            if len(ids) == 0:
                continue
            gained = self.idf(len(ids)) * (weights * np.float32(K1 + 1) / (weights + np.float32(K1)))
            exact[self.exact(term.exact)] |= bit
            gained *= np.where(exact[ids] & bit, np.float32(1 + EXACT_BONUS), np.float32(1))
            scores[ids] += gained
            held[ids] |= bit
        passages = np.flatnonzero(held)
        return FoundPassages(passages, scores[passages], held[passages], exact[passages] & held[passages])

    def idf(self, passages: int) -> np.float32:
        """Weight of a word that so many live passages hold."""
        return np.float32(np.log(1 + (self._count - passages + 0.5) / (passages + 0.5)))

    def postings(self, keys: tuple[str, ...]) -> tuple[Numbers, Weights]:
        """(live passages that hold any of *keys*, rising; their w)."""
        if (known := self._known.get(keys)) is None:
            known = self._joined([self._postings_of(key) for key in dict.fromkeys(keys)])
            self._remember(len(known[0]))
            self._known[keys] = known
        return known

    def exact(self, word: str) -> Numbers:
        """Live passages that hold exactly this word, rising."""
        if (known := self._exact.get(word)) is None:
            term = word.encode("utf-8", "surrogatepass")
            lists = [self._ids(member, "words", member.segment.words.find(term)) for member in self._members]
            known = np.concatenate([np.zeros(0, np.int64), *lists])
            self._remember(len(known))
            self._exact[word] = known
        return known

    def _remember(self, size: int) -> None:
        self._remembered += size
        if self._remembered > CACHED_POSTINGS:
            self._known.clear()
            self._exact.clear()
            self._remembered = size

    def _ids(self, member: Member, name: str, number: int) -> Numbers:
        if number < 0:
            return np.zeros(0, np.int64)
        ids = member.segment.ids(name, number)
        if member.live is not None:
            ids = ids[member.live[ids]]
        return ids + member.base

    def _postings_of(self, key: str) -> tuple[Numbers, Weights]:
        term = key.encode("utf-8", "surrogatepass")
        lists = [self._weighed(member, number) for member in self._members if (number := member.segment.keys.find(term)) >= 0]
        if len(lists) == 1:
            return lists[0]
        ids = np.concatenate([np.zeros(0, np.int64), *(ids for ids, _ in lists)])
        return ids, np.concatenate([np.zeros(0, np.float32), *(weights for _, weights in lists)])

    def _weighed(self, member: Member, number: int) -> tuple[Numbers, Weights]:
        """(live passages of a term in one segment, w of each)."""
        segment = member.segment
        first, end = segment.postings("keys", number)
        ids = segment.ids("keys", number) + member.base
        weights = segment.file["keys/body"][first:end] * self._norms[2][ids]
        for place, field in enumerate(FIELDS[:2]):
            at, count = segment.field_counts(field, first, end)
            weights[at] += count * self._norms[place][ids[at]]
        if member.live is None:
            return ids, weights.astype(np.float32, copy=False)
        live = self._live[ids]
        return ids[live], weights[live].astype(np.float32, copy=False)

    @staticmethod
    def _joined(lists: Sequence[tuple[Numbers, Weights]]) -> tuple[Numbers, Weights]:
        """Several lists of postings as one: each passage once, its weights summed."""
        lists = [pair for pair in lists if len(pair[0])]
        if not lists:
            return np.zeros(0, np.int64), np.zeros(0, np.float32)
        if len(lists) == 1:
            return lists[0]
        ids, inverse = np.unique(np.concatenate([ids for ids, _ in lists]), return_inverse=True)
        summed = np.bincount(inverse, np.concatenate([weights for _, weights in lists]), len(ids))
        return ids, summed.astype(np.float32)


