"""Word documents."""

from __future__ import annotations

import io

import pytest
from docx import Document as WordDocument
from office_samples import W, docx, place_of, read, word_paragraph, zipped

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError


def run(text: str) -> str:
    return f'<w:r><w:t xml:space="preserve">{text}</w:t></w:r>'


def test_headings_of_any_style_make_the_path():
    body = (
        word_paragraph("Setup", "H1")
        + word_paragraph("Proxy", "H2")
        + word_paragraph("Port 8080.")
        + word_paragraph("Use", "Mine")
        + word_paragraph("Press the button.")
        + word_paragraph("Deep", properties='<w:outlineLvl w:val="2"/>')
        + word_paragraph("Under water.")
    )

    (document,) = read("guide.docx", docx(body))

    assert place_of(document, "Port 8080").heading_path == ("Setup", "Proxy")
    assert place_of(document, "Press the").heading_path == ("Use",)
    assert place_of(document, "Under water").heading_path == ("Use", "Deep")
    assert [(entry.level, entry.text) for entry in document.outline] == [(1, "Setup"), (2, "Proxy"), (1, "Use"), (3, "Deep")]
    assert not document.pages
    assert all(section.location.page is None for section in document.sections)


def test_changes_are_read_as_accepted():
    body = (
        f"<w:p>{run('The fee is ')}<w:del><w:r><w:delText>ninety</w:delText></w:r></w:del><w:ins>{run('eleven')}</w:ins>{run(' crowns.')}</w:p>"
        f"<w:p><w:moveFrom>{run('Gone away.')}</w:moveFrom></w:p><w:moveTo><w:p>{run('Moved here.')}</w:p></w:moveTo>"
        f"<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr>{run('First half, ')}</w:p><w:p>{run('second half.')}</w:p>"
        f"<w:tbl><w:tr><w:trPr><w:del/></w:trPr><w:tc><w:p>{run('struck row')}</w:p></w:tc></w:tr><w:tr><w:tc><w:p>{run('kept row')}</w:p></w:tc></w:tr></w:tbl>"
    )

    (document,) = read("contract.docx", docx(body))

    assert document.text == "The fee is eleven crowns.\n\nMoved here.\n\nFirst half, second half.\n\nkept row"


def test_a_text_box_is_read_once_and_behind_its_paragraph():
    box = f"<w:txbxContent><w:p>{run('In the box.')}</w:p></w:txbxContent>"
    body = (
        f'<w:p>{run("Before ")}<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing><wps:wsp><wps:txbx>{box}</wps:txbx></wps:wsp></w:drawing>'
        f"</mc:Choice><mc:Fallback><w:pict><v:textbox>{box}</v:textbox></w:pict></mc:Fallback></mc:AlternateContent></w:r>{run('and after.')}</w:p>"
    )

    (document,) = read("box.docx", docx(body))

    assert document.text == "Before and after.\n\nIn the box."


def test_notes_follow_the_text_of_their_heading():
    body = (
        word_paragraph("One", "H1")
        + f'<w:p>{run("A claim")}<w:r><w:footnoteReference w:id="2"/></w:r>{run(" stands.")}</w:p>'
        + word_paragraph("More of it.")
        + word_paragraph("Two", "H1")
        + word_paragraph("Other text.")
    )
    notes = f'<w:footnotes {W}><w:footnote w:type="separator" w:id="0"/><w:footnote w:id="2"><w:p>{run("The source.")}</w:p></w:footnote></w:footnotes>'

    (document,) = read("notes.docx", docx(body, {"word/footnotes.xml": notes}, {"f": ("footnotes", "footnotes.xml")}))

    assert document.text == "One\n\nA claim stands.\n\nMore of it.\n\nThe source.\n\nTwo\n\nOther text."
    assert place_of(document, "The source").part == "footnote 2"
    assert place_of(document, "The source").heading_path == ("One",)


def test_comments_name_their_author():
    comments = f'<w:comments {W}><w:comment w:id="5" w:author="Ida Holm"><w:p>{run("Is this so?")}</w:p></w:comment></w:comments>'
    body = f'<w:p>{run("A claim.")}<w:r><w:commentReference w:id="5"/></w:r></w:p>'

    (document,) = read("comments.docx", docx(body, {"word/comments.xml": comments}, {"c": ("comments", "comments.xml")}))

    assert place_of(document, "Is this so").part == "comment by Ida Holm"


def test_headers_and_footers_are_read_once_at_the_end():
    header = f"<w:hdr {W}><w:p>{run('House rules')}</w:p></w:hdr>"
    number = f"<w:ftr {W}><w:p>{run('17')}</w:p></w:ftr>"
    parts = {"word/header1.xml": header, "word/header2.xml": header, "word/footer1.xml": number}
    targets = {"a": ("header", "header1.xml"), "b": ("header", "header2.xml"), "c": ("footer", "footer1.xml")}

    (document,) = read("rules.docx", docx(word_paragraph("No noise."), parts, targets))

    assert document.text == "No noise.\n\nHouse rules"
    assert place_of(document, "House rules").part == "header"


def test_table_cells_stand_apart_and_layout_tables_do_not_hide_headings():
    row = "".join(f"<w:tc><w:p>{run(text)}</w:p></w:tc>" for text in ("Name", "Height"))
    layout = f"<w:tbl><w:tr><w:tc>{word_paragraph('Aside', 'H1')}<w:p>{run('Beside the text.')}</w:p></w:tc></w:tr></w:tbl>"
    body = f"<w:tbl><w:tr>{row}</w:tr></w:tbl>{layout}"

    (document,) = read("table.docx", docx(body))

    assert document.text.startswith("Name\tHeight")
    assert place_of(document, "Beside the").heading_path == ("Aside",)


def test_lists_and_headings_have_the_numbers_that_word_prints():
    def numbered(text: str, level: int, style: str = "") -> str:
        return word_paragraph(text, style, f'<w:numPr><w:ilvl w:val="{level}"/><w:numId w:val="7"/></w:numPr>')

    levels = (
        '<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1"/></w:lvl>'
        '<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl>'
        '<w:lvl w:ilvl="2"><w:start w:val="2"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="(%3)"/></w:lvl>'
    )
    numbering = f'<w:numbering {W}><w:abstractNum w:abstractNumId="1">{levels}</w:abstractNum><w:num w:numId="7"><w:abstractNumId w:val="1"/></w:num></w:numbering>'
    body = (
        numbered("Scope", 0, "H1")
        + numbered("Method", 0, "H1")
        + numbered("Tools", 1, "H2")
        + numbered("Tests", 1, "H2")
        + numbered("an item", 2)
    )

    (document,) = read("spec.docx", docx(body, {"word/numbering.xml": numbering}, {"n": ("numbering", "numbering.xml")}))

    assert place_of(document, "an item").heading_path == ("2 Method", "2.2 Tests")
    assert "(ii) an item" in document.text


def test_what_is_not_shown_is_not_text():
    body = (
        word_paragraph("Contents entry", "H1")
        + word_paragraph("Chapter one ... 3", "Verz1")
        + f"<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>hidden</w:t></w:r>{run('shown ')}<w:r><w:instrText>HYPERLINK x</w:instrText></w:r>"
        + f"<w:ruby><w:rt>{run('guide')}</w:rt><w:rubyBase>{run('base')}</w:rubyBase></w:ruby></w:p>"
        + f"<w:sdt><w:sdtPr><w:showingPlcHdr/></w:sdtPr><w:sdtContent><w:p>{run('Click here')}</w:p></w:sdtContent></w:sdt>"
        + f"<w:sdt><w:sdtContent><w:p>{run('filled in')}</w:p></w:sdtContent></w:sdt>"
    )

    (document,) = read("hidden.docx", docx(body))

    assert document.text == "Contents entry\n\nshown base\n\nfilled in"


def test_breaks_and_tabs_are_white_space_and_soft_hyphens_nothing():
    body = "<w:p><w:r><w:t>a</w:t><w:br/><w:t>b</w:t><w:tab/><w:t>co</w:t><w:softHyphen/><w:t>op</w:t><w:noBreakHyphen/><w:t>x</w:t></w:r></w:p>"

    (document,) = read("breaks.docx", docx(body))

    assert document.text == "a\nb\tcoop-x"


def test_metadata_links_and_title_come_from_the_document():
    made = WordDocument()
    made.core_properties.title, made.core_properties.author = "Tide tables", "Ida Holm; Per Lund"
    made.core_properties.keywords, made.core_properties.language = "sea, moon", "en-GB"
    made.add_heading("North", 1)
    made.add_paragraph("High water at six.")
    stream = io.BytesIO()
    made.save(stream)

    (document,) = read("x.docx", stream.getvalue())

    assert (document.title, document.language, document.tags) == ("Tide tables", "en", ("sea", "moon"))
    assert document.metadata["author"] == ["Ida Holm", "Per Lund"]
    assert place_of(document, "High water").heading_path == ("North",)


def test_a_title_paragraph_is_the_title_before_the_first_heading():
    (document,) = read("x.docx", docx(word_paragraph("On tides", "Titel") + word_paragraph("Moon", "H1")))

    assert document.title == "On tides"
    assert place_of(document, "Moon").heading_path == ("Moon",)


def test_strict_documents_are_read_like_others():
    body = f"<w:document {W}><w:body>{word_paragraph('Strictly so.')}</w:body></w:document>"
    body = body.replace("http://schemas.openxmlformats.org/wordprocessingml/2006/main", "http://purl.oclc.org/ooxml/wordprocessingml/main")

    (document,) = read("strict.docx", zipped({"word\\document.xml": body}))

    assert document.text == "Strictly so."


def test_a_foreign_chunk_is_read_in_its_place():
    body = word_paragraph("Before.") + '<w:altChunk r:id="chunk"/>' + word_paragraph("After.")

    (document,) = read("chunk.docx", docx(body, {"word/part.txt": "Inside."}, {"chunk": ("aFChunk", "part.txt")}))

    assert document.text.split() == ["Before.", "Inside.", "After."]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"this is no zip\n", Reason.DAMAGED),
        (docx(word_paragraph("x"))[:300], Reason.DAMAGED),
        (zipped({"a.txt": "x"}), Reason.DAMAGED),
        (docx(""), Reason.NO_TEXT),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(600) + "EncryptedPackage".encode("utf-16-le"), Reason.PASSWORD),
    ],
)
def test_what_cannot_be_read_says_why(data: bytes, reason: Reason):
    with pytest.raises(UnreadableError) as refusal:
        read("letter.docx", data)

    assert refusal.value.reason is reason


def field(instruction: str, result: str) -> str:
    """A field as Word writes it, in runs of its own."""
    steps = {step: f'<w:r><w:fldChar w:fldCharType="{step}"/></w:r>' for step in ("begin", "separate", "end")}
    return f"{steps['begin']}{instruction}{steps['separate']}<w:r><w:t>{result}</w:t></w:r>{steps['end']}"


def test_only_the_result_of_a_field_is_read_however_they_are_nested():
    def code(text: str) -> str:
        return f"<w:r><w:instrText>{text}</w:instrText></w:r>"

    nested = field(code("IF ") + field(code("MERGEFIELD a"), "unseen") + code(" = 1"), f"seen </w:t></w:r>{field(code('PAGE'), 'seven')}<w:r><w:t>")
    lost = '<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:t>no end</w:t></w:r></w:p>'

    (document,) = read("x.docx", docx(f"<w:p>{nested}</w:p>{lost}{word_paragraph('After.')}"))

    assert document.text == "seen seven\n\nAfter."
