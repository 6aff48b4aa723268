"""Garbage collection on the main thread only, and never while somebody types."""

from __future__ import annotations

import gc
import time

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 1000
"""Milliseconds between looks."""
QUIET_S = 10.0
"""Seconds without a question or a step before everything is looked at: that can take a tenth of a second and more."""
SELDOM_S = 60.0
"""Seconds between two such looks at least."""


class MainThreadCollector(QObject):
    """Turns Python's own collector off and collects on a timer.

    Python collects on whichever thread happens to allocate; there it could destroy a `QObject` that belongs to the main
    thread, which Qt does not survive. Young objects are collected once a second, a few milliseconds; old ones when the user rests.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        self._busy_at = self._whole_at = time.monotonic()
        gc.disable()
        gc.freeze()  # what was loaded at the start stays for good and need not be looked at again
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def postpone(self, *_values: object) -> None:
        """Somebody is at work."""
        self._busy_at = time.monotonic()

    def collect(self) -> None:
        """Collect what is due."""
        counts, now = gc.get_count(), time.monotonic()
        if now - self._busy_at > QUIET_S and now - self._whole_at > SELDOM_S and counts[2] > 0:
            self._whole_at = now
            gc.collect()
        elif counts[0] > self._thresholds[0]:
            gc.collect(1)  # the middle generation each time: left to grow, it would take tens of milliseconds at once

    def close(self) -> None:
        """Give the collector back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
