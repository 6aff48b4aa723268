"""Small jobs that touch the disk and must not hold up the window: counting folders, finding programs, saving settings."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable

from PySide6.QtCore import QObject, Qt, Signal, Slot

from pincite.domain.errors import PinciteError

log = logging.getLogger(__name__)

Errand = tuple[str, Callable[[], object]]


class Errands(QObject):
    """Runs one job after the other on a thread of its own. Lives on the main thread; signals are emitted there."""

    done = Signal(str, object)
    """The job's name and what it returned."""
    failed = Signal(str, str)
    """The job's name and one sentence."""
    _delivered = Signal(str, object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._jobs: queue.SimpleQueue[Errand | None] = queue.SimpleQueue()
        self._closed = False
        self._delivered.connect(self._deliver, Qt.ConnectionType.QueuedConnection)
        self._thread = threading.Thread(target=self._run, name="errands", daemon=True)
        self._thread.start()

    def run(self, name: str, work: Callable[[], object]) -> None:
        """Do *work*; its result comes as `done` under *name*."""
        self._jobs.put((name, work))

    def close(self, timeout_s: float = 2.0) -> bool:
        """Finish what runs, deliver nothing more; True if it ended in time."""
        self._closed = True
        self._jobs.put(None)
        self._thread.join(timeout_s)
        return not self._thread.is_alive()

    @Slot(str, object)
    def _deliver(self, name: str, value: object) -> None:
        if self._closed:
            return
        if isinstance(value, PinciteError):
            self.failed.emit(name, str(value))
        else:
            self.done.emit(name, value)

    def _run(self) -> None:
        while (errand := self._jobs.get()) is not None:
            name, work = errand
            if self._closed:
                continue
            try:
                value = work()
            except PinciteError as error:
                value = error
            except Exception:
                log.exception("the errand %r met a bug", name)
                value = PinciteError("Something went wrong inside Pincite; the log has the details.")
            if not self._closed:
                self._delivered.emit(name, value)
