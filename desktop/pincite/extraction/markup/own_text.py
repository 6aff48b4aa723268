"""A file's own text as a document: every character where the file has it, cut into sections at whole lines.

Lines end with LF, CRLF or CR and nothing else, as an editor counts them; the text has LF alone and is NFC.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pincite.domain.documents import Document, LineMap, Location, OutlineEntry, Reason, Section, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.encodings import decode
from pincite.extraction.lines import editor_text
from pincite.extraction.markup.anchors import slug
from pincite.extraction.source_file import Options, SourceFile

MAX_HEADING = 200
"""Characters of a heading that are kept: a longer one is a paragraph in disguise."""


@dataclass(frozen=True, slots=True)
class OwnText:
    """The decoded text with the offset at which each line starts (``starts[0]`` is line 1)."""

    text: str
    starts: tuple[int, ...]
    encoding: str = ""
    notices: tuple[str, ...] = ()
    cut: bool = False

    @property
    def rows(self) -> list[str]:
        """The lines without their ends."""
        return self.text.split("\n")

    def offset(self, line: int) -> int:
        """Where *line* (from 1) starts; the end of the text for a line after the last."""
        return self.starts[line - 1] if line <= len(self.starts) else len(self.text)

    @property
    def lines(self) -> LineMap:
        """The map that `Document.lines` wants."""
        return LineMap(self.starts, tuple(range(1, len(self.starts) + 1)))


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading found on *line*; its section begins at `begin`, which is earlier for a title with an overline."""

    line: int
    level: int
    text: str
    anchor: str = ""
    begin: int = 0


@dataclass(frozen=True, slots=True)
class Mark:
    """From *line* on, up to the next mark, the text stands at *location*."""

    line: int
    location: Location


def own_text(file: SourceFile, options: Options) -> OwnText:
    """Decode the file. Raises `UnreadableError` if it is empty, blank or no text."""
    text, encoding, notices = decoded(file)
    return of_text(text, options.max_text, encoding, notices)


def decoded(file: SourceFile, declared: str = "") -> tuple[str, str, tuple[str, ...]]:
    """(text in NFC with LF alone, encoding, notices). Raises `UnreadableError` if it is empty or no text."""
    if not file.data:
        raise UnreadableError(Reason.EMPTY)
    found = decode(file.data, declared)
    return editor_text(found.text), found.encoding, found.notices


def of_text(text: str, limit: int, encoding: str = "", notices: tuple[str, ...] = ()) -> OwnText:
    """*text* with its line starts, cut at *limit* characters. Raises `UnreadableError` if it is blank."""
    if not text.strip():
        raise UnreadableError(Reason.NO_TEXT)
    cut = len(text) > limit
    text = text[:limit]
    starts = (0, *(match.end() for match in re.finditer("\n", text)))
    if starts[-1] == len(text) and len(starts) > 1:
        starts = starts[:-1]
    notices = (*notices, cut_notice(limit)) if cut else notices
    return OwnText(text, starts, encoding, notices, cut)


def cut_notice(limit: int) -> str:
    """What is said of a text that was cut after *limit* characters."""
    return f"Only the first {limit:,} characters were read."


def sections_at(own: OwnText, marks: Iterable[Mark]) -> tuple[Section, ...]:
    """Sections from each mark to the next, without blank ones; what stands before the first mark has no place but its line."""
    edges = [Mark(1, Location()), *sorted(marks, key=lambda mark: mark.line)]
    sections: list[Section] = []
    for mark, end in zip(edges, [*(own.offset(edge.line) for edge in edges[1:]), len(own.text)], strict=True):
        start = own.offset(mark.line)
        if start < end and not own.text[start:end].isspace():
            sections.append(Section(start, end, mark.location))
    return tuple(sections)


def bounded(sections: Iterable[Section], text: str, limit: int) -> tuple[Section, ...]:
    """The same sections, none longer than *limit* characters, cut at line ends where there are any."""
    pieces: list[Section] = []
    for section in sections:
        start = section.start
        while section.end - start > limit:
            end = text.rfind("\n", start + 1, start + limit) + 1 or start + limit
            pieces.append(Section(start, end, section.location))
            start = end
        if start < section.end:
            pieces.append(Section(start, section.end, section.location))
    return tuple(pieces)


def under_headings(own: OwnText, headings: Sequence[Heading]) -> tuple[tuple[Section, ...], tuple[OutlineEntry, ...]]:
    """One section for each heading's own text, with its heading path and a distinct anchor; and the outline.

    A heading without text ends the one before it and is no heading itself.
    """
    marks: list[Mark] = []
    outline: list[OutlineEntry] = []
    path: list[Heading] = []
    used: dict[str, int] = {}
    for heading in headings:
        while path and path[-1].level >= heading.level:
            path.pop()
        if not heading.text:  # what follows stands under the headings above it
            marks.append(Mark(heading.line, Location(heading_path=tuple(above.text for above in path))))
            continue
        path.append(heading)
        anchor = distinct(heading.anchor or slug(heading.text), used)
        place = Location(heading_path=tuple(above.text for above in path), anchor=anchor or None)
        marks.append(Mark(heading.begin or heading.line, place))
        outline.append(OutlineEntry(heading.level, heading.text, heading.line, anchor=anchor or None))
    return sections_at(own, marks), tuple(outline)


def distinct(anchor: str, used: dict[str, int]) -> str:
    """*anchor*, with a number behind it if *used* has it already; remembers what it gives out."""
    count = used.get(anchor, 0)
    candidate = f"{anchor}-{count}" if count else anchor
    while candidate and candidate in used:
        count += 1
        candidate = f"{anchor}-{count}"
    used[anchor] = count + 1
    used.setdefault(candidate, 1)
    return candidate


def shortened(heading: str) -> str:
    """A heading on one line, bounded."""
    line = " ".join(heading.split())
    return line if len(line) <= MAX_HEADING else line[: MAX_HEADING - 1].rstrip() + "…"


def line_of(own: OwnText, offset: int) -> int:
    """The line of the character at *offset*, from 1."""
    return bisect_left(own.starts, offset + 1)


def own_document(
    own: OwnText,
    file: SourceFile,
    sections: tuple[Section, ...],
    *,
    title: str = "",
    outline: tuple[OutlineEntry, ...] = (),
    metadata: dict[str, Value] | None = None,
    tags: Iterable[str] = (),
    links: Iterable[str] = (),
) -> Document:
    """The document of a text that is the file's own; without a *title* the file's name stands in."""
    return Document(
        type=file.extension,
        text=own.text,
        sections=sections,
        title=title or file.stem,
        encoding=own.encoding,
        lines=own.lines,
        outline=outline,
        metadata=metadata or {},
        tags=tuple(dict.fromkeys(tags)),
        links=tuple(dict.fromkeys(links)),
        notices=own.notices,
        cut=own.cut,
    )
