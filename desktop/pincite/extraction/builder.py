"""Puts a document's text together from stretches that know where they stand."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from dataclasses import replace

from pincite.domain.documents import LineMap, Location, Page, Section


class TextBuilder:
    """Collects text, sections, pages and lines. Everything added is normalised to NFC, so offsets hold in the result.

    A new section begins where `add` is called with another location than the last (lines aside); stretches are
    joined by *separator*. `text`, `sections`, `pages` and `lines` are what `Document` wants.
    """

    def __init__(self, separator: str = "\n", limit: int = 20_000_000) -> None:
        self._parts: list[str] = []
        self._length = 0
        self._separator = separator
        self._limit = limit
        self._sections: list[Section] = []
        self._pages: list[Page] = []
        self._offsets: list[int] = []
        self._lines: list[int] = []
        self.cut = False
        self._apart = False

    def begin_section(self) -> None:
        """What comes next begins a section of its own, even if it stands where the last one stood (under a heading of the same words)."""
        self._apart = True

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._length

    def add(self, text: str, location: Location | None = None, lines: Iterable[int] | int | None = None) -> None:
        """Append *text*. *lines* is the source line of its first line (the next follow by one), or one number for each of its lines."""
        text = unicodedata.normalize("NFC", text)
        if not text or self.cut:
            return
        if self._length + len(text) > self._limit:
            text = text[: max(0, self._limit - self._length)]
            self.cut = True
        if self._parts:
            self._parts.append(self._separator)
            self._length += len(self._separator)
        start = self._length
        self._map_lines(text, start, lines)
        self._parts.append(text)
        self._length += len(text)
        self._extend(start, location or Location())

    def page(self, number: int, text: str, label: str | None = None, location: Location | None = None) -> None:
        """Append one physical page, empty or not."""
        before = self._length
        place = replace(location or Location(), page=number, page_label=label)
        self.add(text, place)
        start = min(before + (len(self._separator) if before else 0), self._length) if self._length > before else self._length
        self._pages.append(Page(number, start, self._length, label))

    def _map_lines(self, text: str, start: int, lines: Iterable[int] | int | None) -> None:
        if lines is None:
            return
        numbers = iter(lines) if not isinstance(lines, int) else None
        at = start
        line = lines if isinstance(lines, int) else 0
        for piece in text.split("\n"):
            line = next(numbers, line) if numbers is not None else line
            self._offsets.append(at)
            self._lines.append(line)
            at += len(piece) + 1
            line += 1

    def _extend(self, start: int, location: Location) -> None:
        last = self._sections[-1] if self._sections else None
        if last is not None and last.location == location and not self._apart:
            self._sections[-1] = replace(last, end=self._length)
        else:
            self._sections.append(Section(start, self._length, location))
        self._apart = False

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._parts)

    @property
    def sections(self) -> tuple[Section, ...]:
        """Sections in reading order."""
        return tuple(self._sections)

    @property
    def pages(self) -> tuple[Page, ...]:
        """Physical pages, in order."""
        return tuple(self._pages)

    @property
    def lines(self) -> LineMap | None:
        """Lines of the source, if any were given."""
        return LineMap(tuple(self._offsets), tuple(self._lines)) if self._offsets else None
