"""What keys, menus and buttons ask for, by name: done here, or passed on to whom it concerns."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence, QShortcut

from pincite.domain.search import Mode
from pincite.resources import resource
from pincite.ui.actions import CardActions
from pincite.ui.manual.reader import ManualReader
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.results.card import ResultCard
from pincite.ui.shortcuts.keys import SHORTCUTS
from pincite.ui.shortcuts.sheet import KeySheet
from pincite.ui.theme.theme import ThemeSource

if TYPE_CHECKING:
    from pincite.ui.main_window import MainWindow

REPEATED = frozenset({"next-match", "previous-match", "larger", "smaller"})
"""Wishes that a held key repeats."""


class Wishes(QObject):
    """Answers the wishes of one window."""

    passed_on = Signal(str)
    """A wish that is not the window's business."""
    judged = Signal(object, bool)
    """A card, and whether the person says that it answered."""

    def __init__(
        self, window: MainWindow, source: ThemeSource, search: SearchPresenter, preview: PreviewPresenter, actions: CardActions
    ) -> None:
        super().__init__(window)
        self._window, self._source, self._search, self._preview, self.actions = window, source, search, preview, actions
        for shortcut in SHORTCUTS:
            for keys in () if shortcut.local else shortcut.keys:
                made = QShortcut(QKeySequence(keys), window)
                made.setAutoRepeat(shortcut.wish in REPEATED)
                made.activated.connect(lambda wish=shortcut.wish: self.do(wish))

    def do(self, wish: str) -> None:
        """Do what a key or a button asks for; what is not the window's business is passed on."""
        search = self._search
        local = {
            "field": lambda: (self._window.header.field.setFocus(), self._window.header.field.selectAll()),
            "preview": self._window.toggle_preview, "preview-place": self._window.cycle_preview, "explain": self._window.toggle_explain,
            "next-match": lambda: self._preview.step(1), "previous-match": lambda: self._preview.step(-1),
            "panes": lambda: self._window.cycle(1), "panes-back": lambda: self._window.cycle(-1),
            "back": search.go_back, "forward": search.go_forward, "history": self._window.header.show_history,
            "mode": lambda: search.set_mode(Mode.QUERY if search.state.mode is Mode.QUESTION else Mode.QUESTION),
            "larger": lambda: self._source.set_scale(self._source.theme.scale + 0.1),
            "smaller": lambda: self._source.set_scale(self._source.theme.scale - 0.1),
            "plain-size": lambda: self._source.set_scale(1.0),
            "find": self._find, "outline": self._window.preview.toggle_outline, "help": self._open_manual, "keys": self._open_keys, "quit": self._window.close,
        }
        if wish in local:
            local[wish]()
        elif wish.startswith("card-"):
            self._window.results.view.select(search.model.card_index(int(wish[5:])))
            self._window.results.view.setFocus()
        elif wish in ("open", "copy", "folder", "default", "path", "like", "text"):
            card = self._window.results.view.card() or self._preview.card
            if card:
                self.act(wish, card)
        else:
            self.passed_on.emit(wish)

    def _find(self) -> None:
        if not self._window.preview.isVisible():
            self._window.toggle_preview()
        self._window.preview.open_find()

    def _open_manual(self) -> None:
        manual = ManualReader(resource("help"), self._source, self._window)
        manual.keys_wanted.connect(self._open_keys)
        manual.show()

    def _open_keys(self) -> None:
        KeySheet(self._source, self._window).open()

    def act(self, action: str, card: ResultCard) -> None:
        """Do something with a card."""
        passage, actions = card.hit.passage, self.actions
        self._search.remember()
        match action:
            case "open":
                self._search.model.mark_visited(card.id)
                actions.open(card)
            case "default":
                actions.open_by_default(card)
            case "folder":
                actions.show_in_folder(passage.path)
            case "copy":
                actions.copy_citation(card)
            case "text":
                actions.copy_text(passage.text)
            case "path":
                actions.copy_text(passage.path, "Path")
            case "like":
                self._search.ask(" ".join(passage.text.split()[:60]))
            case "hide-type":
                self._search.toggle("type", passage.type, exclude=True)
            case "only-folder" if card.folders:
                self._search.toggle("folder", card.folders[-1][1])
            case "hide-folder" if card.folders:
                self._search.toggle("folder", card.folders[-1][1], exclude=True)
            case "preview":
                self._window.toggle_preview()
            case "answered" | "not-answered":
                self.judged.emit(card, action == "answered")
            case _:
                pass

    def copy_results(self, form: str) -> None:
        """Copy what the list shows; nothing where nothing was asked."""
        if self._search.result is not None:
            self.actions.copy_results(self._search.result, form)

    def press(self, button: str) -> None:
        """A button of the header."""
        self.do({"star": "save"}.get(button, button))

    def submit(self) -> None:
        """Enter in the field."""
        self._search.submit()
        self._search.remember()

    def go_way(self, way: str) -> None:
        """A way on from an empty list."""
        if way == "clear-filters":
            self._search.drop_filters(self._search.state.filters)
        elif way == "clear":
            self._search.clear()
        else:
            self.passed_on.emit(way)
