"""A page's text from its tree, at the speed of C.

Python visits block elements alone: each gets a mark at its start and its end, then the library writes all text at once, and the text
is cut where marks stand. Marks with nothing but blanks between them are one gap; what stands between two gaps is one run of a
paragraph, with its source's own line ends inside. Most gaps of a page are written alike, so what each says is worked out once.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from pincite.domain.documents import LineMap, Location, OutlineEntry, Section
from pincite.extraction.markup.anchors import HeadingPath
from pincite.extraction.web.tree import Element, text_of

_BLOCK, _HEADING, _PRE, _CELL, _ROW, _BREAK = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5"
_BLOCK_END, _HEADING_END, _PRE_END, _CELL_END, _ROW_END = "\ufdd6\ufdd7\ufdd8\ufdd9\ufdda"
"""Marks: characters that no text holds."""
_GAP = re.compile(r"([\ufdd0-\ufdda](?:[\s\ufdd0-\ufdda]*[\ufdd0-\ufdda])?)")
_START = re.compile("[\ufdd0-\ufdd4]")
_NONE, _BLANK, _TAB, _LINE, _PARAGRAPH = range(5)
"""How far apart what stands on both sides of a gap is."""
_SPACES: Final = ("", " ", "\t", "\n", "\n\n")
_WIDTHS: Final = {
    _BLOCK: _PARAGRAPH, _HEADING: _PARAGRAPH, _PRE: _PARAGRAPH, _CELL: _TAB, _ROW: _LINE, _BREAK: _LINE,
    _BLOCK_END: _PARAGRAPH, _HEADING_END: _PARAGRAPH, _PRE_END: _PARAGRAPH, _CELL_END: _BLANK, _ROW_END: _LINE,
}
_SPECIAL: Final = frozenset((_HEADING, _PRE, _HEADING_END, _PRE_END))
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
_CELLS: Final = frozenset(tag for tag, start in _KINDS.items() if start == _CELL)
_HEADINGS: Final = tuple(tag for tag, start in _KINDS.items() if start == _HEADING)
MARKS: Final = dict.fromkeys(map(ord, _WIDTHS))
"""For `str.translate`: takes marks out of a page that has some of its own."""
_SOFT_HYPHEN: Final = "\xad"
"""Where a word may be broken: no reader sees it in one that is not."""
_LAST_KNOWN_LINE: Final = 65_535
"""Where the parser stops counting lines."""


class _Gap(NamedTuple):
    """What a gap says."""

    starts: int
    """Elements that start in it."""
    lines: int
    """Lines of the source that end in it."""
    lines_after: int
    """The same, after the last start."""
    width: int
    cells: int
    """Cells of tables, within each other, that it leads into."""
    special: str
    """Those of its marks that tell more than how far apart things are."""


@lru_cache(4_096)
def _gap(written: str, cells: int) -> _Gap:
    """The gap *written* in so many cells: a paragraph inside of a cell is no wider apart than a blank."""
    starts = _START.findall(written)
    after = written.rfind(starts[-1]) if starts else 0
    widest = _NONE
    for mark in written:
        cells += (mark == _CELL) - (mark == _CELL_END)
        width = _WIDTHS.get(mark, _NONE)
        widest = max(widest, _BLANK if cells > 0 and width > _TAB else width)
    special = "".join(mark for mark in written if mark in _SPECIAL)
    return _Gap(len(starts), written.count("\n"), written.count("\n", after), widest, cells, special)


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
        self._closed = 0  # stretches in the sections that are closed
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
        lines, headings = _mark(root)
        waiting = iter(headings)
        started = 0
        text = text_of(root)
        if not text.isascii():
            text = unicodedata.normalize("NFC", text.replace(_SOFT_HYPHEN, ""))
        first, *pieces = _GAP.split(text)
        if first:
            self._run(first)
        for written, raw in zip(pieces[::2], pieces[1::2], strict=True):
            gap = _gap(written, self._cells)
            for mark in gap.special:
                self._special(mark, waiting)
            self._cells = gap.cells
            self._gap = max(self._gap, gap.width)
            started += gap.starts
            # Where an element starts, the parser tells the line; everywhere else it is counted.
            known = gap.starts and 0 < lines[started - 1] < _LAST_KNOWN_LINE
            self._line = lines[started - 1] + gap.lines_after if known else self._line + gap.lines
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
        if mark == _PRE:
            self._preformatted += 1
        elif mark == _PRE_END:
            self._preformatted -= 1
        elif mark == _HEADING:
            self._close_section(self._place)
            self._headings.append((next(waiting), self._length))
        elif self._headings:
            self._end_heading(*self._headings.pop())

    def _run(self, raw: str) -> None:
        lines = raw.split("\n")
        if self._preformatted:
            self._emit([line.rstrip() for line in lines], _LINE)
        else:
            self._emit([" ".join(line.split()) for line in lines], _BLANK)
        self._gap = _BLANK if raw[-1].isspace() else _NONE

    def _emit(self, lines: Sequence[str], between: int) -> None:
        """Append the lines of one run; blank ones are counted, but not written."""
        length, gap = self._length, self._gap
        for line, text in enumerate(lines, self._line):
            if not text:
                gap = max(gap, between)
                continue
            space = _SPACES[gap] if length else ""
            start = length + len(space)
            length = start + len(text)
            self.cut = self.cut or length > self._limit
            if self.cut:
                return
            self._offsets.append(start)
            self._lines.append(line)
            self._parts.append(space + text)
            self._length, gap = length, between
        self._line += len(lines) - 1

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
        if len(self._offsets) > self._closed:
            self.sections.append(Section(self._offsets[self._closed], self._length, self._place))
        self._closed = len(self._offsets)
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
        start = _BLOCK if tag in _CELLS and (element is root or _lays_out(element)) else _KINDS[tag]
        text = element.text
        element.text = start + text if text else start
        if element is not root:
            tail = element.tail
            element.tail = _ENDS[start] + tail if tail else _ENDS[start]
        lines.append(element.sourceline or 0)
        if start is _HEADING:
            headings.append(element)
    return lines, headings


def _lays_out(cell: Element) -> bool:
    """Whether a table's cell holds a part of the page rather than a value."""
    return len(cell) > 0 and next(cell.iter(*_HEADINGS), None) is not None


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
