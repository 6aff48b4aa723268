"""Work in pieces, one a turn of Qt's loop, so that keys and painting come in between and nothing holds the window up."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer, Slot


class Turns(QObject):
    """Does named steps one after the other, in the order in which they were put. A step that is put again is done once, the newer way.

    A timer of no length gives each its own turn: what is merely queued would all be done in the turn that is running.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._steps: dict[str, Callable[[], object]] = {}
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._take)

    @property
    def idle(self) -> bool:
        """Whether nothing is left to do."""
        return not self._steps

    def put(self, name: str, step: Callable[[], object]) -> None:
        """Do *step* in a turn to come."""
        self._steps[name] = step
        self._timer.start()

    def drop(self) -> None:
        """Leave undone what is left."""
        self._steps.clear()
        self._timer.stop()

    def finish(self) -> None:
        """Do what is left now: for a picture, or for who must see the end of it."""
        while self._steps:
            self._take()

    @Slot()
    def _take(self) -> None:
        if self._steps:
            self._steps.pop(next(iter(self._steps)))()
        if not self._steps:
            self._timer.stop()
