"""Joins the postings of several segments by arrays, some terms at a time; no posting is touched in Python."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import Any

import numpy as np

from pincite.domain.search import Mask
from pincite.index.arrays import Array
from pincite.index.gaps import as_gaps, read_many
from pincite.index.inversion import BODY, MOST, SPARSE, Integers, dictionary, narrow
from pincite.index.segment import Segment

STEP = 1 << 18
"""Postings joined at a time: some 20 MB while it lasts."""


@dataclass(frozen=True, slots=True)
class Side:
    """One segment's terms: `kept` bool[postings]; `passages` int64: new numbers; `terms` new numbers of its `used` terms."""

    segment: Segment
    kept: Mask
    passages: Integers
    used: Integers
    sizes: Integers
    """Kept postings of each used term."""
    terms: Integers


@dataclass(frozen=True, slots=True)
class Share:
    """Kept postings of one side for a range of terms: int64 arrays of the new term and passage, and which postings they were."""

    side: Side
    terms: Integers
    ids: Integers
    first: int
    end: int
    kept: Mask


class Gaps:
    """Collects the passages of ranges of terms, as gaps."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._parts: list[tuple[Array, Array, Array]] = []

    def add(self, ids: Integers, starts: Integers) -> None:
        """The passages of the next terms; *starts* says where each term's begin among all."""
        self._parts.append(as_gaps(ids, starts - starts[0], int(starts[0])))

    def arrays(self) -> dict[str, Array]:
        """All of them, as in `gaps`."""
        names = (f"{self._name}/gaps", f"{self._name}/wide/at", f"{self._name}/wide/rest")
        kinds = (np.uint16, np.uint32, np.uint32)
        return {name: joined([part[i] for part in self._parts], kinds[i]) for i, name in enumerate(names)}


def merge_postings(sources: Sequence[tuple[Segment, Mask]]) -> dict[str, Array]:
    """Dictionaries, postings and positions of the passages that are kept, each given as (segment, mask); see `inversion`."""
    return merge_keys(sources) | merge_words(sources)


def merge_words(sources: Sequence[tuple[Segment, Mask]]) -> dict[str, Array]:
    """Dictionary and postings of the exact forms."""
    terms, sides = sides_of(sources, "words")
    starts = term_starts(sides, len(terms))
    gaps = Gaps("words")
    for low, high in steps(starts):
        shares = [share(side, "words", low, high) for side in sides]
        order = interleaved(shares, low, high)
        gaps.add(joined([one.ids for one in shares])[order], starts[low : high + 1])
    return {**dictionary("words", terms), "words/postings": starts.astype(np.uint32), **gaps.arrays()}


def merge_keys(sources: Sequence[tuple[Segment, Mask]]) -> dict[str, Array]:
    """Dictionary, postings, field counts and positions of the index terms."""
    terms, sides = sides_of(sources, "keys")
    starts = term_starts(sides, len(terms))
    gaps = Gaps("keys")
    body = np.empty(int(starts[-1]), np.uint8)
    sparse: dict[str, list[Array]] = {f"keys/{name}/{what}": [] for name in SPARSE for what in ("at", "count")}
    positions = np.empty(sum(len(side.segment.file["positions"]) for side in sides), widest(sides, "positions"))
    filled = 0
    ends = [np.zeros(1, np.int64)]
    for low, high in steps(starts):
        shares = [share(side, "keys", low, high) for side in sides]
        order = interleaved(shares, low, high)
        span = slice(int(starts[low]), int(starts[high]))
        counts = np.concatenate([one.side.segment.counts_between(one.first, one.end)[one.kept] for one in shares])
        moved = joined_positions(shares, counts, order)
        positions[filled : filled + len(moved)] = moved
        filled += len(moved)
        counts = counts[order]
        gaps.add(joined([one.ids for one in shares])[order], starts[low : high + 1])
        totals = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts.sum(axis=1))])
        body[span] = np.minimum(counts[:, BODY], MOST)
        rest = counts - np.array([0, 0, MOST])
        for name, place in SPARSE.items():
            at = np.flatnonzero(rest[:, place] > 0)
            sparse[f"keys/{name}/at"].append((at + span.start).astype(np.uint32))
            sparse[f"keys/{name}/count"].append(rest[at, place].astype(np.uint32))
        ends.append(ends[-1][-1] + totals[starts[low + 1 : high + 1] - starts[low]])
    return {
        **dictionary("keys", terms),
        "keys/postings": starts.astype(np.uint32),
        **gaps.arrays(),
        "keys/body": body,
        **{name: joined(found, np.uint32) if name.endswith("at") else narrow(joined(found, np.uint32)) for name, found in sparse.items()},
        "positions": positions[:filled],
        "positions/starts": joined(ends).astype(np.uint64),
    }


def sides_of(sources: Sequence[tuple[Segment, Mask]], name: str) -> tuple[list[bytes], list[Side]]:
    """The joint dictionary of the terms that are still used, and each segment's part in it."""
    tables = [getattr(segment, name).all() for segment, _ in sources]
    kept = [kept_postings(segment, name, keep) for segment, keep in sources]
    sizes = [term_sizes(segment.file[f"{name}/postings"], mask) for (segment, _), mask in zip(sources, kept, strict=True)]
    used = [np.flatnonzero(size) for size in sizes]
    terms = sorted(set(chain.from_iterable((table[i] for i in some.tolist()) for table, some in zip(tables, used, strict=True))))
    number = {term: i for i, term in enumerate(terms)}
    sides: list[Side] = []
    base = 0
    for (segment, keep), mask, size, some, table in zip(sources, kept, sizes, used, tables, strict=True):
        renumbered = np.cumsum(keep) - 1 + base
        translated = np.fromiter((number[table[i]] for i in some.tolist()), np.int64, len(some))
        sides.append(Side(segment, mask, renumbered, some, size[some], translated))
        base += int(keep.sum())
    return terms, sides


def kept_postings(segment: Segment, name: str, keep: Mask) -> Mask:
    """bool[postings]: those of the passages in *keep*."""
    starts = segment.file[f"{name}/postings"].astype(np.int64)
    if keep.all():
        return np.ones(int(starts[-1]), np.bool_)
    return np.concatenate([np.zeros(0, np.bool_), *(keep[read_many(segment.file, name, low, high)] for low, high in steps(starts))])


def term_sizes(postings: Array, kept: Mask) -> Integers:
    """int64[terms]: kept postings of each term."""
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(kept)])
    return np.diff(ends[postings])


def term_starts(sides: Sequence[Side], terms: int) -> Integers:
    """int64[terms + 1]: where each joint term's postings begin, and the end."""
    totals = np.zeros(terms, np.int64)
    for side in sides:
        totals[side.terms] += side.sizes
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(totals)])


def steps(starts: Integers) -> Iterator[tuple[int, int]]:
    """Ranges of terms with about `STEP` postings each."""
    edges = np.searchsorted(starts, np.arange(STEP, int(starts[-1]), STEP))
    bounds = np.unique(np.concatenate([[0], edges, [len(starts) - 1]])).tolist()
    return pairwise(bounds)


def share(side: Side, name: str, low: int, high: int) -> Share:
    """The kept postings of one side for the joint terms low..high."""
    first_term, end_term = np.searchsorted(side.terms, [low, high]).tolist()
    if first_term == end_term:
        empty = np.zeros(0, np.int64)
        return Share(side, empty, empty, 0, 0, np.zeros(0, np.bool_))
    bounds = side.segment.file[f"{name}/postings"]
    first, end = int(bounds[side.used[first_term]]), int(bounds[side.used[end_term - 1] + 1])
    kept = side.kept[first:end]
    terms = np.repeat(side.terms[first_term:end_term], side.sizes[first_term:end_term])
    ids = read_many(side.segment.file, name, int(side.used[first_term]), int(side.used[end_term - 1]) + 1)
    return Share(side, terms, side.passages[ids[kept]], first, end, kept)


def interleaved(shares: Sequence[Share], low: int, high: int) -> Integers:
    """The order that brings each term's postings together, side after side."""
    sizes = [np.bincount(one.terms - low, minlength=high - low) for one in shares]
    totals = np.sum(sizes, axis=0)
    free = np.cumsum(totals) - totals
    order = np.empty(int(totals.sum()), np.int64)
    base = 0
    for one, size in zip(shares, sizes, strict=True):
        within = np.arange(len(one.terms)) - np.repeat(np.cumsum(size) - size, size)
        order[free[one.terms - low] + within] = np.arange(base, base + len(one.terms))
        free = free + size
        base += len(one.terms)
    return order


def joined_positions(shares: Sequence[Share], counts: Integers, order: Integers) -> Array:
    """The positions of the kept postings in their new *order*; *counts* are those of the kept postings side by side."""
    flat = joined([kept_positions(one) for one in shares])
    sizes = counts.sum(axis=1)
    begins = np.cumsum(sizes) - sizes
    moved = sizes[order]
    shift = begins[order] - (np.cumsum(moved) - moved)
    return flat[np.repeat(shift, moved) + np.arange(len(flat))]


def kept_positions(one: Share) -> Array:
    """The positions of one side's kept postings."""
    if one.first == one.end:
        return np.zeros(0, np.uint8)
    file = one.side.segment.file
    first_term = int(np.searchsorted(file["keys/postings"], file["keys/postings"].dtype.type(one.first), side="right")) - 1
    sizes = one.side.segment.counts_between(one.first, one.end).sum(axis=1)
    start = int(file["positions/starts"][first_term])
    positions = file["positions"][start : start + int(sizes.sum())]
    return positions if one.kept.all() else positions[np.repeat(one.kept, sizes)]


def joined(arrays: Sequence[Array], kind: Any = np.int64) -> Array:
    """The arrays end to end; of type *kind* if there are none."""
    return np.concatenate(arrays) if arrays else np.zeros(0, kind)


def widest(sides: Sequence[Side], name: str) -> Any:
    """The type that holds this array of all sides."""
    return np.result_type(np.uint8, *(side.segment.file[name].dtype for side in sides))
