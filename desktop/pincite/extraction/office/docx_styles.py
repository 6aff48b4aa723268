"""What a Word paragraph's style makes of it: a heading of some level, the title, an entry of a table of contents, a numbered item.

Styles inherit (ECMA-376 part 1, 17.7.4.3); built-in ones are told by their name, which Word keeps in English in every
language, other programs' by the words for "heading" that they use.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pincite.extraction.containers.xml_guard import Element, attribute, child, children, local

_HEADING = re.compile(
    r"^(?:heading|überschrift|titre|título|titolo|titulo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|заголовок|başlık|címsor|titlu|"
    r"επικεφαλίδα|naslov|antraštė|virsraksts|pealkiri|header|見出し|标题|標題|제목|כותרת|عنوان)[\s_]*([1-9])(?:\s*char)?$",
    re.IGNORECASE,
)
_TITLE = frozenset({"title", "titel", "titre principal", "название", "表題", "标题", "標題"})
_CONTENTS = re.compile(
    r"^(?:toc\s?\d|table of figures|verzeichnis \d|tm \d|inhaltsverzeichnis \d|contents \d|оглавление \d)$", re.IGNORECASE
)
MAX_INHERITANCE = 20
"""Styles that a style may be based on, one after another; more is a circle."""


@dataclass(frozen=True, slots=True)
class Style:
    """`level` is the heading level from 1, None for body text; `numbering` is (list id, list level) where the style sets one."""

    level: int | None = None
    title: bool = False
    contents: bool = False
    numbering: tuple[str, int] | None = None


PLAIN = Style()


class StyleSheet:
    """The paragraph styles of a document by their id; a document without the part has none, and ids are taken for names."""

    def __init__(self, root: Element | None) -> None:
        self._elements: dict[str, Element] = {}
        self._known: dict[str, Style] = {}
        for element in children(root, "style") if root is not None else ():
            self._elements[attribute(element, "styleId") or ""] = element

    def style(self, identifier: str | None) -> Style:
        """The style with this id, with what it inherits."""
        if not identifier:
            return PLAIN
        if identifier not in self._known:
            self._known[identifier] = self._read(identifier)
        return self._known[identifier]

    def _read(self, identifier: str) -> Style:
        if identifier not in self._elements:
            return _by_name(re.sub(r"(?<=\D)(?=\d$)", " ", identifier))
        level: int | None = None
        named = PLAIN
        numbering: tuple[str, int] | None = None
        element: Element | None = self._elements[identifier]
        for _ in range(MAX_INHERITANCE):
            if element is None:
                break
            named = named if named != PLAIN else _by_name(value_of(element, "name") or "")
            properties = child(element, "pPr")
            if properties is not None:
                level = level if level is not None else outline_level(properties)
                numbering = numbering or numbering_of(properties)
            element = self._elements.get(value_of(element, "basedOn") or "")
        heading = named.level if level is None else (level if 1 <= level <= 9 else None)
        return Style(None if named.contents or named.title else heading, named.title, named.contents, numbering)


def _by_name(name: str) -> Style:
    name = " ".join(name.split())
    match = _HEADING.match(name)
    if match:
        return Style(level=int(match.group(1)))
    return Style(title=name.lower() in _TITLE, contents=bool(_CONTENTS.match(name)))


def outline_level(properties: Element) -> int | None:
    """Heading level from 1 that paragraph properties set by themselves; 10 for "body text"; None if they say nothing."""
    value = value_of(properties, "outlineLvl")
    return int(value) + 1 if value is not None and value.isdecimal() else None


def numbering_of(properties: Element) -> tuple[str, int] | None:
    """(list id, list level from 0) of a numbered paragraph; the id "0" switches numbering off."""
    element = child(properties, "numPr")
    if element is None:
        return None
    identifier, level = value_of(element, "numId"), value_of(element, "ilvl")
    return (identifier or "", int(level) if level and level.isdecimal() else 0)


def value_of(element: Element, name: str) -> str | None:
    """The `val` of the child called *name*."""
    found = child(element, name)
    return attribute(found, "val") if found is not None else None


class Numbering:
    """The labels that Word prints before numbered paragraphs ("2.3", "b)"), counted as the document is read in order."""

    def __init__(self, root: Element | None) -> None:
        self._levels: dict[str, Mapping[int, tuple[str, str, int]]] = {}
        self._counts: dict[str, list[int]] = {}
        self._lists: dict[str, str] = {}
        if root is None:
            return
        for element in children(root, "abstractNum"):
            self._levels[attribute(element, "abstractNumId") or ""] = dict(_levels(element))
        for element in children(root, "num"):
            self._lists[attribute(element, "numId") or ""] = value_of(element, "abstractNumId") or ""

    def label(self, identifier: str, level: int) -> str:
        """The label of the next paragraph of this list at this level; "" for bullets and unknown lists."""
        abstract = self._lists.get(identifier, "")
        levels = self._levels.get(abstract)
        if levels is None or level not in levels or not 0 <= level < 9:
            return ""
        counts = self._counts.setdefault(abstract, [])
        del counts[level + 1 :]
        while len(counts) <= level:
            counts.append(levels.get(len(counts), ("decimal", "", 1))[2] - (1 if len(counts) == level else 0))
        counts[level] += 1
        return _filled(levels, counts, level)


def _levels(abstract: Element) -> list[tuple[int, tuple[str, str, int]]]:
    found: list[tuple[int, tuple[str, str, int]]] = []
    for element in children(abstract, "lvl"):
        number, start = attribute(element, "ilvl") or "0", value_of(element, "start") or "1"
        if number.isdecimal():
            shape = (value_of(element, "numFmt") or "decimal", value_of(element, "lvlText") or "", int(start) if start.isdecimal() else 1)
            found.append((int(number), shape))
    return found


def _filled(levels: Mapping[int, tuple[str, str, int]], counts: list[int], level: int) -> str:
    shape, pattern, _ = levels[level]
    if shape in {"bullet", "none"}:
        return ""

    def number(match: re.Match[str]) -> str:
        index = int(match.group(1)) - 1
        if index >= len(counts):
            return ""
        return in_format(counts[index], levels.get(index, ("decimal", "", 1))[0])

    return re.sub(r"%([1-9])", number, pattern).strip()


def in_format(number: int, shape: str) -> str:
    """*number* as a list counts in this format: 3 is "c" in `lowerLetter`, "iii" in `lowerRoman`, "3" in any that is not known.

    >>> in_format(28, "upperLetter"), in_format(14, "lowerRoman"), in_format(7, "decimal")
    ('BB', 'xiv', '7')
    """
    if shape.endswith("Letter") and 0 < number <= 780:
        text = chr(ord("a") + (number - 1) % 26) * ((number - 1) // 26 + 1)
    elif shape.endswith("Roman") and 0 < number < 4000:
        text = _roman(number)
    else:
        return f"{number:02}" if shape == "decimalZero" else str(number)
    return text.upper() if shape.startswith("upper") else text


_ROMAN = ((1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"))
_ROMAN_DIGITS = ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii")


def _roman(number: int) -> str:
    text = ""
    for value, letters in _ROMAN:
        text += letters * (number // value)
        number %= value
    return text + _ROMAN_DIGITS[number]


def is_on(properties: Element | None, name: str) -> bool:
    """Whether a switch such as `vanish` is set in run or paragraph properties."""
    element = child(properties, name) if properties is not None else None
    return element is not None and (attribute(element, "val") or "true").lower() not in {"0", "false", "off"}


def has_child(element: Element | None, *names: str) -> bool:
    """Whether one of these stands directly below *element*."""
    return element is not None and any(local(item) in names for item in element)
