"""Brings the index in step with the disk: survey, read, commit. One code path for the first run, for a saved note and for a re-scan.

Invariant: whatever happens, the index holds what the last commit put there; a run that is stopped loses at most one batch.
"""

from __future__ import annotations

import logging
import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from types import TracebackType
from typing import Self

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileStamp, Root
from pincite.domain.errors import Cancelled, PinciteError
from pincite.domain.events import Committed, IndexEvent, Notice, Synced
from pincite.domain.protocols import Encoder, Enricher, Extractor, Index, Splitter
from pincite.library.check import Check, compare
from pincite.library.crew import PATIENCE_S, Crew, Gate
from pincite.library.embed import Embedder
from pincite.library.forget import forget, strangers
from pincite.library.ledger import Ledger
from pincite.library.memory import Memory
from pincite.library.plan import Key
from pincite.library.progress import Progress
from pincite.library.reader import FileReader, Outcome, Task, Unsettled
from pincite.library.survey import Library, Places, survey
from pincite.sources.walk import Place

logger = logging.getLogger(__name__)

TRIES = 4
"""How often a file that changes under the reader's eyes is read in one run."""
AHEAD = 3
"""Tasks a thread that are handed out before they can be begun."""
_TICK_S = 0.2


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
    ) -> None:
        """*extractor* makes a new one for each of up to *workers* threads; each is closed in the end, if it can be.

        *forget_too* clears what is kept beside the index of files' texts; it is called when a folder is forgotten.
        """
        self.gate = Gate()
        self.library = library
        self._index = index
        self._emit = emit
        self._memory = Memory(index)
        self._embedder = Embedder(index, encoder, emit) if encoder else None
        self._cleared = False
        self._forget_too = forget_too

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
        try:
            _Run(self._crew, self.gate, token, ledger, progress, self.library, self._emit).run(
                [*ledger.apply(seen.todo), *seen.todo.doubts, *seen.todo.read]
            )
        except (Cancelled, KeyboardInterrupt):
            self._crew.dismiss()
            _keep(ledger)
            raise
        except BaseException:
            ledger.cancel()
            self._crew.dismiss()
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
        below = path.rstrip(os.sep) + os.sep
        self._memory.overlook(lambda key: not path or (self.library.path(key).rstrip(os.sep) + os.sep).startswith(below))

    def embed(self, token: CancelToken, interrupted: Callable[[], bool] = lambda: False) -> bool:
        """Give passages their vectors, until all have one (True) or *interrupted* says stop (False); at once without an encoder.

        Raises `Cancelled`, `EncoderError` or `StorageError`; what was encoded is kept.
        """
        return self._embedder is None or self._embedder.run(token, lambda: self.gate.paused or interrupted())

    def warm(self) -> None:
        """Start what the first saved file would have to wait for. Returns at once."""
        self._crew.warm()

    def tidy(self) -> None:
        """Drop the vectors of texts that are gone. For idle times. Raises `StorageError`."""
        self._index.prune_vectors()

    def check(self, token: CancelToken, *, repair: bool = False) -> Check:
        """Compare disk and index, and with *repair* mend what differs. Raises as `sync` does."""
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

    def _clear_strangers(self) -> None:
        """Once, at the start: what belongs to no folder of the library any more is forgotten."""
        if self._cleared:
            return
        left = strangers(self._memory, self.library.by_id)
        if left:
            self._forget_too()
            forget(self._index, self._memory, left)
        self._cleared = True


def _keep(ledger: Ledger) -> None:
    """Publish what was read before somebody said stop."""
    try:
        ledger.commit()
    except PinciteError:
        logger.warning("the last batch could not be committed", exc_info=True)


@dataclass(slots=True)
class _Run:
    """The reading of one run: tasks go to the crew, outcomes into the ledger, and now and then a commit."""

    crew: Crew
    gate: Gate
    token: CancelToken
    ledger: Ledger
    progress: Progress
    library: Library
    emit: Callable[[IndexEvent], None]
    later: list[tuple[float, FileStamp]] = field(default_factory=list[tuple[float, FileStamp]])
    tries: dict[Key, int] = field(default_factory=dict[Key, int])

    def run(self, tasks: Sequence[Task]) -> None:
        """Have *tasks* done in their order, and publish what comes of them as it comes."""
        self.crew.begin()
        self.progress.expect(len(tasks))
        waiting = list(reversed(tasks))
        while waiting or self.later or self.crew.waiting:
            self._hold()
            while waiting and self.crew.waiting < self.crew.size * AHEAD:
                self.crew.submit(waiting.pop())
            self._again()
            finished = self.crew.next_outcome(_TICK_S)
            if finished is not None:
                self._take(*finished)
            if self.ledger.due:
                self.ledger.commit()
            self._tell()
        if tasks:
            self.progress.tell(now=True)
        self.ledger.commit()

    def _hold(self) -> None:
        """Wait while the work is paused; what is read is published first."""
        self.token.check()
        if self.gate.paused:
            self.ledger.commit()
            self.emit(Notice("Paused."))
            self.gate.pass_through(self.token)
            self.emit(Notice("Going on."))

    def _take(self, task: Task, outcome: Outcome) -> None:
        if isinstance(outcome, Unsettled) and self._postpone(outcome):
            return
        again = self.ledger.enter(task, outcome)
        if again is not None:
            self.later.append((0.0, again))
        else:
            self.progress.advance()

    def _postpone(self, outcome: Unsettled) -> bool:
        """Whether the file is to be read again in this run, when it had time to settle."""
        tries = self.tries[outcome.stamp.key] = self.tries.get(outcome.stamp.key, 0) + 1
        if tries < TRIES:
            self.later.append((time.monotonic() + 0.1 * 2**tries, outcome.stamp))
        return tries < TRIES

    def _again(self) -> None:
        now = time.monotonic()
        for stamp in [stamp for moment, stamp in self.later if moment <= now]:
            self.crew.submit(stamp)
        self.later = [(moment, stamp) for moment, stamp in self.later if moment > now]

    def _tell(self) -> None:
        slowest = self.crew.slowest()
        self.progress.tell(self.library.path(slowest[0].key) if slowest and slowest[1] >= PATIENCE_S else "")
