"""Makes files of every format in which it is known where each marked word stands: the truth that citations are measured by.

A marked word ("needle017x") occurs once. Texts are made of invented words by a fixed seed, long enough that a section
is cut into several passages now and then.
"""

from __future__ import annotations

import csv
import io
import json
import random
import zipfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from email.message import EmailMessage

WORDS = (
    "amber basin cedar delta ember fjord grove harbour inlet juniper kestrel lantern meadow nectar orchard pebble quarry ridge "
    "saddle thicket umber valley willow yarrow zephyr anchor bramble copper dune estuary flint gable heron iris"
).split()


@dataclass(frozen=True)
class Truth:
    """Where *needle* stands; only what the format has is set. `label` is the page's printed label."""

    needle: str
    line: int | None = None
    page: int | None = None
    label: str | None = None
    heading_path: tuple[str, ...] | None = None
    slide: int | None = None
    cell: str | None = None
    part: str | None = None
    symbol: str | None = None
    row: int | None = None
    time_ms: int | None = None
    title: str | None = None
    member: str | None = None
    anchor: str | None = None


@dataclass(frozen=True)
class TruthFile:
    """A file, and what is true of it."""

    name: str
    data: bytes
    truths: Sequence[Truth]


class Words:
    """Sentences and marked words, the same ones for the same seed."""

    def __init__(self, name: str) -> None:
        self._random = random.Random(name)
        self._name = name.replace(".", "").replace("-", "")
        self._count = 0

    def sentence(self, words: int = 0) -> str:
        """A sentence of about a dozen words."""
        count = words or self._random.randint(8, 16)
        chosen = [self._random.choice(WORDS) for _ in range(count)]
        return " ".join([chosen[0].capitalize(), *chosen[1:]]) + "."

    def paragraph(self, sentences: int = 0) -> str:
        """A few sentences."""
        return " ".join(self.sentence() for _ in range(sentences or self._random.randint(2, 6)))

    def heading(self) -> str:
        """Two or three words with a number that no other heading has."""
        self._count += 1
        return f"{self._random.choice(WORDS).capitalize()} {self._random.choice(WORDS)} {self._count}"

    def needle(self) -> str:
        """A word that occurs once in all files."""
        self._count += 1
        return f"needle{self._name}{self._count:03}x"


@dataclass
class Lines:
    """A text file that is written line by line, remembering where marked words stand."""

    words: Words
    rows: list[str] = field(default_factory=list[str])
    truths: list[Truth] = field(default_factory=list[Truth])

    def put(self, *rows: str) -> None:
        """Append lines."""
        self.rows.extend(rows)

    def mark(self, before: str = "", after: str = "", indent: str = "", **place: object) -> None:
        """Append a line with a marked word in a sentence."""
        needle = self.words.needle()
        self.rows.append(f"{indent}{before}{self.words.sentence(5)} {needle} {self.words.sentence(4)}{after}")
        self.truths.append(Truth(needle, line=len(self.rows), **place))  # type: ignore[arg-type]

    def prose(self, paragraphs: int = 1, indent: str = "", before: str = "") -> None:
        """Append paragraphs of one sentence a line, each followed by a blank line."""
        for _ in range(paragraphs):
            self.put(*(f"{indent}{before}{self.words.sentence()}" for _ in range(3)), before.rstrip() if before else "")

    def file(self, name: str, end: str = "\n", encoding: str = "utf-8") -> TruthFile:
        """The file as it lies on the disk."""
        return TruthFile(name, (end.join(self.rows) + end).encode(encoding), self.truths)


def sections(words: Words) -> Iterator[tuple[int, tuple[str, ...]]]:
    """(level, heading path) of nine sections on three levels, one of which goes on for long."""
    path: list[str] = []
    for level in (1, 2, 3, 2, 2, 3, 3, 2, 2):
        path = [*path[: level - 1], words.heading()]
        yield level, tuple(path)


def outlined(name: str, heading: Callable[[int, str], Sequence[str]], end: str = "\n", encoding: str = "utf-8", top: Sequence[str] = ()) -> TruthFile:
    """A text format with headings; *heading* writes the lines of one."""
    lines = Lines(Words(name))
    lines.put(*top)
    for number, (level, path) in enumerate(sections(lines.words)):
        lines.put(*heading(level, path[-1]), "")
        for _ in range(12 if number == 4 else 1):
            lines.prose()
        lines.mark(heading_path=path)
        lines.put("")
    return lines.file(name, end, encoding)


def markdown_files() -> Iterator[TruthFile]:
    """ATX and setext headings, with front matter, with CR LF, and with a mark."""
    yield outlined("atx.md", lambda level, text: [f"{'#' * level} {text}"])
    yield outlined("setext.md", lambda level, text: [text, "===" if level == 1 else "---"] if level < 3 else [f"### {text} ###"], "\r\n")
    front = ["---", "title: Front", "tags: [a, b]", "---", "", "```sh", "# no heading", "```", ""]
    yield outlined("front.md", lambda level, text: [f"{'#' * level} {text}"], "\r\n", "utf-8-sig", front)


def anchored_files() -> Iterator[TruthFile]:
    """Headings that repeat, and addresses that the file itself gives."""
    shapes: dict[str, tuple[str, Callable[[int], Sequence[str]], Callable[[int], str]]] = {
        "again.md": ("# Land", lambda number: ["## Setup"], lambda number: "setup" + (f"-{number}" if number else "")),
        "named.md": ("# Land", lambda number: [f"## Setup {{#own{number}}}"], lambda number: f"own{number}"),
        "named.html": ("<h1>Land</h1>", lambda number: [f'<h2 id="own{number}">Setup</h2>'], lambda number: f"own{number}"),
        "again.org": ("* Land", lambda number: ["** Setup"], lambda number: "setup" + (f"-{number}" if number else "")),
        "named.org": ("* Land", lambda number: ["** Setup", ":PROPERTIES:", f":CUSTOM_ID: own{number}", ":END:"], lambda number: f"own{number}"),
        "named.rst": ("Land\n====\n", lambda number: [f".. _own{number}:", "", "Setup", "-----"], lambda number: f"own{number}"),
        "named.tex": (r"\section{Land}", lambda number: [rf"\subsection{{Setup}}\label{{own{number}}}"], lambda number: f"own{number}"),
        "named.adoc": ("== Land", lambda number: [f"[#own{number}]", "=== Setup"], lambda number: f"own{number}"),
    }
    for name, (top, heading, anchor) in shapes.items():
        lines = Lines(Words(name))
        lines.put(*top.split("\n"))
        for number in range(5):
            lines.put("", *heading(number), "")
            lines.mark(heading_path=("Land", "Setup"), anchor=anchor(number), **({"before": "<p>"} if "html" in name else {}))
        yield lines.file(name)


def eastern_files() -> Iterator[TruthFile]:
    """Text without spaces between words, long enough to be cut."""
    for name, pattern in (("east.md", "{}"), ("east.txt", ""), ("east.org", "{}")):
        lines = Lines(Words(name))
        path: tuple[str, ...] | None = None
        for number in range(6):
            if pattern:
                path = (f"第{number}章",)
                lines.put(f"{'*' if 'org' in name else '#'} {path[0]}", "")
            for _ in range(8):
                lines.put("山と川の間に小さな村があります。" * 6)
            lines.put("")
            lines.mark(before="村の", after="です。", heading_path=path)
            lines.put("")
        yield lines.file(name)


def markup_files() -> Iterator[TruthFile]:
    """Formats whose text is their own, under headings."""
    yield outlined("a.rst", lambda level, text: [text, "=-~"[level - 1] * len(text)])
    yield outlined("b.rst", lambda level, text: ["=" * len(text), text, "=" * len(text)] if level == 1 else [text, "-~"[level - 2] * (len(text) + 2)], "\r\n")
    yield outlined("a.org", lambda level, text: [f"{'*' * level} {'TODO ' if level > 1 else ''}{text}  :tag:"], top=["#+TITLE: On land", ""])
    commands = ("section", "subsection", "subsubsection")
    yield outlined("a.tex", lambda level, text: [rf"\{commands[level - 1]}{{{text}}}"], top=[r"\documentclass{article}", r"\begin{document}", "% \\section{No}"])
    yield outlined("a.adoc", lambda level, text: [f"{'=' * (level + 1)} {text}"])
    yield outlined("a.html", lambda level, text: [f"<h{level}>{text}</h{level}>", "<p>"], top=["<!doctype html>", "<html><head><title>On land</title></head>", "<body>"])


def plain_files() -> Iterator[TruthFile]:
    """Text, with each kind of line end, and in UTF-16; and a log."""
    for name, end, encoding in (("lf.txt", "\n", "utf-8"), ("crlf.txt", "\r\n", "utf-8-sig"), ("cr.txt", "\r", "utf-8"), ("wide.txt", "\r\n", "utf-16")):
        lines = Lines(Words(name))
        for number in range(6):
            lines.put("odd \x0c \u2028 \x85 \x1c ends" if number == 1 else "")
            lines.prose(4)
            lines.mark()
        yield lines.file(name, end, encoding)
    lines = Lines(Words("a.log"))
    for number in range(1_200):
        if number % 150 == 77:
            lines.mark(before=f"2024-01-02 03:04:{number % 60:02} INFO ")
        else:
            lines.put(f"2024-01-02 03:04:{number % 60:02} INFO {lines.words.sentence()}")
    yield lines.file("a.log")


def code_files() -> Iterator[TruthFile]:
    """Functions, and methods of a class that is too large for one passage."""
    shapes = {
        "a.py": ("class {0}:", "    def {0}(self):", "def {0}(pot):", "    ", "# ", "", "."),
        "a.js": ("class {0} {{", "  {0}(pot) {{", "function {0}(pot) {{", "  ", "// ", "}", "."),
        "a.java": ("public class {0} {{", "    public int {0}(Pot pot) {{", "class {0} {{", "    ", "// ", "}", "."),
        "a.rs": ("impl {0} {{", "    pub fn {0}(&self) -> u8 {{", "fn {0}() {{", "    ", "// ", "}", "::"),
        "a.php": ("class {0} {{", "    public function {0}($pot) {{", "function {0}() {{", "    ", "// ", "}", "::"),
        "a.cs": ("public class {0} {{", "    public int {0}(Pot pot) {{", "class {0} {{", "    ", "// ", "}", "."),
    }
    for name, shape in shapes.items():
        yield code_file(name, *shape)
    lines = Lines(Words("a.go"))
    lines.put("package tea", "")
    for number in range(6):
        lines.put(f"// Brew{number} brews.", f"func Brew{number}(pot Pot) error {{", *(f"\t// {lines.words.sentence()}" for _ in range(4)))
        lines.mark(before="// ", indent="\t", symbol=f"Brew{number}")
        lines.put("\treturn nil", "}", "")
    yield lines.file("a.go")


def code_file(name: str, holder: str, method: str, function: str, indent: str, comment: str, close: str, joint: str) -> TruthFile:
    """One class with methods, then functions, in the shape of a language."""
    lines = Lines(Words(name))
    lines.put(f"{comment}{lines.words.sentence()}", "", holder.format("Brewer"))
    for number in range(5):
        lines.put(method.format(f"brew{number}"), *(f"{indent * 2}{comment}{lines.words.sentence()}" for _ in range(5)))
        lines.mark(before=comment, indent=indent * 2, symbol=f"Brewer{joint}brew{number}")
        lines.put(f"{indent * 2}return 1{';' if close else ''}", *([indent + close] if close else []), "")
    lines.put(*([close] if close else []), "")
    for number in range(3):
        lines.put(function.format(f"pour{number}"))
        lines.mark(before=comment, indent=indent, symbol=f"pour{number}")
        lines.put(f"{indent}x = 1{';' if close else ''}", *([close] if close else []), "", "")
    return lines.file(name)


def data_files() -> Iterator[TruthFile]:
    """Tables, JSON, XML, configuration and BibTeX."""
    for name, delimiter, end in (("a.csv", ",", "\r\n"), ("b.csv", ";", "\n"), ("a.tsv", "\t", "\n")):
        yield table_file(name, delimiter, end)
    yield from json_files()
    yield notebook_file()
    lines = Lines(Words("a.xml"))
    lines.put('<?xml version="1.0"?>', "<land>")
    for number in range(1, 8):
        lines.put("  <place>", f"    <name>{lines.words.heading()}</name>", f"    <text>{lines.words.paragraph(8)}</text>", "    <note>")
        lines.mark(part=f"place[{number}]")
        lines.put("    </note>", "  </place>")
    lines.put("</land>")
    yield lines.file("a.xml")
    for name, opening, mark in (("a.toml", "[{}]", 'text = "'), ("a.yaml", "{}:", "  text: '"), ("a.ini", "[{}]", 'text = "')):
        lines = Lines(Words(name))
        for number in range(5):
            lines.put(opening.format(f"place{number}"))
            lines.mark(before=mark, after=mark[-1], heading_path=(f"place{number}",))
            lines.put("" if "yaml" not in name else "  n: 1", "")
        yield lines.file(name)
    lines = Lines(Words("a.bib"))
    for number in range(6):
        lines.put(f"@book{{key{number},", f"  title = {{{lines.words.heading()}}},", "  author = {Byte, Ada},")
        lines.mark(before="  abstract = {", after="},", part=f"key{number}", member=f"key{number}")
        lines.put("}", "")
    yield lines.file("a.bib")


def table_file(name: str, delimiter: str, end: str) -> TruthFile:
    """A table in which some cells hold several lines."""
    words = Words(name)
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=delimiter, lineterminator=end)
    writer.writerow(["name", "size", "text"])
    truths: list[Truth] = []
    for row in range(1, 61):
        line = stream.getvalue().count("\n") + 1
        needle = words.needle() if row % 8 == 3 else ""
        if needle:
            truths.append(Truth(needle, line=line, row=row))
        writer.writerow([f"{words.heading()} {needle}", row, words.sentence(30) + (f"{end}two, lines" if row % 5 == 0 else "")])
    return TruthFile(name, stream.getvalue().encode(), truths)


def line_of(text: str, needle: str) -> int:
    """The line of *needle* in *text*, from 1."""
    return text[: text.index(needle)].count("\n") + 1


def json_files() -> Iterator[TruthFile]:
    """A tree, and records a line."""
    words = Words("a.json")
    needles = [words.needle() for _ in range(8)]
    tree = {"land": [{"name": words.heading(), "text": words.paragraph(12), "deep": {"note": needle}} for needle in needles]}
    text = json.dumps(tree, indent=2)
    yield TruthFile("a.json", text.encode(), [Truth(needle, line=line_of(text, needle), part=f"land[{number}]") for number, needle in enumerate(needles)])
    words = Words("a.jsonl")
    rows: list[str] = []
    truths: list[Truth] = []
    for number in range(8):
        needle = words.needle()
        title = words.heading()
        rows.append(json.dumps({"title": title, "text": f"{words.paragraph()} {needle}"}))
        truths.append(Truth(needle, line=len(rows), part=f"line {len(rows)}", title=title))
        rows.extend([""] * (number % 2))
    yield TruthFile("a.jsonl", "\n".join(rows).encode(), truths)


def notebook_file() -> TruthFile:
    """Markdown cells with headings, code cells, and what they printed."""
    words = Words("a.ipynb")
    cells: list[dict[str, object]] = []
    places: list[tuple[str, tuple[str, ...], str]] = []
    for _, path in sections(words):
        first, second, third = words.needle(), words.needle(), words.needle()
        cells.append({"cell_type": "markdown", "metadata": {}, "source": [f"{'#' * len(path)} {path[-1]}\n", "\n", f"{words.sentence()} {first}"]})
        output = {"output_type": "stream", "name": "stdout", "text": [f"{third}\n"]}
        cells.append({"cell_type": "code", "metadata": {}, "execution_count": 1, "outputs": [output], "source": ["# code\n", f"x = '{second}'"]})
        places += [(first, path, f"cell {len(cells) - 1}"), (second, path, f"cell {len(cells)}"), (third, path, f"cell {len(cells)}")]
    text = json.dumps({"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}, indent=1)
    truths = [Truth(needle, line=line_of(text, needle), heading_path=path, part=part) for needle, path, part in places]
    return TruthFile("a.ipynb", text.encode(), truths)


def subtitle_files() -> Iterator[TruthFile]:
    """Cues every four seconds; the cited time is that of the stretch, at most half a minute before."""
    for name, head, comma in (("a.srt", "", ","), ("a.vtt", "WEBVTT\n\n", ".")):
        lines = Lines(Words(name))
        lines.put(*head.split("\n")[:-1])
        for number in range(80):
            start = number * 4
            lines.put(str(number + 1), f"00:{start // 60:02}:{start % 60:02}{comma}000 --> 00:{start // 60:02}:{start % 60 + 3:02}{comma}000")
            if number % 12 == 5:
                lines.mark(time_ms=start * 1_000)
            else:
                lines.put(lines.words.sentence(6))
            lines.put("")
        yield lines.file(name)


def pdf_file() -> TruthFile:
    """Twelve pages: four with roman labels, then arabic ones from 1; running heads on each."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.constants import PageLabelStyle
    from reportlab.pdfgen.canvas import Canvas

    words = Words("a.pdf")
    stream = io.BytesIO()
    canvas = Canvas(stream)
    truths: list[Truth] = []
    for page in range(1, 13):
        needle, last = words.needle(), words.needle()
        canvas.setFont("Helvetica", 11)
        canvas.drawString(72, 810, "On land, a treatise")
        rows = [words.sentence(9) for _ in range(30)]
        for number, row in enumerate([f"{needle} {rows[0]}", *rows[1:], f"{words.sentence(4)} {last}"]):
            canvas.drawString(72, 770 - number * 18, row)
        canvas.showPage()
        label = ("i", "ii", "iii", "iv")[page - 1] if page <= 4 else str(page - 4)
        truths += [Truth(needle, page=page, label=label), Truth(last, page=page, label=label)]
    canvas.save()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(stream.getvalue())))
    writer.set_page_label(0, 3, style=PageLabelStyle.LOWERCASE_ROMAN)
    writer.set_page_label(4, 11, style=PageLabelStyle.DECIMAL)
    out = io.BytesIO()
    writer.write(out)
    return TruthFile("a.pdf", out.getvalue(), truths)


def columns_file() -> TruthFile:
    """A paper in two columns, the pages labelled with a prefix from 100 on; a sentence runs over each page's end."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.constants import PageLabelStyle
    from reportlab.pdfgen.canvas import Canvas

    words = Words("columns.pdf")
    stream = io.BytesIO()
    canvas = Canvas(stream)
    truths: list[Truth] = []
    for page in range(1, 7):
        for left in (60, 320):
            rows = [words.sentence(5)[:-1] for _ in range(38)]
            for at in (0, 20, 37):
                needle = words.needle()
                rows[at] = f"{needle} {words.sentence(2)[:-1]}"
                truths.append(Truth(needle, page=page, label=f"S-{99 + page}"))
            canvas.setFont("Times-Roman", 9)
            for number, row in enumerate(rows):
                canvas.drawString(left, 780 - number * 18, row)
        canvas.drawString(300, 40, f"S-{99 + page}")
        canvas.showPage()
    canvas.save()
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(stream.getvalue())))
    writer.set_page_label(0, 5, style=PageLabelStyle.DECIMAL, prefix="S-", start=100)
    out = io.BytesIO()
    writer.write(out)
    return TruthFile("columns.pdf", out.getvalue(), truths)


def docx_file() -> TruthFile:
    """Headings of three levels, paragraphs, and a table."""
    from docx import Document as Docx

    words = Words("a.docx")
    document = Docx()
    truths: list[Truth] = []
    for _, path in sections(words):
        document.add_heading(path[-1], len(path))
        document.add_paragraph(words.paragraph())
        in_text, in_table = words.needle(), words.needle()
        document.add_paragraph(f"{words.sentence()} {in_text}")
        table = document.add_table(1, 2)
        table.cell(0, 0).text, table.cell(0, 1).text = words.sentence(3), in_table
        truths += [Truth(in_text, heading_path=path), Truth(in_table, heading_path=path)]
    stream = io.BytesIO()
    document.save(stream)
    return TruthFile("a.docx", stream.getvalue(), truths)


def pptx_file() -> TruthFile:
    """Slides with a title, a text box and notes."""
    from pptx import Presentation

    words = Words("a.pptx")
    deck = Presentation()
    truths: list[Truth] = []
    for slide_number in range(1, 9):
        slide = deck.slides.add_slide(deck.slide_layouts[1])
        body, notes = words.needle(), words.needle()
        assert slide.shapes.title is not None
        slide.shapes.title.text = words.heading()
        slide.placeholders[1].text = f"{words.paragraph(2)} {body}"
        assert slide.notes_slide.notes_text_frame is not None
        slide.notes_slide.notes_text_frame.text = f"{words.sentence()} {notes}"
        truths += [Truth(body, slide=slide_number), Truth(notes, slide=slide_number)]
    stream = io.BytesIO()
    deck.save(stream)
    return TruthFile("a.pptx", stream.getvalue(), truths)


def xlsx_file() -> TruthFile:
    """Two sheets with marked cells."""
    from openpyxl import Workbook

    words = Words("a.xlsx")
    book = Workbook()
    truths: list[Truth] = []
    for title in ("North", "South side"):
        sheet = book.create_sheet(title)
        sheet.append(["name", "text", "size"])
        for row in range(2, 122):
            needle = words.needle() if row % 15 == 7 else ""
            sheet.append([words.heading(), f"{words.sentence(10)} {needle}".strip(), row])
            if needle:
                truths.append(Truth(needle, cell=f"{title}!B{row}"))
    del book["Sheet"]
    stream = io.BytesIO()
    book.save(stream)
    return TruthFile("a.xlsx", stream.getvalue(), truths)


def zipped(name: str, parts: dict[str, str | bytes]) -> bytes:
    """An archive of *parts*; one called "mimetype" comes first and is not compressed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for part, content in parts.items():
            stored = zipfile.ZIP_STORED if part == "mimetype" else zipfile.ZIP_DEFLATED
            archive.writestr(zipfile.ZipInfo(part, (2024, 1, 2, 3, 4, 6)), content, stored)
    assert name
    return stream.getvalue()


def epub_file() -> TruthFile:
    """Three chapters in the order of the spine."""
    words = Words("a.epub")
    truths: list[Truth] = []
    parts: dict[str, str | bytes] = {
        "mimetype": "application/epub+zip",
        "META-INF/container.xml": '<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="book.opf" '
        'media-type="application/oebps-package+xml"/></rootfiles></container>',
    }
    for number in range(1, 6):
        chapter, section = words.heading(), words.heading()
        first, second = words.needle(), words.needle()
        parts[f"c{number}.xhtml"] = (
            f'<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><h1>{chapter}</h1><p>{words.paragraph()} {first}</p>'
            f"<h2>{section}</h2><p>{words.paragraph()}</p><p>{second}</p></body></html>"
        )
        truths += [Truth(first, heading_path=(chapter,)), Truth(second, heading_path=(chapter, section))]
    items = "".join(f'<item id="c{number}" href="c{number}.xhtml" media-type="application/xhtml+xml"/>' for number in range(1, 6))
    spine = "".join(f'<itemref idref="c{number}"/>' for number in range(1, 6))
    parts["book.opf"] = (
        '<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="i"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/">'
        f'<dc:title>On land</dc:title><dc:identifier id="i">x</dc:identifier><dc:language>en</dc:language></metadata><manifest>{items}</manifest><spine>{spine}</spine></package>'
    )
    return TruthFile("a.epub", zipped("a.epub", parts), truths)


OFFICE = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0" '
    'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0" office:version="1.2"'
)


def open_document(name: str, sort: str, body: str) -> bytes:
    """An OpenDocument file of a sort ("text", "spreadsheet", "presentation")."""
    content = f'<?xml version="1.0" encoding="UTF-8"?><office:document-content {OFFICE}><office:body><office:{sort}>{body}</office:{sort}></office:body></office:document-content>'
    manifest = f'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"><manifest:file-entry manifest:full-path="/" manifest:media-type="application/vnd.oasis.opendocument.{sort}"/></manifest:manifest>'
    return zipped(name, {"mimetype": f"application/vnd.oasis.opendocument.{sort}", "content.xml": content, "META-INF/manifest.xml": manifest})


def open_document_files() -> Iterator[TruthFile]:
    """Text with headings, a table document, slides."""
    words = Words("a.odt")
    truths: list[Truth] = []
    body = ""
    for level, path in sections(words):
        needle = words.needle()
        body += f'<text:h text:outline-level="{level}">{path[-1]}</text:h><text:p>{words.paragraph()}</text:p><text:p>{needle}</text:p>'
        truths.append(Truth(needle, heading_path=path))
    yield TruthFile("a.odt", open_document("a.odt", "text", body), truths)
    words, truths, body = Words("a.ods"), [], '<table:table table:name="North">'
    for row in range(1, 101):
        needle = words.needle() if row % 20 == 9 else "x"
        if needle != "x":
            truths.append(Truth(needle, cell=f"North!B{row}"))
        body += f"<table:table-row><table:table-cell><text:p>{words.sentence()}</text:p></table:table-cell><table:table-cell><text:p>{needle}</text:p></table:table-cell></table:table-row>"
    yield TruthFile("a.ods", open_document("a.ods", "spreadsheet", body + "</table:table>"), truths)
    words, truths, body = Words("a.odp"), [], ""
    for slide in range(1, 7):
        needle = words.needle()
        body += f'<draw:page draw:name="page{slide}"><draw:frame><draw:text-box><text:p>{words.sentence()} {needle}</text:p></draw:text-box></draw:frame></draw:page>'
        truths.append(Truth(needle, slide=slide))
    yield TruthFile("a.odp", open_document("a.odp", "presentation", body), truths)


def message(words: Words, needle: str) -> tuple[str, EmailMessage]:
    """(subject, message) with *needle* in its text."""
    mail = EmailMessage()
    subject = words.heading()
    mail["Subject"], mail["From"], mail["To"], mail["Date"] = subject, "Ada <ada@land.invalid>", "bob@land.invalid", "Tue, 02 Jan 2024 03:04:05 +0000"
    mail.set_content(f"{words.paragraph()}\n\n{needle}\n")
    return subject, mail


def mail_files() -> Iterator[TruthFile]:
    """A message, and a box of several."""
    words = Words("a.eml")
    needle = words.needle()
    subject, mail = message(words, needle)
    yield TruthFile("a.eml", mail.as_bytes(), [Truth(needle, title=subject)])
    words = Words("a.mbox")
    truths: list[Truth] = []
    box = b""
    for _ in range(6):
        needle = words.needle()
        subject, mail = message(words, needle)
        truths.append(Truth(needle, title=subject))
        box += b"From ada@land.invalid Tue Jan  2 03:04:05 2024\n" + mail.as_bytes() + b"\n"
    yield TruthFile("a.mbox", box, truths)


def archive_file() -> TruthFile:
    """A Markdown and a text file in folders of an archive."""
    words = Words("a.zip")
    parts: dict[str, str | bytes] = {}
    truths: list[Truth] = []
    for number in range(4):
        heading, needle = words.heading(), words.needle()
        parts[f"notes/n{number}.md"] = f"# {heading}\n\n{words.sentence()}\n{needle}\n"
        truths.append(Truth(needle, member=f"notes/n{number}.md", heading_path=(heading,), line=4))
    return TruthFile("a.zip", zipped("a.zip", parts), truths)


def rtf_file() -> TruthFile:
    """Paragraphs; the format has no lines that people count."""
    words = Words("a.rtf")
    needles = [words.needle() for _ in range(3)]
    body = r"\par ".join(f"{words.paragraph()} {needle}" for needle in needles)
    return TruthFile("a.rtf", rf"{{\rtf1\ansi {body}\par}}".encode("ascii"), [Truth(needle) for needle in needles])


def truth_files() -> Iterator[TruthFile]:
    """Every file of the set."""
    yield from markdown_files()
    yield from markup_files()
    yield from anchored_files()
    yield from eastern_files()
    yield from plain_files()
    yield from code_files()
    yield from data_files()
    yield from subtitle_files()
    yield from (pdf_file(), columns_file(), docx_file(), pptx_file(), xlsx_file(), epub_file())
    yield from open_document_files()
    yield from mail_files()
    yield from (archive_file(), rtf_file())
