"""Workbooks."""

from __future__ import annotations

import datetime as dt
import io
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office_samples import place_of, read, relations, zipped
from openpyxl import Workbook
from openpyxl.comments import Comment

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.office.sheet import column_name, column_number


def saved(book: Workbook) -> bytes:
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def raw(rows: str, strings: str = "", sheet_name: str = "S") -> bytes:
    """A workbook whose sheet is exactly *rows*."""
    return zipped(
        {
            "_rels/.rels": relations({"r": ("officeDocument", "xl/workbook.xml")}),
            "xl/workbook.xml": '<workbook xmlns:r="http://x/r"><sheets>'
            f'<sheet name="{sheet_name}" sheetId="1" r:id="r1"/></sheets></workbook>',
            "xl/_rels/workbook.xml.rels": relations(
                {"r1": ("worksheet", "worksheets/sheet1.xml"), "r2": ("sharedStrings", "sharedStrings.xml")}
            ),
            "xl/sharedStrings.xml": f"<sst>{strings}</sst>",
            "xl/worksheets/sheet1.xml": f"<worksheet><dimension ref='A1:XFD1048576'/><sheetData>{rows}</sheetData></worksheet>",
        }
    )


def test_a_block_of_rows_is_cited_by_its_range():
    book = Workbook()
    book.active.title = "Stock"
    book.active["B3"], book.active["C3"], book.active["B4"], book.active["C4"] = "Fruit", "Crates", "Quince", 12
    other = book.create_sheet("Q1 '24")
    other["AA7"] = "Lonely"

    (document,) = read("stock.xlsx", saved(book))

    assert place_of(document, "Quince").cell == "Stock!B3:C4"
    assert place_of(document, "Lonely").cell == "'Q1 ''24'!AA7"
    assert place_of(document, "Lonely").heading_path == ("Q1 '24",)
    assert document.text.startswith("Fruit\tCrates\nQuince\t12")
    assert [entry.text for entry in document.outline] == ["Stock", "Q1 '24"]


def test_long_sheets_are_cut_into_blocks_that_cover_every_row():
    book = Workbook()
    for number in range(1, 301):
        book.active.append([f"item {number}", "some words about it"])

    (document,) = read("long.xlsx", saved(book))

    ranges = [section.location.cell for section in document.sections]
    assert len(ranges) > 3
    assert place_of(document, "item 300\t").cell.endswith(":B300")
    for number in (1, 57, 144, 299):
        first, last = place_of(document, f"item {number}\t").cell.removeprefix("Sheet!").split(":")
        assert int(first[1:]) <= number <= int(last[1:])


def test_values_read_as_they_are_shown():
    book = Workbook()
    sheet = book.active
    sheet.append([dt.date(2024, 3, 1), dt.datetime(2024, 3, 1, 12, 30), 0.25, 0.1 + 0.2, True, 1234567890123])
    sheet["C1"].number_format = "0%"

    (document,) = read("values.xlsx", saved(book))

    assert document.text == "2024-03-01\t2024-03-01 12:30:00\t25%\t0.3\tTRUE\t1234567890123"


def test_strings_of_every_kind_are_read_without_their_phonetic_guides():
    rows = (
        '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="inlineStr"><is><r><t>rich </t></r><r><t>text</t></r></is></c>'
        '<c r="C1" t="str"><f>A1&amp;"x"</f><v>a_x000D_b</v></c></row>'
        "<row><c t='s'><v>99</v></c><c><v>7</v></c></row>"
    )

    (document,) = read("strings.xlsx", raw(rows, "<si><r><t>課</t></r><rPh><t>か</t></rPh></si>"))

    assert document.text == "課\trich text\ta b\n7"
    assert document.sections[0].location.cell == "S!A1:C2"


def test_the_cached_result_of_a_formula_is_read_and_else_the_formula():
    (document,) = read("f.xlsx", raw('<row r="1"><c r="A1"><f>SUM(B1:B2)</f><v>41</v></c><c r="B1"><f>NOW()</f></c></row>'))

    assert document.text == "41\t=NOW()"


def test_comments_and_hidden_sheets_are_read_and_told():
    book = Workbook()
    book.active["B2"] = "Seed"
    book.active["B2"].comment = Comment("Ask the nursery.", "Ida")
    hidden = book.create_sheet("Old")
    hidden["A1"], hidden.sheet_state = "forgotten", "hidden"

    (document,) = read("notes.xlsx", saved(book))

    assert (place_of(document, "Ask the").cell, place_of(document, "Ask the").part) == ("Sheet!B2", "comment")
    assert "forgotten" in document.text
    assert document.notices == ("The sheet 'Old' is hidden.",)


def test_a_claimed_dimension_costs_nothing():
    (document,) = read("wide.xlsx", raw('<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'))

    assert document.sections[0].location.cell == "S!XFD1048576"


def test_a_broken_sheet_does_not_lose_its_neighbours():
    book = Workbook()
    book.active["A1"] = "lost"
    book.create_sheet("Other")["A1"] = "kept"
    parts = _parts(saved(book)) | {"xl/worksheets/sheet1.xml": b"\x00\x01nothing"}

    (document,) = read("two.xlsx", zipped(parts))
    with pytest.raises(UnreadableError) as refusal:
        read("one.xlsx", zipped(parts | {"xl/worksheets/sheet2.xml": b""}))

    assert document.text == "kept"
    assert "'Sheet' could not be read" in document.notices[0]
    assert refusal.value.reason is Reason.DAMAGED


def _parts(data: bytes) -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@given(st.integers(1, 18_278))
def test_a_column_has_one_name(number: int):
    assert column_number(column_name(number) + "7") == number


def test_a_cell_far_from_its_neighbours_has_a_place_of_its_own():
    book = Workbook()
    book.active.title = "Stock"
    book.active["A1"], book.active["A3"], book.active["A60"], book.active["ZZ62"] = "Fruit", "Quince", "Below", "Aside"

    (document,) = read("stock.xlsx", saved(book))

    cells = [section.location.cell for section in document.sections]
    assert cells == ["Stock!A1:A3", "Stock!A60", "Stock!ZZ62"]


@pytest.mark.parametrize(
    ("formula", "text"),
    [
        ('HYPERLINK("https://heron.example/","Our ""page""")', 'Our "page"'),
        ('HYPERLINK("https://heron.example/")', "https://heron.example/"),
        ('HYPERLINK(A1,"x")', '=HYPERLINK(A1,"x")'),
    ],
)
def test_a_link_without_its_result_says_what_it_shows(formula: str, text: str):
    (document,) = read("x.xlsx", raw(f'<row r="1"><c r="A1"><f>{formula.replace(chr(34), "&quot;")}</f></c></row>'))

    assert document.text == text


@pytest.mark.parametrize(("days", "text"), [(1.25, "30:00:00"), (0.5, "12:00:00"), (-0.5, "-12:00:00"), (2 / 86400, "0:00:02")])
def test_times_that_went_by_are_told_in_hours(days: float, text: str):
    book = Workbook()
    book.worksheets[0]["A1"] = days
    book.worksheets[0]["A1"].number_format = "[h]:mm:ss"

    (document,) = read("x.xlsx", saved(book))

    assert document.text == text
