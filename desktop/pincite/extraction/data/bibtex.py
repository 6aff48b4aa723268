"""BibTeX and BibLaTeX: each entry a document of its own, with its author, year and keywords."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pincite.domain.documents import Document, Location, OutlineEntry, Reason, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.markup.latex import letters, words
from pincite.extraction.markup.own_text import OwnText, decoded, line_of, of_text
from pincite.extraction.source_file import Options, SourceFile

ENTRY = re.compile(r"^[ \t]*@\s*(\w+)\s*[{(]\s*", re.MULTILINE)
KEY = re.compile(r"([^\s,{}]*)\s*,")
FIELD = re.compile(r"[\s,]*([A-Za-z][\w.+:/-]*)\s*=\s*")
PART = re.compile(r'\s*(?:"((?:[^"{}\\]|\\.|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})*)"|([\w.+:/-]+))', re.DOTALL)
HIDDEN = frozenset({"file", "bdsk-file-1", "bdsk-url-1", "date-added", "date-modified", "timestamp", "owner", "abstractnote"})
"""Fields for the machine."""

MONTHS = {"jan": "January", "feb": "February", "mar": "March", "apr": "April", "may": "May", "jun": "June", "jul": "July", "aug": "August",
          "sep": "September", "oct": "October", "nov": "November", "dec": "December"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry: its type, its key, its line, and each field with its value and line."""

    type: str
    key: str
    line: int
    fields: Mapping[str, tuple[str, int]]


def read_bibtex(file: SourceFile, options: Options) -> Sequence[Document]:
    """A document an entry; past `max_members` entries, one document. Raises `UnreadableError` if there is no entry."""
    text, encoding, notices = decoded(file)
    own = of_text(text, options.max_text, encoding, notices)
    found = [entry for entry in entries(own) if entry.fields]
    if not found:
        raise UnreadableError(Reason.DAMAGED, "it has no entry")
    if len(found) > options.max_members:
        return [whole(own, file, found)]
    return list(one_by_one(own, file, found))


def entries(own: OwnText) -> Iterator[Entry]:
    """Entries in order. One whose braces do not match ends where the next begins, with the fields that could be read."""
    names = dict(MONTHS)
    starts = [(match.start(), match.end(), match[1].lower()) for match in ENTRY.finditer(own.text)]
    stops = [*(start for start, _, _ in starts[1:]), len(own.text)]
    for (start, at, sort), stop in zip(starts, stops, strict=False):
        if sort in {"comment", "preamble"}:
            continue
        line = line_of(own, start)
        if sort == "string":
            names |= {name: value for name, (value, _) in fields(own, at, stop, names).items()}
            continue
        key = KEY.match(own.text, at, stop)
        yield Entry(sort, key[1] if key else "", line, fields(own, key.end() if key else at, stop, names))


def fields(own: OwnText, at: int, stop: int, names: Mapping[str, str]) -> dict[str, tuple[str, int]]:
    """Fields between *at* and *stop*, their values without markup."""
    found: dict[str, tuple[str, int]] = {}
    while match := FIELD.match(own.text, at, stop):
        value, at = value_at(own.text, match.end(), stop, names)
        if at == match.end():
            break
        found.setdefault(match[1].lower(), (value, line_of(own, match.start(1))))
    return found


def value_at(text: str, at: int, stop: int, names: Mapping[str, str]) -> tuple[str, int]:
    """(value, where it ends): braces, quotes, numbers and names of strings, joined by ``#``."""
    parts: list[str] = []
    while True:
        at += len(text[at:stop]) - len(text[at:stop].lstrip()) if text[at : at + 1].isspace() else 0
        if text[at : at + 1] == "{":
            end = closing(text, at, stop)
            parts.append(text[at + 1 : end - 1])
        elif part := PART.match(text, at, stop):
            end = part.end()
            parts.append(part[1] if part[1] is not None else names.get(part[2].lower(), part[2]))
        else:
            return "".join(parts), at
        joint = re.compile(r"\s*#\s*").match(text, end, stop)
        if not joint:
            return "".join(parts), end
        at = joint.end()


def closing(text: str, at: int, stop: int) -> int:
    """Behind the brace that closes the one at *at*; *stop* if none does."""
    depth = 0
    for match in re.compile(r"\\.|[{}]", re.DOTALL).finditer(text, at, stop):
        depth += (match[0] == "{") - (match[0] == "}")
        if not depth and match[0] == "}":
            return match.end()
    return stop


def readable(value: str) -> str:
    """A value's words."""
    return words(letters(value)) if re.search(r"[\\{}~`]|--", value) else " ".join(value.split())


def add_entry(builder: TextBuilder, entry: Entry) -> dict[str, str]:
    """Append the entry, a field a line; returns its readable fields."""
    place = Location(part=entry.key or None)
    values = {name: readable(value) for name, (value, _) in entry.fields.items() if name not in HIDDEN}
    title = values.get("title", "")
    builder.add(f"{title or entry.key} ({entry.type}, {entry.key})" if entry.key else f"{title} ({entry.type})", place, entry.line)
    for name, value in values.items():
        if value:
            builder.add(f"{name}: {value}", place, entry.fields[name][1])
    return values


def one_by_one(own: OwnText, file: SourceFile, found: Sequence[Entry]) -> Iterator[Document]:
    """A document an entry; the first carries the notices of the file."""
    notices = own.notices
    used: set[str] = set()
    for entry in found:
        builder = TextBuilder()
        values = add_entry(builder, entry)
        member = entry.key if entry.key and entry.key not in used else f"{entry.key or entry.type} (line {entry.line})"
        used.add(member)
        yield Document(
            type=file.extension, text=builder.text, sections=builder.sections, title=values.get("title") or member, member=member,
            encoding=own.encoding, lines=builder.lines, metadata=metadata(entry, values), tags=tags(values), notices=notices, cut=own.cut,
            outline=(OutlineEntry(1, values.get("title") or member, entry.line),),
        )  # fmt: skip
        notices = ()


def whole(own: OwnText, file: SourceFile, found: Sequence[Entry]) -> Document:
    """All entries in one document, a section each."""
    builder = TextBuilder()
    for entry in found:
        add_entry(builder, entry)
    outline = tuple(OutlineEntry(1, readable(entry.fields.get("title", (entry.key, 0))[0]), entry.line) for entry in found)
    return Document(
        type=file.extension, text=builder.text, sections=builder.sections, title=file.stem, encoding=own.encoding,
        lines=builder.lines, outline=outline, notices=own.notices, cut=own.cut,
    )  # fmt: skip


def metadata(entry: Entry, values: Mapping[str, str]) -> dict[str, Value]:
    """The short fields, with the authors as a list, names as people write them, and the year."""
    found: dict[str, Value] = {"entry_type": entry.type, "citation_key": entry.key}
    found |= {name: value for name, value in values.items() if value and len(value) <= 300 and name not in {"abstract", "keywords", "note"}}
    people: list[Value] = [person(name) for name in re.split(r"\s+and\s+", values.get("author") or values.get("editor") or "") if name.strip()]
    if people:
        found["author"] = people
    year = re.search(r"\d{4}", values.get("year") or values.get("date") or "")
    if year:
        found["year"] = int(year[0])
    return found


def person(name: str) -> str:
    """``Family, Given`` as ``Given Family``."""
    family, comma, given = name.partition(",")
    return f"{given.strip()} {family.strip()}" if comma and "," not in given else name.strip()


def tags(values: Mapping[str, str]) -> tuple[str, ...]:
    """The keywords."""
    return tuple(dict.fromkeys(tag.strip() for tag in re.split(r"[;,]", values.get("keywords", "")) if tag.strip()))
