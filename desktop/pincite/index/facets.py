"""Facet columns: each key's values as codes per document, so that filters are masks and counts one `bincount`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import overload

import numpy as np
import numpy.typing as npt

from pincite.domain.search import Count, Filter, Mask
from pincite.index.arrays import Array, ArrayFile

NONE = "(none)"
"""The value of documents without one."""
FIXED = ("type", "folder", "year", "author", "tag", "language", "genre", "relevance", "depth", "concept", "status")

Codes = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Column:
    """One key: ``codes[starts[d]:starts[d + 1]]`` are numbers of *values*, those of document *d*, each once."""

    values: tuple[str, ...]
    starts: Codes
    codes: Codes

    @cached_property
    def owners(self) -> Codes:
        """The document of each code."""
        return np.repeat(np.arange(len(self.starts) - 1), np.diff(self.starts))

    @cached_property
    def bare(self) -> Mask:
        """Documents without a value."""
        return np.diff(self.starts) == 0

    def of(self, document: int) -> tuple[str, ...]:
        """The values of one document."""
        return tuple(self.values[code] for code in self.codes[self.starts[document] : self.starts[document + 1]].tolist())


def make_column(rows: Sequence[Sequence[str]]) -> Column:
    """The column of documents with these values."""
    numbers: dict[str, int] = {}
    distinct = [tuple(dict.fromkeys(row)) for row in rows]
    codes = [numbers.setdefault(value, len(numbers)) for row in distinct for value in row]
    starts = np.zeros(len(rows) + 1, np.int64)
    np.cumsum([len(row) for row in distinct], out=starts[1:])
    return Column(tuple(numbers), starts, np.array(codes, np.int64))


def join_columns(columns: Sequence[Column]) -> Column:
    """The columns of consecutive runs of documents as one."""
    numbers: dict[str, int] = {}
    codes: list[Codes] = []
    starts: list[Codes] = [np.zeros(1, np.int64)]
    end = 0
    for column in columns:
        table = np.array([numbers.setdefault(value, len(numbers)) for value in column.values], np.int64)
        codes.append(table[column.codes] if len(table) else column.codes)
        starts.append(column.starts[1:] + end)
        end += len(column.codes)
    return Column(tuple(numbers), np.concatenate(starts), np.concatenate([*codes, np.zeros(0, np.int64)]))


def keep_rows(column: Column, keep: Mask) -> Column:
    """The column of only the documents in *keep*; values that nobody has any more are gone."""
    kept = keep[column.owners]
    codes = column.codes[kept]
    starts = np.zeros(int(keep.sum()) + 1, np.int64)
    np.cumsum(np.diff(column.starts)[keep], out=starts[1:])
    used = np.unique(codes)
    table = np.zeros(len(column.values), np.int64)
    table[used] = np.arange(len(used))
    return Column(tuple(column.values[code] for code in used), starts, table[codes])


def empty_column(documents: int) -> Column:
    """A key that none of *documents* has."""
    return Column((), np.zeros(documents + 1, np.int64), np.zeros(0, np.int64))


def write_columns(columns: Mapping[str, Column]) -> dict[str, Array]:
    """The columns as arrays of a segment's file: a JSON table of keys and values, starts and codes of each."""
    table = [[key, column.values] for key, column in columns.items()]
    text = json.dumps(table, ensure_ascii=False).encode("utf-8", "surrogatepass")
    arrays: dict[str, Array] = {"facets": np.frombuffer(text, np.uint8)}
    for number, column in enumerate(columns.values()):
        arrays[f"facets/{number}/starts"] = column.starts.astype(np.uint32)
        arrays[f"facets/{number}/codes"] = column.codes.astype(np.uint32)
    return arrays


def read_columns(file: ArrayFile) -> dict[str, Column]:
    """The columns that `write_columns` wrote."""
    table = json.loads(file["facets"].tobytes().decode("utf-8", "surrogatepass"))
    return {
        key: Column(
            tuple(values),
            file[f"facets/{number}/starts"].astype(np.int64),
            file[f"facets/{number}/codes"].astype(np.int64),
        )
        for number, (key, values) in enumerate(table)
    }


def mask_of(facet: Facet, key: str, values: Sequence[str]) -> Mask:
    """The documents that have one of *values*; a folder's value holds for everything below it."""
    sets = facet.sets
    chosen = np.array([fits(key, value, values) for value in sets.values], np.bool_)
    fitting = np.zeros(len(sets.starts) - 1, np.bool_)
    if chosen.any():
        fitting[sets.owners[chosen[sets.codes]]] = True
    if NONE in values:
        fitting |= sets.bare
    return fitting[facet.profiles]


def fits(key: str, value: str, wanted: Sequence[str]) -> bool:
    """Whether a document's *value* is one that is *wanted*."""
    if value in wanted:
        return True
    return key == "folder" and any(value.startswith(folder.rstrip("/") + "/") for folder in wanted)


def filter_mask(facets: Mapping[str, Facet], documents: int, filters: Sequence[Filter]) -> Mask:
    """The documents that pass all *filters*: values of one key are alternatives, keys are joined by AND, excluded ones never pass."""
    mask = np.ones(documents, np.bool_)
    for key in dict.fromkeys(wanted.key for wanted in filters):
        facet = facets[key]
        included = [wanted.value for wanted in filters if wanted.key == key and not wanted.exclude]
        excluded = [wanted.value for wanted in filters if wanted.key == key and wanted.exclude]
        if included:
            mask &= mask_of(facet, key, included)
        if excluded:
            mask &= ~mask_of(facet, key, excluded)
    return mask


class Counts(Sequence[Count]):
    """Counts of one facet, sorted when first looked at: a question counts many values of which few are shown."""

    def __init__(self, column: Column, totals: Codes, without: int) -> None:
        self._column = column
        self._totals = totals
        self._without = without

    @cached_property
    def _sorted(self) -> tuple[Count, ...]:
        present = np.flatnonzero(self._totals)
        counts = [Count(self._column.values[code], int(self._totals[code])) for code in present]
        if self._without:
            counts.append(Count(NONE, self._without))
        return tuple(sorted(counts, key=lambda count: (-count.documents, count.value)))

    def __len__(self) -> int:
        return int(np.count_nonzero(self._totals)) + bool(self._without)

    @overload
    def __getitem__(self, index: int) -> Count: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Count, ...]: ...
    def __getitem__(self, index: int | slice) -> Count | tuple[Count, ...]:
        return self._sorted[index]

    def __eq__(self, other: object) -> bool:
        return self._sorted == (other._sorted if isinstance(other, Counts) else other)

    def __hash__(self) -> int:
        return hash(self._sorted)

    def __repr__(self) -> str:
        return repr(self._sorted)


@dataclass(frozen=True, slots=True)
class Facet:
    """A column for counting: documents with the same values share a profile, and profiles are far fewer than documents.

    `profiles` is int64[documents]; `sets` is the column of the profiles' values.
    """

    profiles: Codes
    sets: Column


def as_facet(column: Column) -> Facet:
    """The column with equal rows found; the order of a row's values does not matter for counting."""
    numbers: dict[bytes, int] = {}
    bounds = column.starts.tolist()
    data = column.codes.tobytes()
    rows = [data[start * 8 : end * 8] for start, end in pairwise(bounds)]
    profiles = np.array([numbers.setdefault(row, len(numbers)) for row in rows], np.int64)
    starts = np.zeros(len(numbers) + 1, np.int64)
    np.cumsum([len(row) // 8 for row in numbers], out=starts[1:])
    return Facet(profiles, Column(column.values, starts, np.frombuffer(b"".join(numbers), np.int64)))


def count_values(facet: Facet, documents: Codes) -> Counts:
    """How many of *documents* (rising numbers) have each value; every count is what a filter on it would give."""
    sets = facet.sets
    sizes = np.bincount(facet.profiles[documents], minlength=len(sets.starts) - 1)
    totals = np.bincount(sets.codes, sizes[sets.owners], len(sets.values)).astype(np.int64)
    return Counts(sets, totals, int(sizes[sets.bare].sum()))


def close_folders(column: Column) -> Column:
    """The column in which a document in "a/b/c" is also in "a/b" and "a", as far as these are values of anybody."""
    number = {value: code for code, value in enumerate(column.values)}
    above = [[number[up] for up in ancestry(value) if up in number] for value in column.values]
    if not above:
        return column
    sizes = np.array([len(codes) for codes in above], np.int64)
    flat = np.array([code for codes in above for code in codes], np.int64)
    begins = np.cumsum(sizes) - sizes
    repeats = sizes[column.codes]
    within = np.arange(int(repeats.sum())) - np.repeat(np.cumsum(repeats) - repeats, repeats)
    codes = flat[np.repeat(begins[column.codes], repeats) + within]
    pairs = np.unique(np.repeat(column.owners, repeats) * len(column.values) + codes)
    owners, codes = np.divmod(pairs, len(column.values))
    starts = np.searchsorted(owners, np.arange(len(column.starts)))
    return Column(column.values, starts, codes)


def ancestry(folder: str) -> list[str]:
    """The folder and those it lies in: "a/b/c" gives "a/b/c", "a/b", "a"."""
    parts = folder.split("/")
    return ["/".join(parts[:length]) for length in range(len(parts), 0, -1)]


def ordered_keys(present: AbstractSet[str]) -> tuple[str, ...]:
    """The keys in *present*, the fixed ones first."""
    return (*(key for key in FIXED if key in present), *sorted(present - set(FIXED)))
