"""Which words of a title are the question's: by their beginnings, folded, since a title is short and stands beside its marks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

from pincite.domain.search import TermReport
from pincite.ui.text import Ranges

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SHARED = 4
"""Letters that an inflected form shares with its word, at least."""


class TitleMarker:
    """Callable: the ranges of a title's words that are words of the question or inflections of them."""

    def __init__(self, terms: Iterable[TermReport]) -> None:
        self._words = {word for term in terms if term.used for word in _words(term.text)}

    def __call__(self, title: str) -> Ranges:
        """Ranges in *title*."""
        return tuple(found.span() for found in _WORD.finditer(title) if self._is_asked(fold(found[0])))

    def _is_asked(self, word: str) -> bool:
        return word in self._words or any(_akin(word, asked) for asked in self._words)


def _akin(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= _SHARED and len(long) - len(short) <= 3 and long.startswith(short[: max(_SHARED, len(short) - 1)])


def _words(text: str) -> list[str]:
    return [fold(found[0]) for found in _WORD.finditer(text)]


def fold(text: str) -> str:
    """Small letters without diacritics."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return "".join(c for c in decomposed if not unicodedata.combining(c))
