"""OpenDocument texts, sheets and slides."""

from __future__ import annotations

import pytest
from office_samples import ODF, odf, odf_with, place_of, read, zipped

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError


def test_headings_notes_and_lists_of_a_text():
    body = (
        '<text:h text:outline-level="1">Setup</text:h><text:p>A claim<text:note text:note-class="footnote"><text:note-citation>1</text:note-citation>'
        "<text:note-body><text:p>The source.</text:p></text:note-body></text:note> stands.</text:p>"
        "<text:list><text:list-item><text:p>first</text:p><text:list><text:list-item><text:p>inner</text:p></text:list-item></text:list></text:list-item></text:list>"
        '<text:h text:outline-level="2">Proxy</text:h><text:p>Port<text:s text:c="2"/>8080<text:line-break/>and<text:tab/>more</text:p>'
    )

    (document,) = read("guide.odt", odf("text", body))

    assert document.text == "Setup\n\nA claim stands.\n\nfirst\n\ninner\n\nThe source.\n\nProxy\n\nPort  8080\nand\tmore"
    assert place_of(document, "The source").part == "footnote 1"
    assert place_of(document, "8080").heading_path == ("Setup", "Proxy")


def test_styles_tell_titles_and_headings_of_plain_paragraphs():
    styles = (
        '<style:style style:name="P1" style:parent-style-name="Title"/><style:style style:name="P2" style:parent-style-name="Heading_20_2"/>'
        '<style:style style:name="P3" style:default-outline-level="1"/>'
    )
    body = '<text:p text:style-name="P1">On tides</text:p><text:p text:style-name="P3">Moon</text:p><text:p text:style-name="P2">Full</text:p><text:p>Bright.</text:p>'

    (document,) = read("x.odt", odf("text", body, styles))

    assert document.title == "On tides"
    assert place_of(document, "Bright").heading_path == ("Moon", "Full")


def test_what_is_not_shown_or_stands_twice_is_not_text():
    body = (
        "<text:tracked-changes><text:changed-region><text:deletion><text:p>struck</text:p></text:deletion></text:changed-region></text:tracked-changes>"
        "<text:table-of-content><text:index-body><text:p>Moon 3</text:p></text:index-body></text:table-of-content>"
        "<text:p>Kept <text:ruby><text:ruby-base>base</text:ruby-base><text:ruby-text>guide</text:ruby-text></text:ruby></text:p>"
        "<text:p><draw:frame><draw:text-box><text:p>In a frame.</text:p></draw:text-box></draw:frame>Around it.</text:p>"
    )

    (document,) = read("x.odt", odf("text", body))

    assert document.text == "Kept base\n\nAround it.\n\nIn a frame."


def test_cells_of_a_table_stand_apart():
    body = (
        "<table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Fruit</text:p></table:table-cell>"
        "<table:table-cell><text:p>Crates</text:p></table:table-cell></table:table-row></table:table-header-rows>"
        '<table:table-row><table:table-cell table:number-columns-spanned="2"><text:p>Quince</text:p></table:table-cell><table:covered-table-cell/></table:table-row></table:table>'
    )

    (document,) = read("x.odt", odf("text", body))

    assert document.text == "Fruit\tCrates\nQuince"


def test_sheets_are_cited_by_range_and_repetition_is_bounded():
    rows = (
        '<table:table-row table:number-rows-repeated="4"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
        '<table:table-row><table:table-cell table:number-columns-repeated="2"/><table:table-cell office:value-type="string"><text:p>Quince</text:p>'
        '<office:annotation><text:p>Ask Ida.</text:p></office:annotation></table:table-cell><table:table-cell office:value-type="float" office:value="12"/></table:table-row>'
        '<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="99999"><text:p>z</text:p></table:table-cell></table:table-row>'
    )
    body = f'<table:table table:name="Stock">{rows}</table:table><table:table table:name="Two"><table:table-row><table:table-cell><text:p>other</text:p></table:table-cell></table:table-row></table:table>'

    (document,) = read("stock.ods", odf("spreadsheet", body))

    assert place_of(document, "Quince\t12").cell.startswith("Stock!A5") or place_of(document, "Quince\t12").cell.startswith("Stock!C5")
    assert (place_of(document, "Ask Ida").cell, place_of(document, "Ask Ida").part) == ("Stock!C5", "comment")
    assert place_of(document, "other").cell == "Two!A1"
    assert len(document.text) < 50_000


def test_slides_have_titles_and_notes():
    body = (
        '<draw:page draw:name="p1"><draw:frame presentation:class="title"><draw:text-box><text:p>Herons</text:p></draw:text-box></draw:frame>'
        "<draw:g><draw:custom-shape><text:p>They stand.</text:p></draw:custom-shape></draw:g>"
        '<presentation:notes><draw:frame presentation:class="notes"><draw:text-box><text:p>Slowly.</text:p></draw:text-box></draw:frame></presentation:notes></draw:page>'
        "<draw:page><draw:frame><draw:text-box><text:p>Second.</text:p></draw:text-box></draw:frame></draw:page>"
    )

    (document,) = read("birds.odp", odf("presentation", body))

    assert (place_of(document, "They stand").slide, place_of(document, "They stand").heading_path) == (1, ("Herons",))
    assert place_of(document, "Slowly").part == "notes"
    assert (place_of(document, "Second").slide, place_of(document, "Second").heading_path) == (2, ())


def test_a_text_brings_its_metadata():
    meta = (
        "<dc:title>Tides</dc:title><meta:initial-creator>Ida Holm</meta:initial-creator><dc:creator>Per Lund</dc:creator><dc:language>de-AT</dc:language>"
        "<meta:keyword>sea</meta:keyword><meta:keyword>moon</meta:keyword><meta:creation-date>2021-04-30T10:15:00</meta:creation-date><dc:date>2022-01-02</dc:date>"
    )

    (document,) = read("x.odt", odf("text", "<text:p>Text.</text:p>", meta=meta))

    assert (document.title, document.language, document.tags) == ("Tides", "de", ("sea", "moon"))
    assert (document.metadata["author"], document.metadata["created"], document.metadata["date"]) == (
        "Ida Holm",
        "2021-04-30T10:15:00",
        "2022-01-02",
    )


def test_a_flat_file_is_read_like_a_packed_one():
    flat = f"<office:document {ODF}><office:body><office:text><text:h>One</text:h><text:p>Flat text.</text:p></office:text></office:body></office:document>"

    (document,) = read("x.fodt", flat.encode())

    assert place_of(document, "Flat text").heading_path == ("One",)


def test_an_encrypted_document_asks_for_its_password():
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry></manifest:manifest>'
    )

    with pytest.raises(UnreadableError) as refusal:
        read("x.odt", zipped({"content.xml": b"\x8f\x01", "META-INF/manifest.xml": manifest}))

    assert refusal.value.reason is Reason.PASSWORD


FORMULA = '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><mi>a</mi><mo>+</mo><mn>2</mn></mrow><annotation>a + 2</annotation></semantics></math>'
CHART = (
    f"<office:document-content {ODF} xmlns:chart='urn:oasis:names:tc:opendocument:xmlns:chart:1.0'><office:body><office:chart><chart:chart><chart:title><text:p>Catch</text:p></chart:title>"
    '<table:table><table:table-row><table:table-cell office:value-type="string"><text:p>East<text:span/></text:p><draw:g><svg:desc xmlns:svg="s">A1:A2</svg:desc></draw:g></table:table-cell>'
    '<table:table-cell office:value-type="float"><text:p>17</text:p></table:table-cell></table:table-row></table:table></chart:chart></office:chart></office:body></office:document-content>'
)


def frame(part: str) -> str:
    """A frame with the object in this part of the package."""
    return f'<draw:frame><draw:object xmlns:xlink="http://www.w3.org/1999/xlink" xlink:href="./{part}"><text:p/></draw:object><draw:image/></draw:frame>'


def test_formulas_stand_in_their_line_and_charts_tell_their_words():
    body = f"<text:p>Put {frame('Formula')} here.</text:p><text:p>{frame('Chart')}</text:p><text:p>{frame('None')}After.</text:p>"

    (document,) = read("x.odt", odf_with(odf("text", body), {"Formula/content.xml": FORMULA, "Chart/content.xml": CHART}))

    assert document.text == "Put a+2 here.\n\nCatch\nEast\n\nAfter."


def test_a_flat_file_holds_its_objects_itself():
    body = f"<text:p>Put <draw:frame><draw:object>{FORMULA}</draw:object></draw:frame> here.</text:p>"
    flat = f"<office:document {ODF}><office:body><office:text>{body}</office:text></office:body></office:document>"

    (document,) = read("x.fodt", flat.encode())

    assert document.text == "Put a+2 here."


def test_charts_boxes_and_comments_of_a_sheet_follow_its_rows():
    note = "<office:annotation><text:p>Ask Ida.</text:p></office:annotation>"
    box = "<draw:frame><draw:text-box><text:p>In a box.</text:p></draw:text-box></draw:frame>"
    rows = f"<table:table-row><table:table-cell><text:p>Quince</text:p>{note}{box}{frame('Chart')}</table:table-cell></table:table-row><table:table-row><table:table-cell><text:p>Plum</text:p></table:table-cell></table:table-row>"

    (document,) = read("x.ods", odf_with(odf("spreadsheet", f'<table:table table:name="Stock">{rows}</table:table>'), {"Chart/content.xml": CHART}))

    assert document.text == "Quince\nPlum\n\nAsk Ida.\n\nIn a box.\n\nCatch\nEast"
    assert (place_of(document, "East").cell, place_of(document, "East").part) == ("Stock!A1", "chart")


def test_a_hidden_sheet_is_read_and_told():
    styles = '<style:style style:name="ta1"><style:table-properties table:display="true"/></style:style><style:style style:name="ta2"><style:table-properties table:display="false"/></style:style>'
    sheet = '<table:table table:name="{0}" table:style-name="{1}"><table:table-row><table:table-cell><text:p>{0} cell</text:p></table:table-cell></table:table-row></table:table>'

    (document,) = read("x.ods", odf("spreadsheet", sheet.format("Front", "ta1") + sheet.format("Back", "ta2"), styles))

    assert document.notices == ("The sheet 'Back' is hidden.",)
    assert place_of(document, "Back cell").cell == "Back!A1"


def test_hidden_text_and_hidden_sections_are_not_read():
    styles = '<style:style style:name="T1"><style:text-properties text:display="none"/></style:style><style:style style:name="T2" style:parent-style-name="T1"/>'
    body = (
        '<text:p>Seen <text:span text:style-name="T2">unseen </text:span>words.</text:p><text:p text:style-name="T1">All unseen.</text:p>'
        '<text:section text:display="none"><text:p>Unseen section.</text:p></text:section><text:section><text:p>Last.</text:p></text:section>'
    )

    (document,) = read("x.odt", odf("text", body, styles))

    assert document.text == "Seen words.\n\nLast."


def test_what_was_struck_out_in_place_is_not_read():
    regions = (
        '<text:tracked-changes><text:changed-region text:id="c1"><text:insertion/></text:changed-region><text:changed-region text:id="c2"><text:deletion/></text:changed-region>'
        '<text:changed-region text:id="c3"><text:deletion/></text:changed-region></text:tracked-changes>'
    )
    body = (
        'A <text:change-start text:change-id="c1"/>new<text:change-end text:change-id="c1"/><text:change-start text:change-id="c2"/>old <text:span>words</text:span></text:p>'
        '<text:p>gone</text:p><text:p>x<text:change-end text:change-id="c2"/> stays.<text:change-start text:change-id="c3"/> Its end is lost.'
    )

    (document,) = read("x.odt", odf("text", f"{regions}<text:p>{body}</text:p>"))

    assert document.text == "A new\n\nstays. Its end is lost."
