"""CSV and TSV as readable rows, ``column: value`` a line, each with its row and its line in the file."""

from __future__ import annotations

import csv
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pincite.domain.documents import Document, Location, Reason, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.markup.own_text import cut_notice, decoded
from pincite.extraction.source_file import Options, SourceFile

DELIMITERS = ("\t", ";", ",", "|")
"""Of equally good ones the first wins: where tabs or semicolons cut, commas stand in numbers and in texts."""

SAMPLE = 60
"""Rows that are looked at to find the delimiter and the heading."""

GROUP_WORDS = 200
"""Words up to which neighbouring rows share a section."""

SWALLOWED = 5
"""Lines in one cell that tell of a stray quote, in a file whose quotes are irregular anyway."""

NUMBER = re.compile(r"[-+]?[\d.,\s]*\d[%€$£]?|[-+]?\d+(?:\.\d+)?[eE][-+]?\d+|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}.*")
YEAR = re.compile(r"(?:1[5-9]|2[01])\d\d")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the file: its cells, and the lines it starts and ends on."""

    cells: Sequence[str]
    line: int


@dataclass(frozen=True, slots=True)
class Table:
    """The rows under a heading. `before` stands above the heading; `columns` is empty if the file has no heading."""

    before: Sequence[Row]
    heading: Row | None
    rows: Sequence[Row]
    columns: Sequence[str]
    delimiter: str


def read_delimited(file: SourceFile, options: Options) -> Sequence[Document]:
    """A table; it is one document, or one a row where the options name metadata columns. Raises `UnreadableError`."""
    text, encoding, notices = decoded(file)
    delimiter, text = declared(text)
    delimiter = options.csv_delimiter or delimiter or ("\t" if file.extension in {"tsv", "tab"} else "")
    rows, said = parsed(text, delimiter or sniffed(text))
    if not any(any(cell.strip() for cell in row.cells) for row in rows):
        raise UnreadableError(Reason.NO_TEXT, "it has no cell with text")
    table = table_of(rows, delimiter or sniffed(text), options)
    about = (encoding, (*notices, *said))
    if options.csv_metadata_columns and table.columns and len(table.rows) <= options.max_members:
        return list(row_documents(file, options, table, about))
    return [table_document(file, options, table, about)]


def declared(text: str) -> tuple[str, str]:
    """(delimiter, text) where the first line is Excel's ``sep=;``, which is blanked to keep the count of lines."""
    match = re.match(r"sep=(.)[ \t]*(?=\n|$)", text, re.IGNORECASE)
    return (match[1], text[match.end() :]) if match else ("", text)


def sniffed(text: str) -> str:
    """The delimiter that gives most rows of the beginning the same number of cells, more than one."""
    sample = text[:50_000].split("\n")[:SAMPLE]
    scores: list[tuple[float, int, str]] = []
    for rank, delimiter in enumerate(DELIMITERS):
        widths = Counter(len(row.cells) for row in parsed("\n".join(sample), delimiter)[0])
        width, count = max(widths.items(), key=lambda item: (item[0] > 1, item[1]), default=(1, 0))
        if width > 1:
            scores.append((count / max(1, widths.total()), -rank, delimiter))
    return max(scores)[2] if scores else ","


def parsed(text: str, delimiter: str) -> tuple[list[Row], tuple[str, ...]]:
    """(rows with text, notices). A quote that is never closed is no quote: then each line is a row."""
    lines = text.split("\n")
    strict = True
    while True:
        try:
            rows = list(csv_rows(lines, delimiter, strict))
        except csv.Error as error:
            if not strict or "unexpected end of data" in str(error) or "field larger" in str(error):
                break
            strict = False
        else:
            if strict or not any(cell.count("\n") >= SWALLOWED for row in rows for cell in row.cells):
                return rows, ()
            break
    rows = [Row(line.split(delimiter), number) for number, line in enumerate(lines, 1) if line.strip()]
    return rows, ("Its quotes do not match, so each line was read as a row.",)


def csv_rows(lines: Sequence[str], delimiter: str, strict: bool) -> Iterator[Row]:
    """Rows by the csv module, blank ones left out."""
    reader = csv.reader((line + "\n" for line in lines), delimiter=delimiter, strict=strict, skipinitialspace=True)
    line = 1
    for cells in reader:
        if any(cell.strip() for cell in cells):
            yield Row(cells, line)
        line = reader.line_num + 1


def table_of(rows: Sequence[Row], delimiter: str, options: Options) -> Table:
    """Finds the heading: the first row as wide as most, if it reads like names and not like values."""
    widths = Counter(len(trimmed(row.cells)) for row in rows[:SAMPLE])
    usual = max(widths.items(), key=lambda item: (item[1], item[0]))[0]
    start = next((at for at, row in enumerate(rows[:SAMPLE]) if len(trimmed(row.cells)) >= min(usual, 2)), 0)
    below = next((at for at, row in enumerate(rows[:SAMPLE]) if len(trimmed(row.cells)) >= usual), start)
    if below > start and stands_apart(rows[below - 1], rows[below]) and is_heading(rows[below], rows[below + 1 : below + SAMPLE]):
        start = below  # what a bank or an instrument writes above its table has columns of its own
    wanted = {*options.csv_content_columns, *options.csv_metadata_columns, options.csv_id_column} - {""}
    head = rows[start]
    if wanted & {cell.strip() for cell in head.cells} or is_heading(head, rows[start + 1 : start + SAMPLE]):
        return Table(rows[:start], head, rows[start + 1 :], column_names(head.cells), delimiter)
    return Table(rows[:start], None, rows[start:], (), delimiter)


def stands_apart(above: Row, row: Row) -> bool:
    """Whether an empty line parts two rows."""
    return row.line > above.line + 1 + sum(cell.count("\n") for cell in above.cells)


def trimmed(cells: Sequence[str]) -> Sequence[str]:
    """Cells without the empty ones at the end."""
    end = len(cells)
    while end and not cells[end - 1].strip():
        end -= 1
    return cells[:end]


def is_heading(row: Row, below: Sequence[Row]) -> bool:
    """Whether *row* reads like column names: distinct, short, and no numbers but years."""
    cells = [cell.strip() for cell in trimmed(row.cells)]
    names = [cell for cell in cells if cell]
    if not below or not names or len(set(names)) < len(names) * 0.8:
        return bool(names) and not below and len(names) > 1 and not any(NUMBER.fullmatch(name) for name in names)
    return not any(NUMBER.fullmatch(name) and not YEAR.fullmatch(name) for name in names) and max(map(len, names)) < 200


def column_names(cells: Iterable[str]) -> list[str]:
    """One name a column; an empty one is called by its number."""
    return [" ".join(cell.split()) or f"column {number}" for number, cell in enumerate(cells, 1)]


def table_document(file: SourceFile, options: Options, table: Table, about: tuple[str, tuple[str, ...]]) -> Document:
    """The whole table: its heading as it stands, then rows in sections of up to `GROUP_WORDS` words."""
    builder = TextBuilder(separator="\n", limit=options.max_text)
    for row in table.before:
        builder.add(table.delimiter.join(trimmed(row.cells)), Location(), row.line)
    if table.heading:
        builder.add(table.delimiter.join(table.heading.cells), Location(), same_line(table.heading))
    for group in grouped(table, options):
        place = Location(row=named_rows(table, group, options))
        for _, row, text in group:
            builder.add(f"{text}\n", place, same_line(row))
    return made(file, builder, file.stem, "", about)


def grouped(table: Table, options: Options) -> Iterator[list[tuple[int, Row, str]]]:
    """(number, row, its text) in groups of few words; rows without text are passed over."""
    group: list[tuple[int, Row, str]] = []
    words = 0
    for number, row in enumerate(table.rows, 1):
        text = rendered(table, row, options)
        size = max(len(text.split()), len(text) // 8)
        if group and words + size > GROUP_WORDS:
            yield group
            group, words = [], 0
        if text:
            group.append((number, row, text))
            words += size
    if group:
        yield group


def named_rows(table: Table, group: Sequence[tuple[int, Row, str]], options: Options) -> str:
    """The first and last row of a group, by id column or number."""
    first, last = (row_name(table, number, row, options) for number, row, _ in (group[0], group[-1]))
    return first if len(group) == 1 else f"{first}–{last}"


def row_name(table: Table, number: int, row: Row, options: Options) -> str:
    """The id of a row, else its number below the heading, from 1."""
    if options.csv_id_column in table.columns:
        at = list(table.columns).index(options.csv_id_column)
        if at < len(row.cells) and row.cells[at].strip():
            return row.cells[at].strip()
    return str(number)


def rendered(table: Table, row: Row, options: Options) -> str:
    """``column: value`` lines of a row; of one content column its value alone; cells as they stand where there is no heading."""
    chosen = options.csv_content_columns
    if not table.columns:
        return table.delimiter.join(row.cells).strip()
    pairs = [(name, value.strip()) for name, value in named_cells(table, row) if value.strip() and (not chosen or name in chosen)]
    if len(chosen) == 1:
        return "\n".join(value for _, value in pairs)
    return "\n".join(f"{name}: {value}" for name, value in pairs)


def named_cells(table: Table, row: Row) -> Iterator[tuple[str, str]]:
    """(column, value) of each cell; cells beyond the heading are called by their number."""
    for number, cell in enumerate(row.cells, 1):
        yield (table.columns[number - 1] if number <= len(table.columns) else f"column {number}"), cell


def same_line(row: Row) -> Iterator[int]:
    """The row's line for each line of its text."""
    while True:
        yield row.line


def row_documents(file: SourceFile, options: Options, table: Table, about: tuple[str, tuple[str, ...]]) -> Iterator[Document]:
    """A document a row, with its metadata columns; the first carries the notices of the file."""
    encoding, notices = about
    used: set[str] = set()
    for number, row in enumerate(table.rows, 1):
        text = rendered(table, row, options)
        if text:
            name = row_name(table, number, row, options)
            member = f"row {name}" if f"row {name}" not in used else f"row {name} ({number})"
            used.add(member)
            builder = TextBuilder(limit=options.max_text)
            builder.add(text, Location(row=name), same_line(row))
            values: dict[str, Value] = {
                column.lower(): value.strip() for column, value in named_cells(table, row) if column in options.csv_metadata_columns and value.strip()
            }
            yield replace(made(file, builder, f"{file.stem}, {member}", member, (encoding, notices)), metadata=values)
            notices = ()


def made(file: SourceFile, builder: TextBuilder, title: str, member: str, about: tuple[str, tuple[str, ...]]) -> Document:
    """The document of what *builder* holds."""
    encoding, notices = about
    said = (*notices, cut_notice(builder.length)) if builder.cut else notices
    return Document(
        type=file.extension, text=builder.text, sections=builder.sections, title=title, member=member, encoding=encoding,
        lines=builder.lines, notices=said, cut=builder.cut,
    )  # fmt: skip
