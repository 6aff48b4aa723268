"""What the indexer tells while it works. Each event crosses a process border as one JSON object a line."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from pincite.domain.documents import Skipped


@dataclass(frozen=True, slots=True)
class Scanning:
    """Looking for files; `found` so far."""

    found: int


@dataclass(frozen=True, slots=True)
class Reading:
    """Reading and indexing: `done` of `total` files that need it; `rate` in files a second, `left_s` seconds to go if known."""

    done: int
    total: int
    path: str = ""
    rate: float = 0.0
    left_s: float | None = None


@dataclass(frozen=True, slots=True)
class Committed:
    """What was read so far can be searched: open a new snapshot."""

    generation: int
    documents: int
    passages: int


@dataclass(frozen=True, slots=True)
class Embedding:
    """The meaning channel covers `done` of `total` passages; `computed` vectors are new since the work began, the others were kept."""

    done: int
    total: int
    computed: int = 0


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A file was set aside with its reason."""

    path: str
    skipped: Skipped


@dataclass(frozen=True, slots=True)
class Synced:
    """The index is in step with the disk. Paths are absolute; `elapsed_s` in seconds."""

    added: tuple[str, ...] = ()
    updated: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    unchanged: int = 0
    skipped: tuple[tuple[str, str, str], ...] = ()
    documents: int = 0
    passages: int = 0
    elapsed_s: float = 0.0
    unavailable: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """One sentence for the status line: a root is away, watching is limited, the index is rebuilt, ..."""

    text: str
    level: str = "info"


@dataclass(frozen=True, slots=True)
class Failed:
    """The run ended with an error; `text` is one sentence."""

    text: str


IndexEvent: TypeAlias = Scanning | Reading | Committed | Embedding | LeftOut | Synced | Notice | Failed
