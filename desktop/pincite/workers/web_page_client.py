"""The window's end of `pincite add`: one process for each web page that is asked for, so that a slow server holds nothing up."""

from __future__ import annotations

import json
import sys
from functools import partial
from pathlib import Path

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

DEADLINE_MS = 120_000
"""Milliseconds that fetching and indexing one page may take."""


class WebPageClient(QObject):
    """Fetches pages into a library. *command* is what stands before the address."""

    added = Signal(str)
    """The file that the page is kept in now."""
    failed = Signal(str)
    """One sentence."""

    def __init__(self, parent: QObject | None = None, command: tuple[str, ...] = (sys.executable, "-m", "pincite", "add")) -> None:
        super().__init__(parent)
        self._command = command
        self._processes: set[QProcess] = set()

    def add(self, address: str, library: Path) -> None:
        """Fetch the page at *address* into the library in this folder."""
        process = QProcess(self)
        self._processes.add(process)
        process.finished.connect(partial(self._ended, process))
        process.errorOccurred.connect(partial(self._failed_to_start, process))
        QTimer.singleShot(DEADLINE_MS, process, process.kill)
        process.start(self._command[0], [*self._command[1:], "--json", "--library", str(library), "--", address])

    def close(self) -> None:
        """End what is under way; nothing is told any more."""
        processes, self._processes = self._processes, set()
        for process in processes:
            process.blockSignals(True)
            process.kill()
            process.waitForFinished(1000)

    def _ended(self, process: QProcess, code: int, _status: QProcess.ExitStatus) -> None:
        self._processes.discard(process)
        said = bytes(process.readAllStandardOutput().data()).decode("utf-8", "replace")
        complaint = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        process.deleteLater()
        if code:
            last = complaint.rpartition("\n")[2].removeprefix("pincite: ")
            self.failed.emit(last or "The page could not be fetched.")
            return
        try:
            answer = json.loads(said)
        except ValueError:
            answer = {}
        if "detail" in answer:
            self.failed.emit(f"The page is kept, but cannot be searched: {answer['detail']}")
        self.added.emit(str(answer.get("path", "")))

    def _failed_to_start(self, process: QProcess, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart:
            self._processes.discard(process)
            process.deleteLater()
            self.failed.emit("The page could not be fetched: Python could not be started.")
