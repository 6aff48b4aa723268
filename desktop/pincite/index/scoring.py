"""BM25F over whole posting lists: one combined score from title, headings and body, statistics over live passages.

For a term in a passage: ``w = sum over fields of weight * tf / (1 - b + b * length / average length)``, and the score
``idf * w * (k1 + 1) / (k1 + w)`` with ``idf = ln(1 + (N - df + 0.5) / (df + 0.5))`` (Robertson, Zaragoza & Taylor, CIKM
2004, "Simple BM25 extension to multiple weighted fields"). A term with several keys is one word: tf summed, df of the union.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property

import numpy as np
import numpy.typing as npt

from pincite.domain.search import Mask, Numbers, Scores, Term
from pincite.index.inversion import BODY, FIELDS, SPARSE
from pincite.index.segment import Segment

K1 = 1.2
B = 0.75
WEIGHTS = (3.0, 2.0, 1.0)
"""Of title, headings and body."""
EXACT_BONUS = 0.15
"""A passage that holds the word as typed gets this much more for it than one with another form of the word."""
CACHED_BYTES = 32 << 20
"""What a snapshot remembers of terms between questions, since typing asks for the same words again and again: some 600 words."""
CACHED_BYTES_A_PASSAGE = 100
"""The same in a large library, where each word takes more."""

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Member:
    """A segment in a snapshot: passage *i* of it is passage ``base + i`` of the snapshot; `live` is None if all are."""

    segment: Segment
    base: int
    live: Mask | None


@dataclass(frozen=True)
class FoundPassages:
    """All live passages that hold a term; see `pincite.domain.protocols.Matches`. What nobody asks for is not computed.

    `gained` has what each term adds to which passages.
    """

    capacity: int
    gained: Sequence[Gain]

    @cached_property
    def dense(self) -> Scores:
        """float32[capacity]: the score of every passage, 0 where it holds no term."""
        scores = np.zeros(self.capacity, np.float32)
        for gain in self.gained:
            np.add.at(scores, gain.ids, gain.scores)
        return scores

    @property
    def passages(self) -> Numbers:
        """int64[n], rising."""
        return self._passages

    @cached_property
    def _passages(self) -> Numbers:
        return np.flatnonzero(self.held)

    @cached_property
    def held(self) -> Mask:
        """bool[capacity]: whether the passage holds any term."""
        return self.dense > 0

    @property
    def scores(self) -> Scores:
        """float32[n]: one combined BM25F score each."""
        return self._scores

    @cached_property
    def _scores(self) -> Scores:
        return self.dense[self.passages]

    @property
    def terms(self) -> npt.NDArray[np.uint32]:
        """uint32[n]: bit i is set where the passage holds term i."""
        return self._terms

    @cached_property
    def _terms(self) -> npt.NDArray[np.uint32]:
        return self._bits([gain.ids for gain in self.gained])

    @property
    def exact(self) -> npt.NDArray[np.uint32]:
        """uint32[n]: bit i is set where the passage holds term i as it was typed."""
        return self._exact

    @cached_property
    def _exact(self) -> npt.NDArray[np.uint32]:
        return self._bits([gain.ids[gain.typed] for gain in self.gained])

    def _bits(self, holders: Sequence[npt.NDArray[np.int32]]) -> npt.NDArray[np.uint32]:
        bits = np.zeros(self.capacity, np.uint32)
        for term, ids in enumerate(holders):
            np.add.at(bits, ids, np.uint32(1 << term))
        return bits[self.passages]

    def best(self, limit: int, passages: Mask | None = None) -> tuple[Numbers, Scores]:
        """The *limit* best passages, best first, ties by number; only those in *passages*, bool[capacity], if given. Exact."""
        scores = self.dense if passages is None else np.where(passages, self.dense, np.float32(0))
        floor = limit_floor(scores, limit)
        numbers = np.flatnonzero(scores >= floor) if floor > 0 else np.flatnonzero(scores)
        order = np.lexsort((numbers, -scores[numbers]))[:limit]
        return numbers[order], scores[numbers[order]]


NOTHING = np.zeros(0, np.int64)
STRIDE = 256
"""Scores looked at together when the best are sought."""


def limit_floor(scores: Scores, limit: int) -> float:
    """A number that at least *limit* scores reach, as high as can be found cheaply; 0 if there is none.

    The *limit* highest maxima of runs of `STRIDE` scores are themselves *limit* scores.
    """
    whole = len(scores) // STRIDE
    if not 0 < limit <= whole:
        return 0.0
    tops = scores[: whole * STRIDE].reshape(whole, STRIDE).max(axis=1)
    return float(np.partition(tops, whole - limit)[whole - limit])


@dataclass(frozen=True, slots=True)
class Gain:
    """What one term adds: `scores` float32[n] to passages `ids` int32[n]. A bit of `packed` says whether one holds it as typed."""

    ids: npt.NDArray[np.int32]
    scores: Scores
    packed: npt.NDArray[np.uint8]

    @property
    def typed(self) -> Mask:
        """bool[n]: which of the passages hold the word as it was typed."""
        return np.unpackbits(self.packed, count=len(self.ids)).view(np.bool_)

    @property
    def size(self) -> int:
        """Bytes."""
        return self.ids.nbytes + self.scores.nbytes + self.packed.nbytes + 1000


class Scorer:
    """Scores the passages of one snapshot, whose live ones are *live*; *spoken* tells which are in one of some languages."""

    def __init__(self, members: Sequence[Member], live: Mask, spoken: Callable[[Sequence[str]], Mask]) -> None:
        self._members = members
        self._spoken = cache(spoken)
        self._live = live
        self._capacity = len(live)
        self._count = int(live.sum())
        self._gains: OrderedDict[Term, Gain] = OrderedDict()
        self._bonus = np.ones(len(live), np.float32)
        self._remembered = 0

    @cached_property
    def body_lengths(self) -> npt.NDArray[np.int32]:
        """int32[capacity]: how many words the body of each passage has."""
        lengths = [member.segment.file[f"length/{FIELDS[BODY]}"].astype(np.int32) for member in self._members]
        return np.concatenate([np.zeros(0, np.int32), *lengths])

    @cached_property
    def _norms(self) -> list[Weights]:
        """For each field, float32[capacity]: weight / (1 - b + b * length / average length)."""
        lengths = np.concatenate([np.zeros((0, 3), np.int64), *(member.segment.lengths for member in self._members)])
        averages = lengths[self._live].sum(axis=0) / max(self._count, 1)
        return [
            (weight / (1 - B + B * lengths[:, field] / max(float(averages[field]), 1e-9))).astype(np.float32)
            for field, weight in enumerate(WEIGHTS)
        ]

    def match(self, terms: Sequence[Term], weights: Sequence[float] | None = None) -> FoundPassages:
        """Every live passage that holds one of *terms*; see `pincite.domain.protocols.Snapshot`."""
        gains = [self.gain(term) for term in terms]
        if weights is not None:
            gains = [replace(gain, scores=gain.scores * np.float32(weight)) for gain, weight in zip(gains, weights, strict=True)]
        return FoundPassages(self._capacity, gains)

    def gain(self, term: Term) -> Gain:
        """What *term* adds to the score of each passage that holds it."""
        known = self._gains.get(term)
        if known is None:
            ids, weights = self.postings(term)
            scores = weights + np.float32(K1)
            np.divide(weights, scores, out=scores)
            scores *= self.idf(len(ids)) * np.float32(K1 + 1)
            exact = self.exact(term.exact)
            self._bonus[exact] = 1 + EXACT_BONUS
            bonus = self._bonus.take(ids)
            self._bonus[exact] = 1
            scores *= bonus
            known = self._remember(term, Gain(ids.astype(np.int32), scores.astype(np.float32, copy=False), np.packbits(bonus > 1)))
        else:
            self._gains.move_to_end(term)
        return known

    def idf(self, passages: int) -> np.float32:
        """Weight of a word that so many live passages hold."""
        return np.float32(np.log(1 + (self._count - passages + 0.5) / (passages + 0.5)))

    def postings(self, term: Term) -> tuple[Numbers, Weights]:
        """(live passages that hold *term*, rising; their w)."""
        foreign = term.foreign or ((),) * len(term.keys)
        return joined([self._postings_in(key, languages) for key, languages in dict(zip(term.keys, foreign, strict=True)).items()])

    def _postings_in(self, key: str, foreign: tuple[str, ...]) -> tuple[Numbers, Weights]:
        ids, weights = self._postings_of(key)
        if not foreign or not len(ids):
            return ids, weights
        own = ~self._spoken(foreign)[ids]
        return ids[own], weights[own]

    def exact(self, word: str) -> Numbers:
        """Live passages that hold exactly this word, rising."""
        term = word.encode("utf-8", "surrogatepass")
        return np.concatenate([NOTHING, *(self._ids(m, "words", m.segment.words.find(term)) for m in self._members)])

    def _remember(self, term: Term, gain: Gain) -> Gain:
        """Keep *gain*, and let go of those that were not asked for the longest."""
        self._gains[term] = gain
        self._remembered += gain.size
        room = max(CACHED_BYTES, CACHED_BYTES_A_PASSAGE * self._capacity)
        while self._remembered > room and len(self._gains) > 1:
            self._remembered -= self._gains.popitem(last=False)[1].size
        return gain

    def _ids(self, member: Member, name: str, number: int) -> Numbers:
        if number < 0:
            return np.zeros(0, np.int64)
        ids = member.segment.ids(name, number)
        if member.live is not None:
            ids = ids[member.live[ids]]
        return ids + member.base if member.base else ids

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
        ids = segment.ids("keys", number)
        ids += member.base
        weights = self._norms[2].take(ids)
        weights *= segment.file["keys/body"][first:end]
        for name, place in SPARSE.items():
            if (found := segment.sparse_of(name, number)) is not None:
                at, count = found
                weights[at] += count * self._norms[place][ids[at]]
        if member.live is None:
            return ids, weights.astype(np.float32, copy=False)
        live = self._live[ids]
        return ids[live], weights[live].astype(np.float32, copy=False)


def joined(lists: Sequence[tuple[Numbers, Weights]]) -> tuple[Numbers, Weights]:
    """Several lists of postings as one: each passage once, its weights summed."""
    lists = [pair for pair in lists if len(pair[0])]
    if not lists:
        return NOTHING, np.zeros(0, np.float32)
    if len(lists) == 1:
        return lists[0]
    ids, inverse = np.unique(np.concatenate([ids for ids, _ in lists]), return_inverse=True)
    summed = np.bincount(inverse, np.concatenate([weights for _, weights in lists]), len(ids))
    return ids, summed.astype(np.float32)
