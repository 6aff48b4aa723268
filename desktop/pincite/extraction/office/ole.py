"""OLE containers (MS-CFB): which streams a binary Office file has, and the bytes of one. Every count is checked against the file's size."""

from __future__ import annotations

import struct
from array import array
from collections.abc import Iterator

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.zip_guard import OLE_MAGIC

_HEADER = struct.Struct("<8s16xHHHHH6xIIIIIIIII")
_LAST = 0xFFFFFFFA
"""Sector numbers from here on are marks: end of chain, free, FAT."""
_ENTRY = 128
_STREAM, _ROOT = 2, 5


class OleFile:
    """An OLE container in memory. Raises `UnreadableError` (DAMAGED) where its tables do not fit its size."""

    def __init__(self, data: bytes) -> None:
        if len(data) < 512 or not data.startswith(OLE_MAGIC):
            raise _damaged()
        (_, _, _, _, sector_shift, mini_shift, _, fat_sectors, directory, _, self._cutoff, mini_fat, _, difat, _) = _HEADER.unpack_from(
            data
        )
        if sector_shift not in (9, 12) or mini_shift != 6:
            raise _damaged()
        self._data = data
        self._sector, self._mini = 1 << sector_shift, 1 << mini_shift
        self._count = (len(data) - 512) // self._sector + 1
        if fat_sectors > self._count:
            raise _damaged()
        self._fat = self._read_fat(fat_sectors, difat)
        self._streams = dict(self._entries(self._chain(directory)))
        self._mini_fat = _numbers(self._chain(mini_fat) if mini_fat < _LAST else b"")
        start, size = self._streams.get("", (_LAST, 0))
        self._mini_stream = self._chain(start)[:size] if start < _LAST else b""

    @property
    def names(self) -> frozenset[str]:
        """Names of all streams."""
        return frozenset(name for name in self._streams if name)

    def read(self, name: str) -> bytes:
        """The bytes of a stream; raises `UnreadableError` (DAMAGED) if it is missing or broken."""
        if name not in self._streams:
            raise _damaged()
        start, size = self._streams[name]
        if size > len(self._data):
            raise _damaged()
        data = self._mini_chain(start, size) if size < self._cutoff else self._chain(start)
        if len(data) < size:
            raise _damaged()
        return data[:size]

    def _at(self, sector: int) -> bytes:
        start = (sector + 1) * self._sector
        return self._data[start : start + self._sector]

    def _read_fat(self, count: int, difat: int) -> array[int]:
        listed = list(struct.unpack_from("<109I", self._data, 76))
        seen = 0
        while difat < _LAST:
            seen += 1
            if seen > self._count or difat >= self._count:
                raise _damaged()
            numbers = _numbers(self._at(difat))
            listed.extend(numbers[:-1])
            difat = numbers[-1] if numbers else _LAST
        fat = array("I")
        for sector in [number for number in listed if number < _LAST][:count]:
            if sector >= self._count:
                raise _damaged()
            fat.extend(_numbers(self._at(sector)))
        return fat

    def _chain(self, sector: int) -> bytes:
        pieces: list[bytes] = []
        while sector < _LAST:
            if sector >= len(self._fat) or sector > self._count or len(pieces) > self._count:
                raise _damaged()
            pieces.append(self._at(sector))
            sector = self._fat[sector]
        return b"".join(pieces)

    def _mini_chain(self, sector: int, size: int) -> bytes:
        pieces: list[bytes] = []
        while sector < _LAST and len(pieces) * self._mini < size:
            if sector >= len(self._mini_fat):
                raise _damaged()
            pieces.append(self._mini_stream[sector * self._mini : (sector + 1) * self._mini])
            sector = self._mini_fat[sector]
        return b"".join(pieces)

    def _entries(self, directory: bytes) -> Iterator[tuple[str, tuple[int, int]]]:
        """(name, (first sector, size)) of each stream, the first of a name counts; "" is the root with the small streams."""
        found: dict[str, tuple[int, int]] = {}
        for at in range(0, len(directory) - _ENTRY + 1, _ENTRY):
            length, kind = struct.unpack_from("<HB", directory, at + 64)
            start, size = struct.unpack_from("<II", directory, at + 116)
            name = directory[at : at + max(0, min(length, 64) - 2)].decode("utf-16-le", "replace") if kind == _STREAM else ""
            if kind in (_STREAM, _ROOT):
                found.setdefault(name, (start, size))
        yield from found.items()


def _numbers(data: bytes) -> array[int]:
    return array("I", struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))


def _damaged() -> UnreadableError:
    return UnreadableError(Reason.DAMAGED, "its OLE container is broken")
