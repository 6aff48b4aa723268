"""The window's side of searching: one thread has the newest question answered, and drops the answers to older ones."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Qt, Signal, Slot

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import Cancelled, PinciteError, QuestionError
from pincite.domain.search import Passage, Query, SearchResult
from pincite.workers.searching import Describe, ListLeftOut, ListRecent, Read, Search, SearchService, WarmUp, Work, attempt


class Lane(IntEnum):
    """Kinds of work, the most urgent first. In each, a newer job takes the place of an older one."""

    SEARCH = 0
    ATLAS = 1
    READ = 2
    LEFT_OUT = 3
    RECENT = 4
    FIGURES = 5
    WARM_UP = 6


@dataclass(frozen=True, slots=True)
class _Job:
    number: int
    lane: Lane
    work: Work
    token: CancelToken


@dataclass(frozen=True, slots=True)
class _Delivery:
    number: int
    lane: Lane
    value: object


class SearchWorker(QObject):
    """Has a searcher asked by a thread of its own, wherever that searcher is. Lives on the main thread; all signals are emitted there."""

    answered = Signal(object)
    """The newest question's `SearchResult`, or what *prepare* made of it."""
    refused = Signal(object)
    """`QuestionError`: the newest question cannot be run as it stands."""
    failed = Signal(str)
    """One sentence: the newest question could not be answered."""
    troubled = Signal(str)
    """One sentence: something else than the question went wrong."""
    atlas_answered = Signal(object)
    """`SearchResult` for the newest `submit_atlas`."""
    document_read = Signal(object)
    """`WholeDocument` for the newest `read`."""
    recent_listed = Signal(object)
    """(path, mtime in nanoseconds) pairs, for the newest `list_recent`."""
    described = Signal(object)
    """`Figures`, for the newest `describe`."""
    warmed_up = Signal()
    left_out_listed = Signal(object)
    """Every `LeftOut` file, for the newest `list_left_out`."""
    _delivered = Signal(object)

    def __init__(self, service: SearchService, parent: QObject | None = None, prepare: Callable[[SearchResult], object] | None = None) -> None:
        """*prepare* makes, where the searching is done, what is delivered of a question's answer."""
        super().__init__(parent)
        self._service = service
        self._prepare = prepare
        self._jobs: dict[Lane, _Job] = {}
        self._newest = dict.fromkeys(Lane, 0)
        self._tokens: dict[Lane, CancelToken] = {}
        self._number = 0
        self._closing = False
        self._wake = threading.Condition()
        self._delivered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, name="search", daemon=True)
        self._thread.start()

    def submit(self, query: Query) -> int:
        """Ask; the answer comes as `answered`, `refused` or `failed`. Returns the request's number."""
        return self._put(Lane.SEARCH, Search(query, self._prepare))

    def submit_atlas(self, query: Query) -> int:
        """Ask for the facets of a selection without disturbing the newest question."""
        return self._put(Lane.ATLAS, Search(query))

    def read(self, passage: Passage, query: Query) -> int:
        """Read the document around *passage*, with the words of *query* marked."""
        return self._put(Lane.READ, Read(passage, query))

    def list_left_out(self) -> int:
        """List the files that need attention."""
        return self._put(Lane.LEFT_OUT, ListLeftOut())

    def list_recent(self, limit: int) -> int:
        """List the files that changed last."""
        return self._put(Lane.RECENT, ListRecent(limit))

    def describe(self) -> int:
        """Tell the library in numbers."""
        return self._put(Lane.FIGURES, Describe())

    def warm_up(self) -> int:
        """Load what the first question would have to wait for, once nothing else is to be done."""
        return self._put(Lane.WARM_UP, WarmUp())

    def close(self, timeout_s: float = 5.0) -> bool:
        """Cancel what runs and wait for the thread; True if it ended in time. Nothing is delivered after this."""
        with self._wake:
            self._closing = True
            self._jobs.clear()
            self._newest = dict.fromkeys(Lane, -1)
            for token in self._tokens.values():
                token.cancel()
            self._wake.notify_all()
        self._service.give_up()
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    def _put(self, lane: Lane, work: Work) -> int:
        with self._wake:
            self._number += 1
            if lane in self._tokens:
                self._tokens[lane].cancel()
            token = self._tokens[lane] = CancelToken()
            self._newest[lane] = self._number
            self._jobs[lane] = _Job(self._number, lane, work, token)
            self._wake.notify_all()
            return self._number

    @Slot(object)
    def _deliver(self, delivery: _Delivery) -> None:
        # The token alone cannot keep an old answer back: its search may have been past the last check.
        if delivery.number != self._newest[delivery.lane]:
            return
        if isinstance(delivery.value, PinciteError) and delivery.lane is not Lane.SEARCH:
            self.troubled.emit(str(delivery.value))
        elif isinstance(delivery.value, QuestionError):
            self.refused.emit(delivery.value)
        elif isinstance(delivery.value, PinciteError):
            self.failed.emit(str(delivery.value))
        elif delivery.lane is Lane.WARM_UP:
            self.warmed_up.emit()
        else:
            self._signal_of(delivery.lane).emit(delivery.value)

    def _signal_of(self, lane: Lane):
        return {
            Lane.SEARCH: self.answered,
            Lane.ATLAS: self.atlas_answered,
            Lane.READ: self.document_read,
            Lane.LEFT_OUT: self.left_out_listed,
            Lane.RECENT: self.recent_listed,
            Lane.FIGURES: self.described,
        }[lane]

    # ------------------------------------------------------------------------------ on the search thread

    def _run(self) -> None:
        while (job := self._next()) is not None:
            value = attempt(self._service, job.work, job.token)
            if not self._closing and not isinstance(value, Cancelled):
                self._delivered.emit(_Delivery(job.number, job.lane, value))
        self._service.close()

    def _next(self) -> _Job | None:
        with self._wake:
            while not self._jobs and not self._closing:
                self._wake.wait()
            return None if self._closing else self._jobs.pop(min(self._jobs))
