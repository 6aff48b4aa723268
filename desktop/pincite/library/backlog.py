"""How many files wait to be read: one number in the library's folder, told by the process that reads to those that search."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

FILE_NAME = "queued"
"""In the library's folder, while files wait. It outlives a run that breaks off, since its files wait all the same."""


class Backlog:
    """The number for the library in *folder*. A disk that refuses it is no reason to fail."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / FILE_NAME
        self._told: int | None = None

    def tell(self, files: int) -> None:
        """So many files wait from now on."""
        if files == self._told:
            return
        self._told = files
        beside = self._path.with_name(FILE_NAME + ".partial")
        with suppress(OSError):
            if files:
                beside.write_text(str(files), encoding="ascii")
                beside.replace(self._path)
            else:
                self._path.unlink(missing_ok=True)

    def waiting(self) -> int:
        """How many wait, 0 if nobody said."""
        try:
            return int(self._path.read_text(encoding="ascii"))
        except (OSError, ValueError):
            return 0
