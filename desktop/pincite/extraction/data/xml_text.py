"""XML as readable lines, each passage with the path of its element. Entities are never expanded, nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from xml.parsers import expat

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.code.source import read_code
from pincite.extraction.data.tree_sections import BRANCH, Leaf, Step, add_leaves
from pincite.extraction.markup.own_text import cut_notice, decoded
from pincite.extraction.source_file import Options, SourceFile

MAX_DEPTH = 500

DECLARED = re.compile(rb"""<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']""")
PROLOG = re.compile(r"\s*<\?xml\b[^>]*\?>")
SILENT = frozenset({"style", "script", "path", "metadata-binary", "font", "CSSTypes", "clipPath"})
"""Elements whose content nobody reads."""

READABLE = frozenset(
    "title text name label alt description desc summary value content note _note about caption key term body "  # a list of words
    "subject author message displayName TEXT Title Name Text Body Value Description DisplayText created date".split()
)
"""Attributes that are read whatever they hold; others only if they hold several words."""

UNREADABLE = frozenset(
    "style d points transform class viewBox xmlns schemaLocation rel type id href src srcset values keyTimes font- "  # a list of words
    "family stroke-dasharray matrix".split()
)
PHRASE = re.compile(r"[^\W\d_]{2,}[,.;:]?\s+[^\W\d_]{2,}")
PROSE = 80
"""Characters from which a value is prose and needs no name before it."""


@dataclass(slots=True)
class Element:
    """An open element: its name, its number among siblings of that name, and what was found in it so far."""

    name: str
    number: int
    siblings: dict[str, int]
    first_leaf: int
    children: dict[str, int] = field(default_factory=dict[str, int])
    pieces: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    direct: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """Text under a chain of elements, in pieces with the line each begins on."""

    chain: tuple[Element, ...]
    pieces: tuple[tuple[int, str], ...]
    attribute: str = ""


class TooDeep(Exception):
    """The elements are nested too deeply."""


class Collector:
    """Expat's handlers: gathers texts element by element. Text and children mixed in one element become one paragraph."""

    def __init__(self) -> None:
        self.found: list[Found] = []
        self._open: list[Element] = []
        self._parser = expat.ParserCreate("utf-8")
        self._parser.buffer_text = False
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._text
        self._parser.DefaultHandler = self._ignore  # with it, entities of the file's own are passed by, not expanded

    def read(self, text: str) -> None:
        """Parse the whole *text*. Raises `expat.ExpatError` or `TooDeep`."""
        self._parser.Parse(text.encode("utf-8", "replace"), True)

    def _ignore(self, data: str) -> None:
        """Comments, declarations and unknown entities."""

    def _start(self, name: str, attributes: Mapping[str, str]) -> None:
        if len(self._open) >= MAX_DEPTH:
            raise TooDeep
        siblings = self._open[-1].children if self._open else {}
        siblings[name] = siblings.get(name, 0) + 1
        element = Element(name, siblings[name], siblings, len(self.found))
        self._flush()
        element.first_leaf = len(self.found)
        self._open.append(element)
        line = self._parser.CurrentLineNumber
        for key, value in attributes.items():
            if readable(key, value) and not self._silent():
                self.found.append(Found(tuple(self._open), ((line, value),), local(key)))

    def _text(self, data: str) -> None:
        if self._open:
            element = self._open[-1]
            element.pieces.append((self._parser.CurrentLineNumber, data))
            element.direct = element.direct or not data.isspace()

    def _end(self, _: str) -> None:
        self._flush()
        element = self._open.pop()
        inner = self.found[element.first_leaf :]
        size = sum(len(text) for found in inner for _, text in found.pieces)
        if element.direct and len(inner) > 1 and element.children and size <= BRANCH and not any(found.attribute for found in inner):
            joined = tuple(piece for found in inner for piece in found.pieces)
            self.found[element.first_leaf :] = [Found((*self._open, element), joined)]

    def _flush(self) -> None:
        """What was gathered for the innermost element so far becomes a text of its own."""
        if self._open and self._open[-1].pieces:
            element = self._open[-1]
            pieces, element.pieces = tuple(element.pieces), []
            blank = all(text.isspace() for _, text in pieces)
            if not self._silent() and not (blank and not element.direct):
                self.found.append(Found(tuple(self._open), pieces))

    def _silent(self) -> bool:
        return any(local(element.name) in SILENT for element in self._open)


def read_xml(file: SourceFile, options: Options) -> Sequence[Document]:
    """Any XML. What is not well-formed is read without its tags, with a notice. One that holds no text is read as it stands."""
    if file.extension == "mm" and b"<map" not in file.data[:1_000]:
        return read_code(file, options)  # Objective-C++ has the extension of mind maps
    match = DECLARED.search(file.data[:500])
    text, encoding, notices = decoded(file, match[1].decode("ascii") if match else "")
    if not text.strip():
        raise UnreadableError(Reason.NO_TEXT)
    collector = Collector()
    builder = TextBuilder(limit=options.max_text)
    title = ""
    try:
        collector.read(PROLOG.sub(lambda prolog: re.sub(r"[^\n]", " ", prolog[0]), text.lstrip("\ufeff"), count=1))
        leaves = list(leaves_of(collector.found))
        title = title_of(leaves)
        add_leaves(builder, leaves)
    except (expat.ExpatError, TooDeep) as error:
        where = f"line {error.lineno}" if isinstance(error, expat.ExpatError) else "it is nested too deeply"
        notices = (*notices, f"It is no well-formed XML ({where}) and was read without its tags.")
        add_untagged(builder, text)
    if not builder.text.strip():  # all that it says is said by its markup
        for line, row in enumerate(text.split("\n"), 1):
            builder.add(row, lines=line)
    said = (*notices, cut_notice(builder.length)) if builder.cut else notices
    return [
        Document(
            type=file.extension, text=builder.text, sections=builder.sections, title=title or file.stem, encoding=encoding,
            lines=builder.lines, notices=said, cut=builder.cut,
        ),
    ]  # fmt: skip


def add_untagged(builder: TextBuilder, text: str) -> None:
    """The lines of *text* without tags, declarations and comments."""
    bare = re.sub(r"<[!?]?[A-Za-z/\[-][^<>]*>", lambda tag: re.sub(r"[^\n]", " ", tag[0]), text)
    for line, row in enumerate(bare.split("\n"), 1):
        if row.strip():
            builder.add(" ".join(row.split()), lines=line)


def leaves_of(found: Sequence[Found]) -> Iterator[Leaf]:
    """A leaf for each text, its path without the root."""
    for each in found:
        rows = list(joined_rows(each.pieces))
        if rows:
            path: list[Step] = [step for element in each.chain[1:] for step in steps(element)]
            text = "\n".join(row for _, row in rows)
            name = [each.attribute] if each.attribute else []
            prose = len(text) >= PROSE and " " in text
            yield Leaf((*path, *name) or (local(each.chain[0].name),), text, rows[0][0], tuple(line for line, _ in rows), not prose)


def steps(element: Element) -> tuple[Step, ...]:
    """The element's name, with its number where its parent has several of that name."""
    name = local(element.name)
    return (name,) if element.siblings[element.name] == 1 else (name, element.number)


def joined_rows(pieces: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """(line, text) of each line with text, white space folded."""
    held, at = "", 0
    for line, text in pieces:
        for number, row in enumerate(text.split("\n"), line):
            if number != at and held:
                if folded := " ".join(held.split()):
                    yield at, folded
                held = ""
            held, at = held + row, number
    if folded := " ".join(held.split()):
        yield at, folded


def readable(key: str, value: str) -> bool:
    """Whether an attribute is for people."""
    name = local(key)
    if name in UNREADABLE or key.startswith("xmlns") or not value.strip():
        return False
    return name in READABLE or bool(PHRASE.search(value))


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]


def title_of(leaves: Sequence[Leaf]) -> str:
    """The first title near the top."""
    for leaf in leaves[:50]:
        if leaf.path and leaf.path[-1] in {"title", "Title"} and len(leaf.path) <= 4 and len(leaf.text) <= 300:
            return " ".join(leaf.text.split())
    return ""
