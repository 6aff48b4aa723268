"""What can be done with a result: open it at its place, copy it with its citation, show it in its folder."""

from __future__ import annotations

import sys

from PySide6.QtCore import QMimeData, QObject, QProcess, QUrl, Signal
from PySide6.QtGui import QDesktopServices, QGuiApplication

from pincite.domain.citation import plain_uri
from pincite.domain.export import WRITERS
from pincite.domain.search import Passage, SearchResult
from pincite.ui.opening import Opening, may_run, opening_of
from pincite.ui.quoting import citation_html, citation_plain
from pincite.ui.results.card import ResultCard
from pincite.ui.text import paragraphs, shown


class CardActions(QObject):
    """Does what the system must do. `said` tells what was done, in a sentence for the status strip."""

    said = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.available: frozenset[str] = frozenset()

    def open(self, card: ResultCard) -> None:
        """Open the source at the match, with the best program there is."""
        passage = card.hit.passage
        word = card.snippet[card.marks[0][0] : card.marks[0][1]] if card.marks else ""
        self._start(opening_of(passage, self.available, sys.platform, card.hit.line, word), passage, card.citation)

    def open_by_default(self, card: ResultCard) -> None:
        """Open the source in the system's default program."""
        path = card.hit.passage.path
        if may_run(path):
            self._show_beside(path)
            return
        self._open_uri(plain_uri(path))
        self.said.emit(f"Opened {shown(card.title)}")

    def show_in_folder(self, path: str) -> None:
        """Show the file in its folder; select it where the system can."""
        if sys.platform == "darwin":
            QProcess.startDetached("open", ["-R", path])
        elif sys.platform == "win32":
            QProcess.startDetached("explorer", ["/select,", path])
        else:
            self._open_uri(plain_uri(path.rpartition("/")[0] or "/"))
        self.said.emit(f"Showing {shown(path)}")

    def copy_citation(self, card: ResultCard) -> None:
        """Copy the passage with its citation, plain and rich."""
        data = QMimeData()
        data.setText(citation_plain(card))
        data.setHtml(citation_html(card))
        QGuiApplication.clipboard().setMimeData(data)
        self.said.emit(f"Citation copied: {card.title}, {card.citation}")

    def copy_results(self, result: SearchResult, form: str) -> None:
        """Copy all results in one of the forms to take along."""
        QGuiApplication.clipboard().setText(paragraphs(WRITERS[form](result)))
        self.said.emit(f"{len(result.hits):,} {'result' if len(result.hits) == 1 else 'results'} copied")

    def copy_text(self, text: str, what: str = "Text") -> None:
        """Copy plain text."""
        QGuiApplication.clipboard().setText(text)
        self.said.emit(f"{what} copied")

    def _start(self, opening: Opening, passage: Passage, place: str) -> None:
        if opening.command and QProcess.startDetached(opening.command[0], list(opening.command[1:]))[0]:
            self.said.emit(f"Opened at {place} in {opening.name}")
            return
        if may_run(passage.path):
            self._show_beside(passage.path)
            return
        self._open_uri(opening.uri)
        self.said.emit(f"Opened {shown(passage.title)}; its place is {place}")

    def _show_beside(self, path: str) -> None:
        """Show a file in its folder that the system might run; its text is in the preview."""
        self.show_in_folder(path)
        self.said.emit(f"{shown(path.rpartition('/')[2])} is shown in its folder: to open it might run it")

    def _open_uri(self, uri: str) -> None:
        QDesktopServices.openUrl(QUrl.fromEncoded(uri.encode()))


def release_clipboard() -> None:
    """Take our own data from a clipboard that nobody else shares.

    The offscreen platform keeps the Python object until after Python has ended, and falls over it; a desktop's clipboard
    must keep what was copied.
    """
    if QGuiApplication.platformName() == "offscreen":
        QGuiApplication.clipboard().clear()
