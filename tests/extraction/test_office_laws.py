"""Whatever happened to a file on its way: a reader gives documents whose sections fit their text, or a reason."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from office_samples import docx, epub, odf, page, relations, word_paragraph, zipped

from pincite.domain.documents import Document
from pincite.domain.errors import UnreadableError
from pincite.extraction.readers import reader_for
from pincite.extraction.source_file import Options, SourceFile

WORKBOOK = zipped(
    {
        "_rels/.rels": relations({"r": ("officeDocument", "xl/workbook.xml")}),
        "xl/workbook.xml": '<workbook xmlns:r="http://x/r"><sheets><sheet name="S" r:id="r1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": relations({"r1": ("worksheet", "worksheets/sheet1.xml")}),
        "xl/worksheets/sheet1.xml": '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>words</t></is></c><c r="B1" s="1"><v>45000.5</v></c></row></sheetData></worksheet>',
    }
)
SLIDES = zipped(
    {
        "_rels/.rels": relations({"r": ("officeDocument", "ppt/presentation.xml")}),
        "ppt/presentation.xml": '<p:presentation xmlns:p="urn:p" xmlns:r="http://x/r"><p:sldIdLst><p:sldId r:id="s1"/></p:sldIdLst></p:presentation>',
        "ppt/_rels/presentation.xml.rels": relations({"s1": ("slide", "slides/slide1.xml")}),
        "ppt/slides/slide1.xml": '<p:sld xmlns:p="urn:p" xmlns:a="urn:a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:r><a:t>words</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>',
    }
)
SAMPLES = {
    "docx": docx(
        word_paragraph("Head", "H1")
        + word_paragraph("words")
        + "<w:tbl><w:tr><w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    ),
    "odt": odf("text", '<text:h text:outline-level="1">Head</text:h><text:p>words<text:s text:c="3"/>more</text:p>'),
    "ods": odf(
        "spreadsheet",
        '<table:table table:name="S"><table:table-row><table:table-cell><text:p>words</text:p></table:table-cell></table:table-row></table:table>',
    ),
    "epub": epub({"a": page("<h1 id='h'>Head</h1><p>words <b>bold</b></p>")}, ["a"]),
    "xlsx": WORKBOOK,
    "pptx": SLIDES,
    "rtf": rb"{\rtf1\ansi{\fonttbl{\f0 Arial;}}{\stylesheet{\s1\outlinelevel0 heading 1;}}\pard\s1 Head\par\pard words {\footnote note}\u8364?\'e4\par}",
    "eml": b"Subject: =?utf-8?q?x?=\nFrom: a <a@b.example>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\nwords\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: base64\n\nPHA+d29yZHM8L3A+\n--b--\n",
    "mbox": b"From a Mon Jun 01 10:00:00 2009\nSubject: x\n\nwords\n\nFrom b Mon Jun 01 10:00:00 2009\nSubject: y\n\nmore\n",
    "zip": zipped({"a.txt": "words " * 20, "b/c.md": "# Head\n\nwords"}),
    "doc": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(1500),
}
LIMITS = Options(max_unpacked=4_000_000, max_text=100_000)
damage = st.lists(
    st.tuples(st.floats(0, 1), st.sampled_from(["set", "cut", "insert", "swell"]), st.binary(max_size=8)), min_size=1, max_size=6
)


def damaged(data: bytes, changes: list[tuple[float, str, bytes]]) -> bytes:
    changed = bytearray(data)
    for place, how, what in changes:
        at = int(place * len(changed))
        if how == "set":
            changed[at : at + len(what)] = what
        elif how == "cut":
            del changed[at : at + 1 + 7 * len(what)]
        elif how == "insert":
            changed[at:at] = what
        else:
            changed[at:at] = changed[at : at + 64] * 3
    return bytes(changed)


def inside(data: bytes, changes: list[tuple[float, str, bytes]]) -> bytes:
    """The same container with its parts damaged, each still packed soundly."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as source, zipfile.ZipFile(stream, "w") as target:
        for name in source.namelist():
            target.writestr(name, damaged(source.read(name), changes))
    return stream.getvalue()


def obey(extension: str, data: bytes) -> None:
    reader = reader_for(extension)
    assert reader is not None
    documents: Sequence[Document] = ()
    refusal = ""
    try:
        documents = reader(SourceFile(f"x.{extension}", data), LIMITS)
    except UnreadableError as error:
        refusal = str(error)
    assert refusal or documents
    for document in documents:
        well_formed(document)


def well_formed(document: Document) -> None:
    at = 0
    for section in document.sections:
        assert at <= section.start < section.end <= len(document.text)
        assert not document.text[at : section.start].strip()
        at = section.end
    assert not document.text[at:].strip()
    assert len(document.text) <= LIMITS.max_text + 2


@pytest.mark.parametrize("extension", SAMPLES)
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changes=damage)
def test_a_damaged_file_gives_documents_or_a_reason(extension: str, changes: list[tuple[float, str, bytes]]):
    obey(extension, damaged(SAMPLES[extension], changes))


@pytest.mark.parametrize("extension", [extension for extension, data in SAMPLES.items() if data.startswith(b"PK")])
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(changes=damage)
def test_damage_inside_of_a_sound_container_gives_documents_or_a_reason(extension: str, changes: list[tuple[float, str, bytes]]):
    obey(extension, inside(SAMPLES[extension], changes))


@pytest.mark.parametrize("extension", SAMPLES)
@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.binary(max_size=400))
def test_random_bytes_give_documents_or_a_reason(extension: str, data: bytes):
    obey(extension, data)


@pytest.mark.parametrize("extension", SAMPLES)
def test_a_sound_file_and_each_of_its_beginnings_obeys(extension: str):
    data = SAMPLES[extension]

    for length in range(0, len(data), max(1, len(data) // 40)):
        obey(extension, data[:length])
    obey(extension, data)
