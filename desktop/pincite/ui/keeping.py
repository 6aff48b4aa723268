"""The user's own things while a library is open: saved searches."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Slot

from pincite.ui.asked import Asked
from pincite.ui.main_window import MainWindow
from pincite.ui.presenter import SearchPresenter
from pincite.ui.text import counted
from pincite.workers.errands import Errands
from pincite.workers.user_store import SavedSearch, save_search, saved_searches


class Keeping(QObject):
    """Keeps and brings back what the user made; the disk is touched by errands only."""

    def __init__(self, errands: Errands, search: SearchPresenter, window: MainWindow, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._errands, self._search, self._window = errands, search, window
        self._library = Path()
        self._saved: tuple[SavedSearch, ...] = ()
        errands.done.connect(self._take)
        window.atlas.search_chosen.connect(self.ask_saved)

    def open(self, library: Path) -> None:
        """Show what is kept in this library."""
        self._library = library
        self._errands.run("saved", lambda: saved_searches(library))

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

    @Slot(str, object)
    def _take(self, name: str, value: object) -> None:
        match name, value:
            case "saved", tuple():
                self._saved = value
                self._window.atlas.show_saved(tuple(one.name for one in self._saved))
            case _:
                pass
