"""Binary Excel workbooks."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office_samples import read, relations, zipped

from pincite.extraction.office import biff12
from pincite.extraction.office.biff12 import packed_number, records


def record(number: int, content: bytes = b"") -> bytes:
    head = bytes([number]) if number < 0x80 else bytes([number & 0x7F | 0x80, number >> 7])
    size = len(content)
    length = bytes([size]) if size < 0x80 else bytes([size & 0x7F | 0x80, size >> 7])
    return head + length + content


def wide(text: str) -> bytes:
    return struct.pack("<I", len(text)) + text.encode("utf-16-le")


def cell(kind: int, column: int, value: bytes, style: int = 0) -> bytes:
    return record(kind, struct.pack("<II", column, style) + value)


def row(number: int, *cells: bytes) -> bytes:
    return record(biff12.ROW, struct.pack("<I", number) + bytes(13)) + b"".join(cells)


def workbook(*rows: bytes, name: str = "Stock", state: int = 0) -> bytes:
    styles = (
        record(biff12.NUMBER_FORMAT, struct.pack("<H", 164) + wide("yyyy-mm-dd"))
        + record(biff12.BEGIN_CELL_STYLES)
        + b"".join(record(biff12.CELL_STYLE, struct.pack("<HH", 0, number) + bytes(12)) for number in (0, 164, 9))
        + record(biff12.END_CELL_STYLES)
    )
    return zipped(
        {
            "_rels/.rels": relations({"r": ("officeDocument", "xl/workbook.bin")}),
            "xl/workbook.bin": record(biff12.WORKBOOK_PROPERTIES, bytes(8)) + record(biff12.SHEET, struct.pack("<II", state, 1) + wide("r1") + wide(name)),
            "xl/_rels/workbook.bin.rels": relations(
                {"r1": ("worksheet", "worksheets/sheet1.bin"), "r2": ("sharedStrings", "sharedStrings.bin"), "r3": ("styles", "styles.bin")}
            ),
            "xl/sharedStrings.bin": record(biff12.STRING_ITEM, b"\0" + wide("Fruit")) + record(biff12.STRING_ITEM, b"\0" + wide("Quince, ½ crate")),
            "xl/styles.bin": styles,
            "xl/worksheets/sheet1.bin": b"".join(rows),
        }
    )


def test_cells_of_every_kind_are_read_as_they_are_shown():
    rows = (
        row(2, cell(biff12.SHARED, 1, struct.pack("<I", 0)), cell(biff12.STRING, 2, wide("Picked"))),
        row(
            3,
            cell(biff12.SHARED, 1, struct.pack("<I", 1)), cell(biff12.REAL, 2, struct.pack("<d", 45356.0), 1),
            cell(biff12.RK, 3, struct.pack("<I", 25 << 2 | 3), 2), cell(biff12.BOOLEAN, 4, b"\1"), cell(biff12.ERROR, 5, b"\x2a"),
            cell(biff12.FORMULA_REAL, 6, struct.pack("<d", 7.5) + b"formula"), cell(biff12.FORMULA_STRING, 7, wide("ripe") + b"formula"),
        ),
    )  # fmt: skip

    (document,) = read("stock.xlsb", workbook(*rows))

    assert document.text == "Fruit\tPicked\nQuince, ½ crate\t2024-03-05\t25%\tTRUE\t#N/A\t7.5\tripe"
    assert [section.location.cell for section in document.sections] == ["Stock!B3:H4"]


def test_a_hidden_sheet_is_read_and_told():
    (document,) = read("stock.xlsb", workbook(row(0, cell(biff12.STRING, 0, wide("Quince"))), state=1))

    assert document.notices == ("The sheet 'Stock' is hidden.",)


@pytest.mark.parametrize("name", ["stock.xlsx", "stock.xlsm"])
def test_a_binary_workbook_under_another_name_is_read_as_what_it_is(name):
    (document,) = read(name, workbook(row(0, cell(biff12.STRING, 0, wide("Quince")))))

    assert document.text == "Quince"


@pytest.mark.parametrize(("packed", "number"), [(0x3FF00000, 1.0), (0x3FF00001, 0.01), (12 << 2 | 2, 12.0), (12 << 2 | 3, 0.12), (0xFFFFFFFE, -1.0)])
def test_packed_numbers_are_unpacked(packed, number):
    assert packed_number(packed) == number


@given(st.lists(st.tuples(st.integers(0, 0x3FFF), st.binary(max_size=300))), st.integers(0, 40))
def test_records_come_back_and_a_cut_loses_only_the_last(items, cut):
    data = b"".join(record(number, content) for number, content in items)

    whole = list(records(data))
    part = list(records(data[: len(data) - cut] if cut else data))

    assert whole == items
    assert part == items[: len(part)]
