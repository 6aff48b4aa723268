"""Puts the fragments of a page into reading order by where they stand. Only for pages whose own order is not to be trusted.

Coordinates are in points from the bottom left corner. A page is read line by line, except where a gutter runs down through several
lines of prose: there the left column is read before the right one. Where the cells are short, it is a table and read by rows.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final, NamedTuple

_GUTTER: Final = 0.9
"""Width of the narrowest gutter, in heights of a line."""
_WORD_GAP: Final = 0.15
_LINES_BESIDE: Final = 2
"""Lines on both sides of a gutter that make it one."""
_PROSE: Final = 18
"""Characters of a column's usual line; cells of tables are shorter."""
_OUT_OF_ORDER: Final = 2
"""Places at which a page's own order must leap before it is not trusted."""
_WIDE: Final = 1.2
"""Heights of a line that a gap within it measures before it may be a gutter."""
_COLUMN: Final = 6
"""Heights of a line that the text on each side of such a gap measures: bullets and cells of tables are narrower."""
_RECENT: Final = 2
"""Boxes before such a step that tell how wide the column is."""
_ROWS: Final = 3
"""Cells beside each other that make a table of two columns, which are drawn one after the other."""
_ROWS_SEEN: Final = 60
_FIGURE: Final = 3.5
_WORDS_IN_CELL: Final = 12
"""Heights of a line that the usual cell of its narrower and of its wider column measures less than."""
_MARGINS: Final = 3
"""Lines of a running head and foot that may be drawn after a page's text."""
_LEAP: Final = 2.5
"""Heights of a line that a step up the page measures."""


class Box(NamedTuple):
    """A rectangle of text on a page, in points. A tuple, for a book has a hundred thousand of them."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def height(self) -> float:
        """In points."""
        return self.top - self.bottom

    @property
    def width(self) -> float:
        """In points."""
        return self.right - self.left


@dataclass(frozen=True, slots=True)
class Fragment:
    """A run of characters in one box."""

    box: Box
    text: str


def is_upright(boxes: Sequence[Box]) -> bool:
    """Whether lines lie, as on most pages, and do not stand."""
    return sum([top - bottom > 2 * (right - left) for left, bottom, right, top in boxes]) * 2 <= len(boxes)


def turned(box: Box, quarters: int) -> Box:
    """Where a box lies once its page is turned clockwise by so many right angles."""
    if quarters % 4 == 1:
        return Box(box.bottom, -box.right, box.top, -box.left)
    if quarters % 4 == 3:
        return Box(-box.top, box.left, -box.bottom, box.right)
    return box if quarters % 4 == 0 else Box(-box.right, -box.top, -box.left, -box.bottom)


def is_disordered(boxes: Sequence[Box]) -> bool:
    """Whether boxes, in the order of the page's own text, jump over gaps within a line, or back up the page without going right.

    Running heads and feet that are drawn last do not count.
    """
    return _leaps(boxes) and _leaps(boxes[: _without_margins(boxes)])


def _leaps(boxes: Sequence[Box]) -> bool:
    leaps = column = 0
    for i, (before, box) in enumerate(itertools.pairwise(boxes)):
        last_left, last_bottom, last_right, last_top = before
        left, bottom, right, top = box
        if top < last_bottom or (bottom <= last_top and 0 <= left - last_right <= last_top - last_bottom):
            continue  # the next line down or the next word, as nearly always: told without a call, for a book has many
        height = max(before.height, box.height, 1.0)
        if _beside(before, box):
            gap = max(left - last_right, last_left - right)
            leaps += gap > _WIDE * height and min(before.width, box.width) > _COLUMN * height
        elif bottom > last_top + _LEAP * height:
            recent = max(other.right for other in boxes[max(0, i - _RECENT) : i + 1])
            leaps += _OUT_OF_ORDER if left < recent - height or _is_table(boxes[column : i + 1], boxes[i + 1 :]) else 0
            column = i + 1
        elif bottom > last_top:  # a line above the one before it, as on a page that is drawn from below
            leaps += abs(left - last_left) < height and min(before.width, box.width) > _COLUMN * height
        if leaps >= _OUT_OF_ORDER:
            return True
    return False


def _is_table(first: Sequence[Box], rest: Sequence[Box]) -> bool:
    """Whether the column *first* and the one that begins *rest* are cells of a table that is drawn column by column: figures beside short words."""
    first = first[-_ROWS_SEEN:]
    second = [box for box in rest[: len(first)] if any(_beside(box, cell) for cell in first)]
    if len(second) < _ROWS or len(second) * 2 < len(first):
        return False
    narrow, wide = sorted(median(box.width / max(box.height, 1.0) for box in column) for column in (first, second))
    return narrow < _FIGURE and wide < _WORDS_IN_CELL


def _without_margins(boxes: Sequence[Box]) -> int:
    """How many boxes are left without the last ones, each of which stands above or below all that come before it."""
    end = len(boxes)
    while end and len(boxes) - end < min(_MARGINS, len(boxes) // 6):
        last = boxes[end - 1]
        if not (all(last.bottom >= box.top for box in boxes[: end - 1]) or all(last.top <= box.bottom for box in boxes[: end - 1])):
            break
        end -= 1
    return end


def reading_order(fragments: Sequence[Fragment]) -> str:
    """The page's text, line by line and column by column."""
    return "\n".join(_ordered(_lines(fragments)))


_Line = list[Fragment]


def _beside(first: Box, second: Box) -> bool:
    """Whether two boxes stand on one line: the lower half of the smaller one is within the other."""
    overlap = min(first.top, second.top) - max(first.bottom, second.bottom)
    return overlap > 0.5 * min(first.height, second.height)


def _lines(fragments: Sequence[Fragment]) -> list[_Line]:
    """Fragments grouped by line, from the top down, each line from left to right."""
    lines: list[_Line] = []
    for fragment in sorted(fragments, key=lambda item: (-item.box.top, item.box.left)):
        home = next((line for line in reversed(lines[-4:]) if _beside(line[0].box, fragment.box)), None)
        if home is None:
            lines.append([fragment])
        else:
            home.append(fragment)
    for line in lines:
        line.sort(key=lambda item: item.box.left)
    return lines


def _ordered(lines: list[_Line]) -> Iterator[str]:
    at = 0
    while at < len(lines):
        end, gutter = _band(lines, at)
        if gutter is None:
            yield _text(lines[at])
            at += 1
            continue
        left = [part for line in lines[at:end] if (part := [item for item in line if item.box.right <= gutter])]
        right = [part for line in lines[at:end] if (part := [item for item in line if item.box.right > gutter])]
        if _is_prose(left) and _is_prose(right):
            yield from _ordered(left)
            yield from _ordered(right)
        else:
            yield from map(_text, lines[at:end])
        at = end


def _band(lines: Sequence[_Line], start: int) -> tuple[int, float | None]:
    """How far down from *start* a common gutter runs, and where; None if there is none."""
    gutters = _gaps(lines[start])
    if not gutters:
        return start + 1, None
    beside = 1
    end = start + 1
    while end < len(lines):
        narrowed = [gap for gutter in gutters if (gap := _narrowed(gutter, lines[end])) is not None]
        if not narrowed:
            break
        gutters = narrowed
        beside += any(item.box.right <= gutters[0][0] for item in lines[end]) and any(item.box.left >= gutters[0][1] for item in lines[end])
        end += 1
    if beside < _LINES_BESIDE:
        return start + 1, None
    widest = max(gutters, key=lambda gap: gap[1] - gap[0])
    return end, (widest[0] + widest[1]) / 2


def _gaps(line: _Line) -> list[tuple[float, float]]:
    found: list[tuple[float, float]] = []
    right = line[0].box.right
    for item in line[1:]:
        if item.box.left - right > _GUTTER * item.box.height:
            found.append((right, item.box.left))
        right = max(right, item.box.right)
    return found


def _narrowed(gutter: tuple[float, float], line: _Line) -> tuple[float, float] | None:
    """What is left of a gutter beside a further line."""
    low, high = gutter
    for item in line:
        if item.box.right <= (low + high) / 2:
            low = max(low, item.box.right)
        elif item.box.left >= (low + high) / 2:
            high = min(high, item.box.left)
        else:
            return None
    return (low, high) if high - low > _GUTTER * line[0].box.height * 0.5 else None


def _is_prose(lines: Sequence[_Line]) -> bool:
    return bool(lines) and median(len(_text(line)) for line in lines) >= _PROSE


def _text(line: _Line) -> str:
    parts = [line[0].text]
    for before, item in itertools.pairwise(line):
        parts.append((" " if item.box.left - before.box.right > _WORD_GAP * item.box.height else "") + item.text)
    return "".join(parts)
