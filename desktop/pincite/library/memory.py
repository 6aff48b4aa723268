"""What this process knows of the index without asking it again: the state of each file as of the last commit."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from pincite.domain.documents import FileKey, FileStamp, SourceState
from pincite.domain.protocols import Index


@dataclass(frozen=True, slots=True)
class Tally:
    """Documents and passages that the index holds."""

    documents: int = 0
    passages: int = 0


class Memory:
    """Mirrors the file states of *index*. Read `known`; change it through `learn` alone."""

    def __init__(self, index: Index) -> None:
        self.index = index
        self.known: dict[FileKey, SourceState] = {}
        self._generation = -1
        self._settled: dict[FileKey, FileStamp] = {}

    def refresh(self) -> None:
        """Read the states anew if anybody else has committed since."""
        if self._generation == self.index.generation():
            return
        snapshot = self.index.snapshot()
        try:
            self.known.clear()
            self.known.update((state.stamp.key, state) for state in snapshot.sources())
            self._generation = snapshot.generation
        finally:
            snapshot.close()

    def learn(self, changes: Mapping[FileKey, SourceState | None], generation: int) -> None:
        """These files were committed as *generation*; None for those that were forgotten."""
        for key, state in changes.items():
            if state is None:
                self.known.pop(key, None)
            else:
                self.known[key] = state
        self._generation = generation

    def overlook(self, chosen: Callable[[FileKey], bool]) -> None:
        """Act as if nothing were known of the *chosen* files that are left out, so that they are tried again."""
        for key in [key for key, state in self.known.items() if state.skipped and chosen(key)]:
            del self.known[key]

    def settle(self, stamp: FileStamp) -> None:
        """The bytes of this file were compared: with this stamp, it is what the index holds."""
        self._settled[stamp.key] = stamp

    def is_settled(self, stamp: FileStamp) -> bool:
        """Whether a file with this stamp was compared already."""
        return self._settled.get(stamp.key) == stamp

    def tally(self) -> Tally:
        """What the index holds as of the last commit."""
        states = self.known.values()
        return Tally(sum(state.documents for state in states), sum(state.passages for state in states))
