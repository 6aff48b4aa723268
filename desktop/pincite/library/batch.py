"""One transaction of the index after the other, each large enough to be cheap and soon enough to be seen."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import replace

from pincite.domain.documents import FileKey, FileStamp, Skipped, Source, SourceState
from pincite.domain.protocols import Writer
from pincite.library.memory import Memory
from pincite.library.plan import Move

BATCH = 600
"""Files a commit; a stopped run loses at most this much work."""
BATCH_CHARACTERS = 5_000_000
"""Characters of text a commit, which bounds memory: what is put costs two bytes a character, and some seventeen while it is inverted."""
FIRST_S = 1.0
"""Seconds until the first commit, so that a search finds something soon."""
INTERVAL_S = 3.0
"""Seconds between commits at least; a commit may take a tenth of the time, as long as they do not come too seldom."""
LONGEST_INTERVAL_S = 15.0
"""Seconds after which a person wants to see more, whatever a commit costs."""


class Batch:
    """Gathers changes and commits them; what is committed, *memory* learns."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._writer: Writer | None = None
        self._changes: dict[FileKey, SourceState | None] = {}
        self._characters = 0
        self._since = 0.0
        self._interval_s = FIRST_S

    @property
    def due(self) -> bool:
        """Whether it is time to commit."""
        if not self._changes:
            return False
        full = len(self._changes) >= BATCH or self._characters >= BATCH_CHARACTERS
        return full or time.monotonic() - self._since >= self._interval_s

    def holds(self, key: FileKey) -> bool:
        """Whether the open transaction changes this file already: a second change belongs into the next one."""
        return key in self._changes

    def put(self, source: Source) -> None:
        """Replace what is known of a file."""
        self.hold().put(source)
        self._note(source.stamp.key, state_of(source))
        self._characters += sum(len(indexed.document.text) for indexed in source.documents)

    def adopt(self, segment: str, states: Iterable[SourceState]) -> None:
        """Publish what a builder made of files."""
        self.hold().adopt(segment)
        for state in states:
            self._note(state.stamp.key, state)

    def skip(self, skipped: Skipped) -> None:
        """Remember why a file is left out."""
        self.hold().skip(skipped)
        self._note(skipped.stamp.key, SourceState(skipped.stamp, "", skipped.version, "", 0, 0, skipped))

    def touch(self, stamp: FileStamp) -> None:
        """A known file has a new stamp."""
        self.hold().touch(stamp)
        self._note(stamp.key, replace(self._memory.known[stamp.key], stamp=stamp))

    def move(self, move: Move, facets: Mapping[str, tuple[str, ...]]) -> None:
        """A known file has a new place."""
        old = move.state.stamp.key
        self.hold().move(old, move.stamp, facets)
        self._note(old, None)
        self._note(move.stamp.key, replace(move.state, stamp=move.stamp))

    def remove(self, key: FileKey) -> None:
        """Forget a file."""
        self.hold().remove([key])
        self._note(key, None)

    def commit(self) -> int | None:
        """Publish; the new generation, None if there was nothing. Raises `StorageError`; the last commit stands."""
        if self._writer is None or not self._changes:
            self.cancel()
            return None
        began = time.monotonic()
        writer, self._writer = self._writer, None
        changes, self._changes, self._characters = self._changes, {}, 0
        generation = writer.commit()
        self._memory.learn(changes, generation)
        self._interval_s = min(max(INTERVAL_S, 10 * (time.monotonic() - began)), LONGEST_INTERVAL_S)
        return generation

    def cancel(self) -> None:
        """Drop what is not committed."""
        writer, self._writer = self._writer, None
        self._changes, self._characters = {}, 0
        if writer is not None:
            writer.cancel()

    def hold(self) -> Writer:
        """The open transaction; it is begun if there is none, and nobody else may write from then on."""
        if self._writer is None:
            self._writer = self._memory.index.writer()
            self._since = time.monotonic()
        return self._writer

    def _note(self, key: FileKey, state: SourceState | None) -> None:
        self._changes[key] = state


def state_of(source: Source) -> SourceState:
    """What is remembered of a file that was read."""
    passages = sum(len(document.chunks) for document in source.documents)
    return SourceState(source.stamp, source.content_sha, source.version, source.indexed_at, len(source.documents), passages)


def cuts_of(source: Source) -> tuple[str, ...]:
    """What is said of each document of which only the first part was read."""
    return tuple(next(iter(one.document.notices[-1:]), "") for one in source.documents if one.document.cut)
