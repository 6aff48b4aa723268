"""Stored values in compressed blocks: one is read by unpacking its block alone.

Values are what JSON has; lone surrogates of undecodable file names survive. A block checks itself (zlib's checksum).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import numpy as np

from pincite.index.arrays import Array, ArrayFile

BLOCK = 16
"""Values a block: small enough that one costs 0.1 ms to read, large enough to compress prose to a third."""
LEVEL = 6


def pack(value: Any) -> bytes:
    """*value* as compressed JSON."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return zlib.compress(text.encode("utf-8", "surrogatepass"), LEVEL)


def unpack(data: bytes | memoryview) -> Any:
    """What `pack` was given. Raises `zlib.error` or `ValueError` on damage."""
    return json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))


def pack_blocks(name: str, values: Iterable[Any], block: int = BLOCK) -> dict[str, Array]:
    """The arrays ``name`` (bytes) and ``name/starts`` (uint64[blocks + 1]) that hold *values*."""
    packed = [pack(group) for group in grouped(values, block)]
    starts = np.zeros(len(packed) + 1, np.uint64)
    np.cumsum([len(data) for data in packed], out=starts[1:])
    return {name: np.frombuffer(b"".join(packed), np.uint8), f"{name}/starts": starts}


def grouped(values: Iterable[Any], size: int) -> Iterator[list[Any]]:
    """Lists of *size* values, the last one shorter."""
    group: list[Any] = []
    for value in values:
        group.append(value)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


class Blocks:
    """Reads values of one name from a file of arrays; remembers the blocks it read last."""

    def __init__(self, file: ArrayFile, name: str, block: int = BLOCK, remembered: int = 64) -> None:
        self._file = file
        self._name = name
        self._block = block
        self._remembered = remembered
        self._recent: dict[int, list[Any]] = {}

    def __getitem__(self, number: int) -> Any:
        """Value *number*. Raises `IndexDamagedError`."""
        block, offset = divmod(number, self._block)
        values = self._recent.get(block)
        if values is None:
            values = self._read(block)
            if len(self._recent) >= self._remembered:
                self._recent.clear()
            self._recent[block] = values
        return values[offset]

    def all(self) -> Iterator[Any]:
        """Every value in order, without remembering any."""
        for block in range(len(self._file[f"{self._name}/starts"]) - 1):
            yield from self._read(block)

    def select(self, keep: Callable[[int], bool]) -> Iterator[Any]:
        """The values whose number *keep* accepts, in order."""
        for number, value in enumerate(self.all()):
            if keep(number):
                yield value

    def _read(self, block: int) -> list[Any]:
        starts = self._file[f"{self._name}/starts"]
        start, end = int(starts[block]), int(starts[block + 1])
        try:
            return unpack(self._file[self._name].data[start:end])
        except (zlib.error, ValueError) as error:
            raise self._file.damaged(f"block {block} of {self._name}") from error
