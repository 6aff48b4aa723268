"""Segments that are built beside the index, each by a process of its own, and become part of it by a commit.

They lie in a folder inside the index's, where no reader looks. Only who holds the write lock may empty it.
"""

from __future__ import annotations

import shutil
from pathlib import Path

from pincite.domain.documents import Source
from pincite.index.arrays import Array, ArrayFile, write_arrays
from pincite.index.codec import ArraySegment
from pincite.index.merge import UNCHECKED
from pincite.index.segment import Segment
from pincite.index.storage import NAME, DurableStorage, storage_errors
from pincite.index.vocabulary import Vocabulary
from pincite.index.writer import Batch

WORKSHOP = "building"
"""The folder's name."""


class SegmentBuilder:
    """Gathers sources and writes them as segments into a workshop; see `pincite.domain.protocols.Builder`."""

    def __init__(self, workshop: Path) -> None:
        self._storage = DurableStorage(str(workshop))
        self._vocabulary = Vocabulary()
        self._batch = Batch(self._vocabulary)

    def put(self, source: Source) -> None:
        """Analyse *source* and keep it for the next segment. Raises before it changes anything."""
        self._batch.put(source)

    def finish(self) -> str:
        """Write what was put since the last time as a segment; its name, "" if there is nothing. Raises `StorageError`."""
        if not len(self._batch):
            return ""
        with storage_errors():
            entry = save_segment(self._storage, self._batch.arrays([]))
        if self._vocabulary.full:
            self._vocabulary = Vocabulary()
        self._batch = Batch(self._vocabulary)
        return entry.segid


def open_workshop(folder: Path) -> Path:
    """The workshop of the index in *folder*, for builders to write into. Raises `StorageError`."""
    workshop = folder / WORKSHOP
    with storage_errors():
        workshop.mkdir(mode=0o700, exist_ok=True)
    return workshop


def clear_workshop(folder: Path) -> None:
    """Delete the workshop and what builders left in it."""
    shutil.rmtree(folder / WORKSHOP, ignore_errors=True)


def claim(folder: Path, segment: str) -> tuple[ArraySegment, Segment]:
    """Take a finished segment out of the workshop into *folder*; a commit may name it from now on.

    Raises `StorageError` if it is not there any more, `IndexDamagedError` if it is not what a builder writes.
    """
    entry = ArraySegment(NAME, segment)
    path = folder / entry.filename
    with storage_errors():
        (folder / WORKSHOP / entry.filename).replace(path)
        opened = Segment(entry.segment_id(), ArrayFile(path))
    entry.passages = opened.passage_count
    return entry, opened


def save_segment(storage: DurableStorage, arrays: dict[str, Array]) -> ArraySegment:
    """A new segment's file, on the disk; nothing names it yet."""
    entry = ArraySegment(NAME, passages=int(arrays["documents/first"][-1]))
    file = storage.create_file(entry.filename)
    try:
        write_arrays(file, arrays, unchecked=UNCHECKED)
        file.close()
    except BaseException:
        file.give_up(storage)
        raise
    return entry
