"""Calls what has not been called off in time, from one thread for all: to start one for each file takes a tenth of what a small file does."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeAlias

Expire: TypeAlias = Callable[[], float]
"""What is done at a deadline, quickly; returns the seconds that are granted once more, 0 for none."""


class Deadlines:
    """Deadlines that lie the same number of *seconds* ahead, so that a new one never comes before those that are waited for. For any thread."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._due: dict[int, tuple[float, Expire]] = {}
        self._count = 0
        self._changed = threading.Condition()
        self._thread: threading.Thread | None = None
        self._idle = False
        self._closed = False

    def set(self, expire: Expire) -> int:
        """Have *expire* called at the deadline; returns the number by which it is called off."""
        with self._changed:
            self._count += 1
            self._due[self._count] = (time.monotonic() + self._seconds, expire)
            if self._thread is None:
                self._thread = threading.Thread(target=self._watch, name="deadlines", daemon=True)
                self._thread.start()
            elif self._idle:  # one that sleeps towards an earlier deadline looks again by itself
                self._changed.notify()
            return self._count

    def call_off(self, number: int) -> None:
        """The deadline is met: from now on nothing is called."""
        with self._changed:
            self._due.pop(number, None)

    def close(self) -> None:
        """Call nothing any more, and end the thread."""
        with self._changed:
            self._closed = True
            self._changed.notify()
        if self._thread is not None:
            self._thread.join()

    def _watch(self) -> None:
        with self._changed:
            while not self._closed:
                self._idle = not self._due
                self._changed.wait(self._pass() if self._due else None)

    def _pass(self) -> float:
        """Call what is due; returns the seconds until the next deadline that was set by now."""
        now = time.monotonic()
        for number, (when, expire) in list(self._due.items()):
            if when > now:
                continue
            more = expire()
            if more > 0:
                self._due[number] = (now + min(more, self._seconds), expire)
            else:
                del self._due[number]
        return max(0.0, min((when for when, _ in self._due.values()), default=now) - now)
