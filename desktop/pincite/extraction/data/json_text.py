"""JSON and JSON Lines as readable lines, each passage with its path in the tree and its lines in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.domain.documents import Document, Reason, Section, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.data.json_scanner import JsonError, Scanner
from pincite.extraction.data.tree_sections import Leaf, Step, add_leaves, label
from pincite.extraction.markup.own_text import cut_notice, decoded, of_text, own_document
from pincite.extraction.source_file import Options, SourceFile

TITLE_FIELDS = ("title", "name", "subject", "headline", "label", "question")
"""Fields of a record that may be its title, best first."""

NAMED_LINES = 10
"""Bad lines that a notice names; of more it tells the number."""


@dataclass(frozen=True, slots=True)
class Source:
    """The file with its decoded text and what is to be said of it."""

    file: SourceFile
    options: Options
    text: str
    encoding: str
    notices: tuple[str, ...]

    def document(self, builder: TextBuilder, title: str, member: str = "", about: Mapping[str, Value] | None = None) -> Document:
        """The document of what *builder* holds."""
        said = (*self.notices, cut_notice(builder.length)) if builder.cut else self.notices
        return Document(
            type=self.file.extension, text=builder.text, sections=builder.sections, title=title, member=member, encoding=self.encoding,
            lines=builder.lines, metadata=about or {}, notices=said, cut=builder.cut,
        )  # fmt: skip

    def as_text(self, notice: str) -> Document:
        """The file's own text, in one section, with a notice that says why."""
        own = of_text(self.text, self.options.max_text, self.encoding, (*self.notices, notice))
        return own_document(own, self.file, (Section(0, len(own.text)),))

    def noting(self, *notices: str) -> Source:
        """The same with more to be said."""
        return Source(self.file, self.options, self.text, self.encoding, (*self.notices, *notices))


@dataclass(frozen=True, slots=True)
class Record:
    """One value of the file: its leaves, and the name it is cited by where it has no id: "line 3", "[4]"."""

    leaves: Sequence[Leaf]
    name: str


def read_json(file: SourceFile, options: Options) -> Sequence[Document]:
    """A JSON file is one document; a list of records is one a record if the options name fields for them.

    Several values in a row are read as JSON Lines. What is no JSON is read as plain text with a notice.
    """
    source = source_of(file, options)
    scanner = Scanner(source.text)
    try:
        leaves = list(scanner.leaves())
    except JsonError as error:
        if looks_like_lines(source.text):
            return read_lines(file, options)
        return [source.as_text(f"It is no valid JSON and was read as plain text ({error}).")]
    if scanner.values > 1 and looks_like_lines(source.text):
        return read_lines(file, options)
    if named_fields(options) and leaves and leaves[0].path and isinstance(leaves[0].path[0], int):
        return documents(source, list(list_items(leaves)))
    return [whole(source, leaves)]


def read_lines(file: SourceFile, options: Options) -> Sequence[Document]:
    """JSON Lines: a document a line; past `max_members` lines, one document with sections for each line.

    A line that is no JSON is left out, and its number reported; a file of such lines alone is read as what it is.
    """
    source = source_of(file, options)
    records: list[Record] = []
    bad: list[int] = []
    for line, row in enumerate(source.text.split("\n"), 1):
        if row.strip():
            try:
                records.append(Record(list(Scanner(row, line).leaves()), f"line {line}"))
            except JsonError:
                bad.append(line)
    if len(bad) > len(records):
        return [spread_out(source, bad)]
    return documents(source.noting(*bad_lines(bad)), records)


def spread_out(source: Source, bad: Sequence[int]) -> Document:
    """A file of that name whose values span lines, or that is no JSON at all."""
    try:
        return whole(source, list(Scanner(source.text).leaves()))
    except JsonError:
        return source.as_text(f"It was read as plain text: {len(bad)} of its lines are no valid JSON.")


def whole(source: Source, leaves: Sequence[Leaf]) -> Document:
    """One document of all leaves. Raises `UnreadableError` if there is no text in them."""
    builder = TextBuilder(limit=source.options.max_text)
    add_leaves(builder, leaves)
    if not builder.text.strip():
        raise UnreadableError(Reason.NO_TEXT, "it holds no values")
    return source.document(builder, title_of(leaves) or source.file.stem)


def source_of(file: SourceFile, options: Options) -> Source:
    """The decoded file. Raises `UnreadableError` if it is blank or no text."""
    text, encoding, notices = decoded(file)
    if not text.strip():
        raise UnreadableError(Reason.NO_TEXT)
    return Source(file, options, text, encoding, notices)


def looks_like_lines(text: str) -> bool:
    """Whether the first lines are JSON values of their own."""
    rows = [row.strip() for row in text[:200_000].split("\n") if row.strip()][:4]
    good = 0
    for row in rows:
        try:
            good += row[0] in "{[" and bool(list(Scanner(row).leaves()))
        except JsonError:
            continue
    return len(rows) > 1 and good >= max(1, len(rows) - 1)


def bad_lines(bad: Sequence[int]) -> tuple[str, ...]:
    """The notice that names lines that are no JSON."""
    if not bad:
        return ()
    if len(bad) == 1:
        return (f"Line {bad[0]} is no valid JSON and was left out.",)
    numbers = ", ".join(str(line) for line in bad[:NAMED_LINES])
    more = f" and {len(bad) - NAMED_LINES} more" if len(bad) > NAMED_LINES else ""
    return (f"Lines {numbers}{more} are no valid JSON and were left out.",)


def list_items(leaves: Sequence[Leaf]) -> Iterator[Record]:
    """The items of a list at the top, each as a record with paths of its own."""
    start = 0
    for at in range(1, len(leaves) + 1):
        if at == len(leaves) or leaves[at].path[0] != leaves[start].path[0]:
            yield Record([Leaf(leaf.path[1:], leaf.text, leaf.line) for leaf in leaves[start:at]], f"[{leaves[start].path[0]}]")
            start = at


def documents(source: Source, records: Sequence[Record]) -> Sequence[Document]:
    """A document for each record, or one for all if they are too many. Raises `UnreadableError` if there is no text in any."""
    options = source.options
    if len(records) > options.max_members:
        builder = TextBuilder(limit=options.max_text)
        for record in records:
            add_record(builder, record, options)
        found = [source.document(builder, source.file.stem)] if builder.text.strip() else []
    else:
        found = list(one_by_one(source, records))
    if not found:
        raise UnreadableError(Reason.NO_TEXT, "it holds no values")
    return found


def one_by_one(source: Source, records: Sequence[Record]) -> Iterator[Document]:
    """A document a record, under names of their own; the first carries the notices of the file."""
    options = source.options
    left = options.max_text
    used: set[str] = set()
    quiet = Source(source.file, options, "", source.encoding, ())
    for record in records:
        builder = TextBuilder(limit=left)
        add_record(builder, record, options)
        if builder.text.strip():
            left = max(0, left - builder.length)
            name = id_of(record, options)
            name = f"{name} ({record.name})" if name in used else name
            teller = quiet if used else source
            used.add(name)
            title = title_of(record.leaves) or f"{source.file.stem}, {name}"
            yield teller.document(builder, title, name, metadata(record.leaves, options.json_metadata_fields))


def add_record(builder: TextBuilder, record: Record, options: Options) -> None:
    """The record's content fields, or all of it; of one field its value alone."""
    fields = options.json_content_fields
    chosen = [leaf for field in fields for leaf in record.leaves if below(leaf.path, field)] if fields else record.leaves
    if len(fields) == 1:
        chosen = [Leaf((), leaf.text, leaf.line) for leaf in chosen]
    add_leaves(builder, chosen, id_of(record, options))


def id_of(record: Record, options: Options) -> str:
    """The record's id field, else where it stands."""
    if options.json_id_field:
        found = next((leaf.text for leaf in record.leaves if label(leaf.path) == options.json_id_field), "")
        return found or record.name
    return record.name


def below(path: Sequence[Step], field: str) -> bool:
    """Whether *path* is *field* or lies below it."""
    written = label(path)
    return written == field or written.startswith((field + ".", field + "["))


def named_fields(options: Options) -> bool:
    """Whether the options say what a record's fields are for."""
    return bool(options.json_content_fields or options.json_metadata_fields or options.json_id_field)


def metadata(leaves: Sequence[Leaf], fields: Sequence[str]) -> Mapping[str, Value]:
    """The metadata fields under their paths; lists of plain values as lists."""
    found: dict[str, Value] = {}
    for field in fields:
        values = [leaf.text for leaf in leaves if below(leaf.path, field)]
        listed = any(re.match(re.escape(field) + r"\[", label(leaf.path)) for leaf in leaves)
        if values:
            found[field.lower()] = [*values] if listed else values[0]
    return found


def title_of(leaves: Sequence[Leaf]) -> str:
    """The title field at the top of a record, "" if it has none."""
    top = {str(leaf.path[0]).lower(): leaf.text for leaf in reversed(leaves) if len(leaf.path) == 1}
    return next((" ".join(top[field].split())[:200] for field in TITLE_FIELDS if top.get(field, "").strip()), "")
