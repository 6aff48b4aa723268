"""The Whoosh codec whose postings are arrays. Tables of contents name these classes, so they may never move."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from whoosh.codec import base

from pincite.index.arrays import ArrayFile
from pincite.index.reading import ArrayDocumentReader, ArrayTermsReader
from pincite.index.segment import Segment

EXTENSION = ".seg"


class ArrayCodec(base.Codec):
    """Opens segments of one file of arrays each. They are written in one go by `pincite.index.writer`, not through a codec."""

    length_stats = False

    def per_document_reader(self, storage: Any, segment: ArraySegment) -> ArrayDocumentReader:
        """What is stored of each passage."""
        return ArrayDocumentReader(opened(storage, segment), segment)

    def terms_reader(self, storage: Any, segment: ArraySegment) -> ArrayTermsReader:
        """Terms and postings."""
        return ArrayTermsReader(opened(storage, segment))

    def new_segment(self, storage: Any, indexname: str) -> ArraySegment:  # noqa: ARG002  # Whoosh's signature
        """A segment with a name of its own."""
        return ArraySegment(indexname)


def opened(storage: Any, segment: ArraySegment) -> Segment:
    """The arrays of *segment*."""
    return Segment(segment.segment_id(), ArrayFile(Path(storage.folder) / segment.filename))


class ArraySegment(base.Segment):
    """What a table of contents says of one segment: its name, its size, and which sources in it are dead.

    `dead` holds uint32[n, 3]: a dead source's number, its first passage and the end of its passages, rising.
    """

    def __init__(self, indexname: str, segid: str | None = None, passages: int = 0, dead: bytes = b"") -> None:
        super().__init__(indexname)
        self.segid = segid or self._random_id()
        self.passages = passages
        self.dead = dead

    def __reduce__(self) -> tuple[Any, ...]:
        return (ArraySegment, (self.indexname, self.segid, self.passages, self.dead))

    @property
    def filename(self) -> str:
        """Name of its file."""
        return self.make_filename(EXTENSION)

    @property
    def dead_sources(self) -> npt.NDArray[np.uint32]:
        """uint32[n, 3]; see the class."""
        return np.frombuffer(self.dead, "<u4").reshape(-1, 3)

    def without(self, spans: dict[int, tuple[int, int]]) -> ArraySegment:
        """The same segment with more dead sources: number to (first, end) of its passages."""
        known = {int(source): (int(first), int(end)) for source, first, end in self.dead_sources}
        rows = [(source, *span) for source, span in sorted({**known, **spans}.items())]
        return ArraySegment(self.indexname, self.segid, self.passages, np.array(rows, "<u4").tobytes())

    def codec(self) -> ArrayCodec:
        """What opens it."""
        return ArrayCodec()

    def should_assemble(self) -> Any:
        """It is one file already."""
        return False

    def doc_count_all(self) -> int:
        """Passages, dead ones included."""
        return self.passages

    def deleted_count(self) -> int:
        """Dead passages."""
        dead = self.dead_sources.astype(np.int64)
        return int((dead[:, 2] - dead[:, 1]).sum())

    def deleted_docs(self) -> Iterator[int]:
        """Numbers of the dead passages."""
        for _, first, end in self.dead_sources.tolist():
            yield from range(first, end)

    def is_deleted(self, docnum: int) -> bool:
        """Whether a passage is dead."""
        dead = self.dead_sources
        return bool(((dead[:, 1] <= docnum) & (docnum < dead[:, 2])).any())

    def delete_document(self, docnum: int, delete: bool = True) -> None:
        """Refused: files are forgotten as a whole, through the index's own writer."""
        raise NotImplementedError("passages are deleted with their file")
