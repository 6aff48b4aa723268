"""The user's own things while a library is open: saved searches, what answered and what did not, questions that found nothing."""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from pathlib import Path
from typing import cast

from PySide6.QtCore import QObject, QTimer, Slot

from pincite.domain.errors import StorageError
from pincite.domain.search import SearchResult
from pincite.domain.wording import counted
from pincite.ui.asked import Asked
from pincite.ui.main_window import MainWindow
from pincite.ui.presenter import SearchPresenter
from pincite.ui.results.card import ResultCard
from pincite.workers.errands import Errands
from pincite.workers.feedback import Label, Unanswered, forget_label, keep_label, label, labels, note_outcome, unanswered
from pincite.workers.user_store import SavedSearch, forget_search, save_search, saved_searches

log = logging.getLogger(__name__)

FINISHED_MS = 3000
"""Milliseconds that an answer must stand before its question counts as finished, not as a letter on the way to another."""


class Keeping(QObject):
    """Keeps and brings back what the user made; the disk is touched by errands only."""

    def __init__(self, errands: Errands, search: SearchPresenter, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._errands, self._search, self._window = errands, search, window
        self._library = Path()
        self._saved: tuple[SavedSearch, ...] = ()
        self._vain: tuple[Unanswered, ...] = ()
        self._said: dict[tuple[str, str], bool] = {}
        self._noted: object = None
        self._finished = QTimer(self, singleShot=True, interval=FINISHED_MS)  # pyright: ignore[reportCallIssue]  # properties as arguments
        self._finished.timeout.connect(self._note)
        errands.done.connect(self._take)
        window.atlas.search_chosen.connect(self.ask_saved)
        window.atlas.search_dropped.connect(self.drop_saved)
        window.atlas.vain_chosen.connect(self.ask_again)
        window.wishes.judged.connect(self.judge)
        search.answered.connect(self._answered)
        search.asked_changed.connect(self._finished.stop)

    def open(self, library: Path) -> None:
        """Show what is kept in this library."""
        self._library, self._noted, self._said = library, None, {}
        self._errands.run("saved", lambda: saved_searches(library))
        self._errands.run("labels", lambda: labels(library))
        self._errands.run("unanswered", lambda: unanswered(library))

    # ------------------------------------------------------------------------------ saved searches

    def save(self) -> None:
        """Keep what is asked, with its choices, under a name made of both."""
        asked, library = self._search.state, self._library
        if asked.empty:
            return
        choices = counted(len(asked.filters), "choice") if asked.filters else ""
        name = " · ".join(part for part in (asked.text.strip(), choices) if part)
        wanted = SavedSearch(name, asked.text, asked.mode, asked.filters)
        self._errands.run("saved", lambda: save_search(library, wanted))
        self._window.strip.say(f"Saved: {name}")

    def ask_saved(self, name: str) -> None:
        """Ask the saved search of this name."""
        for one in self._saved:
            if one.name == name:
                self._search.restore(Asked(one.text, one.mode, one.filters))

    @Slot(str)
    def drop_saved(self, name: str) -> None:
        """Keep the saved search of this name no more."""
        library = self._library
        self._errands.run("saved", lambda: forget_search(library, name))
        self._window.strip.say(f"Removed: {name}")

    # ------------------------------------------------------------------------------ what answered, what found nothing

    def judge(self, card: ResultCard, answered: bool) -> None:
        """Keep the person's word on a card: whether it answered the question that is asked. The same word again takes it back."""
        result, library, now = self._search.result, self._library, datetime.now(UTC)
        if result is None:
            return
        said = label(result.query.text, card.hit, now, answered=answered)
        key = (said.question, said.passage)
        if self._said.get(key) is answered:
            del self._said[key]
            self._show_said(result)
            self._errands.run("label", lambda: forget_label(library, *key))
            self._window.strip.say("Taken back")
            return
        self._said[key] = answered
        self._show_said(result)
        self._errands.run("label", lambda: keep_label(library, said))
        self._window.strip.say("Noted: this answered" if answered else "Noted: this did not answer")

    def ask_again(self, text: str) -> None:
        """Ask a question once more that found nothing."""
        for one in self._vain:
            if one.text == text:
                self._search.restore(Asked(one.text, one.mode, one.filters))
                return

    def _answered(self, result: SearchResult) -> None:
        self._show_said(result)
        self._finished.start()

    def _show_said(self, result: SearchResult) -> None:
        question = " ".join(result.query.text.split())
        self._search.model.set_said({passage: answered for (asked, passage), answered in self._said.items() if asked == question})

    @Slot()
    def _note(self) -> None:
        """The question stands: keep it if it found nothing, or take it off the list if it did once."""
        result, library, now = self._search.result, self._library, datetime.now(UTC)
        if result is None or (key := (result.query.text, result.query.filters, bool(result.hits))) == self._noted:
            return
        self._noted = key

        def note() -> tuple[Unanswered, ...]:
            try:
                note_outcome(library, result, now)
                return unanswered(library)
            except StorageError:  # the answer stands all the same, as in a library on a read-only disk
                log.debug("the question is not kept", exc_info=True)
                return ()

        self._errands.run("unanswered", note)

    @Slot(str, object)
    def _take(self, name: str, value: object) -> None:
        match name:
            case "saved":
                self._saved = cast("tuple[SavedSearch, ...]", value)
                self._window.atlas.show_saved(tuple(one.name for one in self._saved))
            case "labels":
                kept = cast("tuple[Label, ...]", value)
                self._said = {(one.question, one.passage): one.answered for one in kept} | self._said  # what was said meanwhile is newer
            case "unanswered":
                self._vain = cast("tuple[Unanswered, ...]", value)
                self._window.atlas.show_vain(tuple((one.text, one.times) for one in self._vain))
            case _:
                pass
