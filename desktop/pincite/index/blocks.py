"""Stored values in compressed blocks: one is read by unpacking its block alone.

Values are what JSON has; lone surrogates of undecodable file names survive. A block checks itself (zlib's checksum).
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from pincite.domain.search import Mask
from pincite.index.arrays import Array, ArrayFile

BLOCK = 8
"""Values a block at most: one costs 0.07 ms to read, and prose comes to a third (a block of 16 is 7 % smaller, and 0.13 ms)."""
LEVEL = 3
"""Of compression: prose comes within a tenth of the best, three times as fast."""

_as_json = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


def encode(value: Any) -> bytes:
    """*value* as JSON."""
    return _as_json(value).encode("utf-8", "surrogatepass")


def pack(value: Any) -> bytes:
    """*value* as compressed JSON."""
    return zlib.compress(encode(value), LEVEL)


def unpack(data: bytes | memoryview) -> Any:
    """What `pack` was given. Raises `zlib.error` or `ValueError` on damage."""
    return json.loads(zlib.decompress(data).decode("utf-8", "surrogatepass"))


def pack_blocks(name: str, values: Iterable[bytes]) -> dict[str, Array]:
    """The arrays that hold *values*, each encoded already; see `block_arrays`."""
    groups = list(grouped(values, BLOCK))
    blocks = [zlib.compress(b"[" + b",".join(group) + b"]", LEVEL) for group in groups]
    return block_arrays(name, blocks, [len(group) for group in groups])


def block_arrays(name: str, blocks: Sequence[bytes | memoryview], counts: Sequence[int]) -> dict[str, Array]:
    """*blocks* of *counts* values each, as arrays: ``name`` (bytes), and where each block and its first value stand, and the ends."""
    return {
        name: np.frombuffer(b"".join(blocks), np.uint8),
        f"{name}/starts": np.cumsum([0, *(len(block) for block in blocks)]).astype(np.uint64),
        f"{name}/firsts": np.cumsum([0, *counts]).astype(np.uint32),
    }


def grouped(values: Iterable[bytes], size: int) -> Iterator[list[bytes]]:
    """Lists of *size* values, the last one shorter."""
    group: list[bytes] = []
    for value in values:
        group.append(value)
        if len(group) == size:
            yield group
            group = []
    if group:
        yield group


class Blocks:
    """Reads values of one name from a file of arrays; remembers the blocks it read last."""

    def __init__(self, file: ArrayFile, name: str, remembered: int = 64) -> None:
        self._file = file
        self._name = name
        self._remembered = remembered
        self._recent: dict[int, list[Any]] = {}

    def __getitem__(self, number: int) -> Any:
        """Value *number*. Raises `IndexDamagedError`."""
        firsts = self._file[f"{self._name}/firsts"]
        block = int(np.searchsorted(firsts, firsts.dtype.type(number), side="right")) - 1
        values = self._recent.get(block)
        if values is None:
            values = self._read(block)
            if len(self._recent) >= self._remembered:
                del self._recent[next(iter(self._recent))]
            self._recent[block] = values
        return values[number - int(firsts[block])]

    def all(self) -> Iterator[Any]:
        """Every value in order, without remembering any."""
        for block in range(len(self._file[f"{self._name}/starts"]) - 1):
            yield from self._read(block)

    def select(self, keep: Mask) -> Iterator[tuple[bytes | memoryview, int]]:
        """Blocks, each with its count, of the values in *keep*; those of which all are kept are not unpacked."""
        firsts = self._file[f"{self._name}/firsts"].tolist()
        for block, (first, end) in enumerate(pairwise(firsts)):
            kept = np.flatnonzero(keep[first:end]).tolist()
            if len(kept) == end - first:
                yield self._raw(block), len(kept)
            elif kept:
                values = self._read(block)
                yield pack([values[number] for number in kept]), len(kept)

    def _raw(self, block: int) -> memoryview:
        starts = self._file[f"{self._name}/starts"]
        return self._file[self._name].data[int(starts[block]) : int(starts[block + 1])]

    def _read(self, block: int) -> list[Any]:
        try:
            return unpack(self._raw(block))
        except (zlib.error, ValueError) as error:
            raise self._file.damaged(f"block {block} of {self._name}") from error
