"""What the index in a folder was made with; compared before anything of it is read."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from pincite.analysis import ANALYZER_ID
from pincite.domain.errors import IndexDamagedError, IndexVersionError
from pincite.index.storage import write_whole

FORMAT = 2
"""Changes whenever the files of the index change their meaning."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """Identity of an index: its file format and its analyzer."""

    format: int
    analyzer: str

    @classmethod
    def ours(cls) -> Manifest:
        """What this program writes."""
        return cls(FORMAT, ANALYZER_ID)

    def write(self, path: Path) -> None:
        """Keep it at *path*."""
        write_whole(path, json.dumps(asdict(self), indent=1).encode())

    @classmethod
    def read(cls, path: Path) -> Manifest:
        """The manifest at *path*. Raises `IndexDamagedError`."""
        try:
            return cls(**json.loads(path.read_text("utf-8")))
        except (OSError, ValueError, TypeError) as error:
            raise IndexDamagedError(f"The index is damaged ({path.name} cannot be read); it has to be rebuilt from the documents.") from error

    def understood(self) -> None:
        """Raises `IndexVersionError` unless this program can read the files, even if it would cut texts into other words."""
        self.expect(replace(self.ours(), analyzer=self.analyzer))

    def expect(self, wanted: Manifest) -> None:
        """Raises `IndexVersionError` unless the index was made by a program that wants *wanted*."""
        if self != wanted:
            raise IndexVersionError("The index was written by another version of Pincite; it has to be rebuilt from the documents.")
