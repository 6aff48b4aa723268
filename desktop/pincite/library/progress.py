"""How far the reading has come: counts that only rise, a rate over the last seconds, and the time left once it can be told."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable

from pincite.domain.events import IndexEvent, Reading, Scanning

WINDOW_S = 10.0
"""Seconds over which the rate is taken, and after which the time left is told."""
EVERY_S = 0.25
"""Seconds between two events at least."""


class Progress:
    """Tells *emit* of the scan and of the reading, not more often than a person can follow."""

    def __init__(self, emit: Callable[[IndexEvent], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._emit = emit
        self._clock = clock
        self._last = float("-inf")
        self._marks: deque[tuple[float, int]] = deque()
        self._began = clock()
        self.done = 0
        self.total = 0

    def scanned(self, found: int, *, last: bool = False) -> None:
        """The scan has found so many files."""
        if self._is_time() or last:
            self._emit(Scanning(found))

    def expect(self, total: int) -> None:
        """So many files are to be read."""
        self.total = total
        self._began = self._clock()
        self._marks.append((self._began, 0))

    def expect_more(self, files: int) -> None:
        """So many files have to be read again."""
        self.total += files

    def advance(self) -> None:
        """One more file is done."""
        self.done += 1

    def tell(self, path: str = "", *, now: bool = False) -> None:
        """Say how far it is; *path* is a file that takes long. With *now*, whatever was said a moment ago."""
        if not (self._is_time() or now):
            return
        moment = self._clock()
        self._marks.append((moment, self.done))
        while moment - self._marks[0][0] > WINDOW_S and len(self._marks) > 2:
            self._marks.popleft()
        then, done = self._marks[0]
        rate = (self.done - done) / (moment - then) if moment > then else 0.0
        known = moment - self._began >= WINDOW_S and rate > 0
        self._emit(Reading(self.done, self.total, path, rate, (self.total - self.done) / rate if known else None))

    def _is_time(self) -> bool:
        moment = self._clock()
        if moment - self._last < EVERY_S:
            return False
        self._last = moment
        return True
