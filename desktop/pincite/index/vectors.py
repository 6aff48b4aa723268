"""A cache of vectors by text: appended to, mapped, scanned exactly. What is torn or missing is only "not encoded yet".

One file for each encoder: a header, then rows of equal size (key uint64, scale float32, checksum uint32, int8[dim]). A
vector is the row's bytes times its scale; the error is below 1 % of a cosine.
"""

from __future__ import annotations

import os
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import blake2b
from pathlib import Path

import numpy as np
import numpy.typing as npt

from pincite.domain.protocols import Vectors
from pincite.domain.search import Mask, Numbers, Scores
from pincite.index.products import fastest
from pincite.index.storage import storage_errors, write_whole

MAGIC = b"PINVEC01"
HEADER = struct.Struct("<8sI20x")
BLOCK = 512
"""Rows gathered, or summed up, together: small enough for a processor's cache."""

Keys = npt.NDArray[np.uint64]


def row_type(dim: int) -> np.dtype[np.void]:
    """One row of the file."""
    return np.dtype([("key", "<u8"), ("scale", "<f4"), ("check", "<u4"), ("vector", "i1", (dim,))])


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a cache as of one moment: `order` sorts their keys; of a key put twice the later row counts."""

    rows: npt.NDArray[np.void]
    keys: Keys
    order: Numbers

    def find(self, keys: Keys) -> Numbers:
        """int64[n]: the row of each key, -1 where there is none."""
        if len(self.keys) == 0:
            return np.full(len(keys), -1, np.int64)
        at = np.searchsorted(self.keys, keys, side="right") - 1
        return np.where((at >= 0) & (self.keys[at] == keys), self.order[at], -1)

    def vectors(self, numbers: Numbers) -> Vectors:
        """float32[n, dim]: these rows as unit vectors."""
        chosen = self.rows[numbers]
        return chosen["vector"].astype(np.float32) * chosen["scale"][:, None]

    def cosines(self, vector: npt.NDArray[np.float32], numbers: Numbers) -> Scores:
        """float32[n]: dot product of *vector* with each of these rows."""
        if 2 * len(numbers) > len(self.rows):
            return products(self.rows, vector)[numbers]  # in the order of the file, which needs no gathering
        parts = (self.rows[numbers[start : start + BLOCK]] for start in range(0, len(numbers), BLOCK))
        return np.concatenate([np.zeros(0, np.float32), *(products(part, vector) for part in parts)])


def products(rows: npt.NDArray[np.void], vector: npt.NDArray[np.float32]) -> Scores:
    """float32[n] in -1..1: dot product of a unit *vector* with each of *rows*; of a damaged row it may be anything."""
    scores = fastest()(rows["vector"], np.ascontiguousarray(vector, np.float32))
    with np.errstate(invalid="ignore", over="ignore"):
        scores *= rows["scale"]
    return np.clip(scores, -1, 1, out=scores)


class VectorCache:
    """The vectors of one encoder in one file. Rows that are cut or changed are passed over."""

    def __init__(self, folder: Path, encoder_id: str) -> None:
        name = blake2b(encoder_id.encode(), digest_size=8).hexdigest()
        self._path = folder / f"vectors-{name}.vec"
        self._known: tuple[tuple[int, int], Rows] | None = None

    def rows(self) -> Rows:
        """What is in the file now."""
        state = self.state()
        if state is None:
            return empty()
        if self._known is None or self._known[0] != state:
            self._known = (state, self._open(state[1]))
        return self._known[1]

    def state(self) -> tuple[int, int] | None:
        """(inode, size) of the file: it only grows, or is another one. None if there is none."""
        try:
            status = self._path.stat()
        except OSError:
            return None
        return status.st_ino, status.st_size

    def put(self, keys: Sequence[int], vectors: Vectors) -> None:
        """Append *vectors* under *keys*, and bring them to the disk. Raises `StorageError`."""
        if len(keys) == 0:
            return
        rows = as_rows(np.array(keys, np.uint64), np.asarray(vectors, np.float32))
        with storage_errors():
            self._append(rows, vectors.shape[1])

    def keep(self, keys: Keys) -> int:
        """Drop all rows but those of *keys*; returns how many were dropped. Raises `StorageError`."""
        rows = self.rows()
        found = np.unique(rows.find(keys))
        found = found[found >= 0]
        dropped = len(rows.rows) - len(found)
        if dropped:
            dim = rows.rows.dtype["vector"].shape[0]
            with storage_errors():
                write_whole(self._path, HEADER.pack(MAGIC, dim) + rows.rows[found].tobytes())
        return dropped

    def _open(self, size: int) -> Rows:
        dim = self._dimensions()
        if dim == 0:
            return empty()
        kind = row_type(dim)
        count = (size - HEADER.size) // kind.itemsize  # a torn last row is left out
        if count <= 0:
            return empty()
        rows = np.asarray(np.memmap(self._path, kind, "r", HEADER.size, (count,)))
        sound = np.flatnonzero(rows["check"] == checks(rows))
        order = sound[np.argsort(rows["key"][sound], kind="stable")]
        return Rows(rows, rows["key"][order], order)

    def _dimensions(self) -> int:
        with self._path.open("rb") as file:
            head = file.read(HEADER.size)
        if len(head) < HEADER.size:
            return 0
        magic, dim = HEADER.unpack(head)
        return dim if magic == MAGIC else 0

    def _append(self, rows: npt.NDArray[np.void], dim: int) -> None:
        if not self._path.exists() or self._dimensions() != dim:
            write_whole(self._path, HEADER.pack(MAGIC, dim))
        with self._path.open("r+b") as file:
            size = os.fstat(file.fileno()).st_size
            whole = HEADER.size + (size - HEADER.size) // rows.dtype.itemsize * rows.dtype.itemsize
            file.seek(whole)  # over a row that a crash has torn
            file.truncate()
            file.write(rows.tobytes())
            file.flush()
            os.fsync(file.fileno())


def as_rows(keys: Keys, vectors: Vectors) -> npt.NDArray[np.void]:
    """The rows for *vectors*: each component as a 127th of the row's largest."""
    rows = np.zeros(len(keys), row_type(vectors.shape[1]))
    largest = np.abs(vectors).max(axis=1, initial=0.0)
    rows["key"] = keys
    rows["scale"] = largest / 127
    rows["vector"] = np.rint(vectors / np.where(largest == 0, 1, rows["scale"])[:, None])
    rows["check"] = checks(rows)
    return rows


def checks(rows: npt.NDArray[np.void]) -> npt.NDArray[np.uint32]:
    """uint32[n]: a checksum of each row."""
    parts = [np.zeros(0, np.uint32)]
    for start in range(0, len(rows), BLOCK):
        block = rows[start : start + BLOCK]
        total = block["vector"].view(np.uint8).sum(axis=1, dtype=np.uint32) * np.uint32(31)
        key = (block["key"] ^ (block["key"] >> np.uint64(32))).astype(np.uint32)
        parts.append(total + key + np.ascontiguousarray(block["scale"]).view(np.uint32) + np.uint32(1))
    return np.concatenate(parts)


def empty() -> Rows:
    """A cache with nothing in it."""
    return Rows(np.zeros(0, row_type(1)), np.zeros(0, np.uint64), np.zeros(0, np.int64))


def best(numbers: Numbers, scores: Scores, limit: int) -> tuple[Numbers, Scores]:
    """The *limit* highest scores with their numbers, best first; equal scores by number."""
    if limit < len(numbers):
        edge = np.partition(scores, len(scores) - limit)[len(scores) - limit]
        kept = np.flatnonzero(scores >= edge)
        numbers, scores = numbers[kept], scores[kept]
    order = np.lexsort((numbers, -scores))[:limit]
    return numbers[order], scores[order]


def allowed(passages: Numbers, document_of: Numbers, documents: Mask | None) -> Mask:
    """Which of *passages* belong to *documents*; all of them if that is None."""
    return np.ones(len(passages), np.bool_) if documents is None else documents[document_of[passages]]
