"""Merges segments: what is stored, blocks of it untouched where all of a block is kept; postings are joined in `joining`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from pincite.domain.documents import FileStamp
from pincite.domain.search import Mask
from pincite.index.arrays import Array
from pincite.index.blocks import block_arrays, pack
from pincite.index.facets import Column, empty_column, join_columns, keep_rows, write_columns
from pincite.index.inversion import FIELDS, Integers, narrow
from pincite.index.joining import merge_postings
from pincite.index.records import SourceRecord, from_source
from pincite.index.segment import Segment

UNCHECKED = frozenset({"passages", "documents", "sources", "stamps"})
"""Arrays of compressed blocks, which check themselves."""


@dataclass(frozen=True, slots=True)
class Part:
    """What is taken from one segment: the sources in *keep*, some with newer *stamps*."""

    segment: Segment
    keep: Mask
    stamps: Mapping[int, FileStamp] = field(default_factory=dict[int, FileStamp])

    @property
    def kept_documents(self) -> Mask:
        """bool[documents]."""
        return np.repeat(self.keep, np.diff(self.segment.first_document))

    @property
    def kept_passages(self) -> Mask:
        """bool[passages]."""
        return np.repeat(self.kept_documents, np.diff(self.segment.first_passage))

    def sources(self) -> Iterator[SourceRecord]:
        """The records of the kept sources."""
        for number in np.flatnonzero(self.keep):
            record = self.segment.sources[number]
            stamp = self.stamps.get(int(number), record.stamp)
            yield SourceRecord(stamp, record.content_sha, record.version, record.indexed_at, record.revision, record.skipped)


def merge(parts: Sequence[Part], stamps: Sequence[Any] = ()) -> dict[str, Array]:
    """The arrays of one segment that holds all *parts* in order; *stamps* are those for sources elsewhere."""
    arrays = merge_stored(parts, stamps)
    arrays |= merge_lengths(parts)
    return arrays | merge_postings([(part.segment, part.kept_passages) for part in parts])


def merge_stored(parts: Sequence[Part], stamps: Sequence[Any]) -> dict[str, Array]:
    """Records, ranges, facets and text keys."""
    sources = [from_source(record) for part in parts for record in part.sources()]
    arrays = {
        "sources": np.frombuffer(pack(sources), np.uint8),
        "stamps": np.frombuffer(pack(list(stamps)), np.uint8),
        "sources/first": ranges(np.diff(part.segment.first_document)[part.keep] for part in parts),
        "documents/first": ranges(np.diff(part.segment.first_passage)[part.kept_documents] for part in parts),
        "documents/quarantined": joined([part.segment.quarantined[part.kept_documents] for part in parts], np.uint8),
        **{name: joined([part.segment.file[name][part.kept_passages] for part in parts], np.uint64) for name in ("passages/key", "passages/id")},
    }
    arrays |= joined_blocks("documents", [part.segment.documents.select(part.kept_documents) for part in parts])
    arrays |= joined_blocks("passages", [part.segment.passages.select(part.kept_passages) for part in parts])
    return arrays | write_columns(merge_columns(parts))


def joined_blocks(name: str, kept: Sequence[Iterator[tuple[bytes | memoryview, int]]]) -> dict[str, Array]:
    """The kept blocks of all parts, end to end."""
    blocks = list(chain.from_iterable(kept))
    return block_arrays(name, [block for block, _ in blocks], [count for _, count in blocks])


def merge_columns(parts: Sequence[Part]) -> dict[str, Column]:
    """The facets of all kept documents."""
    keys = dict.fromkeys(chain.from_iterable(part.segment.columns for part in parts))
    return {
        key: join_columns([
            keep_rows(part.segment.columns.get(key) or empty_column(part.segment.document_count), part.kept_documents)
            for part in parts
        ])
        for key in keys
    }


def ranges(sizes: Iterator[Integers]) -> Array:
    """uint32[n + 1]: where runs of these sizes begin, and the end."""
    return np.concatenate([np.zeros(1, np.int64), np.cumsum(np.concatenate([*sizes, np.zeros(0, np.int64)]))]).astype(np.uint32)


def joined(arrays: Sequence[Array], kind: Any) -> Array:
    """The arrays end to end, of one type."""
    return np.concatenate([*arrays, np.zeros(0, kind)]).astype(kind)


def merge_lengths(parts: Sequence[Part]) -> dict[str, Array]:
    """Words in each field of each kept passage."""
    return {
        f"length/{name}": narrow(joined([part.segment.file[f"length/{name}"][part.kept_passages] for part in parts], np.int64))
        for name in FIELDS
    }
