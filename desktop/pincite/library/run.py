"""The reading of one run: tasks go to a crew, outcomes into the ledger, and now and then there is a commit."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileKey, Reason, Skipped
from pincite.domain.errors import PinciteError
from pincite.domain.events import IndexEvent, Notice
from pincite.library.crew import PATIENCE_S, Crew, Finished, Gate
from pincite.library.ledger import Ledger
from pincite.library.outcomes import Filed, Lost, Outcome, Slice, Task, Unsettled, stamp_of
from pincite.library.progress import Progress
from pincite.library.survey import Library

logger = logging.getLogger(__name__)

TRIES = 4
"""How often a file that changes under the reader's eyes is read in one run."""
AHEAD = 32
"""Tasks a thread that are handed out before they can be begun."""
FLUSH_S = 1.5
"""Seconds that builders have to hand out what they hold when the run is stopped."""
_TICK_S = 0.2


@dataclass(slots=True)
class Run:
    """One run, for one thread. With `building`, readers hold back what they read until it is worth a segment."""

    crew: Crew
    gate: Gate
    token: CancelToken
    ledger: Ledger
    progress: Progress
    library: Library
    emit: Callable[[IndexEvent], None]
    building: bool = False
    tell_waiting: Callable[[int], None] = lambda _: None
    """Is told how many files cannot be found yet, before what was read is published."""
    held: int = 0
    """Files that are read and held back."""
    later: list[tuple[float, Task]] = field(default_factory=list[tuple[float, Task]])
    tries: dict[FileKey, int] = field(default_factory=dict[FileKey, int])

    def run(self, tasks: Sequence[Task]) -> None:
        """Have *tasks* done in their order, and publish what comes of them as it comes."""
        self.crew.begin()
        self.progress.expect(len(tasks))
        self.tell_waiting(len(tasks))
        waiting = list(reversed(tasks))
        while waiting or self.later or self.crew.waiting or self.held:
            self._hold()
            while waiting and self.crew.waiting < self.crew.size * AHEAD:
                self.crew.submit(waiting.pop())
            self._again()
            if not (waiting or self.later or self.crew.waiting):
                self.crew.flush()
            self._take(self.crew.next_outcome(_TICK_S))
            if self.ledger.due:
                self._commit()
            self._tell()
        if tasks:
            self.progress.tell(now=True)
        self._commit()

    def keep(self) -> None:
        """Publish what was read before somebody said stop."""
        try:
            self._collect(FLUSH_S)
            while finished := self.crew.next_outcome(0):  # what was read before anybody could take it
                self._take(finished)
            self._commit()
        except PinciteError:
            self.ledger.cancel()
            logger.warning("the last batch could not be committed", exc_info=True)

    def _hold(self) -> None:
        """Wait while the work is paused; what is read is published first. While builders are at work, nobody else may write."""
        self.token.check()
        if self.gate.paused:
            self._collect(FLUSH_S / 2)
            self._commit()
            self.emit(Notice("Paused."))
            self.gate.pass_through(self.token)
            self.emit(Notice("Going on."))
        if self.building:
            self.ledger.hold()

    def _collect(self, limit_s: float) -> None:
        """Take what readers hold back, as far as they hand it out in time."""
        if not self.held:
            return
        if not self.gate.paused:
            self.crew.drop()
        self.crew.flush()
        end = time.monotonic() + limit_s
        while self.held and time.monotonic() < end:
            self._take(self.crew.next_outcome(_TICK_S / 4))

    def _take(self, finished: Finished | None) -> None:
        if isinstance(finished, Slice):
            self.ledger.adopt(finished)
            self.held -= len(finished.filed)
        elif isinstance(finished, Lost):
            self._lost(finished)
        elif finished is not None:
            self._enter(*finished)

    def _enter(self, task: Task, outcome: Outcome) -> None:
        if isinstance(outcome, Unsettled) and self._postpone(outcome):
            return
        again = self.ledger.enter(task, outcome)
        self.held += isinstance(outcome, Filed)
        if again is not None:
            self.later.append((0.0, again))
        else:
            self.progress.advance()

    def _lost(self, lost: Lost) -> None:
        """Have read again what a builder held when it ended; the file it was at is set aside if that happened with it before."""
        self.held -= len(lost.tasks)
        self.progress.expect_more(len(lost.tasks))
        self.later += [(0.0, task) for task in lost.tasks]
        if lost.at is None:
            return
        stamp = stamp_of(lost.at)
        tries = self.tries[stamp.key] = self.tries.get(stamp.key, 0) + 1
        if tries < 2:
            self.later.append((0.0, lost.at))
        else:
            self._enter(lost.at, Skipped(stamp, Reason.DAMAGED, "Pincite failed on it twice.", self.library.version))

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

    def _commit(self) -> None:
        self.tell_waiting(self.progress.total - self.progress.done + self.held)  # first: the commit makes others ask again
        self.ledger.commit()

    def _tell(self) -> None:
        slowest = self.crew.slowest()
        self.progress.tell(self.library.path(slowest[0].key) if slowest and slowest[1] >= PATIENCE_S else "")
