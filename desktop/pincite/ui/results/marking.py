"""Which words of a title are the question's, in any inflection: by the one analyzer that index and question use."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.analysis import analyze
from pincite.domain.search import TermReport
from pincite.ui.text import Ranges


class TitleMarker:
    """Callable: the ranges of a title, in its language, that hold a word of the question."""

    def __init__(self, terms: Iterable[TermReport]) -> None:
        self._texts = tuple(term.text for term in terms if term.used)
        self._keys: dict[str, frozenset[str]] = {}

    def __call__(self, title: str, language: str = "") -> Ranges:
        """Ranges in *title*; they rise and do not overlap."""
        if language not in self._keys:
            tokens = (token for text in self._texts for token in analyze(text, language))
            self._keys[language] = frozenset(key for token in tokens for key in token.asked or token.keys)
        wanted, ranges, end = self._keys[language], list[tuple[int, int]](), 0
        for token in analyze(title, language):
            if token.start >= end and not wanted.isdisjoint(token.keys):
                ranges.append((token.start, token.end))
                end = token.end
        return tuple(ranges)
