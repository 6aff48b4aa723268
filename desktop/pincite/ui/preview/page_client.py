"""The window's end of the page process: sends what to draw, takes the newest picture, starts it again if it dies."""

from __future__ import annotations

import json
import sys
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment, QRectF, QTimer, Signal
from PySide6.QtGui import QImage

STOP_MS = 1000
"""Milliseconds that the process gets to end by itself."""
DEADLINE_MS = 15_000
"""Milliseconds that one page may take before its process is ended."""


@dataclass(frozen=True, slots=True)
class PageRequest:
    """A page to draw: from 1, at *scale* pixels a point, with *words* to be marked."""

    path: str
    page: int
    scale: float
    words: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class DrawnPage:
    """A drawn page; each match covers one or more boxes, in pixels of the picture."""

    request: PageRequest
    page: int
    pages: int
    scale: float
    image: QImage
    matches: tuple[tuple[QRectF, ...], ...]


class PageClient(QObject):
    """Draws the newest request. One is under way at most; of those that wait, only the last is sent."""

    drawn = Signal(object)
    failed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._process: QProcess | None = None
        self._number = 0
        self._under_way: PageRequest | None = None
        self._waiting: PageRequest | None = None
        self._received = bytearray()
        self._deadline = QTimer(self)
        self._deadline.setSingleShot(True)
        self._deadline.setInterval(DEADLINE_MS)
        self._deadline.timeout.connect(self._too_slow)

    def request(self, request: PageRequest) -> None:
        """Draw this; an older request that still waits is forgotten."""
        self._waiting = request
        if self._under_way is None:
            self._send()

    def close(self) -> None:
        """End the process."""
        self._waiting = self._under_way = None
        self._deadline.stop()
        process, self._process = self._process, None
        if process is not None:
            process.blockSignals(True)
            process.closeWriteChannel()
            if not process.waitForFinished(STOP_MS):
                process.kill()
                process.waitForFinished(STOP_MS)
            process.deleteLater()

    def _send(self) -> None:
        if self._waiting is None:
            return
        process = self._started()
        self._under_way, self._waiting = self._waiting, None
        self._number += 1
        message = {"id": self._number, "path": self._under_way.path, "page": self._under_way.page, "scale": self._under_way.scale}
        process.write(json.dumps({**message, "words": list(self._under_way.words)}).encode() + b"\n")
        self._deadline.start()

    def _started(self) -> QProcess:
        if self._process is None:
            process = QProcess(self)
            environment = QProcessEnvironment.systemEnvironment()
            environment.insert("PYTHONIOENCODING", "utf-8")
            process.setProcessEnvironment(environment)
            process.setProcessChannelMode(QProcess.ProcessChannelMode.SeparateChannels)
            process.readyReadStandardOutput.connect(self._receive)
            process.finished.connect(self._ended)
            process.start(sys.executable, ["-m", "pincite.ui.preview.page_process"])
            self._received.clear()
            self._process = process
        return self._process

    def _receive(self) -> None:
        if self._process is None:
            return
        self._received += self._process.readAllStandardOutput().data()
        end = self._received.find(b"\n")
        if end < 0:
            return
        answer: dict[str, Any] = json.loads(self._received[:end])
        whole = end + 1 + answer["bytes"]
        if len(self._received) < whole:
            return
        picture = bytes(self._received[end + 1 : whole])
        del self._received[:whole]
        self._take(answer, picture)

    def _take(self, answer: dict[str, Any], picture: bytes) -> None:
        self._deadline.stop()
        request, self._under_way = self._under_way, None
        newest = self._waiting is None
        self._send()
        if request is None or not newest or answer["id"] != self._number:
            return
        if "error" in answer:
            self.failed.emit(str(answer["error"]))
            return
        image = QImage(picture, answer["width"], answer["height"], answer["stride"], QImage.Format.Format_RGB32).copy()
        matches = tuple(tuple(QRectF(*box) for box in match) for match in answer["matches"])
        self.drawn.emit(DrawnPage(request, answer["page"], answer["pages"], answer["scale"], image, matches))

    def _too_slow(self) -> None:
        if self._process is not None:
            self._process.kill()  # `_ended` tells

    def _ended(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.deleteLater()
        failed, self._under_way = self._under_way, None
        self._deadline.stop()
        if failed is not None and self._waiting is None:
            self.failed.emit("The page could not be drawn: the drawing process ended.")
        self._send()
