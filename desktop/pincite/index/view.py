"""A segment as one commit sees it, and the stored passages in it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

import numpy as np

from pincite.domain.documents import FileKey, FileStamp, IndexedDocument, Root, Source, SourceState
from pincite.domain.protocols import Writer
from pincite.domain.search import Mask, Origin, Passage
from pincite.index.records import SourceRecord, to_chunk, to_document
from pincite.index.segment import Segment
from pincite.index.spelling import Lexicon


@dataclass(frozen=True, slots=True)
class View:
    """A segment as one commit sees it: which sources are dead, which have newer stamps, and its place in the numbering."""

    segment: Segment
    dead: frozenset[int]
    stamps: Mapping[int, FileStamp]
    lexicon: Lexicon
    first_passage: int
    first_document: int

    @property
    def live_sources(self) -> Mask:
        """bool[sources]."""
        live = np.ones(self.segment.source_count, np.bool_)
        live[list(self.dead)] = False
        return live

    @property
    def carried_keys(self) -> set[str]:
        """Facet keys of which a live document has a value."""
        live = np.repeat(self.live_sources, np.diff(self.segment.first_document))
        return {key for key, column in self.segment.columns.items() if live[column.owners].any()}

    def record(self, source: int) -> SourceRecord:
        """The record of a source, with its newest stamp."""
        record, stamp = self.segment.sources[source], self.stamps.get(source)
        return record if stamp is None else replace(record, stamp=stamp)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a live source is: the segment's place in the commit, and the source's number in it."""

    view: int
    source: int


def stored_passage(view: View, local: int, number: int, roots: Mapping[str, Root]) -> Passage:
    """Passage *local* of a segment, which is passage *number* of the snapshot."""
    segment = view.segment
    document, source = owners(segment, local)
    chunk, stored = to_chunk(segment.passages[local]), segment.documents[document]
    record = view.record(source)
    first, end = int(segment.first_passage[document]), int(segment.first_passage[document + 1])
    root = roots.get(record.stamp.root) or Root(record.stamp.root, "", record.stamp.root)
    return Passage(
        id=chunk.id,
        number=number,
        document=view.first_document + document,
        path=str(PurePath(root.path) / record.stamp.relative),
        root=root.name,
        relative=record.stamp.relative,
        member=stored["member"],
        title=stored["title"],
        type=stored["type"],
        language=stored["language"],
        text=chunk.text,
        offset=chunk.offset,
        length=chunk.length,
        location=chunk.location,
        passage=local - first + 1,
        passages=end - first,
        date=stored["date"],
        size=record.stamp.size,
        mtime_ns=record.stamp.mtime_ns,
        content_sha=record.content_sha,
        revision=record.revision,
        indexed_at=record.indexed_at,
        cut=stored["cut"],
        facets=facets_of(segment, document),
        metadata=stored["metadata"],
    )


def origin_of(view: View, document: int, roots: Mapping[str, Root]) -> Origin:
    """The file of document *document* of a segment."""
    record = view.record(int(view.segment.first_document.searchsorted(document, side="right")) - 1)
    root = roots.get(record.stamp.root)
    return Origin(root.name if root else record.stamp.root, record.stamp.relative, record.content_sha)


def owners(segment: Segment, passage: int) -> tuple[int, int]:
    """(document, source) of a passage."""
    document = int(np.searchsorted(segment.first_passage, passage, side="right")) - 1
    return document, int(np.searchsorted(segment.first_document, document, side="right")) - 1


def facets_of(segment: Segment, document: int) -> dict[str, tuple[str, ...]]:
    """The facet values of a document, as they were put."""
    return {key: values for key, column in segment.columns.items() if (values := column.of(document))}


def source_states(view: View) -> Iterator[SourceState]:
    """Every live source, with how many documents and passages it has."""
    segment = view.segment
    documents = np.diff(segment.first_document).tolist()
    passages = np.diff(segment.first_passage[segment.first_document]).tolist()
    for source in np.flatnonzero(view.live_sources).tolist():
        record = view.record(source)
        skipped = replace(record.skipped, stamp=record.stamp) if record.skipped else None
        yield SourceState(
            record.stamp, record.content_sha, record.version, record.indexed_at, documents[source], passages[source], skipped
        )


def stored_source(view: View, source: int) -> Source | None:
    """A committed source, as it can be put again; None if it was skipped."""
    record = view.record(source)
    if record.skipped:
        return None
    segment = view.segment
    numbers = range(int(segment.first_document[source]), int(segment.first_document[source + 1]))
    documents = tuple(stored_document(segment, number) for number in numbers)
    return Source(record.stamp, record.content_sha, record.version, documents, record.indexed_at, record.revision)


def stored_document(segment: Segment, document: int) -> IndexedDocument:
    """A document with its passages, as it can be put again."""
    stored = segment.documents[document]
    passages = range(int(segment.first_passage[document]), int(segment.first_passage[document + 1]))
    chunks = tuple(to_chunk(segment.passages[passage]) for passage in passages)
    quarantined = bool(segment.quarantined[document])
    return IndexedDocument(to_document(stored), chunks, facets_of(segment, document), stored["date"], quarantined)


def put_again(writer: Writer, view: View, source: int) -> None:
    """Put a committed source, or why it was left out, into another transaction."""
    stored, record = stored_source(view, source), view.record(source)
    if stored is not None:
        writer.put(stored)
    elif record.skipped is not None:
        writer.skip(replace(record.skipped, stamp=record.stamp))


def place_of(views: Sequence[View], key: FileKey) -> Place | None:
    """Where the live source of this key is; None if there is none."""
    for number, view in enumerate(views):
        source = view.segment.numbers.get(key)
        if source is not None and source not in view.dead:
            return Place(number, source)
    return None


def live_places(views: Sequence[View]) -> dict[FileKey, Place]:
    """Every live source by its key."""
    places: dict[FileKey, Place] = {}
    for number, view in enumerate(views):
        for source in np.flatnonzero(view.live_sources).tolist():
            places[view.segment.sources[source].stamp.key] = Place(number, source)
    return places
