"""What a reader gets: a file's name and bytes, never a path, so that a member of an archive is read by the same code."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, fields, replace
from typing import TypeAlias

from pincite.domain.documents import Document
from pincite.domain.parsing import Parsing, RecordParsing
from pincite.domain.paths import lies_in
from pincite.extraction.containers.budget import Budget


@dataclass(frozen=True, slots=True)
class Options(RecordParsing):
    """What a library may decide about reading, as plain values.

    Sizes are in bytes, counts in characters or members. `helpers` names external programs that may be started ("tesseract",
    "antiword", ...).
    """

    max_text: int = 20_000_000
    """Characters of text after which a document is cut, with a notice."""
    max_pages: int = 20_000
    max_members: int = 10_000
    max_unpacked: int = 512 * 1024 * 1024
    max_depth: int = 3
    """Archives within archives."""
    parsing: tuple[Parsing, ...] = ()
    """Folders where other `csv_*` and `json_*` hold; the innermost one around a file counts."""
    helpers: tuple[str, ...] = ()
    ocr: bool = False
    ocr_languages: tuple[str, ...] = ("eng",)
    ocr_cache: str = ""
    """Folder that keeps recognised pages, "" for none."""
    ocr_s: float = 45.0
    """Seconds after which no further page of a scan is begun; less than the deadline for a file, or nothing of it would be kept."""

    def at(self, path: str) -> Options:
        """The options for the file at *path*."""
        around = [one for one in self.parsing if lies_in(path, one.folder)]
        if not around:
            return self
        one = max(around, key=lambda parsing: len(parsing.folder))
        return replace(self, **{part.name: getattr(one, part.name) for part in fields(RecordParsing)})

    @property
    def programs(self) -> tuple[str, ...]:
        """Names of all programs that reading may start."""
        return (*self.helpers, "tesseract") if self.ocr else self.helpers


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file in memory. `name` is its name with extension, for choosing a reader and as the last resort for a title."""

    name: str
    data: bytes = field(repr=False)
    depth: int = 0
    """How many archives it lies in."""
    budget: Budget | None = field(default=None, repr=False, compare=False)
    """What all members of the outermost container together may still cost; None for a file that lies on the disk itself."""

    @property
    def extension(self) -> str:
        """The part after the last dot, in small letters, without the dot; "" if there is none."""
        stem, dot, extension = self.name.rpartition(".")
        return extension.lower() if dot and stem else ""

    @property
    def stem(self) -> str:
        """The name without its extension."""
        stem, dot, _ = self.name.rpartition(".")
        return stem if dot and stem else self.name

    def member(self, name: str, data: bytes) -> SourceFile:
        """A file found inside of this one."""
        return replace(self, name=name, data=data, depth=self.depth + 1)


Reader: TypeAlias = Callable[[SourceFile, Options], Sequence[Document]]
"""Reads one format. Raises `UnreadableError` with its reason for what it cannot read; a bug may raise anything, and is caught above it."""
