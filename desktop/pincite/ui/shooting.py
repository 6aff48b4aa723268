"""The window, shown offscreen until what was asked for is painted. Waits by signals, in Qt's own loop."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtGui import QPixmap

from pincite.domain.errors import PinciteError
from pincite.domain.search import Filter
from pincite.settings import Settings
from pincite.ui.application import Application
from pincite.ui.asked import Asked
from pincite.ui.main_window import Page
from pincite.ui.preview.presenter import Way
from pincite.ui.qt_application import make_qt_application


class Shooting:
    """Brings the window into one view and takes its picture."""

    def __init__(self, settings: Settings, view: str, theme: str, size: tuple[int, int]) -> None:
        self._qt = make_qt_application()
        look = replace(settings.appearance, theme=theme)
        shown = replace(settings, roots=() if view == "first-run" else settings.roots, appearance=look)
        self._view = view
        self._desk = Application(shown, live=False)
        self._desk.window.resize(*size)
        self._loop = QEventLoop()
        self._arrived = self._answered = self._read = False

    def take(self, question: str, filters: tuple[Filter, ...], deadline_ms: int, settle_ms: int) -> QPixmap:
        """The picture. Raises `PinciteError` if it did not come in time or the question cannot be run."""
        desk = self._desk
        desk.window.show()
        failures: list[str] = []
        desk.search.told.connect(lambda told: failures.append(told.text) if told.text else None)  # pyright: ignore[reportUnknownLambdaType]
        self._wait_for(self._begin(question, filters))
        QTimer.singleShot(deadline_ms, self._loop, self._loop.quit)
        if not self._arrived:
            self._loop.exec()
        if not self._arrived:
            desk.close()
            raise PinciteError(failures[-1] if failures else "The window did not answer in time.")
        desk.search.turns.finish()
        QTimer.singleShot(settle_ms, self._loop, self._loop.quit)
        self._loop.exec()
        picture = (self._dialog or desk.window).grab()
        desk.close()
        return picture

    def _begin(self, question: str, filters: tuple[Filter, ...]) -> list[object]:
        """Ask for the view; returns the signals that must all come before it is complete."""
        desk, session = self._desk, self._desk.session
        self._dialog = None
        if self._view == "first-run":
            return [desk.first_run.counted]
        if session is None:
            desk.close()
            raise PinciteError("This library has no folder yet; add one first with: pincite index FOLDER.")
        if self._view == "settings":
            self._dialog = desk.show_settings()
            return []
        worker = session.worker
        if self._view == "attention":
            session.show_attention()
            return [worker.left_out_listed]
        if self._view == "atlas" or not (question or filters):
            return [worker.atlas_answered, worker.left_out_listed, worker.recent_listed]
        worker.document_read.connect(self._document_came)
        worker.warmed_up.connect(lambda: desk.search.restore(Asked(question, filters=filters)))  # the time shown is a question's own
        return [desk.search.answered, worker.atlas_answered]

    def _wait_for(self, signals: list[object]) -> None:
        waiting = set(range(len(signals)))

        def came(number: int) -> Callable[..., None]:
            def slot(*_values: object) -> None:
                waiting.discard(number)
                if not waiting:
                    QTimer.singleShot(0, self._loop, self._complete)  # other slots of the signal come first

            return slot

        for number, signal in enumerate(signals):
            signal.connect(came(number))  # pyright: ignore[reportAttributeAccessIssue]  # bound signals
        if not signals:
            self._complete()

    def _complete(self) -> None:
        """The answer has come; its pieces are shown a turn each, and what is read beside it may still be under way."""
        if not self._desk.search.turns.idle:
            QTimer.singleShot(0, self._loop, self._complete)
            return
        self._answered = True
        self._go_on()

    def _document_came(self, *_values: object) -> None:
        self._read = True
        self._go_on()

    def _go_on(self) -> None:
        """Finish when nothing is awaited any more: no document to be read, no page to be drawn."""
        preview = self._desk.preview
        if not self._answered:
            return
        if self._desk.window.page is not Page.RESULTS or preview.card is None:
            self._finish()
        elif self._read and preview.way is Way.PAGE:
            preview.page_changed.connect(self._finish)
            preview.page_failed.connect(self._finish)
        elif self._read:
            self._finish()

    def _finish(self, *_values: object) -> None:
        self._arrived = True
        self._loop.quit()
