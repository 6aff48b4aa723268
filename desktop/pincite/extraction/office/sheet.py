"""A sheet's cells as text that can be cited by its range: what XLSX, ODS and old XML workbooks have in common."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from pincite.domain.documents import Location, OutlineEntry
from pincite.domain.errors import UnreadableError
from pincite.extraction.office.story import Story, one_line, why

BLOCK = 1_000
"""Characters after which a block of rows ends: about one passage, so that its range is exact."""
SHORT_BLOCK = 250
"""Characters up to which an empty row does not end a block: a title belongs to its table."""
FAR = 10
"""Empty rows or columns after which another block begins, however short the first: its range would say nothing."""
MAX_CELL = 32_767
"""Characters that a cell can hold, in Excel and LibreOffice alike."""
MAX_SCATTERED = 50
"""Empty columns up to which a row's cells keep their distance, so that columns of a block stay in line."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that is not empty; columns count from 1."""

    column: int
    text: str


class SheetStory:
    """Tells one sheet: rows are gathered into blocks, and a block ends when it is long enough, sooner at an empty row."""

    def __init__(self, story: Story, name: str) -> None:
        self._story, self._name = story, name
        self._lines: list[str] = []
        self._length = 0
        self._rows = (0, 0)
        self._columns = (0, 0)

    def row(self, number: int, cells: Iterable[Cell]) -> None:
        """The next row that is there; *number* counts from 1."""
        found = [Cell(cell.column, _cell_text(cell.text)) for cell in cells]
        found = [cell for cell in found if cell.text]
        if not found:
            return
        first, last = found[0].column, max(cell.column for cell in found)
        gap = bool(self._lines) and number != self._rows[1] + 1
        if self._length > (SHORT_BLOCK if gap else BLOCK) or (gap and self._is_far(number, first, last)):
            self.end()
        elif gap:
            self._lines.append("")
        if not self._lines:
            self._rows, self._columns = (number, number), (first, last)
        self._rows = (self._rows[0], number)
        self._columns = (min(first, self._columns[0]), max(last, self._columns[1]))
        line = _line(found)
        self._lines.append(line)
        self._length += len(line)

    def _is_far(self, number: int, first: int, last: int) -> bool:
        return number - self._rows[1] > FAR or first - self._columns[1] > FAR or self._columns[0] - last > FAR

    def end(self) -> None:
        """Write the block that is being gathered."""
        if self._lines:
            (top, bottom), (left, right) = self._rows, self._columns
            self._write("\n".join(self._lines), reference(left, top, right, bottom))
        self._lines, self._length = [], 0

    def remark(self, cell: str, text: str, part: str) -> None:
        """A comment at *cell* ("B2"), or a text box or chart somewhere on the sheet ("")."""
        if text.strip():
            self.end()
            self._write(text.strip(), cell, part)

    def _write(self, text: str, cells: str, part: str | None = None) -> None:
        name = sheet_reference(self._name)
        place = Location(cell=f"{name}!{cells}" if cells else None, part=part)
        self._story.enter([(1, self._name)] if self._name else [], place)
        self._story.paragraph(text)


def tell_sheets(story: Story, sheets: Iterable[tuple[str, str, bool]], tell: Callable[[str, str], None]) -> None:
    """Tell each of *sheets*, (name, part, hidden), by *tell*(name, part). One that cannot be read is a notice.

    Raises `UnreadableError` if that leaves no text at all.
    """
    first_failure: UnreadableError | None = None
    for name, part, hidden in sheets:
        story.entry(OutlineEntry(1, name))
        if hidden:
            story.notices.append(f"The sheet {name!r} is hidden.")
        try:
            tell(name, part)
        except UnreadableError as failure:
            first_failure = first_failure or failure
            story.notices.append(f"The sheet {name!r} could not be read: {why(failure)}")
        if story.full:
            break
    if first_failure is not None and not story.length:
        raise first_failure


def _cell_text(text: str) -> str:
    return one_line(text[:MAX_CELL]) if not text.isdecimal() else text[:MAX_CELL]


def _line(cells: list[Cell]) -> str:
    pieces: list[str] = []
    column = cells[0].column
    for cell in cells:
        gap = cell.column - column
        pieces.extend([""] * (gap if 0 < gap <= MAX_SCATTERED else 0))
        pieces.append(cell.text)
        column = cell.column + 1
    return "\t".join(pieces)


def column_number(reference: str) -> int:
    """The column of a cell reference: 28 for "AB7"; 0 if it is none."""
    number = 0
    for letter in reference[:4].upper():
        if not "A" <= letter <= "Z":
            break
        number = number * 26 + ord(letter) - 64
    return number


def column_name(number: int) -> str:
    """The letters of a column, from 1.

    >>> column_name(1), column_name(26), column_name(27), column_name(16384)
    ('A', 'Z', 'AA', 'XFD')
    """
    name = ""
    while number > 0:
        number, digit = divmod(number - 1, 26)
        name = chr(65 + digit) + name
    return name


def reference(left: int, top: int, right: int, bottom: int) -> str:
    """A range as spreadsheets write it: "A41:F60", or "A41" for a single cell."""
    start, end = f"{column_name(left)}{top}", f"{column_name(right)}{bottom}"
    return start if start == end else f"{start}:{end}"


def sheet_reference(name: str) -> str:
    """A sheet's name as it stands before "!": in quotes where a formula would need them.

    >>> sheet_reference("Sheet2"), sheet_reference("Q1 '24")
    ('Sheet2', "'Q1 ''24'")
    """
    return name if re.fullmatch(r"[^\W\d]\w*", name) else "'" + name.replace("'", "''") + "'"
