"""A page's text from its tree, at the speed of C.

Python visits block elements alone: each gets a mark at its start and its end, then the library writes all text at once, and the text
is cut at the marks. What stands between two marks is one run of a paragraph, with its source's own line ends inside.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from pincite.domain.documents import LineMap, Location, OutlineEntry, Section
from pincite.extraction.markup.anchors import HeadingPath
from pincite.extraction.web.tree import Element, text_of

_BLOCK, _HEADING, _PRE, _CELL, _ROW, _BREAK = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5"
_BLOCK_END, _HEADING_END, _PRE_END, _CELL_END, _ROW_END = "\ufdd6\ufdd7\ufdd8\ufdd9\ufdda"
"""Marks: characters that no text holds."""
_MARK = re.compile("([\ufdd0-\ufdda])")
_NONE, _BLANK, _TAB, _LINE, _PARAGRAPH = range(5)
"""How far apart what stands on both sides of a gap is."""
_GAPS: Final = ("", " ", "\t", "\n", "\n\n")
_WIDTHS: Final = {
    _BLOCK: _PARAGRAPH, _HEADING: _PARAGRAPH, _PRE: _PARAGRAPH, _CELL: _TAB, _ROW: _LINE, _BREAK: _LINE,
    _BLOCK_END: _PARAGRAPH, _HEADING_END: _PARAGRAPH, _PRE_END: _PARAGRAPH, _CELL_END: _NONE, _ROW_END: _LINE,
}
_STARTS: Final = frozenset((_BLOCK, _HEADING, _PRE, _CELL, _ROW))
_SPECIAL: Final = frozenset((_HEADING, _PRE, _CELL, _HEADING_END, _PRE_END, _CELL_END))
_ENDS: Final = {_BLOCK: _BLOCK_END, _HEADING: _HEADING_END, _PRE: _PRE_END, _CELL: _CELL_END, _ROW: _ROW_END}

_KINDS: Final = {
    **dict.fromkeys(
        "p div table caption blockquote section article aside header footer main form fieldset figure figcaption address details center"
        " body hr ul ol dl".split(), _BLOCK
    ),
    **dict.fromkeys("li dt dd tr summary option legend".split(), _ROW),
    **dict.fromkeys("h1 h2 h3 h4 h5 h6".split(), _HEADING),
    **dict.fromkeys("pre xmp listing plaintext".split(), _PRE),
    **dict.fromkeys("td th".split(), _CELL),
}
_TAGS: Final = (*_KINDS, "br")
MARKS: Final = dict.fromkeys(map(ord, _WIDTHS))
"""For `str.translate`: takes marks out of a page that has some of its own."""
_LAST_KNOWN_LINE: Final = 65_535
"""Where the parser stops counting lines."""


class PageText:
    """Collects the text of a page's parts with sections, lines and outline. Text is NFC; heading levels are the page's own."""

    def __init__(self, limit: int) -> None:
        self._limit = limit
        self._parts: list[str] = []
        self._length = 0
        self._offsets: list[int] = []
        self._lines: list[int] = []
        self._path = HeadingPath()
        self._place = Location()
        self._section_start: int | None = None
        self._line = 1
        self._gap = _NONE
        self._headings: list[tuple[Element, int]] = []
        self._cells = 0
        self._preformatted = 0
        self.sections: list[Section] = []
        self.outline: list[OutlineEntry] = []
        self.cut = False

    def add(self, root: Element) -> None:
        """Append the text of everything in *root*, which is spoilt by it. Its first text begins a section without a heading."""
        self._close_section(Location())
        self._gap = _PARAGRAPH
        starts, headings = _mark(root)
        lines = iter(starts)
        waiting = iter(headings)
        pieces = _MARK.split(text_of(root))
        if pieces[0]:
            self._run(pieces[0])
        for mark, raw in zip(pieces[1::2], pieces[2::2], strict=True):
            if mark in _STARTS and (line := next(lines)) < _LAST_KNOWN_LINE:
                self._line = line
            if mark in _SPECIAL:
                self._special(mark, waiting)
            width = _WIDTHS[mark]
            if width > _TAB and self._cells:
                width = _BLANK  # a paragraph inside a table's cell
            self._gap = max(self._gap, width)
            if raw:
                self._run(raw)
        self._close_section(Location())

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._parts)

    @property
    def lines(self) -> LineMap | None:
        """Source line of each stretch."""
        return LineMap(tuple(self._offsets), tuple(self._lines)) if self._offsets else None

    def _special(self, mark: str, waiting: Iterator[Element]) -> None:
        if mark == _CELL:
            self._cells += 1
        elif mark == _CELL_END:
            self._cells -= 1
        elif mark == _PRE:
            self._preformatted += 1
        elif mark == _PRE_END:
            self._preformatted -= 1
        elif mark == _HEADING:
            self._close_section(self._place)
            self._headings.append((next(waiting), self._length))
        elif self._headings:
            self._end_heading(*self._headings.pop())

    def _run(self, raw: str) -> None:
        if raw.isspace():
            if not self._preformatted:
                self._line += raw.count("\n")
                self._gap = self._gap or _BLANK
                return
        elif "\n" not in raw:
            self._emit(raw.rstrip() if self._preformatted else " ".join(raw.split()))
            self._gap = _BLANK if raw[-1].isspace() else _NONE
            return
        between = _LINE if self._preformatted else _BLANK
        for line in raw.split("\n"):
            if line and not line.isspace():
                self._emit(line.rstrip() if self._preformatted else " ".join(line.split()))
            self._line += 1
            self._gap = max(self._gap, between)
        self._line -= 1
        if not raw[-1].isspace():
            self._gap = _NONE  # the run's last line has no end of its own

    def _emit(self, text: str) -> None:
        if self.cut:
            return
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        gap = _GAPS[self._gap] if self._length else ""
        start = self._length + len(gap)
        if start + len(text) > self._limit:
            self.cut = True
            return
        if self._section_start is None:
            self._section_start = start
        self._offsets.append(start)
        self._lines.append(self._line)
        self._parts += (gap, text)
        self._length = start + len(text)
        self._gap = _NONE

    def _end_heading(self, element: Element, start: int) -> None:
        text = " ".join(self.text_from(start).split())
        if not text:
            return
        level = int(element.tag[1])
        anchor = _anchor(element)
        self._place = Location(heading_path=self._path.enter(level, text), anchor=anchor)
        self.outline.append(OutlineEntry(level, text, line=self._line, anchor=anchor))

    def text_from(self, start: int) -> str:
        """The text from this character on."""
        kept: list[str] = []
        at = self._length
        for part in reversed(self._parts):
            if at <= start:
                break
            kept.append(part)
            at -= len(part)
        return "".join(reversed(kept))

    def _close_section(self, following: Location) -> None:
        if self._section_start is not None:
            self.sections.append(Section(self._section_start, self._length, self._place))
        self._section_start = None
        self._place = following


def _mark(root: Element) -> tuple[list[int], list[Element]]:
    """Put the marks into the tree; returns the line of each element whose start got one, and the headings, in reading order."""
    lines: list[int] = []
    headings: list[Element] = []
    for element in root.iter(*_TAGS):
        tag = element.tag
        if tag == "br":
            element.tail = _BREAK + (element.tail or "")
            continue
        start = _KINDS[tag]
        text = element.text
        element.text = start + text if text else start
        if element is not root:
            tail = element.tail
            element.tail = _ENDS[start] + tail if tail else _ENDS[start]
        lines.append(element.sourceline or 0)
        if start is _HEADING:
            headings.append(element)
    return lines, headings


def _anchor(heading: Element) -> str | None:
    """The address within the page that the page itself gives to a heading, on it, in it, around it or just before it."""
    for element in (heading, *heading.iter("a", "span")):
        anchor = element.get("id") or (element.get("name") if element.tag == "a" else None)
        if anchor:
            return anchor
    before = heading.getprevious()
    if before is None:
        parent = heading.getparent()
        return parent.get("id") if parent is not None and parent.tag in ("section", "div", "article", "header") else None
    if before.tag in ("a", "span") and not (before.tail or "").strip():
        return before.get("id") or before.get("name")
    return None
