"""Excel workbooks from 5.0 to 2003 (XLS): cells as they are shown, comments, text boxes and the words of charts."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from openpyxl.styles.numbers import BUILTIN_FORMATS

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.encodings import known
from pincite.extraction.office import biff8, biff12
from pincite.extraction.office.sheet import Cell, SheetStory, column_name, tell_sheets
from pincite.extraction.office.story import Story
from pincite.extraction.office.xlsx_cells import NumberFormats

_VERSIONS: Final = {0x0600: True, 0x0500: False}
"""Versions that are read; whether their strings are Unicode."""
_WORKSHEET: Final = 0x10
_COMMENT: Final = 0x19
_TEXT_RESULT: Final = 0
_BROKEN = (struct.error, IndexError)


def is_excel_97(stream: bytes) -> bool:
    """Whether the workbook's stream is of a version that is read here."""
    return len(stream) >= 8 and stream[:2] == b"\x09\x08" and int.from_bytes(stream[4:6], "little") in _VERSIONS


@dataclass(slots=True)
class Workbook:
    """What all sheets share: (name, offset, hidden) of each, strings, formats, and how its strings are encoded."""

    stream: bytes
    wide: bool
    code_page: str = "cp1252"
    since_1904: bool = False
    sheets: list[tuple[str, str, bool]] = field(default_factory=list[tuple[str, str, bool]])
    strings: list[str] = field(default_factory=list[str])
    shapes: list[str] = field(default_factory=list[str])

    def text(self, pieces: Sequence[bytes], at: int, count_size: int) -> str:
        """The string at the offset *at* of a record."""
        strings = biff8.Strings(pieces, at)
        return strings.text(count_size) if self.wide else strings.raw(strings.number(count_size)).decode(self.code_page, "replace")


def tell_workbook(stream: bytes, story: Story) -> None:
    """Tell all sheets. Raises `UnreadableError`; PASSWORD if it is encrypted."""
    book = _workbook(stream)
    formats = NumberFormats(book.shapes, book.since_1904)
    tell_sheets(story, book.sheets, lambda name, at: _Sheet(book, formats).tell(int(at), SheetStory(story, name), story))


def _workbook(stream: bytes) -> Workbook:
    book = Workbook(stream, _VERSIONS[int.from_bytes(stream[4:6], "little")])
    own: dict[int, str] = {}
    styles: list[int] = []
    for number, pieces in biff8.records(stream):
        content = pieces[0]
        try:
            if number == biff8.FILEPASS:
                raise UnreadableError(Reason.PASSWORD)
            if number == biff8.EOF:
                break
            if number == biff8.CODEPAGE:
                page = int.from_bytes(content[:2], "little")
                book.code_page = known({0x8000: "mac_roman", 0x8001: "cp1252", 367: "cp1252"}.get(page, f"cp{page}")) or "cp1252"
            elif number == biff8.DATEMODE:
                book.since_1904 = content[:1] == b"\1"
            elif number == biff8.FORMAT:
                own[int.from_bytes(content[:2], "little")] = book.text(pieces, 2, 2 if book.wide else 1)
            elif number == biff8.XF:
                styles.append(struct.unpack_from("<H", content, 2)[0])
            elif number == biff8.SHEET and content[5] == 0:
                book.sheets.append((book.text(pieces, 6, 1), str(struct.unpack_from("<I", content)[0]), content[4] & 3 != 0))
            elif number == biff8.SST:
                book.strings.extend(_shared(pieces))
        except _BROKEN:
            continue
    book.shapes.extend(own.get(style) or BUILTIN_FORMATS.get(style) or "General" for style in styles)
    return book


def _shared(pieces: Sequence[bytes]) -> Iterator[str]:
    """The strings of the table, as far as it is whole."""
    strings = biff8.Strings(pieces, 4)
    try:
        for _ in range(strings.number(4)):
            yield strings.text(2)
    except _BROKEN:
        return


class _Sheet:
    """Reads the records of one sheet; those of a chart on it stand within, between its own beginning and end."""

    def __init__(self, book: Workbook, formats: NumberFormats) -> None:
        self._book, self._formats = book, formats
        self._rows: dict[int, list[Cell]] = {}
        self._waiting: tuple[int, int] | None = None  # the cell whose formula gives the text that comes next
        self._object = (0, 0)  # kind and number of the last drawn object
        self._texts: dict[int, str] = {}
        self._boxes: list[str] = []
        self._notes: list[tuple[str, int]] = []
        self._chart: list[str] = []

    def tell(self, at: int, sheet: SheetStory, story: Story) -> None:
        """The rows, then comments, text boxes and charts."""
        depth = 0
        for number, pieces in biff8.records(self._book.stream, at):
            depth += {biff8.BOF: 1, biff8.EOF: -1}.get(number, 0)
            if depth <= 0:
                break
            try:
                if depth == 1:
                    self._record(number, pieces)
                elif number == biff8.CHART_TEXT:
                    self._chart.append(self._book.text(pieces, 2, 1).strip())
            except _BROKEN:
                continue
        for row in sorted(self._rows):
            if story.full:
                return
            sheet.row(row, sorted(self._rows[row], key=lambda cell: cell.column))
        sheet.end()
        for cell, identifier in self._notes:
            sheet.remark(cell, self._texts.get(identifier, ""), "comment")
        for text in self._boxes:
            sheet.remark("", text, "text box")
        sheet.remark("", "\n".join(dict.fromkeys(filter(None, self._chart))), "chart")

    def _record(self, number: int, pieces: Sequence[bytes]) -> None:
        content = pieces[0]
        if number == biff8.MANY_RK:
            row, column = struct.unpack_from("<HH", content)
            for at in range(4, len(content) - 7, 6):
                style, packed = struct.unpack_from("<HI", content, at)
                self._put(row, column + (at - 4) // 6, self._formats.shown(biff12.packed_number(packed), style))
        elif number == biff8.STRING and self._waiting is not None:
            self._put(*self._waiting, self._book.text(pieces, 0, 2))
            self._waiting = None
        elif number == biff8.OBJECT and len(content) >= 8:
            self._object = struct.unpack_from("<HH", content, 4)
        elif number == biff8.OBJECT_TEXT:
            self._drawn(pieces)
        elif number == biff8.NOTE and self._book.wide:
            row, column, _, identifier = struct.unpack_from("<HHHH", content)
            self._notes.append((f"{column_name(column + 1)}{row + 1}", identifier))
        elif number in _CELLS:
            row, column, style = struct.unpack_from("<HHH", content)
            self._put(row, column, self._shown(number, pieces, style, (row, column)))

    def _put(self, row: int, column: int, text: str) -> None:
        if text:
            self._rows.setdefault(row + 1, []).append(Cell(column + 1, text))

    def _drawn(self, pieces: Sequence[bytes]) -> None:
        count = int.from_bytes(pieces[0][10:12], "little")
        if not count or len(pieces) < 2:
            return
        text = biff8.Strings(pieces[1:], 1).characters(count, pieces[1][0])
        kind, identifier = self._object
        if kind == _COMMENT:
            self._texts[identifier] = text
        else:
            self._boxes.append(text)

    def _shown(self, number: int, pieces: Sequence[bytes], style: int, place: tuple[int, int]) -> str:
        content = pieces[0]
        if number == biff8.LABEL_SST:
            return self._book.strings[struct.unpack_from("<I", content, 6)[0]]
        if number in (biff8.LABEL, biff8.RICH_LABEL):
            return self._book.text(pieces, 6, 2)
        if number == biff8.BOOLEAN:
            return _truth(content[6], is_error=bool(content[7]))
        if number == biff8.RK:
            return self._formats.shown(biff12.packed_number(struct.unpack_from("<I", content, 6)[0]), style)
        if number == biff8.FORMULA and content[12:14] == b"\xff\xff":
            self._waiting = place if content[6] == _TEXT_RESULT else None
            return _truth(content[8], is_error=content[6] == 2) if content[6] in (1, 2) else ""
        return self._formats.shown(struct.unpack_from("<d", content, 6)[0], style)


_CELLS: Final = frozenset({biff8.LABEL_SST, biff8.LABEL, biff8.RICH_LABEL, biff8.BOOLEAN, biff8.RK, biff8.NUMBER, biff8.FORMULA})


def _truth(value: int, *, is_error: bool) -> str:
    return biff12.ERRORS.get(value, "") if is_error else ("TRUE" if value else "FALSE")
