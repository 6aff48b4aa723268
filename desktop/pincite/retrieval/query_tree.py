"""A query, once it is read: frozen nodes, each with the character where it began, and its printed form."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field as attribute
from typing import TypeAlias

from pincite.retrieval.values import Range

TEXT_FIELDS = {"title": "title", "heading": "headings", "headings": "headings", "body": "body", "text": "body"}
"""Fields whose words are searched, with the index's name for each."""
PATH_FIELDS = ("path", "name")
"""Fields searched in a file's place: the whole path below its root, or the file name alone."""
OPERATORS = ("AND", "OR", "NOT", "NEAR")


@dataclass(frozen=True, slots=True)
class Word:
    """One word, or several that grow together (``hot-reload``). `field` is "" for anywhere."""

    text: str
    field: str = ""
    at: int = attribute(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Phrase:
    """Words in this order, at most `slop` others between neighbours. As the value of a facet: exactly this text."""

    text: str
    field: str = ""
    slop: int = 0
    at: int = attribute(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Wild:
    """A word with ``*`` (anything) and ``?`` (one character)."""

    text: str
    field: str = ""
    at: int = attribute(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """Words at most `edits` letters away."""

    text: str
    edits: int = 2
    field: str = ""
    at: int = attribute(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Between:
    """Documents whose value of `field` lies in a range."""

    field: str
    range: Range
    at: int = attribute(default=0, compare=False)


Leaf: TypeAlias = "Word | Phrase | Wild | Fuzzy"


@dataclass(frozen=True, slots=True)
class Near:
    """Each of `parts` with at most `distance` words between it and the next, in either order."""

    parts: tuple[Leaf, ...]
    distance: int
    at: int = attribute(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class And:
    """All of `parts`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Any of `parts`."""

    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Not:
    """Everything but `part`."""

    part: Node


Node: TypeAlias = "Word | Phrase | Wild | Fuzzy | Between | Near | And | Or | Not"


def is_facet(name: str) -> bool:
    """Whether a field is filtered by its whole value, and not searched for words."""
    return bool(name) and name not in TEXT_FIELDS and name not in PATH_FIELDS


def show(node: Node) -> str:
    """The query in its full form: every operator written, brackets where they matter. Reading it again gives the same tree."""
    match node:
        case And(parts):
            return " AND ".join(_grouped(part, And, Or) for part in parts)
        case Or(parts):
            return " OR ".join(_grouped(part, Or) for part in parts)
        case Not(part):
            return "NOT " + _grouped(part, And, Or)
        case Near(parts, distance):
            return f" NEAR/{distance} ".join(map(show, parts))
        case Between(name, wanted):
            return f"{name}:{_range(wanted)}"
        case Word() | Phrase() | Wild() | Fuzzy():
            return _leaf(node)


def _grouped(part: Node, *kinds: type[And | Or]) -> str:
    return f"({show(part)})" if isinstance(part, kinds) else show(part)


def _leaf(leaf: Leaf) -> str:
    before = f"{leaf.field}:" if leaf.field else ""
    match leaf:
        case Phrase(text, slop=slop):
            return f'{before}"{text}"' + (f"~{slop}" if slop else "")
        case Fuzzy(text, edits):
            return f"{before}{text}~{edits}"
        case Word(text) | Wild(text):
            return before + text


def _range(wanted: Range) -> str:
    if wanted.above or (wanted.below and not wanted.high):
        return f">{_end(wanted.low)}"
    return f"<{_end(wanted.high)}" if wanted.below else f"{_end(wanted.low)}..{_end(wanted.high)}"


def _end(text: str) -> str:
    return f'"{text}"' if any(sign.isspace() or sign in "()" for sign in text) else text


def leaves(node: Node, *, wanted: bool = True) -> Iterator[tuple[Leaf | Between, bool]]:
    """Every leaf in reading order, with whether it is asked for; False below an odd number of NOTs."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from leaves(part, wanted=wanted)
        case Near(parts):
            for part in parts:
                yield part, wanted
        case Not(part):
            yield from leaves(part, wanted=not wanted)
        case Word() | Phrase() | Wild() | Fuzzy() | Between():
            yield node, wanted
