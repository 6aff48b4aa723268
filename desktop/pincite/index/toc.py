"""The table of contents: which segments make up a commit. Whoosh's format, read with care.

Whoosh unpickles the segments. A flipped bit must not be unpickled, and nothing but segments may be; so the checksum is
compared first, and the pickle may name Whoosh's and our segment classes alone.
"""

from __future__ import annotations

import io
import pickle
import re
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from whoosh.fields import Schema
from whoosh.filedb.structfile import BufferFile
from whoosh.index import TOC, clean_files

from pincite.domain.errors import IndexDamagedError, IndexVersionError
from pincite.index.storage import NAME, DurableStorage, sealed

TABLE = re.compile(rf"_{NAME}_(\d+)\.toc")
SIZES, ORDER, VERSION = [4, 8, 4], -12345, -111
"""How a table of contents of Whoosh 2.7 and 3 begins: sizes of int, long and float, byte order, version."""
ALLOWED = {
    ("pincite.index.codec", "ArraySegment"),
    ("pincite.index.codec", "ArrayCodec"),
    ("whoosh.codec.whoosh3", "W3Segment"),
    ("whoosh.codec.whoosh3", "W3Codec"),
    ("copyreg", "_reconstructor"),
    ("builtins", "object"),
    ("builtins", "set"),
}


@dataclass(frozen=True, slots=True)
class Contents:
    """One commit: its number, and its segments from the oldest to the newest."""

    generation: int
    segments: tuple[Any, ...]


class _Segments(pickle.Unpickler):
    """Unpickles segments, and nothing else."""

    def find_class(self, module_name: str, global_name: str, /) -> Any:
        if (module_name, global_name) not in ALLOWED:
            raise pickle.UnpicklingError(f"{module_name}.{global_name} does not belong into an index")
        return super().find_class(module_name, global_name)


def newest_generation(storage: DurableStorage) -> int:
    """Number of the newest commit, -1 if there is none."""
    numbers = [int(found.group(1)) for name in storage.list() if (found := TABLE.fullmatch(name))]
    return max(numbers, default=-1)


def read_contents(storage: DurableStorage) -> Contents:
    """The newest commit. Raises `IndexDamagedError`, `IndexVersionError`, or `FileNotFoundError` if a writer was faster."""
    generation = newest_generation(storage)
    if generation < 0:
        raise damaged("its table of contents is missing")
    name = f"_{NAME}_{generation}.toc"
    with storage.open_file(name) as file:
        data = file.file.read()
    if not sealed(data):
        raise damaged("its table of contents is cut or changed")
    return parse(data, name, generation)


def parse(data: bytes, name: str, generation: int) -> Contents:
    """The commit in a sealed table of contents."""
    try:
        segments = read_segments(BufferFile(memoryview(data), name=name), data, generation)
    except (pickle.UnpicklingError, AttributeError, ImportError, EOFError, struct.error, ValueError, IndexError) as error:
        raise damaged("its table of contents cannot be read") from error
    return Contents(generation, tuple(segments))


def read_segments(stream: BufferFile, data: bytes, generation: int) -> list[Any]:
    """The segments that a table of contents names, checked field by field."""
    sizes = [stream.read_varint() for _ in range(3)]
    order, version = stream.read_int(), stream.read_int()
    if (sizes, order, version) != (SIZES, ORDER, VERSION):
        raise IndexVersionError("The index was written by another version; it has to be rebuilt from the documents.")
    for _ in range(3):
        stream.read_varint()
    stream.skip_string()  # the schema: it is in the program, not on the disk
    if stream.read_int() != generation:
        raise damaged("its table of contents has another number than its name")
    stream.read_int()
    return _Segments(io.BytesIO(data[stream.tell() :])).load()


def write_contents(storage: DurableStorage, schema: Schema, generation: int, segments: Sequence[Any]) -> None:
    """Publish a commit: from here on it is the newest. Then delete files that no longer belong to it."""
    TOC(schema, list(segments), generation).write(storage, NAME)
    clean_files(storage, NAME, generation, segments)


def damaged(what: str) -> IndexDamagedError:
    """The error to raise: *what* is wrong."""
    return IndexDamagedError(f"The index is damaged ({what}); it has to be rebuilt from the documents.")
