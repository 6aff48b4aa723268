"""Binary Excel workbooks (XLSB): the parts of an XLSX, each with records instead of XML."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence

from openpyxl.styles.numbers import BUILTIN_FORMATS

from pincite.domain.documents import Document
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.office import biff12
from pincite.extraction.office.opc import core_properties, main_part, parts, relationships
from pincite.extraction.office.sheet import Cell, SheetStory, tell_sheets
from pincite.extraction.office.story import Story
from pincite.extraction.office.xlsx_cells import NumberFormats, unescaped
from pincite.extraction.source_file import Options, SourceFile


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The sheets as one document. Raises `UnreadableError`."""
    package = Package(file, options)
    main = main_part(package, "xl/workbook.bin")
    workbook = package.read(main)
    cells = _CellReader(_strings(package, main), _formats(package, main, workbook))
    story = Story(options)
    tell_sheets(story, _sheets(package, main, workbook), lambda name, part: _tell_sheet(package.read(part), SheetStory(story, name), cells, story))
    return [story.document(file, core_properties(package), file.stem)]


def _sheets(package: Package, main: str, workbook: bytes) -> Iterator[tuple[str, str, bool]]:
    """(name, part, hidden) of each sheet, in the order of the tabs."""
    targets = relationships(package, main)
    for number, content in biff12.records(workbook):
        if number != biff12.SHEET:
            continue
        try:
            (state,) = struct.unpack_from("<I", content)
            identifier, at = biff12.wide_string(content, 8)
            name, _ = biff12.wide_string(content, at)
        except struct.error:
            continue
        if identifier in targets and package.has(targets[identifier].target):
            yield name, targets[identifier].target, state != 0


def _strings(package: Package, main: str) -> Sequence[str]:
    data = _secondary(package, main, "sharedStrings")
    return [_text(content, 1) for number, content in biff12.records(data) if number == biff12.STRING_ITEM]


def _formats(package: Package, main: str, workbook: bytes) -> NumberFormats:
    """The number format of each cell style, by its index; and whether days are counted from 1904."""
    own: dict[int, str] = {}
    shapes: list[str] = []
    inside = False
    for number, content in biff12.records(_secondary(package, main, "styles")):
        if number in (biff12.BEGIN_CELL_STYLES, biff12.END_CELL_STYLES):
            inside = number == biff12.BEGIN_CELL_STYLES
        elif number == biff12.NUMBER_FORMAT and len(content) > 2:
            own[int.from_bytes(content[:2], "little")] = _text(content, 2)
        elif number == biff12.CELL_STYLE and inside:
            identifier = int.from_bytes(content[2:4], "little")
            shapes.append(own.get(identifier) or BUILTIN_FORMATS.get(identifier) or "General")
    first = next((content for number, content in biff12.records(workbook) if number == biff12.WORKBOOK_PROPERTIES), b"\0")
    return NumberFormats(shapes, bool(first[:1] and first[0] & 1))


def _secondary(package: Package, main: str, role: str) -> bytes:
    names = parts(package, main, role)
    return (package.read_spare(names[0]) if names else None) or b""


def _text(content: bytes, at: int) -> str:
    try:
        return unescaped(biff12.wide_string(content, at)[0])
    except struct.error:
        return ""


def _tell_sheet(data: bytes, sheet: SheetStory, cells: _CellReader, story: Story) -> None:
    row = 0
    found: list[Cell] = []
    for number, content in biff12.records(data):
        if number == biff12.ROW and len(content) >= 4:
            sheet.row(row, found)
            row, found = int.from_bytes(content[:4], "little") + 1, []
            if story.full:
                return
        elif biff12.BLANK < number <= biff12.FORMULA_ERROR and len(content) > 8:
            column, style = struct.unpack_from("<II", content)
            found.append(Cell(column + 1, cells.text(number, content[8:], style & 0xFFFFFF)))
    sheet.row(row, found)
    sheet.end()


class _CellReader:
    """Knows the workbook's shared strings and number formats."""

    def __init__(self, strings: Sequence[str], formats: NumberFormats) -> None:
        self._strings = strings
        self._formats = formats

    def text(self, number: int, value: bytes, style: int) -> str:
        """What a cell shows; "" if it is cut."""
        try:
            return self._shown(number, value, style)
        except (struct.error, IndexError):
            return ""

    def _shown(self, number: int, value: bytes, style: int) -> str:
        if number == biff12.SHARED:
            return self._strings[int.from_bytes(value[:4], "little")]
        if number in (biff12.STRING, biff12.FORMULA_STRING):
            return unescaped(biff12.wide_string(value, 0)[0])
        if number in (biff12.BOOLEAN, biff12.FORMULA_BOOLEAN):
            return "TRUE" if value[0] else "FALSE"
        if number in (biff12.ERROR, biff12.FORMULA_ERROR):
            return biff12.ERRORS.get(value[0], "")
        amount: float = biff12.packed_number(*struct.unpack_from("<I", value)) if number == biff12.RK else struct.unpack_from("<d", value)[0]
        return self._formats.shown(amount, style)
