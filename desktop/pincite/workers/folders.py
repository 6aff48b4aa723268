"""Counts the files in the folders that the first screen offers. No Qt; looks at names only."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

MOST_FILES = 200_000
"""Files after which counting stops and says "over"."""
LONGEST_S = 4.0
"""Seconds after which it does."""
LEFT_OUT = frozenset({"node_modules", "__pycache__", "venv"})
"""Folder names that are left out by default, beside hidden ones."""
OFFERED = ("Notes", "Documents", "Desktop", "Papers", "Library")
"""Folders of the home folder that are offered if they exist."""


@dataclass(frozen=True, slots=True)
class FolderCount:
    """A folder and what is in it; `more` if counting stopped early."""

    path: str
    files: int
    left_out: int
    more: bool


def offered_folders(home: str) -> tuple[str, ...]:
    """The folders that exist among those worth offering."""
    return tuple(str(Path(home) / name) for name in OFFERED if (Path(home) / name).is_dir())


def count_files(path: str) -> FolderCount:
    """How many files are below *path*, hidden ones and caches apart. Unreadable folders count as empty."""
    files = left_out = 0
    stop_at = time.monotonic() + LONGEST_S
    for name_hidden in _names(path):
        if name_hidden:
            left_out += 1
        else:
            files += 1
        if files >= MOST_FILES or (files % 512 == 0 and time.monotonic() > stop_at):
            return FolderCount(path, files, left_out, more=True)
    return FolderCount(path, files, left_out, more=False)


def _names(path: str) -> Iterator[bool]:
    """For each file, whether it is left out; a folder that is left out counts once."""
    folders = [path]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    hidden = entry.name.startswith(".") or entry.name in LEFT_OUT
                    if not hidden and entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    else:
                        yield hidden
        except OSError:
            continue
