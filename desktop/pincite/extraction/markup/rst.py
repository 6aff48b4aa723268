"""reStructuredText: its own text, with sections by title as docutils finds them (over- and underline, levels by first use)."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from pincite.domain.documents import Document, Value
from pincite.extraction.markup.own_text import Heading, OwnText, own_document, own_text, shortened, under_headings
from pincite.extraction.source_file import Options, SourceFile

ADORNMENT = re.compile(r"([!-/:-@\[-`{-~])\1+\s*$")
"""A line of one repeated punctuation character."""

LABEL = re.compile(r"\.\. _`?([^`:]+(?:\\:[^`:]+)*)`?:\s*$")
FIELD = re.compile(r":([A-Za-z][\w .-]*):(?:\s+(.*))?$")
TARGET = re.compile(r":(?:[a-z]+:)?(?:ref|doc|term|numref|any|download):`(?:[^`<]*<)?([^`<>]+?)>?`|`[^`<]*<([^`<>]+)>`_")
INLINE = re.compile(r":[\w:+.-]+:`(?:~|!)?([^`<]+?)(?:\s*<[^`>]*>)?`|``([^`]+)``|`([^`<]+?)(?:\s*<[^`>]*>)?`_{0,2}|\*\*([^*]+)\*\*|\*([^*]+)\*")


def read_rst(file: SourceFile, options: Options) -> Sequence[Document]:
    """A reStructuredText file; the title is that of its one topmost section, and a field list at the top is metadata."""
    own = own_text(file, options)
    headings = titles(own)
    sections, outline = under_headings(own, headings)
    metadata = fields(own, headings)
    title = str(metadata.get("title") or "") or (headings[0].text if headings and headings[0].level == 1 else "")
    tags = re.split(r"\s*[,;]\s*", str(metadata.get("tags") or metadata.get("keywords") or ""))
    links = (target for match in TARGET.finditer(own.text) if (target := first_group(match)) and "://" not in target)
    return [
        own_document(own, file, sections, title=title, outline=outline, metadata=metadata, tags=filter(None, tags), links=links),
    ]


def first_group(match: re.Match[str]) -> str:
    """The group that matched."""
    return next((group for group in match.groups() if group), "").strip()


def titles(own: OwnText) -> list[Heading]:
    """Section titles. A title stands at the left edge, its underline is at least as wide, or four characters."""
    rows = ["", *own.rows, "", ""]
    found: list[Heading] = []
    styles: list[str] = []
    labels: list[str] = []
    line = 1
    while line < len(rows) - 2:
        if label := LABEL.match(rows[line]):
            labels.append(label[1])
        size, text, style = title_at(rows, line)
        if size:
            if style not in styles:
                styles.append(style)
            place = line + (size == 3)
            found.append(Heading(place, styles.index(style) + 1, plain(text), labels[-1] if labels else "", line))
        if size or (rows[line].strip() and not rows[line].startswith(".. _")):
            labels = []
        line += size or 1
    return found


def title_at(rows: Sequence[str], line: int) -> tuple[int, str, str]:
    """(lines of the title that begins at *line*, its text, its style); (0, "", "") if none begins there."""
    before, over, text, under = rows[line - 1 : line + 3]
    fresh = not before.strip() or before.startswith("..")
    framed = ADORNMENT.match(over) and text.strip() and over.strip() == under.strip() and not ADORNMENT.match(text)
    if framed and fresh and width(text.strip()) <= len(over.strip()) and not is_table(rows, line):
        return 3, text, over[0] * 2
    bare = over.strip() and not over[0].isspace() and not ADORNMENT.match(over) and not over.startswith("..")
    if bare and fresh and ADORNMENT.match(text):
        enough = len(text.strip()) >= min(width(over.rstrip()), 4)
        if enough and not (len(text.strip()) < 4 and text.strip() in {"..", "::", "--"}):
            return 2, over, text[0]
    return 0, "", ""


def is_table(rows: Sequence[str], line: int) -> bool:
    """Whether the rule at *line* is the head of a simple table of one column, which ends with a third rule."""
    rule = rows[line].strip()
    if rule[0] != "=":
        return False
    below = (row for row in rows[line + 3 : line + 200])
    for row in below:
        if row.strip() == rule:
            return True
        if not row.strip():
            return False
    return False


def width(text: str) -> int:
    """Columns that *text* takes: East Asian wide characters take two, combining marks none."""
    return sum(0 if unicodedata.combining(letter) else 2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def plain(title: str) -> str:
    """A title without roles, literals and emphasis."""
    return shortened(INLINE.sub(first_group, title).replace("\\", ""))


def fields(own: OwnText, headings: Sequence[Heading]) -> dict[str, Value]:
    """The field list that opens the file, before or right after its title, and ``.. meta::`` below it."""
    rows = own.rows
    found: dict[str, Value] = {}
    line = 0
    title = headings[0] if headings else None
    inside = False
    while line < len(rows):
        if title and line == (title.begin or title.line) - 1 and not found:
            line = title.line + 1
            continue
        row = rows[line]
        match = FIELD.match(row.strip() if inside else row)
        if match:
            found[match[1].strip().lower()] = (match[2] or "").strip()
        elif row.strip() == ".. meta::":
            inside = True
        elif row[:1].isspace() and row.strip() and found and not inside:
            last = next(reversed(found))
            found[last] = f"{found[last]} {row.strip()}".strip()
        elif row.strip() and not row.startswith(".."):
            break
        line += 1
    return found
