"""What is in the library, how fresh it is and what was left out: counts for a person to trust."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from heapq import nlargest

from pincite.domain.documents import FileStamp, Reason, Root, Skipped
from pincite.domain.protocols import Snapshot
from pincite.domain.search import Filter

FELT_FROM = 100_000
"""Vectors up to which an exact scan is not felt while typing (seed system 001 would change to an approximate index there)."""
ARTICLE = Filter("doc_kind", "article")
"""What the front matter of a document says that was written from others."""


@dataclass(frozen=True, slots=True)
class RootState:
    """One folder: whether it can be reached now, and how many of its files the index knows."""

    path: str
    name: str
    available: bool
    files: int


@dataclass(frozen=True, slots=True)
class Overview:
    """Counts over one commit. `size` is the index on disk in bytes; `reasons` counts skipped files by reason code, most first.

    `articles` counts documents whose front matter says ``doc_kind: article`` (written from others); the rest of `documents` are sources.
    Quarantined documents are in no other number. What the user's rules leave out is among the reasons, but not counted in `skipped`: the library does not lack it.
    """

    generation: int
    roots: tuple[RootState, ...]
    files: int
    documents: int
    articles: int
    passages: int
    skipped: int
    cut: int
    quarantined: int
    without_vectors: int
    reasons: tuple[tuple[str, int], ...]
    indexed_at: str
    size: int

    @property
    def meaning_notice(self) -> str:
        """That an exact scan of so many vectors takes its time; "" where it is not felt."""
        encoded = self.passages - self.without_vectors
        return f"Search by meaning looks at {encoded:,} vectors one by one, which is felt beyond {FELT_FROM:,}." if encoded > FELT_FROM else ""


def overview(snapshot: Snapshot, roots: Sequence[Root], *, without_vectors: int, quarantined: int, size: int) -> Overview:
    """Count what the snapshot holds. Looks at each root once, opens nothing."""
    files: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    newest = ""
    for state in snapshot.sources():
        if state.skipped is None:
            files[state.stamp.root] += 1
            newest = max(newest, state.indexed_at)
        else:
            reasons[state.skipped.reason.code] += 1
    cut = reasons.pop(Reason.CUT.code, 0)
    return Overview(
        generation=snapshot.generation,
        roots=tuple(RootState(root.path, root.name, os.path.isdir(root.path), files[root.id]) for root in roots),  # noqa: PTH112  # may hold bytes that are no UTF-8
        files=files.total(), documents=int(snapshot.document_mask(()).sum()), articles=int(snapshot.document_mask((ARTICLE,)).sum()),
        passages=snapshot.passage_count, skipped=reasons.total() - reasons[Reason.EXCLUDED.code], cut=cut,
        quarantined=quarantined, without_vectors=without_vectors, reasons=tuple(reasons.most_common()), indexed_at=newest, size=size,
    )


def left_out(snapshot: Snapshot, roots: Sequence[Root]) -> list[tuple[str, Skipped]]:
    """(absolute path, why) of every file that is not, or not wholly, in the index, by path."""
    places = {root.id: root.path for root in roots}
    return sorted(
        ((absolute(state.stamp, places[state.stamp.root]), state.skipped) for state in snapshot.sources()
         if state.skipped is not None and state.stamp.root in places),
        key=lambda entry: entry[0],
    )


def recent(snapshot: Snapshot, roots: Sequence[Root], limit: int) -> list[tuple[str, int]]:
    """(absolute path, mtime in nanoseconds) of the indexed files that changed last, the newest first."""
    places = {root.id: root.path for root in roots}
    stamps = (state.stamp for state in snapshot.sources() if state.passages and state.stamp.root in places)
    newest = nlargest(limit, stamps, key=lambda stamp: stamp.mtime_ns)
    return [(absolute(stamp, places[stamp.root]), stamp.mtime_ns) for stamp in newest]


def absolute(stamp: FileStamp, root: str) -> str:
    """Where the file lies, in the system's own spelling."""
    return os.path.join(root, *stamp.relative.split("/"))  # noqa: PTH118  # may hold bytes that are no UTF-8


def folder_size(folder: str) -> int:
    """Bytes of the files directly in *folder*; 0 if it cannot be read."""
    try:
        with os.scandir(folder) as entries:
            return sum(entry.stat().st_size for entry in entries if entry.is_file(follow_symlinks=False))
    except OSError:
        return 0
