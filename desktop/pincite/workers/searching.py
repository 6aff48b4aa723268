"""What a searcher is asked to do, as values that cross threads and processes, and where it is done. No Qt."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import PinciteError
from pincite.domain.protocols import Asker, Reader
from pincite.domain.search import Passage, Query, SearchResult
from pincite.library.counters import Counted, SearchCounters
from pincite.library.overview import Overview

log = logging.getLogger(__name__)

FAULT = "This question could not be answered because of a fault in Pincite; the log has the details."


@dataclass(frozen=True, slots=True)
class Figures:
    """The library in numbers: what it holds, and how searching went since it was opened."""

    overview: Overview
    counted: Counted


class Searcher(Asker, Reader, Protocol):
    """What questions are put to: opened on one thread, used on it, closed on it. It sees each commit from the next call on."""

    def recent(self, limit: int) -> Sequence[tuple[str, int]]:
        """(absolute path, mtime in nanoseconds) of the files that changed last, the newest first."""
        ...

    def overview(self) -> Overview:
        """Counts of what is indexed, left out and missing."""
        ...

    @property
    def counters(self) -> SearchCounters:
        """What was counted while it searched."""
        ...

    def close(self) -> None:
        """Let go of its files."""
        ...


Work: TypeAlias = Callable[[Searcher, CancelToken], object]
"""Something to be done with a searcher. The kinds below are frozen values, so that each can be pickled."""


@dataclass(frozen=True, slots=True)
class Search:
    """Answer *query*; what comes back is the `SearchResult`, or what *prepare*, a function of a module, makes of it."""

    query: Query
    prepare: Callable[[SearchResult], object] | None = None

    def __call__(self, searcher: Searcher, token: CancelToken) -> object:
        """Do it."""
        result = searcher.search(self.query, token)
        return result if self.prepare is None else self.prepare(result)


@dataclass(frozen=True, slots=True)
class Read:
    """Read the document around *passage*, with the words of *query* marked: a `WholeDocument`."""

    passage: Passage
    query: Query

    def __call__(self, searcher: Searcher, token: CancelToken) -> object:
        """Do it."""
        return searcher.read(self.passage, self.query, token)


@dataclass(frozen=True, slots=True)
class ListLeftOut:
    """List the `LeftOut` files."""

    def __call__(self, searcher: Searcher, token: CancelToken) -> object:
        """Do it."""
        del token
        return searcher.left_out()


@dataclass(frozen=True, slots=True)
class ListRecent:
    """List the *limit* files that changed last."""

    limit: int

    def __call__(self, searcher: Searcher, token: CancelToken) -> object:
        """Do it."""
        del token
        return searcher.recent(self.limit)


@dataclass(frozen=True, slots=True)
class Describe:
    """Tell the library's `Figures`."""

    def __call__(self, searcher: Searcher, token: CancelToken) -> object:
        """Do it."""
        del token
        return Figures(searcher.overview(), searcher.counters.snapshot())


@dataclass(frozen=True, slots=True)
class WarmUp:
    """Load what the first question would have to wait for; nothing comes back."""

    def __call__(self, searcher: Searcher, token: CancelToken) -> object:
        """Do it."""
        searcher.search(Query("first question", limit=1), token)


class SearchService(Protocol):
    """Owns a searcher and does work with it, for one thread. Two players: `LocalSearch`, and `RemoteSearch` in a process of its own."""

    def do(self, work: Work, token: CancelToken) -> object:
        """What comes of *work*. Raises what it raises: a `PinciteError`, `Cancelled` soon after *token* asks for it, or a bug."""
        ...

    def give_up(self) -> None:
        """Let what runs end as soon as it can; from any thread. Only `close` may follow."""
        ...

    def close(self) -> None:
        """Let go of the searcher, on the thread that used it."""
        ...


class LocalSearch:
    """Does the work where it is asked for, with a searcher that is opened when the first is to be done."""

    def __init__(self, open_searcher: Callable[[], Searcher]) -> None:
        self._open = open_searcher
        self._searcher: Searcher | None = None

    def do(self, work: Work, token: CancelToken) -> object:
        """What comes of *work*. A searcher that could not be opened is tried again the next time."""
        if self._searcher is None:
            self._searcher = self._open()
        return work(self._searcher, token)

    def give_up(self) -> None:
        """What runs looks at its token."""

    def close(self) -> None:
        """Let go of the searcher."""
        if self._searcher is not None:
            self._searcher.close()


def attempt(service: SearchService, work: Work, token: CancelToken) -> object:
    """What comes of *work*, or the `PinciteError` that it raised. A bug is logged here, and becomes one of one sentence."""
    try:
        return service.do(work, token)
    except PinciteError as error:
        return error
    except Exception:
        log.exception("searching met a bug")
        return PinciteError(FAULT)
