"""What a query asks beside the words: which field holds them, which passages hold exact forms, and what each document is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

import numpy as np

from pincite.domain.documents import Root
from pincite.domain.search import Entry, Mask, Numbers, Term
from pincite.index.inversion import BODY, FIELDS, SPARSE
from pincite.index.records import SourceRecord
from pincite.index.scoring import Member
from pincite.index.segment import Segment


def in_field(members: Sequence[Member], term: Term, field: str) -> Numbers:
    """Rising live passages that hold *term* in one of `FIELDS`."""
    found = [np.zeros(0, np.int64)]
    for member in members:
        marks = np.zeros(member.segment.passage_count, np.bool_)
        for key in term.keys:
            if (number := member.segment.keys.find(key.encode("utf-8", "surrogatepass"))) >= 0:
                marks[_holders(member.segment, number, field)] = True
        found.append(_live(member, marks))
    return np.concatenate(found)


def _holders(segment: Segment, number: int, field: str) -> Numbers:
    first, end = segment.postings("keys", number)
    ids = segment.ids("keys", number)
    if FIELDS.index(field) == BODY:
        return ids[np.asarray(segment.file["keys/body"][first:end]) > 0]
    name = next(name for name, place in SPARSE.items() if place == FIELDS.index(field))
    return ids[segment.sparse_counts(name, first, end)[0]]


def with_words(members: Sequence[Member], words: Sequence[str]) -> Numbers:
    """Rising live passages that hold any of these exact forms."""
    found = [np.zeros(0, np.int64)]
    for member in members:
        marks = np.zeros(member.segment.passage_count, np.bool_)
        for word in words:
            if (number := member.segment.words.find(word.encode("utf-8", "surrogatepass"))) >= 0:
                marks[member.segment.ids("words", number)] = True
        found.append(_live(member, marks))
    return np.concatenate(found)


def _live(member: Member, marks: Mask) -> Numbers:
    return np.flatnonzero(marks if member.live is None else marks & member.live) + member.base


def entries_of(
    segment: Segment, first_document: int, record: Callable[[int], SourceRecord], roots: Mapping[str, Root]
) -> Iterator[Entry]:
    """What names each document of a segment, in order; its own numbers begin at *first_document*."""
    sources = np.repeat(np.arange(segment.source_count), np.diff(segment.first_document))
    records = [record(source) for source in range(segment.source_count)]
    for number, (source, stored) in enumerate(zip(sources.tolist(), segment.documents.all(), strict=True)):
        stamp = records[source].stamp
        root = roots.get(stamp.root)
        yield Entry(
            first_document + number, root.name if root else stamp.root, stamp.relative, stored["member"], stored["title"],
            tuple(stored["aliases"]), stored["date"], stamp.size, stamp.mtime_ns,
        )  # fmt: skip
