"""Brings the index in step with the disk: survey, read, commit. One code path for the first run, for a saved note and for a re-scan.

Invariant: whatever happens, the index holds what the last commit put there; a run that is stopped loses at most one batch.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager, suppress
from functools import partial
from types import TracebackType
from typing import Self

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileStamp, Root
from pincite.domain.errors import Cancelled, IndexLockedError
from pincite.domain.events import Committed, IndexEvent, Synced
from pincite.domain.paths import lies_in
from pincite.domain.protocols import Encoder, Enricher, Extractor, Index, Splitter
from pincite.library.check import Check, compare
from pincite.library.crew import Crew, Gate
from pincite.library.embed import Embedder
from pincite.library.forget import forget, strangers
from pincite.library.ledger import Ledger
from pincite.library.memory import Memory
from pincite.library.progress import Progress
from pincite.library.reader import FileReader
from pincite.library.remote import RemoteReader
from pincite.library.run import Run
from pincite.library.survey import Library, Places, survey
from pincite.library.trust import trust
from pincite.sources.walk import Place

logger = logging.getLogger(__name__)

MANY_FILES = 300
MANY_BYTES = 20_000_000
"""From so many files, or bytes in several, on, reading is worth processes of its own: it takes some seconds."""


class Syncer:
    """Keeps one index in step with its folders. For one thread; `gate` may be turned, and a token cancelled, from any other."""

    def __init__(
        self,
        index: Index,
        extractor: Callable[[], Extractor],
        splitter: Splitter,
        library: Library,
        emit: Callable[[IndexEvent], None],
        *,
        enricher: Enricher | None = None,
        encoder: Encoder | None = None,
        workers: int = 2,
        forget_too: Callable[[], None] = lambda: None,
        builder: Callable[[str], RemoteReader] | None = None,
        tell_waiting: Callable[[int], None] = lambda _: None,
    ) -> None:
        """*extractor* makes a new one for each of up to *workers* threads; each is closed in the end, if it can be.

        *builder* makes a reader in a process of its own, which writes segments into the folder it is given; without it, everything
        is indexed in this process. *forget_too* clears what is kept beside the index of files' texts; it is called when a folder is forgotten.
        *tell_waiting* is told how many files wait to be read, whenever that is more than one saved note or two.
        """
        self.gate = Gate()
        self.library = library
        self._index = index
        self._emit = emit
        self._memory = Memory(index)
        self._embedder = Embedder(index, encoder, emit) if encoder else None
        self._cleared = False
        self._forget_too = forget_too
        self._builder = builder
        self._tell_waiting = tell_waiting
        self._workers = workers

        def reader() -> FileReader:
            return FileReader(
                extractor(), splitter, library.by_id, library.version, enricher=enricher, quarantine=library.quarantine, tools=library.tools
            )

        self._reader = reader
        self._crew = Crew(reader, workers, self.gate)

    def sync(self, token: CancelToken, places: Places | None = None) -> Synced:
        """Look at *places* (None: at everything), bring the index in step with them, and say what was done.

        A look at some folders of a root that finds nothing to do is not worth an event.

        Raises `Cancelled` when stopped (what was read is kept), `IndexLockedError` or `StorageError` when the index cannot be
        written, and then the last commit stands.
        """
        began = time.monotonic()
        self._memory.refresh()
        self._clear_strangers()
        progress = Progress(self._emit)
        seen = survey(self.library, self._memory, places, token=token, progress=progress, emit=self._emit)
        ledger = Ledger(self.library, self._memory, self._emit)
        with self._crew_for(seen.todo.read) as crew:
            run = Run(crew, self.gate, token, ledger, progress, self.library, self._emit, building=crew is not self._crew)
            if places is None or run.building:
                run.tell_waiting = self._tell_waiting
            try:
                run.run([*ledger.apply(seen.todo), *seen.todo.doubts, *seen.todo.read])
            except (Cancelled, KeyboardInterrupt):
                run.keep()
                crew.dismiss()
                raise
            except BaseException:
                ledger.cancel()
                crew.dismiss()
                raise
        if places is None:
            self._take_over(seen.away)
        synced = ledger.report(seen.todo, seen.away, time.monotonic() - began, whole=places is None)
        roots_looked_at = places is None or any(Place() in looked for looked in places.values())
        if roots_looked_at or seen.away or not seen.todo.empty:
            self._emit(synced)
        return synced

    def retry(self, path: str = "") -> None:
        """Let the next `sync` try again what was left out: the file or folder at *path*, or everything."""
        self._memory.refresh()
        self._memory.overlook(lambda key: not path or lies_in(self.library.path(key).rstrip(os.sep), path.rstrip(os.sep)))

    def embed(self, token: CancelToken, interrupted: Callable[[], bool] = lambda: False) -> bool:
        """Give passages their vectors, until all have one (True) or *interrupted* says stop (False); at once without an encoder.

        Raises `Cancelled`, `EncoderError` or `StorageError`; what was encoded is kept.
        """
        return self._embedder is None or self._embedder.run(token, lambda: self.gate.paused or interrupted())

    def heed(self) -> None:
        """Raises `IndexDamagedError` if anybody found the index damaged meanwhile; to be opened anew heals it."""
        self._index.heed()

    def warm(self) -> None:
        """Start what the first saved file would have to wait for. Returns at once."""
        self._crew.warm()

    def settle(self, interrupted: Callable[[], bool] = lambda: False) -> None:
        """Put in order what a first run left behind, so that questions stay quick, until *interrupted*. Raises `StorageError`."""
        with suppress(IndexLockedError):  # whoever else writes will be idle, too
            while not interrupted() and self._index.merge():
                pass

    def tidy(self) -> None:
        """Drop the vectors of texts that are gone. For idle times. Raises `StorageError`."""
        self._index.prune_vectors()

    def check(self, token: CancelToken, *, repair: bool = False) -> Check:
        """Read the whole index, compare it with the disk, and with *repair* mend what differs. Raises as `sync` does, or `IndexDamagedError`."""
        self._index.check()
        self._memory.refresh()
        progress = Progress(self._emit)
        seen = survey(self.library, self._memory, None, token=token, progress=progress, emit=self._emit)
        with closing(self._reader()) as reader:
            found = compare(self.library, self._memory, seen.todo, reader, token)
        if repair and not found.sound:
            self.sync(token)
        return found

    def forget(self, root: Root) -> int:
        """Take everything of *root* out of the index, without a trace; how many files could be found so far.

        Raises `IndexLockedError` or `StorageError`; calling it again finishes the work.
        """
        self._index.take_over([other.id for other in self.library.roots if other.id != root.id])  # an older one holds its text, too
        self._memory.refresh()
        self._forget_too()
        return forget(self._index, self._memory, [key for key in self._memory.known if key[0] == root.id])

    def trust(self, root: Root, token: CancelToken) -> int:
        """Take the files of *root*, which lies somewhere else now, for those that are known; how many are.

        On another disk all have other inodes. A file of the same name, size and time is not read for that. Raises as `sync` does.
        """
        self._memory.refresh()
        places: Places = {root.id: [Place()]}
        seen = survey(self.library, self._memory, places, token=token, progress=Progress(self._emit), emit=self._emit)
        return seen.todo.unchanged + trust(self._index, self._memory, seen.todo.doubts)

    def close(self) -> None:
        """End the children."""
        self._crew.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def _take_over(self, away: Sequence[Root]) -> None:
        """An index that was built beside an older one is whole now, and answers from here on."""
        if self._index.take_over([root.id for root in away]):
            self._memory.refresh()
            tally = self._memory.tally()
            self._emit(Committed(self._index.generation(), tally.documents, tally.passages))

    @contextmanager
    def _crew_for(self, files: Sequence[FileStamp]) -> Generator[Crew]:
        """Who reads *files*: many of them are worth processes of their own."""
        if self._builder is None or not is_much(files):
            yield self._crew
            return
        with self._index.workshop() as folder:
            crew = Crew(partial(self._builder, folder), self._workers, self.gate)
            try:
                yield crew
            finally:
                crew.close()

    def _clear_strangers(self) -> None:
        """Once, at the start: what belongs to no folder of the library any more is forgotten."""
        if self._cleared:
            return
        left = strangers(self._memory, self.library.by_id)
        if left:
            self._forget_too()
            forget(self._index, self._memory, left)
        self._cleared = True


def is_much(files: Sequence[FileStamp]) -> bool:
    """Whether reading *files* takes so long that starting processes for it pays."""
    return len(files) >= MANY_FILES or (len(files) > 1 and sum(stamp.size for stamp in files) >= MANY_BYTES)
