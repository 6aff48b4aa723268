"""Anchors as GitHub makes them of headings: the address of a section within its file."""

from __future__ import annotations

import re

_DROPPED = re.compile(r"[^\w\- ]")


def slug(heading: str) -> str:
    """Small letters, punctuation dropped, blanks as hyphens; "" if nothing is left."""
    return _DROPPED.sub("", heading.strip().lower()).replace(" ", "-")


class Anchors:
    """Keeps the anchors of one document apart: the second "Setup" becomes "setup-1"."""

    def __init__(self) -> None:
        self._taken: set[str] = set()
        self._counts: dict[str, int] = {}

    def for_heading(self, heading: str) -> str | None:
        """A new anchor for *heading*; None for one without letters or digits."""
        base = slug(heading)
        if not base:
            return None
        anchor = base
        while anchor in self._taken:
            self._counts[base] = self._counts.get(base, 0) + 1
            anchor = f"{base}-{self._counts[base]}"
        return self.given(anchor)

    def given(self, anchor: str) -> str:
        """Take note of an anchor that the file itself gives."""
        self._taken.add(anchor)
        return anchor


class HeadingPath:
    """The headings above the place that is being read. Levels that a file skips are not invented."""

    def __init__(self) -> None:
        self._stack: list[tuple[int, str]] = []

    def enter(self, level: int, heading: str) -> tuple[str, ...]:
        """The path at a new heading, itself last."""
        while self._stack and self._stack[-1][0] >= level:
            self._stack.pop()
        self._stack.append((level, heading))
        return tuple(text for _, text in self._stack)
