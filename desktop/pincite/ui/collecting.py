"""Garbage collection on the main thread only."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

EVERY_MS = 1000
"""Milliseconds between looks."""


class MainThreadCollector(QObject):
    """Turns Python's own collector off and collects on a timer.

    Python collects on whichever thread happens to allocate; there it could destroy a `QObject` that belongs to the main
    thread, which Qt does not survive. Generations are collected when Python would have, the oldest only when the others
    were long enough ago, so that no pause is felt.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        gc.freeze()  # what was loaded at the start stays for good and need not be looked at again
        self._timer = QTimer(self)
        self._timer.setInterval(EVERY_MS)
        self._timer.timeout.connect(self.collect)
        self._timer.start()

    def collect(self) -> None:
        """Collect what is due."""
        counts = gc.get_count()
        due = [generation for generation in range(3) if counts[generation] > self._thresholds[generation]]
        if due:
            gc.collect(max(due))

    def close(self) -> None:
        """Give the collector back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()
