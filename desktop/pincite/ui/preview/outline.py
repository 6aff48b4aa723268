"""The outline of a document that is read: its headings in order, and how many matches stand under each. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.whole_document import WholeDocument
from pincite.ui.text import shown


@dataclass(frozen=True, slots=True)
class Heading:
    """One line of the outline. `level` counts from 0, `stretch` is where it begins, `matches` are those under it and its subheadings."""

    text: str
    level: int
    stretch: int
    matches: int


def outline_of(reading: WholeDocument) -> tuple[Heading, ...]:
    """A heading wherever the heading path changes, with everything below it until its level comes to an end."""
    found: list[tuple[str, int, int]] = []
    counts: list[int] = []
    opened: list[int] = []
    path: tuple[str, ...] = ()
    for number, stretch in enumerate(reading.stretches):
        new = stretch.passage.location.heading_path
        same = next((i for i, (one, other) in enumerate(zip(path, new, strict=False)) if one != other), min(len(path), len(new)))
        del opened[same:]
        for level in range(same, len(new)):
            opened.append(len(found))
            found.append((shown(new[level]), level, number))
            counts.append(0)
        for place in opened:
            counts[place] += len(stretch.marks)
        path = new
    return tuple(Heading(*entry, count) for entry, count in zip(found, counts, strict=True))


def heading_at(outline: tuple[Heading, ...], stretch: int) -> int:
    """Number of the innermost heading that *stretch* stands under, -1 before the first."""
    return max((i for i, heading in enumerate(outline) if heading.stretch <= stretch), default=-1)
