"""Merges segments by joining arrays: no document is read again, no posting is touched in Python."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import numpy as np

from pincite.domain.documents import FileStamp
from pincite.domain.search import Mask
from pincite.index.arrays import Array
from pincite.index.blocks import pack, pack_blocks
from pincite.index.facets import Column, empty_column, join_columns, keep_rows, write_columns
from pincite.index.inversion import FIELDS, Integers, dictionary, narrow
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
    arrays |= merge_keys(parts)
    arrays |= merge_words(parts)
    return arrays


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
    arrays |= pack_blocks("documents", kept_values(parts, "documents"))
    arrays |= pack_blocks("passages", kept_values(parts, "passages"))
    return arrays | write_columns(merge_columns(parts))


def kept_values(parts: Sequence[Part], name: str) -> Iterator[Any]:
    """The stored documents or passages that are kept."""
    for part in parts:
        keep = part.kept_documents if name == "documents" else part.kept_passages
        blocks = part.segment.documents if name == "documents" else part.segment.passages
        yield from blocks.select(keep.item)


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


@dataclass(frozen=True, slots=True)
class Taken:
    """The kept postings of one part: `terms` numbers of the merged dictionary (rising), `ids` merged passage numbers."""

    terms: Integers
    ids: Integers
    kept: Mask


def merge_words(parts: Sequence[Part]) -> dict[str, Array]:
    """Dictionary and counts of the exact forms."""
    terms, taken = take(parts, "words")
    order, starts = interleave(taken, len(terms))
    counts = [part.segment.file["words/counts"][one.kept] for part, one in zip(parts, taken, strict=True)]
    return {
        **dictionary("words", terms),
        "words/postings": starts.astype(np.uint32),
        "words/ids": narrow(joined([one.ids for one in taken], np.int64)[order]),
        "words/counts": narrow(joined(counts, np.int64)[order]),
    }


def merge_keys(parts: Sequence[Part]) -> dict[str, Array]:
    """Dictionary, postings, field counts and positions of the index terms."""
    terms, taken = take(parts, "keys")
    order, starts = interleave(taken, len(terms))
    counts = np.concatenate([*(all_counts(p.segment)[t.kept] for p, t in zip(parts, taken, strict=True)), np.zeros((0, 3), np.int64)])
    arrays = dictionary("keys", terms)
    arrays["keys/postings"] = starts.astype(np.uint32)
    arrays["keys/ids"] = narrow(joined([one.ids for one in taken], np.int64)[order])
    arrays |= merge_positions(parts, taken, counts.sum(axis=1), order, starts)
    counts = counts[order]
    arrays["keys/body"] = narrow(counts[:, 2])
    for place, name in enumerate(FIELDS[:2]):
        at = np.flatnonzero(counts[:, place])
        arrays[f"keys/{name}/at"] = at.astype(np.uint32)
        arrays[f"keys/{name}/count"] = narrow(counts[at, place])
    return arrays


def merge_positions(parts: Sequence[Part], taken: Sequence[Taken], sizes: Integers, order: Integers, starts: Integers) -> dict[str, Array]:
    """The positions of all kept postings, in their new order; *sizes* and *order* are those of the postings side by side."""
    flat = joined(
        [p.segment.file["positions"][np.repeat(t.kept, all_counts(p.segment).sum(axis=1))] for p, t in zip(parts, taken, strict=True)],
        np.uint32,
    )
    begins = np.cumsum(sizes) - sizes
    moved = sizes[order]
    ends = np.concatenate([np.zeros(1, np.int64), np.cumsum(moved)])
    source = np.repeat(begins[order] - ends[:-1], moved) + np.arange(int(ends[-1]))
    return {"positions": narrow(flat[source]), "positions/starts": ends[starts].astype(np.uint64)}


def all_counts(segment: Segment) -> Integers:
    """int64[postings, 3]: how often title, headings and body hold the term, for every posting of a segment."""
    counts = np.zeros((len(segment.file["keys/ids"]), 3), np.int64)
    for place, name in enumerate(FIELDS[:2]):
        counts[segment.file[f"keys/{name}/at"], place] = segment.file[f"keys/{name}/count"]
    counts[:, 2] = segment.file["keys/body"]
    return counts


def take(parts: Sequence[Part], name: str) -> tuple[list[bytes], list[Taken]]:
    """The merged dictionary of the terms that are still used, and each part's kept postings in its numbers."""
    masks = [part.kept_passages for part in parts]
    kept = [mask[part.segment.file[f"{name}/ids"]] for part, mask in zip(parts, masks, strict=True)]
    owners = [np.repeat(np.arange(len(s) - 1), np.diff(s.astype(np.int64))) for s in (part.segment.file[f"{name}/postings"] for part in parts)]
    tables = [getattr(part.segment, name).all() for part in parts]
    used = [np.unique(owner[keep]) for owner, keep in zip(owners, kept, strict=True)]
    terms = sorted(set(chain.from_iterable((table[i] for i in numbers) for table, numbers in zip(tables, used, strict=True))))
    number = {term: i for i, term in enumerate(terms)}
    taken: list[Taken] = []
    base = 0
    for part, mask, keep, owner, table, numbers in zip(parts, masks, kept, owners, tables, used, strict=True):
        translated = np.zeros(len(table), np.int64)
        translated[numbers] = np.fromiter((number[table[i]] for i in numbers), np.int64, len(numbers))
        renumbered = np.cumsum(mask) - 1 + base
        taken.append(Taken(translated[owner[keep]], renumbered[part.segment.file[f"{name}/ids"][keep]], keep))
        base += int(mask.sum())
    return terms, taken


def interleave(taken: Sequence[Taken], terms: int) -> tuple[Integers, Integers]:
    """(order that brings each term's postings together, part after part; int64[terms + 1] where each term begins)."""
    sizes = [np.bincount(one.terms, minlength=terms) for one in taken]
    totals = np.sum([np.zeros(terms, np.int64), *sizes], axis=0)
    starts = np.concatenate([np.zeros(1, np.int64), np.cumsum(totals)])
    order = np.empty(int(starts[-1]), np.int64)
    free = starts[:-1].copy()
    base = 0
    for one, size in zip(taken, sizes, strict=True):
        within = np.arange(len(one.terms)) - np.repeat(np.cumsum(size) - size, size)
        order[free[one.terms] + within] = np.arange(base, base + len(one.terms))
        free += size
        base += len(one.terms)
    return order, starts
