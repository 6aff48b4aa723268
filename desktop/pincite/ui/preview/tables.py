"""Tables that Markdown writes with upright strokes, taken apart into cells with their own marked words. No Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass

from pincite.domain.readable import readable
from pincite.ui.text import Ranges, shown

_EDGE = re.compile(r"(?<!\\)\|")
"""A stroke between cells; one behind a backslash is text."""
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*")
"""The line under the head of a table."""
MOST_CELLS = 200
"""Cells of one table that are set as such: Qt lays a table out as a whole, in about a tenth of a millisecond for each of them."""


@dataclass(frozen=True, slots=True)
class Cell:
    """What stands in one cell as it reads; `marks` are character ranges in it, `first` the number of the first in its stretch."""

    text: str
    marks: Ranges = ()
    first: int = 0


@dataclass(frozen=True, slots=True)
class Table:
    """Rows of cells, from the top; all have `width` cells. `headed` if the first row names the columns."""

    rows: tuple[tuple[Cell, ...], ...]
    headed: bool

    @property
    def width(self) -> int:
        """How many columns there are."""
        return len(self.rows[0])


def table_of(text: str, marks: Ranges, first: int = 0) -> Table | None:
    """The table that *text*, a paragraph, is as a whole; None if it is none, or a mark would not stand within one cell.

    *marks* are character ranges in *text* in their order, *first* is the number of the first. A part of a table, as it stands in
    a passage that begins in its midst, has no line under a head.
    """
    if text.lstrip()[:1] != "|" and "|" not in text.partition("\n")[0]:
        return None
    lines = list(_lines(text))
    headed = len(lines) > 1 and "|" in lines[1][1] and bool(_RULE.fullmatch(lines[1][1]))
    if not headed and (len(lines) < 2 or not all(line.lstrip().startswith("|") for _, line in lines)):
        return None
    found = [_spans(start, line) for start, line in lines if not _RULE.fullmatch(line)]
    width = max(map(len, found), default=0)
    if width < 2 or width * len(found) > MOST_CELLS:
        return None
    rows = tuple(tuple(_cell(text, span, marks, first) for span in (*spans, *[(0, 0)] * (width - len(spans)))) for spans in found)
    kept = sum(len(cell.marks) for row in rows for cell in row)
    return Table(rows, headed) if kept == len(marks) else None


def _lines(text: str) -> list[tuple[int, str]]:
    """Lines that are not blank, each with its offset."""
    return [(line.start(), line[0]) for line in re.finditer(r"[^\n]+", text) if line[0].strip()]


def _spans(start: int, line: str) -> list[tuple[int, int]]:
    """Where the cells of a line are, without the white space around them."""
    edges = [-1, *(edge.start() for edge in _EDGE.finditer(line)), len(line)]
    spans = [(a + 1, b) for a, b in zip(edges[:-1], edges[1:], strict=True)]
    if not line[slice(*spans[0])].strip():
        spans = spans[1:]
    if spans and not line[slice(*spans[-1])].strip():
        spans = spans[:-1]
    return [_stripped(line, start, span) for span in spans]


def _stripped(line: str, start: int, span: tuple[int, int]) -> tuple[int, int]:
    cell = line[slice(*span)]
    begin = start + span[0] + len(cell) - len(cell.lstrip())
    return begin, begin + len(cell.strip())


def _cell(text: str, span: tuple[int, int], marks: Ranges, first: int) -> Cell:
    begin, end = span
    inside = [(number, (s - begin, e - begin)) for number, (s, e) in enumerate(marks, first) if begin <= s and e <= end]
    words, moved = readable(text[begin:end], [mark for _, mark in inside])
    return Cell(shown(words), moved, inside[0][0] if inside else 0)
