"""One file of named arrays: written once, mapped for ever after, and every array carries its checksum.

    magic | array | array | ... | directory (JSON) | footer (where the directory is, its checksum, magic)

Arrays begin at multiples of 64 bytes, so that NumPy reads them in place from the page cache.
"""

from __future__ import annotations

import json
import mmap
import struct
import sys
import zlib
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import numpy.typing as npt

from pincite.domain.errors import IndexDamagedError

MARK = ".damaged"
"""Suffix of the empty file beside one that somebody found damaged."""
MAGIC = b"PINCITE1"
ALIGNMENT = 64
LARGE = 1 << 20
"""Bytes of an array of which it is worth while to give memory back."""
FOOTER = struct.Struct("<QII8s")

Array = npt.NDArray[Any]


class Sink(Protocol):
    """Where the bytes of a new file go."""

    def write(self, data: Any, /) -> Any:
        """Take all of *data*."""
        ...


def write_arrays(sink: Sink, arrays: dict[str, Array], *, unchecked: frozenset[str] = frozenset()) -> int:
    """Write *arrays* to *sink*; returns the number of bytes.

    Arrays named in *unchecked* have no checksum of their own, because their content checks itself (compressed blocks).
    """
    position = sink_bytes(sink, MAGIC)
    directory: dict[str, list[Any]] = {}
    for name, array in arrays.items():
        position += sink_bytes(sink, b"\0" * (-position % ALIGNMENT))
        data = little_endian(array)
        octets = data.reshape(-1).view(np.uint8).data
        directory[name] = [data.dtype.str, list(data.shape), position, None if name in unchecked else zlib.crc32(octets)]
        position += sink_bytes(sink, octets)
    table = json.dumps(directory).encode()
    footer = FOOTER.pack(position, len(table), zlib.crc32(table), MAGIC)
    return position + sink_bytes(sink, table) + sink_bytes(sink, footer)


def sink_bytes(sink: Sink, data: bytes | memoryview) -> int:
    """Write all of *data*; returns how much that was."""
    sink.write(data)
    return len(data)


def little_endian(array: Array) -> Array:
    """The same numbers in one piece and in the byte order of the file."""
    if sys.byteorder == "big":
        array = array.astype(array.dtype.newbyteorder("<"))
    return np.ascontiguousarray(array)


class ArrayFile:
    """A file of arrays, mapped. Its outline is checked at once, each array when it is first read."""

    def __init__(self, path: Path) -> None:
        self.name = path.name
        self._path = path
        with path.open("rb") as file:
            self._data = self._map(file.fileno())
        self.size = len(self._data)
        self._directory = self._read_directory()
        self._checked: dict[str, Array] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._directory

    def __getitem__(self, name: str) -> Array:
        """The array called *name*, read-only. Raises `IndexDamagedError` if it is not what was written."""
        if (known := self._checked.get(name)) is None:
            known = self._checked[name] = self._read(name)
        return known

    def check(self) -> None:
        """Read every array once. Raises `IndexDamagedError`."""
        for name in self._directory:
            self._read(name)

    def damaged(self, what: str) -> IndexDamagedError:
        """The error to raise: *what* is wrong with this file. It is marked, so that whoever writes the index next heals it."""
        with suppress(OSError):  # a library that cannot be written is read all the same
            self._path.with_suffix(MARK).touch()
        return IndexDamagedError(f"The index is damaged ({self.name}: {what}); it has to be rebuilt from the documents.")

    def _map(self, descriptor: int) -> mmap.mmap:
        try:
            return mmap.mmap(descriptor, 0, access=mmap.ACCESS_READ)
        except ValueError as error:  # an empty file cannot be mapped
            raise self.damaged("empty") from error

    def _read_directory(self) -> dict[str, list[Any]]:
        if self.size < len(MAGIC) + FOOTER.size or self._data[: len(MAGIC)] != MAGIC:
            raise self.damaged("not one of ours")
        start, length, check, magic = FOOTER.unpack(self._data[-FOOTER.size :])
        table = self._data[start : start + length]
        if magic != MAGIC or start + length + FOOTER.size != self.size or zlib.crc32(table) != check:
            raise self.damaged("cut short")
        return json.loads(table)

    def _read(self, name: str) -> Array:
        if name not in self._directory:
            raise self.damaged(f"{name} is missing")
        kind, shape, start, check = self._directory[name]
        dtype = np.dtype(kind)
        count = int(np.prod(shape, dtype=np.int64))
        view = memoryview(self._data)[start : start + count * dtype.itemsize]
        if check is not None:
            if zlib.crc32(view) != check:
                raise self.damaged(name)
            self._release(start, len(view))
        return np.frombuffer(view, dtype).reshape(shape)

    def _release(self, start: int, size: int) -> None:
        """Give pages back that were only summed: a question needs few of them, and finds those in the system's cache."""
        if size >= LARGE and hasattr(mmap, "MADV_DONTNEED"):
            first = start - start % mmap.PAGESIZE
            self._data.madvise(mmap.MADV_DONTNEED, first, start + size - first)
