"""PDF: pages, labels, outline, and text as a person reads it."""

from __future__ import annotations

import io
import re

import pypdfium2
import pytest
from pdf_maker import LEFT, RIGHT, across, lines, pdf, plain, right_first
from pypdf import PdfReader, PdfWriter
from pypdf.annotations import FreeText, Text
from pypdf.constants import PageLabelStyle
from reportlab.lib.pdfencrypt import StandardEncryption
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.cidfonts import UnicodeCIDFont
from reportlab.pdfgen import canvas

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.pdf.pages import read_with_pdfium
from pincite.extraction.pdf.reader import read
from pincite.extraction.pdf.way_out import with_unshown_pages
from pincite.extraction.source_file import Options, SourceFile


def document(data: bytes, name: str = "boats.pdf") -> Document:
    (found,) = read(SourceFile(name, data), Options())
    return found


def refusal(data: bytes) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        read(SourceFile("boats.pdf", data), Options())
    return caught.value


def rewritten(data: bytes, change) -> bytes:
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(data)))
    change(writer)
    out = io.BytesIO()
    writer.write(out)
    return out.getvalue()


def page_of(found: Document, words: str) -> int | None:
    at = found.text.index(words)
    return next(section.location.page for section in found.sections if section.start <= at < section.end)


def test_each_page_is_a_section_of_its_own():
    found = document(pdf("Page with barley.", "Rye here, then the spelt", "harvest was late."))

    assert [page_of(found, word) for word in ("barley", "Rye", "harvest")] == [1, 2, 3]
    assert [(page.number, found.text[page.start : page.end]) for page in found.pages] == [
        (1, "Page with barley."), (2, "Rye here, then the spelt"), (3, "harvest was late."),
    ]


def test_an_empty_page_keeps_its_number():
    found = document(pdf("first", "", "third"))

    assert page_of(found, "third") == 3
    assert len(found.pages) == 3


def test_pages_carry_the_labels_they_print():
    def labelled(writer: PdfWriter) -> None:
        writer.set_page_label(0, 1, PageLabelStyle.LOWERCASE_ROMAN, start=3)
        writer.set_page_label(2, 3, PageLabelStyle.DECIMAL, prefix="A-")

    found = document(rewritten(pdf("one", "two", "three", "four"), labelled))

    assert [page.label for page in found.pages] == ["iii", "iv", "A-1", "A-2"]
    assert [section.location.page_label for section in found.sections] == ["iii", "iv", "A-1", "A-2"]


def test_the_outline_gives_pages_their_headings():
    def outlined(writer: PdfWriter) -> None:
        chapter = writer.add_outline_item(title="Hulls", page_number=0)
        writer.add_outline_item(title="Oak", page_number=1, parent=chapter)
        writer.add_outline_item(title="Masts", page_number=3)

    found = document(rewritten(pdf("one", "two", "three", "four"), outlined))

    assert [(entry.level, entry.text, entry.page) for entry in found.outline] == [(1, "Hulls", 1), (2, "Oak", 2), (1, "Masts", 4)]
    assert [section.location.heading_path for section in found.sections] == [("Hulls",), ("Hulls", "Oak"), ("Hulls", "Oak"), ("Masts",)]


def test_a_heading_within_a_page_begins_a_section_there():
    def outlined(writer: PdfWriter) -> None:
        writer.add_outline_item(title="Hulls", page_number=0)
        writer.add_outline_item(title="Masts and spars", page_number=0)

    found = document(rewritten(pdf("Hulls\nOak is best.\nMasts and spars\nSpruce is light."), outlined))

    places = {word: next(s.location for s in found.sections if s.start <= found.text.index(word) < s.end) for word in ("Oak", "Spruce")}
    assert [place.heading_path for place in places.values()] == [("Hulls",), ("Masts and spars",)]
    assert {place.page for place in places.values()} == {1}


def test_properties_become_metadata_and_title():
    def titled(sheet: canvas.Canvas) -> None:
        sheet.setTitle("Boats of Lorne")
        sheet.setAuthor("Ada Lorne")
        sheet.setSubject("Hulls")
        sheet.drawString(72, 700, "words")

    found = document(pdf(titled))

    assert found.title == "Boats of Lorne"
    assert (found.metadata["author"], found.metadata["subject"]) == ("Ada Lorne", "Hulls")
    assert str(found.metadata["date"])[:2] == "20"


@pytest.mark.parametrize("title", ["untitled", "Microsoft Word - boats.docx", "boats_final.indd", ""])
def test_a_title_that_says_nothing_gives_way_to_the_name(title):
    def titled(sheet: canvas.Canvas) -> None:
        sheet.setTitle(title)
        sheet.drawString(72, 700, "words")

    assert document(pdf(titled)).title == "boats"


def test_a_line_end_parts_words():
    content = b"BT /F1 12 Tf 72 700 Td (the late phase) Tj 0 -16 Td (insufficiency was seen in) Tj 0 -16 Td (every tidal pool.) Tj ET"

    assert document(plain(content)).text.split() == ["the", "late", "phase", "insufficiency", "was", "seen", "in", "every", "tidal", "pool."]


def test_a_wide_gap_is_a_blank_and_kerning_is_none():
    content = b"BT /F1 12 Tf 72 700 Td [(ke) 40 (rn) -30 (ing) -400 (is) -1500 (wide)] TJ ET"

    assert document(plain(content)).text == "kerning is wide"


def test_a_word_broken_at_a_line_end_is_whole_and_true_hyphens_stay():
    found = document(pdf("planet-warming gas drives cli-\nmate change, and the power-\nperformance trade is real."))

    assert "climate change" in found.text
    assert "power-performance trade" in found.text
    assert "planet-warming" in found.text


def test_a_compound_that_the_text_writes_elsewhere_keeps_its_hyphen():
    found = document(pdf("The mast step rests on a keel.\nBelow it is the mast-\nstep, as they call it there."))

    assert "mast-step" in found.text


def test_ligatures_are_folded():
    fonts = (
        b"<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding << /Type /Encoding /Differences [1 /fi 2 /ffi] >> >> >>"
    )

    assert document(plain(b"BT /F1 12 Tf 72 700 Td (the \001brin in the o\002ce) Tj ET", fonts=fonts)).text == "the fibrin in the office"


@pytest.mark.parametrize("draw", [across, right_first])
def test_columns_are_read_one_after_the_other(draw):
    text = " ".join(document(pdf(draw)).text.split())

    assert " ".join(LEFT) in text
    assert text.index(LEFT[-1]) < text.index(RIGHT[0])
    assert " ".join(RIGHT) in text


def test_a_table_is_read_by_rows():
    def table(sheet: canvas.Canvas) -> None:
        for row, cells in enumerate((("Hull", "Oak", "12"), ("Mast", "Spruce", "7"), ("Oar", "Ash", "9"))):
            for column, cell in enumerate(cells):
                sheet.drawString(72 + 150 * column, 700 - 14 * row, cell)

    assert document(pdf(table)).text.split() == ["Hull", "Oak", "12", "Mast", "Spruce", "7", "Oar", "Ash", "9"]


def test_numbers_below_each_other_are_not_run_together():
    def column(sheet: canvas.Canvas) -> None:
        for row, number in enumerate(("12", "7", "31", "5", "8")):
            sheet.drawString(72, 700 - 18 * row, number)

    assert document(pdf(column)).text.split() == ["12", "7", "31", "5", "8"]


def test_a_page_that_is_drawn_from_below_is_read_from_above():
    lines = [f"The {word} line of this page is one of several." for word in ("first", "second", "third", "fourth")]

    def from_below(sheet: canvas.Canvas) -> None:
        for row, line in reversed(list(enumerate(lines))):
            sheet.drawString(72, 700 - 18 * row, line)

    assert document(pdf(from_below)).text.split("\n") == lines


@pytest.mark.parametrize("angle", [90, 180, 270])
def test_turned_text_reads_as_if_it_were_not(angle):
    def turned(sheet: canvas.Canvas) -> None:
        sheet.translate(300, 400)
        sheet.rotate(angle)
        lines(["Sideways words stay in order", "on the next line too."], 0, 0)(sheet)

    assert document(pdf(turned)).text.split() == "Sideways words stay in order on the next line too.".split()


def test_a_running_head_stands_on_its_first_page_alone():
    body = [f"Page {n} tells of {word}.\nIt has some lines\nof honest text\nand then an end." for n, word in enumerate("abcdef", 1)]
    pages = [f"The Lorne Yearbook\n{text}\n{number}" for number, text in enumerate(body, 17)]

    found = document(pdf(*pages))

    assert found.text.count("Yearbook") == 1
    assert page_of(found, "Yearbook") == 1
    assert all(f"tells of {word}" in found.text for word in "abcdef")


def test_pages_of_one_line_each_keep_it():
    found = document(pdf("Document 1: page 1", "Document 1: page 2", "Document 1: page 3"))

    assert [page_of(found, f"page {n}") for n in (1, 2, 3)] == [1, 2, 3]


def test_notes_and_filled_fields_are_text():
    def form(sheet: canvas.Canvas) -> None:
        sheet.drawString(72, 700, "Order")
        sheet.acroForm.textfield(name="boat", value="one dinghy", x=100, y=650, width=200, height=20)

    def annotated(writer: PdfWriter) -> None:
        writer.add_annotation(0, Text(text="paid in March", rect=(50, 550, 70, 570)))
        writer.add_annotation(0, FreeText(text="urgent", rect=(50, 500, 120, 520)))

    found = document(rewritten(pdf(form), annotated))

    assert all(words in found.text for words in ("one dinghy", "paid in March", "urgent"))
    assert page_of(found, "paid in March") == 1


def test_an_empty_password_is_tried():
    data = pdf("quarterly heron census", encrypt=StandardEncryption("", ownerPassword="owner", strength=40))

    assert document(data).text == "quarterly heron census"


@pytest.mark.parametrize("strength", [40, 128])
def test_a_locked_file_says_so(strength):
    data = pdf("private marmot ledger", encrypt=StandardEncryption("opensesame", ownerPassword="owner", strength=strength))

    assert refusal(data).reason is Reason.PASSWORD


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.4\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n2 0 obj\n<< /Ty",
        b"%PDF-1.4\n%%EOF\n",
        b"no pdf at all",
        b"%PDF-1.7\n" + bytes(range(256)) * 20,
    ],
)
def test_a_ruin_is_damaged(data):
    assert refusal(data).reason is Reason.DAMAGED


def test_an_unknown_encryption_is_no_failure_of_the_reader():
    data = re.sub(rb"/V \d", b"/V 0", pdf("", encrypt=StandardEncryption("", ownerPassword="owner")))

    assert "failed" not in str(refusal(data))


def test_a_scan_is_told_apart_and_keeps_its_pages():
    def picture(sheet: canvas.Canvas) -> None:
        sheet.rect(100, 100, 300, 300, fill=1)

    error = refusal(rewritten(pdf(picture, picture), lambda writer: writer.set_page_label(0, 1, PageLabelStyle.UPPERCASE_LETTER)))

    assert error.reason is Reason.NO_TEXT
    assert [page.label for page in error.documents[0].pages] == ["A", "B"]


@pytest.mark.parametrize("junk", [b"junk before it\n", b"x" * 5000])
def test_junk_before_the_header_is_overlooked(junk):
    assert document(junk + pdf("a boat")).text == "a boat"


def test_a_lost_cross_reference_is_found_again():
    assert document(plain(b"BT /F1 12 Tf 72 700 Td (a boat) Tj ET").replace(b"startxref\n", b"startxref\n9")).text == "a boat"


def test_a_file_that_names_itself_as_its_past_ends():
    data = plain(b"BT /F1 12 Tf 72 700 Td (bramble in a loop) Tj ET")
    table = data.index(b"xref\n0")

    assert document(data.replace(b"/Root 1 0 R", b"/Root 1 0 R /Prev %d" % table)).text == "bramble in a loop"


def test_many_pages_are_cut_at_the_limit_with_a_notice():
    (found,) = read(SourceFile("boats.pdf", pdf("one", "two", "three")), Options(max_pages=2))

    assert found.cut
    assert found.notices
    assert len(found.pages) == 2


@pytest.mark.parametrize("vertical", [True, False])
def test_vertical_columns_are_read_from_the_right(vertical):
    columns = ["今日は港に大きな船が泊まっています。", "子供たちと一緒に見に行きます。", "天気がいいです。"]
    pdfmetrics.registerFont(UnicodeCIDFont("HeiseiMin-W3", isVertical=vertical))

    def draw(sheet: canvas.Canvas) -> None:
        sheet.setFont("HeiseiMin-W3", 14)
        for number, column in enumerate(columns):
            if vertical:
                sheet.drawString(500 - 24 * number, 780, column)
                continue
            for row, letter in enumerate(column):
                sheet.drawString(500 - 24 * number, 780 - 15 * row, letter)

    found = document(pdf(draw))

    assert "".join(found.text.split()) == "".join(columns)


def test_a_page_whose_text_pdfium_drops_is_read_another_way(monkeypatch):
    """Without the document's font, PDFium takes another and drops letters alone that this one lacks: which they are depends on the machine's fonts."""
    data = pdf("The weir is closed.", "The ferry runs again.")
    monkeypatch.setattr(pypdfium2.PdfTextPage, "count_chars", lambda page: 0)

    raw = with_unshown_pages(read_with_pdfium(data, 10, 10_000), data)

    assert [page.strip() for page in raw.pages] == ["The weir is closed.", "The ferry runs again."]


def test_a_page_that_says_nothing_is_not_read_again():
    assert not read_with_pdfium(pdf(lambda sheet: sheet.line(0, 0, 100, 100)), 10, 10_000).unshown


def test_names_that_say_nothing_are_no_authors():
    found = document(pdf("Barley and rye.", author="anonymous", subject="(unspecified)"))

    assert found.metadata.keys().isdisjoint({"author", "subject"})
