"""A document as the text view shows it: blocks with rulers between them, and its matches in order. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.reading import Reading, Stretch
from pincite.domain.search import Hit, Passage
from pincite.ui.results.citation import clock, page_citation
from pincite.ui.text import Ranges, paragraphs, shown

WINDOW = 60_000
"""Characters of a long document that are laid out at once, around the match; so that opening it is instant."""


@dataclass(frozen=True, slots=True)
class Match:
    """One marked word: which stretch it is in, and its characters there. `share` is how far down the document it is, 0 to 1."""

    stretch: int
    start: int
    end: int
    share: float


@dataclass(frozen=True, slots=True)
class Block:
    """A run of text to show. `ruler` is what stands above it in the margin, "" if nothing changes there."""

    stretch: int
    text: str
    marks: Ranges
    ruler: str = ""
    focus: bool = False


def first_glance(hit: Hit) -> Reading:
    """What can be shown before the document is read: the passage itself, with the snippet's marks."""
    start = hit.snippet.start
    inside = len(hit.passage.text)
    marks = tuple((start + s, start + e) for s, e in hit.snippet.highlights if start + e <= inside)
    return Reading((Stretch(hit.passage, marks),))


def matches_of(reading: Reading) -> tuple[Match, ...]:
    """Every marked word in reading order."""
    total = sum(len(stretch.passage.text) for stretch in reading.stretches) or 1
    matches: list[Match] = []
    before = 0
    for i, stretch in enumerate(reading.stretches):
        matches += [Match(i, s, e, (before + s) / total) for s, e in stretch.marks]
        before += len(stretch.passage.text)
    return tuple(matches)


def first_match(matches: tuple[Match, ...], reading: Reading, hit: Hit) -> int:
    """Number, from 0, of the match to begin at: the first inside the card's snippet, else the first of its passage; -1 if none."""
    inside = [i for i, match in enumerate(matches) if match.stretch == reading.focus]
    from_snippet = [i for i in inside if matches[i].start >= hit.snippet.start]
    if hit.snippet.highlights and from_snippet:
        return from_snippet[0]
    return inside[0] if inside else -1


def share_of(reading: Reading, number: int) -> float:
    """How far down the document stretch *number* begins, 0 to 1."""
    lengths = [len(stretch.passage.text) for stretch in reading.stretches]
    return sum(lengths[:number]) / (sum(lengths) or 1)


def window_around(reading: Reading, centre: int, size: int = WINDOW) -> range:
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


def blocks(reading: Reading, window: range) -> list[Block]:
    """The stretches in *window*, text that two passages share once, and a ruler wherever page or heading changes."""
    result: list[Block] = []
    above = ""
    for i in window:
        stretch = reading.stretches[i]
        ruler = place_of(stretch.passage)
        skipped = _shared(reading.stretches[i - 1].passage, stretch.passage) if i > window.start else 0
        text = paragraphs(stretch.passage.text)
        if len(text) != len(stretch.passage.text):
            text = "".join(c if c == "\n" else shown(c) for c in stretch.passage.text)
        marks = tuple((s - skipped, e - skipped) for s, e in stretch.marks if s >= skipped)
        result.append(Block(i, text[skipped:], marks, ruler if ruler != above else "", i == reading.focus))
        above = ruler
    return result


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
