"""A page's text from its tree, at the speed of C.

Python visits block elements alone: each gets a mark at its start and its end, then the library writes all text at once, and the text
is cut at the marks. What stands between two marks is one run of a paragraph, with its source's own line ends inside.
"""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from pincite.domain.documents import LineMap, Location, OutlineEntry, Section
from pincite.extraction.anchors import HeadingPath
from pincite.extraction.html_tree import Element, text_of

_BLOCK, _HEADING, _PRE, _CELL, _ROW, _END, _BREAK = "\ufdd0\ufdd1\ufdd2\ufdd3\ufdd4\ufdd5\ufdd6"
"""Marks: characters that no text holds."""
_MARK = re.compile("([\ufdd0-\ufdd6])")
_PARAGRAPH: Final = "\n\n"
_WIDTH: Final = {"": 0, " ": 1, "\t": 2, "\n": 3, _PARAGRAPH: 4}
"""How far apart what stands on both sides of a gap is."""

_KINDS: Final = {
    **dict.fromkeys(
        "p div ul ol dl table caption thead tbody tfoot blockquote section article aside header footer main form fieldset figure figcaption"
        " address details center body hr".split(), _BLOCK
    ),
    **dict.fromkeys("li dt dd tr summary option legend".split(), _ROW),
    **dict.fromkeys("h1 h2 h3 h4 h5 h6".split(), _HEADING),
    **dict.fromkeys("pre xmp listing plaintext".split(), _PRE),
    **dict.fromkeys("td th".split(), _CELL),
}
_TAGS: Final = (*_KINDS, "br")
MARKS: Final = dict.fromkeys(map(ord, _BLOCK + _HEADING + _PRE + _CELL + _ROW + _END + _BREAK))
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
        self._gap = ""
        self._open: list[str] = []
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
        elements = iter(_mark(root))
        pieces = _MARK.split(text_of(root))
        if pieces[0]:
            self._run(pieces[0])
        for i in range(1, len(pieces), 2):
            mark = pieces[i]
            if mark == _END:
                self._leave()
            elif mark == _BREAK:
                self._widen("\n")
            else:
                self._enter(mark, next(elements))
            if pieces[i + 1]:
                self._run(pieces[i + 1])
            if self.cut:
                break
        self._close_section(Location())

    @property
    def text(self) -> str:
        """The whole text."""
        return "".join(self._parts)

    @property
    def lines(self) -> LineMap | None:
        """Source line of each stretch."""
        return LineMap(tuple(self._offsets), tuple(self._lines)) if self._offsets else None

    def _enter(self, mark: str, element: Element) -> None:
        line = element.sourceline
        if line and line < _LAST_KNOWN_LINE:
            self._line = line
        self._open.append(mark)
        if mark == _CELL:
            self._widen("\t")
            self._cells += 1
            return
        if mark == _HEADING:
            self._close_section(self._place)
            self._headings.append((element, self._length))
        elif mark == _PRE:
            self._preformatted += 1
        self._widen("\n" if mark == _ROW else _PARAGRAPH)

    def _leave(self) -> None:
        mark = self._open.pop() if self._open else _BLOCK
        if mark == _CELL:
            self._cells -= 1
            return
        if mark == _PRE:
            self._preformatted -= 1
        elif mark == _HEADING and self._headings:
            self._end_heading(*self._headings.pop())
        self._widen("\n" if mark == _ROW else _PARAGRAPH)

    def _widen(self, gap: str) -> None:
        if self._cells and len(gap) > 1:
            gap = " "  # a paragraph inside a table's cell
        if _WIDTH[gap] > _WIDTH[self._gap]:
            self._gap = gap

    def _run(self, raw: str) -> None:
        if raw.isspace():
            if not self._preformatted:
                self._line += raw.count("\n")
                if not self._gap:
                    self._gap = " "
                return
        elif "\n" not in raw:
            self._emit(raw.rstrip() if self._preformatted else " ".join(raw.split()))
            self._gap = " " if raw[-1].isspace() else ""
            return
        between = "\n" if self._preformatted else " "
        for line in raw.split("\n"):
            if line and not line.isspace():
                self._emit(line.rstrip() if self._preformatted else " ".join(line.split()))
            self._line += 1
            self._widen(between)
        self._line -= 1
        if not raw[-1].isspace():
            self._gap = ""  # the run's last line has no end of its own

    def _emit(self, text: str) -> None:
        if not text.isascii():
            text = unicodedata.normalize("NFC", text)
        gap = self._gap if self._length else ""
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
        self._gap = ""

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


def _mark(root: Element) -> list[Element]:
    """Put the marks into the tree; returns the elements whose start got one, in reading order."""
    marked: list[Element] = []
    for element in root.iter(*_TAGS):
        tag = element.tag
        if tag == "br":
            element.tail = _BREAK + (element.tail or "")
            continue
        element.text = _KINDS[tag] + (element.text or "")
        if element is not root:
            element.tail = _END + (element.tail or "")
        marked.append(element)
    return marked


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
