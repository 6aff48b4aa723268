"""The texts of an XML file, each with the elements that it stands in. Entities are never expanded, nothing is fetched."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from xml.parsers import expat

from pincite.extraction.data.tree_sections import BRANCH

MAX_DEPTH = 500
SILENT = frozenset({"style", "script", "path", "metadata-binary", "binary", "font", "CSSTypes", "clipPath"})
"""Elements whose content nobody reads."""
_SOURCES = frozenset({"annotation", "annotation-xml"})

READABLE = frozenset(
    "title text name label alt description desc summary value content note _note about caption key term body "  # a list of words
    "subject author message displayName TEXT Title Name Text Body Value Description DisplayText created date".split()
)
"""Attributes that are read whatever they hold; others only if they hold several words."""

ROWS = frozenset({"tr", "row"})
CELLS = frozenset({"td", "th", "entry", "entrytbl", "cell"})
"""A row of a table, and what it is made of: only such a row is told on one line."""

UNREADABLE = frozenset(
    "style d points transform class viewBox xmlns schemaLocation rel type id href src srcset values keyTimes font- "  # a list of words
    "family stroke-dasharray matrix".split()
)
PHRASE = re.compile(r"[^\W\d_]{2,}[,.;:]?\s+[^\W\d_]{2,}")


@dataclass(slots=True)
class Element:
    """An open element: its name, its number among siblings of that name, its id, and what was found in it so far."""

    name: str
    number: int
    siblings: dict[str, int]
    first_leaf: int
    identifier: str = ""
    silent: bool = False
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
        self.language = ""
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
        if not self._open:
            self.language = (attributes.get("xml:lang") or attributes.get("lang") or "").lower().replace("_", "-").partition("-")[0]
        siblings = self._open[-1].children if self._open else {}
        siblings[name] = siblings.get(name, 0) + 1
        identifier = attributes.get("xml:id") or attributes.get("id") or ""
        element = Element(name, siblings[name], siblings, len(self.found), identifier, silent=self._says_nothing(local(name)))
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
        joint = _joint(element)
        if joint is not None and inner and size <= BRANCH and not any(found.attribute for found in inner):
            texts = ["".join(text for _, text in found.pieces).strip() for found in inner]
            self.found[element.first_leaf :] = [Found((*self._open, element), ((inner[0].pieces[0][0], joint.join(" ".join(text.split()) for text in texts)),))]
        elif element.direct and len(inner) > 1 and element.children and size <= BRANCH and not any(found.attribute for found in inner):
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
        return self._open[-1].silent

    def _says_nothing(self, name: str) -> bool:
        """Whether an element of this *name* is not read: by itself, for where it stands, or as the source of a formula beside it."""
        inside = bool(self._open) and self._open[-1].silent
        return inside or name in SILENT or (name in _SOURCES and any(local(element.name) == "math" for element in self._open))


def _joint(element: Element) -> str | None:
    """What stands between the texts in an element that is told on one line: a row of a table, a formula; None for all others."""
    name = local(element.name)
    if name == "math":
        return ""
    return " " if name in ROWS and element.children and CELLS.issuperset(map(local, element.children)) else None


def readable(key: str, value: str) -> bool:
    """Whether an attribute is for people."""
    name = local(key)
    if name in UNREADABLE or key.startswith("xmlns") or not value.strip():
        return False
    return name in READABLE or bool(PHRASE.search(value))


def local(name: str) -> str:
    """A name without its prefix."""
    return name.rpartition(":")[2]
