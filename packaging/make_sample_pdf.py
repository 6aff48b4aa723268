"""Make the PDF documents of the sample library from the texts in sample-pdf/: `python packaging/make_sample_pdf.py`.

Each gets an outline and printed page labels that differ from the positions: one has front matter in Roman numbers, the
other is an offprint whose first page is 113. The same texts give the same bytes.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from xml.sax.saxutils import escape  # writes only

from reportlab.lib import colors
from reportlab.lib.enums import TA_CENTER
from reportlab.lib.pagesizes import A5
from reportlab.lib.styles import ParagraphStyle
from reportlab.lib.units import mm
from reportlab.pdfgen.canvas import Canvas
from reportlab.platypus import Flowable, Frame, PageBreak, PageTemplate, Paragraph, Spacer, Table, TableStyle
from reportlab.platypus.doctemplate import BaseDocTemplate

HERE = Path(__file__).resolve().parent / "sample-pdf"
LIBRARY = HERE.parent.parent / "resources" / "sample-library"
PRODUCTS = {"vault-manual.txt": "handbook/vault-manual.pdf", "viability.txt": "reports/viability-1987-2022.pdf"}
GREEN = colors.HexColor("#0F6B66")

BODY = ParagraphStyle("body", fontName="Times-Roman", fontSize=11, leading=15.5, spaceAfter=6)
ITEM = ParagraphStyle("item", BODY, leftIndent=14, spaceAfter=3)
CHAPTER = ParagraphStyle("chapter", fontName="Helvetica-Bold", fontSize=16, leading=20, spaceAfter=10, textColor=GREEN)
SECTION = ParagraphStyle("section", fontName="Helvetica-Bold", fontSize=11, leading=14, spaceBefore=8, spaceAfter=4, keepWithNext=1)
COVER = ParagraphStyle("cover", CHAPTER, fontSize=24, leading=30, alignment=TA_CENTER)
CENTRED = ParagraphStyle("centred", BODY, alignment=TA_CENTER)
CELL = ParagraphStyle("cell", BODY, fontSize=9.5, leading=12, spaceAfter=0)


@dataclass
class Source:
    """One text: its `@` lines, the foreword if it has one, and the lines of its chapters."""

    facts: dict[str, str] = field(default_factory=dict[str, str])
    front: list[str] = field(default_factory=list[str])
    main: list[str] = field(default_factory=list[str])


def read(path: Path) -> Source:
    """Take a source text apart."""
    source = Source()
    target = source.main
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("@"):
            name, _, value = line[1:].partition(" ")
            source.facts[name] = value
            target = source.front if name == "front" else source.main
        else:
            target.append(line)
    return source


class Heading(Paragraph):
    """A heading that enters itself in the outline; chapters are level 0."""

    def __init__(self, text: str, level: int) -> None:
        super().__init__(escape(text), CHAPTER if level == 0 else SECTION)
        self._entry = (text, level)

    def draw(self) -> None:  # noqa: D102  # reportlab's
        text, level = self._entry
        canvas = self.canv
        key = f"h{canvas.getPageNumber()}-{text}"
        canvas.bookmarkPage(key)
        canvas.addOutlineEntry(text, key, level)
        super().draw()


def flow(lines: list[str], *, numbered: bool) -> Iterator[Flowable]:
    """The lines as things to lay out: `#` chapters (each on a new page), `##` sections, `|` tables, items, paragraphs."""
    chapter = 0
    table: list[list[str]] = []
    for line in [*lines, ""]:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        if table:
            yield _table(table)
            table = []
        if line.startswith("# "):
            chapter += 1
            if chapter > 1:
                yield PageBreak()
            yield Heading(f"{chapter}. {line[2:]}" if numbered else line[2:], 0)
        elif line.startswith("## "):
            yield Heading(line[3:], 1)
        elif line[:1].isdigit() and line[1:3] == ". ":
            yield Paragraph(escape(line), ITEM)
        elif line:
            yield Paragraph(escape(line), BODY)


def _table(rows: list[list[str]]) -> Table:
    cells = [[Paragraph(f"<b>{escape(cell)}</b>" if i == 0 else escape(cell), CELL) for cell in row] for i, row in enumerate(rows)]
    table = Table(cells, colWidths=[108 * mm / len(rows[0])] * len(rows[0]), spaceBefore=4, spaceAfter=8)
    table.setStyle(TableStyle([("LINEBELOW", (0, 0), (-1, -1), 0.3, colors.grey), ("VALIGN", (0, 0), (-1, -1), "TOP")]))
    return table


def _cover(source: Source) -> list[Flowable]:
    facts = source.facts
    lines: list[Flowable] = [Spacer(1, 45 * mm), Paragraph(escape(facts["title"]), COVER), Spacer(1, 6 * mm)]
    lines += [Paragraph(escape(facts[name]), CENTRED) for name in ("subtitle", "author")]
    return [*lines, Spacer(1, 30 * mm), Paragraph("Halden Ridge Seed Bank", CENTRED), PageBreak()]


def _front(source: Source) -> list[Flowable]:
    """Title page, imprint, contents and foreword, or just the title page."""
    pages = _cover(source)
    if not source.front:
        return pages
    pages += [Spacer(1, 90 * mm), Paragraph(escape(source.facts["imprint"]), BODY), PageBreak(), Heading("Contents", 0)]
    chapters = [line[2:] for line in source.main if line.startswith("# ")]
    pages += [Paragraph(f"{number}. {escape(name)}", BODY) for number, name in enumerate(chapters, 1)]
    return [*pages, PageBreak(), Heading(source.facts["front"], 0), *flow(source.front, numbered=False), PageBreak()]


def make(source: Source, target: Path) -> None:
    """Lay out one document and write it."""
    facts = source.facts
    front = 4 if source.front else 1
    first = int(facts.get("first", "1"))

    def footer(canvas: Canvas, _document: BaseDocTemplate) -> None:
        page = canvas.getPageNumber()
        if page == 1:
            canvas.addPageLabel(0, style="ROMAN_LOWER")
            canvas.addPageLabel(front, style="ARABIC", start=first)
            canvas.showOutline()
            return
        label = ("", "i", "ii", "iii", "iv")[page] if page <= front else str(page - front + first - 1)
        canvas.setFont("Helvetica", 8)
        canvas.drawCentredString(A5[0] / 2, 11 * mm, label)

    day = datetime.fromisoformat(facts["date"]).replace(hour=12, tzinfo=UTC)
    os.environ["SOURCE_DATE_EPOCH"] = str(int(day.timestamp()))  # reportlab writes this as the date of creation
    document = BaseDocTemplate(
        str(target),
        pagesize=A5,
        title=facts["title"],
        author=facts["author"],
        subject=facts["subject"],
        keywords=facts["keywords"],
        creator="Pincite sample library",
        invariant=1,
        lang="en",
    )
    frame = Frame(20 * mm, 18 * mm, A5[0] - 40 * mm, A5[1] - 34 * mm, leftPadding=0, rightPadding=0)
    document.addPageTemplates([PageTemplate("page", [frame], onPage=footer)])
    document.build([*_front(source), *flow(source.main, numbered=True)])


def main() -> None:
    """Make both."""
    for name, product in PRODUCTS.items():
        make(read(HERE / name), LIBRARY / product)
        print(product)


if __name__ == "__main__":
    main()
