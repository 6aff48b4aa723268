"""A document as the text view shows it: blocks with rulers between them, and its matches in order. No Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from enum import Enum

from pincite.domain.citation import clock
from pincite.domain.readable import MARKDOWN, readable
from pincite.domain.search import Hit, Passage
from pincite.domain.whole_document import Stretch, WholeDocument
from pincite.ui.preview.tables import Table, table_of
from pincite.ui.results.citation import page_citation
from pincite.ui.text import Ranges, shown

CODE = frozenset(
    "py js ts tsx jsx c h cpp hpp cc rs go java kt rb php sh pl lua r sql css scss json jsonl yaml yml toml ini cfg csv tsv log xml srt vtt bib".split()
)
"""Types whose lines and spaces mean something: set in a face of equal widths, line by line."""
_BLANK = re.compile(r"(?:[ \t]*\n){2,}|\n(?=#{1,6} )|(?<=\n)\n")
_FENCE = re.compile(r"^(```+|~~~+).*?(?:^\1|\Z)", re.MULTILINE | re.DOTALL)
_HEADING = re.compile(r"#{1,6} \S")
_SOFT = re.compile(r"(?<=[^\n]{40})\n(?=[^\s\-*+|#>\d]|\*\*|\d+(?![.)\d]))")
"""A line end inside a paragraph that only the width of the file made: a long line before it, plain words after it."""
WINDOW = 60_000
"""Characters of a long document that are laid out, around the match; the rest follows when it is gone to."""
SLICE = 4_000
"""Characters that are laid out in one turn of the loop, about a screen: some 5 ms."""


@dataclass(frozen=True, slots=True)
class Match:
    """One marked word: which stretch it is in, and its characters there. `share` is how far down the document it is, 0 to 1."""

    stretch: int
    start: int
    end: int
    share: float


class Setting(Enum):
    """How a paragraph is set."""

    PROSE = "prose"
    HEADING = "heading"
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Block:
    """A paragraph to show. `ruler` is what stands above it in the margin, "" if nothing changes there.

    `first` is the number, within its stretch, of the first of its `marks`. A `table` stands for text and marks alike.
    """

    stretch: int
    text: str
    marks: Ranges
    first: int = 0
    ruler: str = ""
    setting: Setting = Setting.PROSE
    table: Table | None = None


def first_glance(hit: Hit) -> WholeDocument:
    """What can be shown before the document is read: the passage itself, with the snippet's marks."""
    start = hit.snippet.start
    inside = len(hit.passage.text)
    marks = tuple((start + s, start + e) for s, e in hit.snippet.highlights if start + e <= inside)
    return WholeDocument((Stretch(hit.passage, marks),))


def matches_of(reading: WholeDocument) -> tuple[Match, ...]:
    """Every marked word in reading order."""
    total = sum(len(stretch.passage.text) for stretch in reading.stretches) or 1
    matches: list[Match] = []
    before = 0
    for i, stretch in enumerate(reading.stretches):
        matches += [Match(i, s, e, (before + s) / total) for s, e in stretch.marks]
        before += len(stretch.passage.text)
    return tuple(matches)


def first_match(matches: tuple[Match, ...], reading: WholeDocument, hit: Hit) -> int:
    """Number, from 0, of the match to begin at: the first inside the card's snippet, else the first of its passage; -1 if none."""
    inside = [i for i, match in enumerate(matches) if match.stretch == reading.focus]
    from_snippet = [i for i in inside if matches[i].start >= hit.snippet.start]
    if hit.snippet.highlights and from_snippet:
        return from_snippet[0]
    return inside[0] if inside else -1


def share_of(reading: WholeDocument, number: int) -> float:
    """How far down the document stretch *number* begins, 0 to 1."""
    lengths = [len(stretch.passage.text) for stretch in reading.stretches]
    return sum(lengths[:number]) / (sum(lengths) or 1)


def window_around(reading: WholeDocument, centre: int, size: int = WINDOW) -> range:
    """Numbers of the stretches to lay out: as many on both sides of *centre* as fit into *size* characters."""
    stretches = reading.stretches
    first = last = min(centre, len(stretches) - 1)
    room = size - len(stretches[first].passage.text) if stretches else 0
    while stretches and room > 0 and (first > 0 or last < len(stretches) - 1):
        if last < len(stretches) - 1:
            last += 1
            room -= len(stretches[last].passage.text)
        if first > 0 and room > 0:
            first -= 1
            room -= len(stretches[first].passage.text)
    return range(first, last + 1) if stretches else range(0)


def next_slice(reading: WholeDocument, laid: range, window: range, size: int = SLICE) -> range:
    """Numbers of the stretches of *window* to lay out next to *laid*: those below first, then those above; about *size* characters."""
    below = laid.stop < window.stop
    first = last = laid.stop if below else laid.start
    room = size
    while room > 0 and (last < window.stop if below else first > window.start):
        if below:
            last += 1
        else:
            first -= 1
        room -= len(reading.stretches[last - 1 if below else first].passage.text)
    return range(first, last)


def blocks(reading: WholeDocument, part: range, first: int | None = None) -> list[Block]:
    """The paragraphs of the stretches in *part*; text that two passages share once; a ruler wherever the place changes.

    *first* is the stretch that the whole of what is shown begins with, if *part* is only a slice of it.
    """
    result: list[Block] = []
    begin = part.start if first is None else first
    above = place_of(reading.stretches[part.start - 1].passage) if part and part.start > begin else ""
    for i in part:
        stretch = reading.stretches[i]
        ruler = place_of(stretch.passage)
        shared = _shared(reading.stretches[i - 1].passage, stretch.passage) if i > begin else 0
        made = _paragraphs(i, stretch, shared)
        if made and ruler != above:
            made[0] = replace(made[0], ruler=ruler)
        result += made
        above = ruler
    return result


def _paragraphs(number: int, stretch: Stretch, start: int) -> list[Block]:
    """One stretch cut at blank lines (code is not cut); each paragraph as it reads, with its own marks."""
    text, kind = stretch.passage.text, stretch.passage.type
    bounds = [(start, len(text))] if kind in CODE else _bounds(text, start)
    result: list[Block] = []
    for begin, end in bounds:
        numbers = [n for n, (s, e) in enumerate(stretch.marks) if begin <= s and e <= end]
        marks: Ranges = tuple((stretch.marks[n][0] - begin, stretch.marks[n][1] - begin) for n in numbers)
        part = text[begin:end]
        setting = Setting.CODE if kind in CODE or _FENCE.match(part) else Setting.HEADING if _is_heading(part, stretch.passage) else Setting.PROSE
        table = table_of(part, marks, numbers[0] if numbers else 0) if kind in MARKDOWN and setting is Setting.PROSE else None
        if kind in MARKDOWN and setting is not Setting.CODE:
            clean, moved = readable(part, marks)
            if len(moved) == len(marks):  # else a mark stands on what would be hidden: the text stays as it is
                part, marks = clean, moved
        part = "\n".join(map(shown, part.split("\n")))
        result.append(Block(number, part if setting is Setting.CODE else _SOFT.sub(" ", part), marks, numbers[0] if numbers else 0, setting=setting, table=table))
    return result


def _is_heading(part: str, passage: Passage) -> bool:
    return "\n" not in part and (bool(_HEADING.match(part)) or part.strip() in passage.location.heading_path)


def _bounds(text: str, start: int) -> list[tuple[int, int]]:
    """Where the paragraphs of *text* are, from *start* on; a fenced block is one paragraph, with its blank lines."""
    fences = [found.span() for found in _FENCE.finditer(text, start)]
    blanks = [found.span() for found in _BLANK.finditer(text, start)]
    outside = [span for span in blanks if not any(first < span[0] and span[1] < last for first, last in fences)]
    cuts = [start, *(cut for span in outside for cut in span), len(text)]
    pairs = zip(cuts[::2], cuts[1::2], strict=True)
    return [(begin, end) for begin, end in pairs if text[begin:end].strip()]


def place_of(passage: Passage) -> str:
    """Where a stretch stands, for its ruler: page, slide, sheet, and the innermost heading."""
    location = passage.location
    places: list[str] = []
    if location.page is not None:
        places.append(page_citation(passage))
    if location.slide is not None:
        places.append(f"slide {location.slide}")
    if location.cell:
        places.append(shown(location.cell))
    if location.time_ms is not None:
        places.append(clock(location.time_ms))
    if location.part:
        places.append(shown(location.part))
    if location.symbol:
        places.append(shown(location.symbol))
    elif location.heading_path:
        places.append(" › ".join(shown(heading) for heading in location.heading_path[-2:]))
    return "  ·  ".join(places)


def _shared(before: Passage, after: Passage) -> int:
    """Characters at the beginning of *after* that already stood at the end of *before*."""
    overlap = before.offset + before.length - after.offset
    if overlap <= 0 or overlap > after.length:
        return 0
    return len(after.text.encode("utf-8", "surrogatepass")[:overlap].decode("utf-8", "ignore"))
