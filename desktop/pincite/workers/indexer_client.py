"""The window's end of the indexer's process: starts it, reads what it tells, ends it, and starts it again if it dies."""

from __future__ import annotations

import logging
import os
from collections.abc import Sequence

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QTimer, Signal

from pincite.workers.wire import from_line

log = logging.getLogger(__name__)

STOP_MS = 3000
"""Milliseconds that the process gets to end by itself; it may be in the middle of a commit."""
RESTARTS = 3
"""Times that a process which died is started again."""
RESTART_MS = 1000
"""Milliseconds before that."""


class IndexerClient(QObject):
    """Runs *command* and turns its lines into events. Lives on the main thread; nothing in here waits but `close`."""

    told = Signal(object)
    """An `IndexEvent`."""
    stopped = Signal(str)
    """One sentence: the process ended and is not started again."""
    ended = Signal()
    """After `end`: the process is gone."""

    def __init__(self, command: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._command = tuple(command)
        self._process: QProcess | None = None
        self._rest = bytearray()
        self._restarts = 0
        self._closing = False

    def start(self) -> None:
        """Start the process, unless it is to be gone already."""
        if self._closing:
            return
        process = QProcess(self)
        environment = QProcessEnvironment.systemEnvironment()
        environment.insert("PYTHONUNBUFFERED", "1")
        process.setProcessEnvironment(environment)
        if os.name == "posix":  # Ctrl+C in the terminal is for the window, which takes the child down in order
            process.setUnixProcessParameters(QProcess.UnixProcessFlag.CreateNewSession)
        process.readyReadStandardOutput.connect(self._read)
        process.readyReadStandardError.connect(self._read_errors)
        process.finished.connect(self._ended)
        process.errorOccurred.connect(self._failed_to_start)
        self._rest.clear()
        self._process = process
        process.start(self._command[0], list(self._command[1:]))

    def order(self, word: str) -> None:
        """Send "pause", "resume" or "rescan"."""
        if self._process is not None:
            self._process.write(word.encode("ascii") + b"\n")

    def end(self) -> None:
        """Close its stdin and let it end by itself, or kill it after 3 s; `ended` comes when it is gone, and nothing is told any more."""
        self._closing = True
        if self._process is None or self._process.state() is QProcess.ProcessState.NotRunning:
            QTimer.singleShot(0, self, self.ended.emit)
        else:
            self._process.closeWriteChannel()
            QTimer.singleShot(STOP_MS, self._process, self._process.kill)

    def close(self) -> bool:
        """Close its stdin and wait for it to end; kill it after 3 s. True if it ended by itself."""
        self._closing = True
        process, self._process = self._process, None
        if process is None or process.state() is QProcess.ProcessState.NotRunning:
            return True
        process.blockSignals(True)
        process.closeWriteChannel()
        ended = process.waitForFinished(STOP_MS)
        if not ended:
            process.kill()
            process.waitForFinished(STOP_MS)
        return ended

    def _read(self) -> None:
        if self._process is None or self._closing:
            return
        self._rest += self._process.readAllStandardOutput().data()
        *lines, rest = self._rest.split(b"\n")
        self._rest = bytearray(rest)
        for line in lines:
            event = from_line(line.decode("utf-8", "replace"))
            if event is not None:
                self.told.emit(event)

    def _read_errors(self) -> None:
        if self._process is not None:
            text = bytes(self._process.readAllStandardError().data()).decode("utf-8", "replace").strip()
            if text:
                log.info("indexer: %s", text)

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error is QProcess.ProcessError.FailedToStart and not self._closing:
            self._process = None
            self.stopped.emit("The indexer could not be started; answers come from what is indexed already.")

    def _ended(self, code: int) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        if self._closing:
            self.ended.emit()
            return
        if self._restarts < RESTARTS:
            self._restarts += 1
            log.warning("the indexer ended with status %d; it is started again (%d)", code, self._restarts)
            QTimer.singleShot(RESTART_MS, self, self.start)
        else:
            self.stopped.emit("The indexer ended again and again; answers come from what is indexed already.")
