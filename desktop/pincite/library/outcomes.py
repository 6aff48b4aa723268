"""What a reader is asked to do with a file, and what may become of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pincite.domain.documents import FileStamp, Skipped, Source, SourceState
from pincite.library.plan import Doubt


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The file changed while it was read: what was read, and the stamp it has now."""

    source: Source
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class Gone:
    """The file is no longer there, or no longer a file."""

    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class Same:
    """The file's bytes are those that were read before; `stamp` is the one it has now."""

    doubt: Doubt
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class Filed:
    """The file was read and put into a builder's next segment: what is to be remembered of it, and what was said of each cut document."""

    state: SourceState
    cut: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Slice:
    """A segment that a builder finished, with the files that were put into it."""

    segment: str
    filed: tuple[Filed, ...]


@dataclass(frozen=True, slots=True)
class Lost:
    """A builder ended; what it held has to be read again, and so has the file it was at, unless that one is to blame."""

    tasks: tuple[Task, ...]
    at: Task | None


Task: TypeAlias = FileStamp | Doubt
Outcome: TypeAlias = Source | Skipped | Unsettled | Gone | Same | Filed


def stamp_of(task: Task) -> FileStamp:
    """The stamp of the file that is to be read."""
    return task.stamp if isinstance(task, Doubt) else task
