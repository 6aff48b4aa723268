"""Jupyter notebooks (formats 3 and 4): markdown, code and the text of outputs, each passage with its cell and headings."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from pincite.domain.documents import Document, Location, OutlineEntry, Reason, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.data.json_scanner import JsonError, Scanner
from pincite.extraction.data.tree_sections import Leaf, Step
from pincite.extraction.markup.anchors import HeadingPath, slug
from pincite.extraction.markup.own_text import cut_notice, decoded, distinct, shortened
from pincite.extraction.source_file import Options, SourceFile

MAX_OUTPUT = 4_000
"""Characters of output text that are kept of a cell."""

HEADING = re.compile(r" {0,3}(#{1,6})[ \t]+(.*?)[ \t]*#*[ \t]*$")
FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
EMBEDDED = re.compile(r"data:[\w/+.-]+;base64,[A-Za-z0-9+/=\s]{100,}")
ANSI = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
OBJECT = re.compile(r"<[\w.]+(?: [^<>]*)?(?: at 0x[0-9a-f]+| object| with \d+ Axes|size)[^<>]*>|<IPython[^<>]*>|<Figure[^<>]*>")
"""What a picture or a widget leaves behind as its text."""

TEXTS = ("text/plain", "text/markdown", "text/latex", "text/html", "html", "latex", "text")
"""Kinds of output that are text, by format 4 or 3; the first that a result has is read."""


@dataclass(slots=True)
class Cell:
    """A cell as it comes out of the file: pieces of text, each with the line it stands on."""

    type: str = ""
    level: int = 1
    source: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    outputs: dict[tuple[Step, str], list[tuple[int, str]]] = field(default_factory=dict[tuple[Step, str], list[tuple[int, str]]])


def read_notebook(file: SourceFile, options: Options) -> Sequence[Document]:
    """A notebook. Raises `UnreadableError` (DAMAGED) if it is no JSON or has no cells."""
    text, encoding, notices = decoded(file)
    try:
        leaves = list(Scanner(text).leaves())
    except JsonError as error:
        raise UnreadableError(Reason.DAMAGED, f"it is no valid notebook ({error})") from error
    cells = cells_of(leaves)
    if not cells:
        sound = any(leaf.path[0] in {"nbformat", "metadata"} for leaf in leaves if leaf.path)
        raise UnreadableError(Reason.NO_TEXT if sound else Reason.DAMAGED, "it has no cells")
    page = Page(options.max_text)
    for number, cell in enumerate(cells, 1):
        page.add(number, cell)
    about = metadata(leaves)
    said = (*notices, *page.notices())
    return [
        Document(
            type="ipynb", text=page.builder.text, sections=page.builder.sections, title=page.title or str(about.get("title") or file.stem),
            encoding=encoding, lines=page.builder.lines, outline=tuple(page.outline), metadata=about, notices=said, cut=page.builder.cut,
        ),
    ]  # fmt: skip


def cells_of(leaves: Sequence[Leaf]) -> list[Cell]:
    """Cells in order; of format 3, those of all worksheets."""
    cells: dict[tuple[Step, ...], Cell] = {}
    for leaf in leaves:
        depth = 3 if leaf.path[:1] == ("worksheets",) else 1
        if leaf.path[depth - 1 : depth] != ("cells",) or len(leaf.path) < depth + 2:
            continue
        cell = cells.setdefault(leaf.path[: depth + 1], Cell())
        take(cell, leaf, leaf.path[depth + 1 :])
    return list(cells.values())


def take(cell: Cell, leaf: Leaf, path: Sequence[Step]) -> None:
    """Put a leaf of a cell where it belongs. *path* is that below the cell."""
    name = path[0]
    if name == "cell_type":
        cell.type = leaf.text
    elif name == "level" and leaf.text.isdigit():
        cell.level = max(1, min(6, int(leaf.text)))
    elif name in {"source", "input"} and len(path) <= 2:
        cell.source.append((leaf.line, leaf.text))
    elif name == "outputs" and len(path) >= 3:
        sort = path[3] if path[2] == "data" and len(path) > 3 else path[2]
        if sort in {*TEXTS, "ename", "evalue"}:
            cell.outputs.setdefault((path[1], str(sort)), []).append((leaf.line, leaf.text))


class Page:
    """Puts the cells together, with the headings that stand above each."""

    def __init__(self, limit: int) -> None:
        self.builder = TextBuilder(limit=limit)
        self.outline: list[OutlineEntry] = []
        self.title = ""
        self._headings = HeadingPath()
        self._path: tuple[str, ...] = ()
        self._anchor: str | None = None
        self._used: dict[str, int] = {}
        self._shortened = 0

    def add(self, number: int, cell: Cell) -> None:
        """Append the cell, counted from 1."""
        rows = list(rows_of(cell.source))
        if cell.type == "heading" and rows:
            self._enter(cell.level, " ".join(row for _, row in rows), rows[0][0])
        for stretch in self._stretches(rows) if cell.type == "markdown" else (rows,):
            self._put(f"cell {number}", stretch)
        self._put(f"cell {number} output", list(self._output(cell)))  # apart, since in the file it stands before its code

    def notices(self) -> tuple[str, ...]:
        """What was cut."""
        said = (f"Long output of {self._shortened} cells was shortened.",) if self._shortened else ()
        return (*said, cut_notice(self.builder.length)) if self.builder.cut else said

    def _stretches(self, rows: Sequence[tuple[int, str]]) -> Iterator[Sequence[tuple[int, str]]]:
        """Rows of a markdown cell from heading to heading; a ``#`` in a fence is no heading."""
        held: list[tuple[int, str]] = []
        fence = ""
        for line, row in rows:
            mark = FENCE.match(row)
            if mark and not fence:
                fence = mark[1]
            elif mark and mark[1].startswith(fence) and not row.strip(" `~"):
                fence = ""
            match = HEADING.match(row[:1_000]) if not fence else None
            if match and match[2]:
                yield held
                held = []
                self._enter(len(match[1]), re.sub(r"[*_`]", "", match[2]), line)
            held.append((line, row))
        yield held

    def _enter(self, level: int, heading: str, line: int) -> None:
        text = shortened(heading)
        self._path = self._headings.enter(level, text)
        self._anchor = distinct(slug(text), self._used) or None
        self.outline.append(OutlineEntry(level, text, line, anchor=self._anchor))
        if level == 1 and not self.title:
            self.title = text

    def _put(self, part: str, rows: Sequence[tuple[int, str]]) -> None:
        if any(row.strip() for _, row in rows):
            place = Location(heading_path=self._path, anchor=self._anchor, part=part)
            self.builder.add("\n".join(row for _, row in rows), place, [line for line, _ in rows])

    def _output(self, cell: Cell) -> Iterator[tuple[int, str]]:
        """Rows of the text that the cell printed, one kind of each result, up to `MAX_OUTPUT` characters."""
        left = MAX_OUTPUT
        for (result, sort), pieces in cell.outputs.items():
            better = any((result, other) in cell.outputs for other in TEXTS[: TEXTS.index(sort)]) if sort in TEXTS else False
            for line, row in () if better else rows_of(pieces):
                shown = ANSI.sub("", html.unescape(re.sub(r"<[^<>]*>", " ", row)) if "html" in sort else row)
                if shown.strip() and not OBJECT.fullmatch(shown.strip()):
                    if left <= 0:
                        self._shortened += 1
                        return
                    yield line, shown[:left]
                    left -= len(shown)


def rows_of(pieces: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """(line of the file, text) of each line of what *pieces* make together; embedded pictures are left out."""
    held, at = "", 0
    for line, text in pieces:
        at = at if held else line
        whole = EMBEDDED.sub("", text)
        *ended, rest = (held + whole).split("\n")
        for row in ended:
            yield at, row
            at = line
        held = rest
    if held:
        yield at, held


def metadata(leaves: Sequence[Leaf]) -> dict[str, Value]:
    """Title, authors and language that the notebook names."""
    found: dict[str, Value] = {}
    authors: list[Value] = []
    for leaf in leaves:
        match leaf.path:
            case ("metadata", "title" | "date" as key):
                found[str(key)] = leaf.text
            case ("metadata", "language_info" | "kernelspec", "name" | "language" as key) if key == "language" or "programming_language" not in found:
                found["programming_language"] = leaf.text
            case ("metadata", "authors", _, "name"):
                authors.append(leaf.text)
            case _:
                pass
    if authors:
        found["author"] = authors
    return found
