"""The folders that the first screen offers. No Qt, no disk: they are counted elsewhere and come in as values."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.wording import counted
from pincite.ui.text import shown

FILES_A_MINUTE = 1200
"""Mixed documents read in a minute on a plain machine; for coarse estimates only."""
SMALL = 40
"""Files below which the estimate is "seconds"."""


@dataclass(frozen=True, slots=True)
class FolderChoice:
    """A folder with what was counted in it; `files` is None while it is being counted, `more` if counting stopped early."""

    path: str
    name: str
    files: int | None = None
    left_out: int = 0
    more: bool = False
    chosen: bool = False

    @property
    def counted(self) -> str:
        """Its size in words."""
        if self.files is None:
            return "counting…"
        return f"over {self.files:,} files" if self.more else counted(self.files, "file")

    @property
    def estimate(self) -> str:
        """How long the first reading takes, coarsely."""
        if self.files is None:
            return ""
        if self.files <= SMALL * 3:
            return "seconds"
        return f"about {max(1, round(self.files / FILES_A_MINUTE))} min"


def suggested(choices: tuple[FolderChoice, ...]) -> str:
    """Path of the one folder to begin with: the largest of a middle size, else the smallest; "" if none holds files."""
    filled = [choice for choice in choices if choice.files]
    middle = [choice for choice in filled if (choice.files or 0) <= 5000]
    best = max(middle, key=lambda choice: choice.files or 0, default=None) or min(filled, key=lambda choice: choice.files or 0, default=None)
    return best.path if best else ""


def left_out_words(choices: tuple[FolderChoice, ...]) -> str:
    """What is left out by default, with its number."""
    number = sum(choice.left_out for choice in choices)
    words = "Left out: hidden files, caches, keys, node_modules, files over 200 MB"
    return f"{words} — {counted(number, 'file')}." if number else f"{words}."


def where_words(library: str) -> str:
    """Where the index lives."""
    return f"The index is kept in {shown(library)}."
