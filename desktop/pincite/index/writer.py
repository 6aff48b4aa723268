"""One transaction. Everything is read and analysed when it is put; a commit writes one segment and one table of contents."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from pincite.domain.documents import FileKey, FileStamp, Skipped, Source
from pincite.index.arrays import Array
from pincite.index.blocks import pack, pack_blocks
from pincite.index.codec import ArraySegment
from pincite.index.facets import Column, make_column, write_columns
from pincite.index.inversion import invert
from pincite.index.merge import ranges
from pincite.index.records import SourceRecord, from_source
from pincite.index.staging import Staged, StagedDocument, staged, unstaged
from pincite.index.vocabulary import Vocabulary


class Batch:
    """The sources put since the last commit, the newest of each key, and the words they share."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._staged: dict[FileKey, Staged] = {}

    def __contains__(self, key: FileKey) -> bool:
        return key in self._staged

    def __len__(self) -> int:
        return len(self._staged)

    def get(self, key: FileKey) -> Staged | None:
        """What was put under *key*."""
        return self._staged.get(key)

    def put(self, source: Source) -> None:
        """Analyse *source*, then remember it: if that fails, nothing has changed."""
        self.stage(staged(source, self._vocabulary))

    def stage(self, one: Staged) -> None:
        """Remember what is analysed already."""
        key = one.record.stamp.key
        self._staged.pop(key, None)
        self._staged[key] = one

    def drop(self, key: FileKey) -> None:
        """Forget what was put under *key*, if anything."""
        self._staged.pop(key, None)

    def arrays(self, stamps: Sequence[Any]) -> dict[str, Array]:
        """The arrays of a segment that holds all of it; see `pincite.index.segment.Segment`."""
        sources = list(self._staged.values())
        documents = [document for source in sources for document in source.documents]
        arrays = invert(self._vocabulary, [words for document in documents for words in document.words])
        arrays["sources"] = np.frombuffer(pack([from_source(source.record) for source in sources]), np.uint8)
        arrays["stamps"] = np.frombuffer(pack(list(stamps)), np.uint8)
        arrays["sources/first"] = ranges(iter([np.array([len(source.documents) for source in sources], np.int64)]))
        arrays["documents/first"] = ranges(iter([np.array([len(document.passages) for document in documents], np.int64)]))
        arrays["documents/quarantined"] = np.array([document.quarantined for document in documents], np.uint8)
        arrays["passages/key"] = np.fromiter((key for document in documents for key in document.texts), np.uint64)
        arrays["passages/id"] = np.fromiter((key for document in documents for key in document.ids), np.uint64)
        arrays |= pack_blocks("documents", (document.record for document in documents))
        arrays |= pack_blocks("passages", (passage for document in documents for passage in document.passages))
        return arrays | write_columns(columns_of(documents))


def columns_of(documents: Sequence[StagedDocument]) -> dict[str, Column]:
    """The facets of *documents*."""
    keys = dict.fromkeys(key for document in documents for key in document.facets)
    return {key: make_column([document.facets.get(key, ()) for document in documents]) for key in keys}


@dataclass(slots=True)
class Changes:
    """What a transaction does to what was committed before: forgotten keys, newer stamps, segments built elsewhere."""

    forgotten: set[FileKey] = field(default_factory=set[FileKey])
    stamps: dict[FileKey, FileStamp] = field(default_factory=dict[FileKey, FileStamp])
    adopted: list[ArraySegment] = field(default_factory=list[ArraySegment])


Reload = Callable[[FileKey], Source | None]
"""Gives a committed source back, as it can be put again."""
Adopt = Callable[[str], "tuple[ArraySegment, Sequence[FileKey]]"]
"""Takes a segment out of the workshop; gives it with the keys of its sources."""
Publish = Callable[["Batch", "Changes"], int]
"""Makes a batch and its changes the next commit; returns its number."""


class IndexWriter:
    """Collects a transaction; see `pincite.domain.protocols.Writer`. Ends with `commit` or `cancel`."""

    def __init__(self, vocabulary: Vocabulary, reload: Reload, adopt: Adopt, publish: Publish, release: Callable[[], None]) -> None:
        self._reload = reload
        self._adopt = adopt
        self._publish = publish
        self._release = release
        self._batch = Batch(vocabulary)
        self._changes = Changes()

    def put(self, source: Source) -> None:
        """Replace whatever is known of this file."""
        self._batch.put(source)
        self._forget(source.stamp.key)

    def adopt(self, segment: str) -> None:
        """Publish a segment that a builder finished, in place of whatever is known of its files."""
        entry, keys = self._adopt(segment)
        self.remove(keys)
        self._changes.adopted.append(entry)

    def touch(self, stamp: FileStamp) -> None:
        """The file's bytes are unchanged, but its stamp is new."""
        if (waiting := self._batch.get(stamp.key)) is not None:
            self._batch.stage(replace(waiting, record=with_stamp(waiting.record, stamp)))
        elif stamp.key not in self._changes.forgotten:
            self._changes.stamps[stamp.key] = stamp

    def move(self, old: FileKey, stamp: FileStamp, facets: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """The file known under key *old* now has this stamp and these *facets*; its text is unchanged."""
        if old == stamp.key and not facets:
            self.touch(stamp)
            return
        waiting = self._batch.get(old)
        if waiting is not None:
            source = None if waiting.record.skipped else unstaged(waiting)
        else:
            source = self._reload(old) if old not in self._changes.forgotten else None
        if source is not None:
            self._batch.put(moved(source, stamp, facets or {}))
            self._forget(stamp.key)
        if old != stamp.key:
            self.remove([old])

    def skip(self, skipped: Skipped) -> None:
        """Drop whatever is known of this file and remember why it is left out."""
        self._batch.stage(Staged(SourceRecord(skipped.stamp, skipped=skipped)))
        self._forget(skipped.stamp.key)

    def remove(self, keys: Iterable[FileKey]) -> None:
        """Forget files; unknown keys are ignored."""
        for key in keys:
            self._batch.drop(key)
            self._forget(key)

    def commit(self) -> int:
        """Publish; returns the new generation."""
        try:
            return self._publish(self._batch, self._changes)
        finally:
            self._release()

    def cancel(self) -> None:
        """Drop everything since the writer was opened."""
        self._release()

    def _forget(self, key: FileKey) -> None:
        self._changes.forgotten.add(key)
        self._changes.stamps.pop(key, None)


def with_stamp(record: SourceRecord, stamp: FileStamp) -> SourceRecord:
    """The record of the same file under another stamp."""
    skipped = replace(record.skipped, stamp=stamp) if record.skipped else None
    return replace(record, stamp=stamp, skipped=skipped)


def moved(source: Source, stamp: FileStamp, facets: Mapping[str, tuple[str, ...]]) -> Source:
    """*source* at the place of *stamp* with the *facets* of that place; a title that is only the file's name follows."""
    old, new = source.stamp.relative, stamp.relative
    documents = tuple(
        replace(
            indexed,
            document=replace(indexed.document, title=moved_title(indexed.document.title, old, new)),
            facets={key: values for key, values in {**indexed.facets, **facets}.items() if values},
        )
        for indexed in source.documents
    )
    return replace(source, stamp=stamp, documents=documents)


def moved_title(title: str, old: str, new: str) -> str:
    """The title after a move."""
    old_name, new_name = old.rpartition("/")[2], new.rpartition("/")[2]
    if title == old_name:
        return new_name
    return new_name.rpartition(".")[0] if title and title == old_name.rpartition(".")[0] else title
