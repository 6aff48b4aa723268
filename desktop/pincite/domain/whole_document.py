"""A document's text, put together again from its passages so that a person can read around a match."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.search import Passage


@dataclass(frozen=True, slots=True)
class Stretch:
    """One passage of a document: its text, and the character ranges in it that hold words of the question."""

    passage: Passage
    marks: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class WholeDocument:
    """A whole document, in reading order. `focus` is the number of the stretch to begin at, from 0."""

    stretches: tuple[Stretch, ...]
    focus: int = 0

    @property
    def matches(self) -> int:
        """How many marked words there are."""
        return sum(len(stretch.marks) for stretch in self.stretches)
