"""One segment, read: immutable arrays, opened once a process and shared by all snapshots that hold it."""

from __future__ import annotations

import zlib
from bisect import bisect_left
from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt

from pincite.domain.documents import FileKey
from pincite.domain.search import Numbers
from pincite.index.arrays import Array, ArrayFile
from pincite.index.blocks import Blocks, unpack
from pincite.index.facets import Column, read_columns
from pincite.index.inversion import BODY, FIELDS, SPARSE, Integers
from pincite.index.records import SourceRecord, to_source


class Dictionary(Sequence[bytes]):
    """Terms in byte order, read from a file of arrays by bisection."""

    def __init__(self, file: ArrayFile, name: str) -> None:
        self._text = file[name].data
        self._starts = file[f"{name}/starts"]

    def __len__(self) -> int:
        return len(self._starts) - 1

    def __getitem__(self, number: int) -> bytes:  # pyright: ignore[reportIncompatibleMethodOverride]  # no slices
        if not 0 <= number < len(self):
            raise IndexError(number)
        return bytes(self._text[int(self._starts[number]) : int(self._starts[number + 1])])

    @cached_property
    def _heads(self) -> npt.NDArray[np.uint64]:
        """uint64[terms]: the first eight bytes of each term, so that one binary search in C finds nearly every term."""
        starts = self._starts.astype(np.int64)
        text = np.concatenate([np.frombuffer(self._text, np.uint8), np.zeros(8, np.uint8)])
        heads = np.zeros(len(self), np.uint64)
        for place in range(8):
            inside = starts[:-1] + place < starts[1:]
            heads = (heads << np.uint64(8)) | np.where(inside, text[starts[:-1] + place], 0).astype(np.uint64)
        return heads

    def find(self, term: bytes) -> int:
        """Number of *term*, -1 if it is not here."""
        heads, head = self._heads, np.uint64(int.from_bytes(term[:8].ljust(8, b"\0"), "big"))
        number = int(heads.searchsorted(head))
        if number + 1 < len(heads) and heads[number + 1] == head:  # several begin alike
            number = bisect_left(self, term, number, int(heads.searchsorted(head, "right")))
        return number if number < len(self) and self[number] == term else -1

    def prefixed(self, prefix: bytes) -> range:
        """Numbers of the terms that begin with *prefix*."""
        return range(bisect_left(self, prefix), bisect_left(self, prefix + b"\xff"))

    def all(self) -> list[bytes]:
        """Every term."""
        text, starts = bytes(self._text), self._starts.tolist()
        return [text[start:end] for start, end in pairwise(starts)]


class Segment:
    """The arrays of one segment with names; what they hold: `inversion`, and below.

    sources      compressed JSON: the records of all sources, in order
    stamps       compressed JSON: newer stamps of sources of older segments, [segment, source, stamp]
    sources/first, documents/first     the first document of each source, the first passage of each document, and the ends
    documents    blocks of document records; documents/quarantined uint8
    passages     blocks of passage records; passages/key, passages/id uint64: keys of texts for vectors, and of ids
    """

    def __init__(self, name: str, file: ArrayFile) -> None:
        self.name = name
        self.file = file
        self.first_document = file["sources/first"].astype(np.int64)
        self.first_passage = file["documents/first"].astype(np.int64)
        self._list_starts: dict[tuple[str, str], npt.NDArray[np.uint32]] = {}

    def check(self) -> None:
        """Read every byte once. Raises `IndexDamagedError`."""
        self.file.check()
        for blocks in (self.documents, self.passages):
            for _ in blocks.all():
                pass
        _ = self.sources, self.stamps

    @property
    def source_count(self) -> int:
        """Sources, dead ones included."""
        return len(self.first_document) - 1

    @property
    def document_count(self) -> int:
        """Documents, dead ones included."""
        return len(self.first_passage) - 1

    @property
    def passage_count(self) -> int:
        """Passages, dead ones included."""
        return int(self.first_passage[-1])

    @cached_property
    def keys(self) -> Dictionary:
        """The index terms."""
        return Dictionary(self.file, "keys")

    @cached_property
    def words(self) -> Dictionary:
        """The exact forms."""
        return Dictionary(self.file, "words")

    @cached_property
    def lengths(self) -> Integers:
        """int64[passages, 3]: words in title, headings and body."""
        return np.stack([self.file[f"length/{name}"].astype(np.int64) for name in FIELDS], axis=1)

    @cached_property
    def columns(self) -> dict[str, Column]:
        """The facets of its documents."""
        return read_columns(self.file)

    @cached_property
    def sources(self) -> list[SourceRecord]:
        """The records of all its sources."""
        return [to_source(value) for value in self._unpacked("sources")]

    @cached_property
    def numbers(self) -> dict[FileKey, int]:
        """The number of each source by its key; kept, so that a commit costs no walk over all files."""
        return {record.stamp.key: number for number, record in enumerate(self.sources)}

    @cached_property
    def stamps(self) -> list[tuple[str, int, list[object]]]:
        """Newer stamps of sources of older segments: (segment, source, stamp)."""
        return [(name, source, stamp) for name, source, stamp in self._unpacked("stamps")]

    def _unpacked(self, name: str) -> Any:
        try:
            return unpack(self.file[name].tobytes())
        except (zlib.error, ValueError) as error:
            raise self.file.damaged(name) from error

    @cached_property
    def documents(self) -> Blocks:
        """The records of its documents."""
        return Blocks(self.file, "documents")

    @cached_property
    def passages(self) -> Blocks:
        """The records of its passages."""
        return Blocks(self.file, "passages")

    @cached_property
    def quarantined(self) -> npt.NDArray[np.bool_]:
        """Which documents are set aside."""
        return self.file["documents/quarantined"].astype(np.bool_)

    def passages_of_source(self, source: int) -> tuple[int, int]:
        """(first, end) of the passages of a source."""
        first, end = self.first_document[source], self.first_document[source + 1]
        return int(self.first_passage[first]), int(self.first_passage[end])

    def postings(self, name: str, number: int) -> tuple[int, int]:
        """(first, end) of a term's postings; *name* is "keys" or "words"."""
        starts: Array = self.file[f"{name}/postings"]
        return int(starts[number]), int(starts[number + 1])

    def ids(self, name: str, number: int) -> Numbers:
        """The passages of a term, rising."""
        first, end = self.postings(name, number)
        gaps = self.file[f"{name}/gaps"][first:end]
        low, high = self._listed(name, "wide", number)
        if low != high:
            gaps = gaps.astype(np.int64)
            at = self.file[f"{name}/wide/at"][low:high].astype(np.int64) - first
            gaps[at] += self.file[f"{name}/wide/rest"][low:high]
        return gaps.cumsum(dtype=np.int64)

    def sparse_of(self, name: str, number: int) -> tuple[Integers, Integers] | None:
        """The same as `sparse_counts` for the postings of one term; None if there are none."""
        low, high = self._listed("keys", name, number)
        if low == high:
            return None
        first, _ = self.postings("keys", number)
        at = self.file[f"keys/{name}/at"][low:high].astype(np.int64) - first
        return at, self.file[f"keys/{name}/count"][low:high].astype(np.int64)

    def _listed(self, name: str, what: str, number: int) -> tuple[int, int]:
        """Where a term's postings stand in a list of few postings."""
        starts = self._list_starts.get((name, what))
        if starts is None:  # for all terms at once: a question should not search for each of its words
            at = self.file[f"{name}/{what}/at"]
            starts = at.searchsorted(self.file[f"{name}/postings"].astype(at.dtype)).astype(np.uint32)
            self._list_starts[name, what] = starts
        return int(starts[number]), int(starts[number + 1])

    def sparse_counts(self, name: str, first: int, end: int) -> tuple[Integers, Integers]:
        """(which of the postings first..end, how often) for a name of `SPARSE`."""
        at = self.file[f"keys/{name}/at"]
        low, high = np.searchsorted(at, np.array([first, end], at.dtype))
        return at[low:high].astype(np.int64) - first, self.file[f"keys/{name}/count"][low:high].astype(np.int64)

    def counts_between(self, first: int, end: int) -> Integers:
        """int64[end - first, 3]: how often title, headings and body hold the term, for a range of postings."""
        counts = np.zeros((end - first, 3), np.int64)
        counts[:, BODY] = self.file["keys/body"][first:end]
        for name, place in SPARSE.items():
            at, count = self.sparse_counts(name, first, end)
            counts[at, place] += count
        return counts

    def counts(self, number: int) -> tuple[Numbers, Integers]:
        """Passages of an index term, and int64[n, 3]: how often title, headings and body hold it."""
        return self.ids("keys", number), self.counts_between(*self.postings("keys", number))

    def positions(self, number: int) -> tuple[Numbers, Integers, Integers]:
        """(passages, where each one's positions begin and the end, the positions) of an index term."""
        ids, counts = self.counts(number)
        ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(counts.sum(axis=1))])
        first = int(self.file["positions/starts"][number])
        return ids, ends, self.file["positions"][first : first + int(ends[-1])].astype(np.int64)
