"""Binary Office files, by helpers, and what only bears their names."""

from __future__ import annotations

import struct

import pytest
from office_samples import docx, place_of, read, word_paragraph

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.office.ole import OleFile
from pincite.extraction.office.programs import HELPERS, run_helper
from pincite.extraction.source_file import Options

END, FREE = 0xFFFFFFFE, 0xFFFFFFFF


def container(streams: dict[str, bytes]) -> bytes:
    """An OLE container of 512-byte sectors with these streams, each padded to 4,096 bytes."""
    sectors: list[bytes] = []
    chain: list[int] = []
    entries = [("Root Entry", 5, END, 0)]
    for name, data in streams.items():
        padded = data.ljust(4096, b"\0")
        start = len(sectors)
        sectors.extend(padded[at : at + 512] for at in range(0, len(padded), 512))
        chain.extend([*range(start + 1, len(sectors)), END])
        entries.append((name, 2, start, len(padded)))
    directory = b"".join(_entry(*entry) for entry in entries)
    directory = directory.ljust(-(-len(directory) // 512) * 512, b"\0")
    first = len(sectors)
    sectors.extend(directory[at : at + 512] for at in range(0, len(directory), 512))
    chain.extend([*range(first + 1, len(sectors)), END])
    fat = struct.pack(f"<{len(chain)}I", *chain) + struct.pack("<I", 0xFFFFFFFD)
    table = len(sectors)
    sectors.append(fat.ljust(512, b"\xff"))
    head = struct.pack(
        "<8s16xHHHHH6xIIIIIIIII", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 62, 3, 0xFFFE, 9, 6, 0, 1, first, 0, 4096, END, 0, END, 0
    )
    return head + struct.pack("<109I", table, *[FREE] * 108) + b"".join(sectors)


def _entry(name: str, kind: int, start: int, size: int) -> bytes:
    encoded = name.encode("utf-16-le")
    return encoded.ljust(64, b"\0") + struct.pack("<HBB", len(encoded) + 2, kind, 1) + bytes(48) + struct.pack("<III", start, size, 0)


def test_a_stream_is_found_whole():
    words = b"reeds and herons " * 100

    found = OleFile(container({"Book": b"x", "WordDocument": words}))

    assert found.names == {"Book", "WordDocument"}
    assert found.read("WordDocument").rstrip(b"\0") == words


@pytest.mark.parametrize(("name", "stream"), [("old.doc", "WordDocument"), ("a.xls", "Workbook")])
def test_without_a_helper_its_name_is_told(name: str, stream: str):
    with pytest.raises(UnreadableError) as refusal:
        read(name, container({stream: bytes(100)}))

    assert refusal.value.reason is Reason.HELPER_MISSING
    assert "install " in refusal.value.detail


@pytest.mark.parametrize(
    "streams",
    [
        {"EncryptedPackage": b"x"},
        {"PowerPoint Document": b"x", "EncryptedSummary": b"x"},
        {"WordDocument": b"\xec\xa5\xc1\0" + bytes(7) + b"\x01" + bytes(40)},
        {"Workbook": struct.pack("<HH2s14xHH", 0x809, 16, b"\x00\x06", 0x2F, 4)},
    ],
)
def test_a_password_is_told_from_the_container(streams: dict[str, bytes]):
    with pytest.raises(UnreadableError) as refusal:
        read("secret.doc", container(streams), Options(helpers=HELPERS))

    assert refusal.value.reason is Reason.PASSWORD


@pytest.mark.parametrize(
    ("data", "phrase"),
    [
        (rb"{\rtf1\ansi Really RTF.\par}", "Really RTF."),
        (b"<html><body><table><tr><td>Really HTML.</td></tr></table></body></html>", "Really HTML."),
        (docx(word_paragraph("Really DOCX.")), "Really DOCX."),
        (b"MIME-Version: 1.0\nContent-Type: text/html\n\n<p>Really a web archive.</p>", "Really a web archive."),
        (b"Really plain text.\r\n", "Really plain text."),
    ],
)
def test_what_only_bears_the_name_is_read_as_what_it_is(data: bytes, phrase: str):
    documents = read("report.doc", data)

    assert phrase in documents[0].text
    assert documents[0].type == "doc"


@pytest.mark.parametrize("encoding", ["utf-8", "cp1252", "utf-16"])
def test_a_table_with_tabs_under_the_name_of_a_spreadsheet_is_read_by_rows(encoding: str):
    documents = read("stock.xls", "Ware\tMenge\r\nTür\t12\r\n".encode(encoding))

    assert "Tür" in documents[0].text
    assert documents[0].type == "xls"


@pytest.mark.parametrize("data", [b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\xff" * 700, b"some words", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"])
def test_a_broken_container_is_damaged(data: bytes):
    with pytest.raises(UnreadableError) as refusal:
        read("a.xls", data)

    assert refusal.value.reason is Reason.DAMAGED


def runs_of(stretches: list[tuple[int, int, int]], stream_end: int) -> bytes:
    """A page of runs (ChpxFkp): each stretch (from, up to, code of a property that is on) between runs without properties."""
    edges = [0x400]
    properties: list[int] = []
    for start, end, code in stretches:
        edges += (start, end)
        properties += (0, code)
    edges.append(stream_end)
    properties.append(0)
    page = bytearray(512)
    struct.pack_into(f"<{len(edges)}I", page, 0, *edges)
    at = 400
    for number, code in enumerate(properties):
        if code:
            page[4 * len(edges) + number] = at // 2
            page[at : at + 8] = struct.pack("<BHHHB", 7, 0x4A43, 20, code, 1)  # a size, then the property
            at += 12
    page[511] = len(properties)
    return bytes(page)


def word_97(text: str, footnotes: str, erased: dict[str, int] | None = None) -> bytes:
    """A Word document in two pieces, the main text in UTF-16 and the footnotes in cp1252; *erased* words of it have a property that is on."""
    main, notes = text.encode("utf-16-le"), footnotes.encode("cp1252")
    head = bytearray(0x400)
    struct.pack_into("<HH6xH", head, 0, 0xA5EC, 0x00C1, 0x0200)
    struct.pack_into("<2i", head, 0x4C, len(text), len(footnotes))
    pieces = struct.pack("<3I", 0, len(text), len(text) + len(footnotes))
    pieces += struct.pack("<HIH", 0, 0x400, 0) + struct.pack("<HIH", 0, (0x400 + len(main)) * 2 | 0x40000000, 0)
    table = b"\x01\x02\x00ab" + b"\x02" + struct.pack("<I", len(pieces)) + pieces
    struct.pack_into("<II", head, 0x1A2, 0, len(table))
    struct.pack_into("<II", head, 0xFA, len(table), 12)
    body = bytes(head) + main + notes
    body += bytes(-len(body) % 512)
    table += struct.pack("<3I", 0x400, len(body), len(body) // 512)
    places = sorted((0x400 + 2 * text.index(word), code, word) for word, code in (erased or {}).items())
    runs = runs_of([(at, at + 2 * len(word), code) for at, code, word in places], len(body))
    return container({"WordDocument": body + runs, "1Table": table})


def test_a_word_97_file_is_read_by_its_pieces():
    text = "Hérons \x13 HYPERLINK x \x14stand\x15 here.\rFruit\x07Crates\x07\x07Quince\x0712\x07\x07End\r"

    (document,) = read("birds.doc", word_97(text, "\x02 The “source”.\r"))

    assert document.text == "Hérons stand here.\n\nFruit\tCrates\n\nQuince\t12\n\nEnd\n\nThe “source”."
    assert place_of(document, "The “source”").part == "footnotes"


def test_what_a_tracked_change_took_out_of_a_word_97_file_is_not_read_nor_what_is_hidden():
    text = "Kept gone kept secret end.\rStill here.\r"

    (document,) = read("birds.doc", word_97(text, "A note.\r", {"gone ": 0x0800, "secret ": 0x083C, "Still": 0x0835}))

    assert document.text == "Kept kept end.\n\nStill here.\n\nA note."


def record(kind: int, content: bytes, version: int = 0, instance: int = 0) -> bytes:
    return struct.pack("<HHI", instance << 4 | version, kind, len(content)) + content


def test_slides_of_a_binary_presentation_come_in_show_order_with_their_boxes():
    boxes = [record(0x03EE, record(0x040C, record(0x0FA8, text), 15), 15) for text in (b"Made first, shown second.", b"Made second.")]
    outline = b"".join(
        record(0x03F3, struct.pack("<I", identifier)) + record(0x0F9F, struct.pack("<I", 0)) + record(0x0FA0, title.encode("utf-16-le"))
        for identifier, title in ((4, "Otters"), (3, "Hérons"))
    )
    document = record(0x03E8, record(0x0FF0, outline, 15), 15)
    directory = record(0x1772, struct.pack("<3I", 2 << 20 | 3, 0, len(boxes[0])))

    (found,) = read("birds.ppt", container({"PowerPoint Document": boxes[0] + boxes[1] + document + directory}))

    assert found.text == "Otters\n\nMade second.\n\nHérons\n\nMade first, shown second."
    assert (place_of(found, "Made second").slide, place_of(found, "Made first").heading_path) == (1, ("Hérons",))


@pytest.mark.shared
def test_a_real_word_97_file_is_read_without_a_helper(real_files):
    data = (real_files / "office-legacy" / "testWORD_features.doc").read_bytes()

    (document,) = read("features.doc", data)

    assert "Lorem ipsum dolor sit amet" in document.text
    assert place_of(document, "This is a comment").part == "comments"
    assert document.metadata["created"] == "2025-06-26T18:10:39+00:00"


@pytest.mark.shared
def test_an_excel_97_file_is_cited_by_sheet_and_range_without_a_helper(real_files):
    data = (real_files / "office-legacy" / "OOM_alloc.xls").read_bytes()

    (document,) = read("weekly.xls", data)

    assert place_of(document, "Principal Projects").cell.startswith("'Weekly Report'!A8:")
    assert "The sheet 'Data' is hidden." in document.notices


def test_a_helper_that_is_missing_or_fails_is_a_reason():
    with pytest.raises(UnreadableError) as missing:
        run_helper(("no-such-program-here", "{file}"), b"x", ".doc")
    with pytest.raises(UnreadableError) as failing:
        run_helper(("false",), b"x", ".doc")

    assert missing.value.reason is Reason.HELPER_MISSING
    assert failing.value.reason is Reason.DAMAGED


@pytest.mark.parametrize(
    ("name", "data", "phrase", "called"),
    [
        ("plan.docx", word_97("Renamed Word 97.\r", ""), "Renamed Word 97.", "a file of an older Office version"),
        ("plan.docx", rb"{\rtf1\ansi Renamed RTF.\par}", "Renamed RTF.", "RTF"),
        ("plan.xlsx", b"<html><body><table><tr><td>Exported page.</td></tr></table></body></html>", "Exported page.", "a web page"),
        ("plan.odt", docx(word_paragraph("Renamed DOCX.")), "Renamed DOCX.", "DOCX"),
    ],
)
def test_an_office_document_under_another_office_name_is_read_and_says_so(name: str, data: bytes, phrase: str, called: str):
    (document,) = read(name, data)

    assert phrase in document.text
    assert document.type == name.rpartition(".")[2]
    assert document.notices[-1] == f"It is called .{document.type}, but was read as {called}."
