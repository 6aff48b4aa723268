"""An encoder without a model: texts are near when they share words. For tests, and for comparing an encoder with none."""

from __future__ import annotations

from collections.abc import Sequence
from zlib import crc32

import numpy as np

from pincite.analysis import analyze
from pincite.domain.protocols import Vectors
from pincite.encoding.vectors import unit_rows


class HashingEncoder:
    """Each index term of a text adds to one place of its vector, by its CRC (feature hashing, Weinberger et al., 2009)."""

    def __init__(self, dim: int = 64) -> None:
        self._dim = dim

    @property
    def id(self) -> str:
        """Its kind and dimensions."""
        return f"hashing/{self._dim}"

    @property
    def dim(self) -> int:
        """As asked for."""
        return self._dim

    def supports(self, language: str) -> bool:
        """Any language."""
        del language
        return True

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit row vectors, float32[len(texts), dim]; zeros for a text without words. Raises nothing."""
        rows = np.zeros((len(texts), self._dim), np.float32)
        for row, text in zip(rows, texts, strict=True):
            for token in analyze(text):
                code = crc32(token.keys[0].encode("utf-8", "surrogatepass"))
                row[code % self._dim] += 1.0 if code & 0x80000000 else -1.0
        return unit_rows(rows)
