"""JSON and JSON Lines as readable lines, each passage with its path in the tree and its lines in the file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.domain.documents import Document, Reason, Section, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.json_scanner import JsonError, Scanner
from pincite.extraction.own_text import cut_notice, decoded, of_text, own_document
from pincite.extraction.source_file import Options, SourceFile
from pincite.extraction.tree_sections import Leaf, Step, add_leaves, label

TITLE_FIELDS = ("title", "name", "subject", "headline", "label", "question")
"""Fields of a record that may be its title, best first."""

NAMED_LINES = 10
"""Bad lines that a notice names; of more it tells the number."""


@dataclass(frozen=True, slots=True)
class Record:
    """One value of the file: its leaves, and the name it is cited by ("line 3", "[4]", or its id field)."""

    leaves: Sequence[Leaf]
    name: str


def read_json(file: SourceFile, options: Options) -> Sequence[Document]:
    """A JSON file is one document; a list of records is one a record if the options name fields for them.

    Several values in a row are read as JSON Lines. What is no JSON is read as plain text with a notice.
    """
    text, encoding, notices = text_of(file, options)
    scanner = Scanner(text)
    try:
        leaves = list(scanner.leaves())
    except JsonError as error:
        if looks_like_lines(text):
            return read_lines(file, options)
        return [as_text(file, options, text, encoding, (*notices, f"It is no valid JSON and was read as plain text ({error})."))]
    if scanner.values > 1:
        return read_lines(file, options)
    if named_fields(options) and leaves and leaves[0].path and isinstance(leaves[0].path[0], int):
        return documents(file, options, list(list_items(leaves)), encoding, notices)
    builder = TextBuilder(limit=options.max_text)
    add_leaves(builder, leaves)
    if not builder.text.strip():
        raise UnreadableError(Reason.NO_TEXT, "it holds no values")
    return [made(file, builder, title_of(leaves) or file.stem, "", encoding, notices, {})]


def read_lines(file: SourceFile, options: Options) -> Sequence[Document]:
    """JSON Lines: a document a line; past `max_members` lines, one document with a section a line.

    A line that is no JSON is left out, and its number reported. Raises `UnreadableError` if no line is JSON.
    """
    text, encoding, notices = text_of(file, options)
    records: list[Record] = []
    bad: list[int] = []
    for line, row in enumerate(text.split("\n"), 1):
        if row.strip():
            try:
                records.append(Record(list(Scanner(row, line).leaves()), f"line {line}"))
            except JsonError:
                bad.append(line)
    if len(bad) > len(records):
        return spread_out(file, options, text, encoding, notices, bad)
    return documents(file, options, records, encoding, (*notices, *bad_lines(bad)))


def spread_out(file: SourceFile, options: Options, text: str, encoding: str, notices: tuple[str, ...], bad: Sequence[int]) -> Sequence[Document]:
    """A file of that name whose values span lines, or that is no JSON at all."""
    scanner = Scanner(text)
    try:
        leaves = list(scanner.leaves())
    except JsonError:
        return [as_text(file, options, text, encoding, (*notices, *bad_lines(bad), "It was read as plain text."))]
    builder = TextBuilder(limit=options.max_text)
    add_leaves(builder, leaves)
    if not builder.text.strip():
        raise UnreadableError(Reason.NO_TEXT, "it holds no values")
    return [made(file, builder, title_of(leaves) or file.stem, "", encoding, notices, {})]


def text_of(file: SourceFile, options: Options) -> tuple[str, str, tuple[str, ...]]:
    """The decoded text, which is not blank."""
    text, encoding, notices = decoded(file)
    if not text.strip():
        raise UnreadableError(Reason.NO_TEXT)
    return text, encoding, notices


def looks_like_lines(text: str) -> bool:
    """Whether the first lines are JSON values of their own."""
    rows = [row for row in text[:20_000].split("\n") if row.strip()][:-1][:3]
    try:
        return len(rows) > 1 and all(row.strip()[0] in "{[" and list(Scanner(row).leaves()) for row in rows)
    except JsonError:
        return False


def bad_lines(bad: Sequence[int]) -> tuple[str, ...]:
    """The notice that names lines that are no JSON."""
    if not bad:
        return ()
    numbers = ", ".join(str(line) for line in bad[:NAMED_LINES])
    more = f" and {len(bad) - NAMED_LINES} more" if len(bad) > NAMED_LINES else ""
    return (f"Line {numbers} is no valid JSON and was left out." if len(bad) == 1 else f"Lines {numbers}{more} are no valid JSON and were left out.",)


def list_items(leaves: Sequence[Leaf]) -> Iterator[Record]:
    """The items of a list at the top, each as a record with paths of its own."""
    start = 0
    for at in range(1, len(leaves) + 1):
        if at == len(leaves) or leaves[at].path[0] != leaves[start].path[0]:
            yield Record([Leaf(leaf.path[1:], leaf.text, leaf.line) for leaf in leaves[start:at]], f"[{leaves[start].path[0]}]")
            start = at


def documents(
    file: SourceFile, options: Options, records: Sequence[Record], encoding: str, notices: tuple[str, ...]
) -> Sequence[Document]:
    """A document for each record, or one for all if they are too many. Raises `UnreadableError` if there is no text in any."""
    if len(records) > options.max_members:
        builder = TextBuilder(limit=options.max_text)
        for record in records:
            add_record(builder, record, options)
        found = [made(file, builder, file.stem, "", encoding, notices, {})] if builder.text.strip() else []
    else:
        found = list(one_by_one(file, options, records, encoding, notices))
    if not found:
        raise UnreadableError(Reason.NO_TEXT, "it holds no values")
    return found


def one_by_one(
    file: SourceFile, options: Options, records: Sequence[Record], encoding: str, notices: tuple[str, ...]
) -> Iterator[Document]:
    """A document a record; the first carries the notices of the file."""
    left = options.max_text
    used: set[str] = set()
    for record in records:
        builder = TextBuilder(limit=left)
        add_record(builder, record, options)
        if builder.text.strip():
            left = max(0, left - builder.length)
            name = named(record, options)
            name = f"{name} ({record.name})" if name in used else name
            used.add(name)
            title = title_of(record.leaves) or f"{file.stem}, {name}"
            yield made(file, builder, title, name, encoding, notices, metadata(record.leaves, options.json_metadata_fields))
            notices = ()


def add_record(builder: TextBuilder, record: Record, options: Options) -> None:
    """The record's content fields, or all of it."""
    fields = options.json_content_fields
    chosen = [leaf for field in fields for leaf in record.leaves if below(leaf.path, field)] if fields else record.leaves
    if len(fields) == 1:
        chosen = [Leaf((), leaf.text, leaf.line) for leaf in chosen]
    add_leaves(builder, chosen, named(record, options))


def named(record: Record, options: Options) -> str:
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


def as_text(file: SourceFile, options: Options, text: str, encoding: str, notices: tuple[str, ...]) -> Document:
    """The file's own text, in one section."""
    own = of_text(text, options.max_text, encoding, notices)
    return own_document(own, file, (Section(0, len(own.text)),))


def made(
    file: SourceFile, builder: TextBuilder, title: str, member: str, encoding: str, notices: tuple[str, ...], about: Mapping[str, Value]
) -> Document:
    """The document of what *builder* holds."""
    said = (*notices, cut_notice(builder.length)) if builder.cut else notices
    return Document(
        type=file.extension, text=builder.text, sections=builder.sections, title=title, member=member, encoding=encoding,
        lines=builder.lines, metadata=about, notices=said, cut=builder.cut,
    )  # fmt: skip
