"""Workbooks of Excel 5.0 to 2003: made records, and damage."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from office_samples import place_of

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.office.excel97 import is_excel_97, tell_workbook
from pincite.extraction.office.story import Properties, Story
from pincite.extraction.source_file import Options, SourceFile

WORDS = ["Fruit", "Größe 😀", "x" * 30]


def record(number: int, *parts: bytes) -> bytes:
    content = b"".join(parts)
    return struct.pack("<HH", number, len(content)) + content


def text(words: str, count: str = "<H") -> bytes:
    """A string as narrow as it can be."""
    wide = any(ord(letter) > 255 for letter in words)
    data = words.encode("utf-16-le" if wide else "latin-1")
    return struct.pack(count, len(data) // 2 if wide else len(data)) + bytes((wide,)) + data


def cell(number: int, row: int, column: int, style: int, value: bytes) -> bytes:
    return record(number, struct.pack("<HHH", row, column, style), value)


def workbook(sheets: dict[str, bytes], *, strings: bytes = b"", hidden: str = "", version: int = 0x0600) -> bytes:
    """The stream of a workbook: globals with three styles (general, date, share), then the sheets."""
    narrow = version < 0x0600
    formats = record(0x41E, b"\xa4\0", b"\x04h:mm" if narrow else text("[h]:mm"))
    styles = b"".join(record(0xE0, struct.pack("<HHHHII", 0, shape, 0, 0, 0, 0)) for shape in (0, 14, 9, 0xA4))
    names = [name.encode() if narrow else b"\0" + name.encode() for name in sheets]
    bodies = [record(0x809, struct.pack("<HHI", version, 0x10, 0)) + body + record(0x0A) for body in sheets.values()]
    head = record(0x809, struct.pack("<HHI", version, 5, 0)) + formats + styles + strings
    at = len(head) + sum(4 + 6 + 1 + len(name) for name in names) + 4
    for name, title, body in zip(names, sheets, bodies, strict=True):
        head += record(0x85, struct.pack("<IBBB", at, title == hidden, 0, len(title)), name)
        at += len(body)
    return head + record(0x0A) + b"".join(bodies)


def read(stream: bytes) -> Document:
    story = Story(Options())
    tell_workbook(stream, story)
    return story.document(SourceFile("stock.xls", b""), Properties(), "stock")


def test_every_kind_of_cell_is_shown_as_it_is():
    half = struct.pack("<d", 0.5)
    rows = (
        cell(0xFD, 0, 0, 0, struct.pack("<I", 0)) + cell(0x204, 0, 1, 0, text("Crates")) + cell(0x203, 1, 0, 2, half)
        + cell(0x27E, 1, 1, 1, struct.pack("<I", 45000 << 2 | 2)) + record(0xBD, struct.pack("<HHHIHIH", 2, 0, 0, 7 << 2 | 2, 0, 1234 << 2 | 3, 1))
        + cell(0x205, 3, 0, 0, b"\1\0") + cell(0x205, 3, 1, 0, b"\x2a\1") + cell(0x06, 4, 0, 0, half + b"\0" * 6)
        + cell(0x06, 4, 1, 0, b"\0\0\0\0\0\0\xff\xff" + b"\0" * 6) + record(0x207, text("said")) + cell(0x06, 5, 0, 0, b"\1\0\0\0\0\0\xff\xff") + cell(0x06, 5, 1, 3, struct.pack("<d", 1.25))
    )  # fmt: skip
    strings = record(0xFC, struct.pack("<II", 1, 1), text("Fruit"))

    document = read(workbook({"Stock": rows}, strings=strings))

    assert document.text == "Fruit\tCrates\n50%\t2023-03-15\n7\t12.34\nTRUE\t#N/A\n0.5\tsaid\nFALSE\t30:00:00"
    assert place_of(document, "said").cell == "Stock!A1:B6"


@given(cut=st.integers(0, 140))
def test_strings_go_on_in_the_next_record(cut: int):
    """A string may be cut between two characters; what goes on says anew how wide it is."""
    pieces = [text(words) for words in WORDS]
    table = struct.pack("<II", 3, 3) + b"".join(pieces)
    starts = [8, 8 + len(pieces[0]), 8 + len(pieces[0]) + len(pieces[1])]
    at = min(cut, len(table))
    inside = next((start for start, piece in zip(starts, pieces, strict=True) if start + 3 < at < start + len(piece)), None)
    if any(start < at <= start + 3 for start in starts) or at < 8:
        at = 8  # a head is never cut
        inside = None
    if inside is not None and table[inside + 2]:
        at -= (at - inside - 3) % 2
    again = bytes((table[inside + 2],)) if inside is not None and at > inside + 3 else b""
    if inside is not None and at == inside + 3:
        again = bytes((table[inside + 2],))
    strings = record(0xFC, table[:at]) + record(0x3C, again, table[at:])
    rows = b"".join(cell(0xFD, row, 0, 0, struct.pack("<I", row)) for row in range(3))

    assert read(workbook({"S": rows}, strings=strings)).text == "\n".join(WORDS)


def test_comments_boxes_and_charts_follow_the_rows_and_hidden_sheets_are_told():
    def drawn(kind: int, number: int, words: str) -> bytes:
        return record(0x5D, struct.pack("<HHHH", 0x15, 0x12, kind, number)) + record(0x1B6, b"\0" * 10, struct.pack("<HHI", len(words), 0, 0)) + record(0x3C, b"\0", words.encode())

    chart = record(0x809, b"\0\6\x20\0") + record(0x204, struct.pack("<HHH", 9, 9, 0), text("inside")) + record(0x100D, b"\0\0", text("Catch", "<B")) + record(0x0A)
    notes = drawn(0x19, 3, "Ask Ida.") + drawn(6, 4, "In a box.") + record(0x1C, struct.pack("<HHHH", 1, 2, 0, 3), b"\0\0\0")
    document = read(workbook({"Stock": cell(0x204, 0, 0, 0, text("Quince")) + chart + notes, "Back": cell(0x204, 0, 0, 0, text("Plum"))}, hidden="Back"))

    assert document.text == "Quince\n\nAsk Ida.\n\nIn a box.\n\nCatch\n\nPlum"
    assert [(place_of(document, words).cell, place_of(document, words).part) for words in ("Ask", "Catch")] == [("Stock!C2", "comment"), (None, "chart")]
    assert document.notices == ("The sheet 'Back' is hidden.",)


def test_strings_of_older_versions_are_in_their_code_page():
    page = record(0x42, struct.pack("<H", 1251))
    rows = cell(0x204, 0, 0, 0, struct.pack("<H", 6) + "Яблоко".encode("cp1251")) + cell(0x203, 0, 1, 3, struct.pack("<d", 0.25))
    stream = workbook({"Stock": rows}, strings=page, version=0x0500)

    assert is_excel_97(stream)
    assert read(stream).text == "Яблоко\t06:00:00"


def test_an_encrypted_workbook_asks_for_its_password():
    with pytest.raises(UnreadableError) as refusal:
        read(workbook({"S": b""}, strings=record(0x2F, b"\1\0")))

    assert refusal.value.reason is Reason.PASSWORD


@given(data=st.data())
def test_damage_is_read_as_far_as_it_goes_or_refused(data: st.DataObject):
    rows = cell(0xFD, 0, 0, 0, struct.pack("<I", 0)) + cell(0x204, 0, 1, 0, text("Crates")) + record(0xBD, b"\0" * 12) + record(0x1B6, b"\0" * 18) + record(0x3C, b"\0abc")
    stream = bytearray(workbook({"Stock": rows}, strings=record(0xFC, struct.pack("<II", 1, 1), text("Fruit"))))
    for _ in range(data.draw(st.integers(1, 6))):
        stream[data.draw(st.integers(8, len(stream) - 1))] = data.draw(st.integers(0, 255))
    try:
        document = read(bytes(stream[: data.draw(st.integers(8, len(stream)))]))
    except UnreadableError:
        return
    assert all(section.end <= len(document.text) for section in document.sections)
