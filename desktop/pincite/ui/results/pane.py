"""The middle of the window: counts above, the list (or why there is none) below."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QActionGroup, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QMenu, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from pincite.domain.forms import FORMS
from pincite.domain.search import Order
from pincite.ui.presenter import Told
from pincite.ui.results.counts import Counts, Emptiness
from pincite.ui.results.empty import EmptyView
from pincite.ui.results.model import ResultsModel
from pincite.ui.results.view import ResultsView
from pincite.ui.theme.labels import ElidedLabel, PlainLabel
from pincite.ui.theme.theme import ThemeSource

ORDERS = (
    ("Relevance", None),
    ("Newest first", Order("date", descending=True)),
    ("Oldest first", Order("date")),
    ("Title", Order("title")),
    ("Path", Order("path")),
)
"""What the list can be sorted by."""


class ResultsPane(QWidget):
    """Lays out the line of counts, messages, the list and the empty state."""

    order_chosen = Signal(object)
    form_chosen = Signal(str)
    attention_wanted = Signal()
    phrase_wanted = Signal()
    explain_wanted = Signal()
    facets_wanted = Signal()
    way_chosen = Signal(str)

    def __init__(self, model: ResultsModel, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("results-pane")
        self._compact, self._lacking = False, ""
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._top = QFrame(self)
        self._top.setObjectName("counts")
        column.addWidget(self._top)
        self._lay_out_top()
        self._notes = ElidedLabel("", "notes", self)
        self._notes.hide()
        notes = QHBoxLayout()
        notes.setContentsMargins(16, 0, 16, 0)
        notes.addWidget(self._notes)
        column.addLayout(notes)
        self._message = PlainLabel("", "message", self)
        self._message.setWordWrap(True)
        self._message.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._message.hide()
        column.addWidget(self._message)
        self._body = QStackedWidget(self)
        self.view = ResultsView(model, source, self._body)
        self.empty = EmptyView(source, self._body)
        self.empty.way_chosen.connect(self.way_chosen)
        self._body.addWidget(self.view)
        self._body.addWidget(self.empty)
        column.addWidget(self._body, 1)

    def show_counts(self, counts: Counts) -> None:
        """Show how much was found, and announce it politely."""
        self._documents.setText(counts.documents)
        self._passages.setText(counts.passages)
        self._lacking = counts.incomplete
        self._incomplete.setVisible(bool(counts.incomplete))
        self._phrase.setText(counts.phrase)
        self._phrase.setVisible(bool(counts.phrase))
        self._notes.setText(counts.notes)
        self._notes.setVisible(bool(counts.notes))
        self._fit_top()
        self._documents.setAccessibleName(counts.spoken)
        QAccessible.updateAccessibility(QAccessibleEvent(self._documents, QAccessible.Event.NameChanged))

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Show why there is nothing; or the list, if there is something."""
        self.empty.show_emptiness(emptiness)
        self._body.setCurrentWidget(self.empty if emptiness.headline else self.view)
        self.view.setEnabled(True)

    def show_told(self, told: Told) -> None:
        """Show a message above the list, which stays."""
        self._message.setText(told.text)
        self._message.setVisible(bool(told.text))
        if told.text:
            QAccessible.updateAccessibility(QAccessibleEvent(self._message, QAccessible.Event.Alert))

    def set_compact(self, compact: bool, *, drawer: bool) -> None:
        """Leave room in a narrow window, and offer the facets where they are a drawer."""
        self._facets.setVisible(drawer)
        self._compact = compact
        self._fit_top()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_top()

    def _fit_top(self) -> None:
        """Leave out what has no room above the list, the least needed first; keys and menus offer it all the same."""
        row, room = self._row, self.width()
        self._incomplete.setText(self._lacking)
        for button in (self._why, self._copy):
            button.setVisible(not self._compact)
        for give_way in (self._why.hide, self._copy.hide, lambda: self._incomplete.setText("incomplete")):
            row.invalidate()
            if row.sizeHint().width() <= room:  # the passages' count, which may vanish, counts for nothing in it
                return
            give_way()

    def _lay_out_top(self) -> None:
        row = self._row = QHBoxLayout(self._top)
        row.setContentsMargins(16, 8, 12, 8)
        row.setSpacing(8)
        self._facets = self._link("Filters", "Show the facets", self.facets_wanted.emit)
        self._documents = PlainLabel("", "documents", self._top)
        self._passages = ElidedLabel("", "quiet-words", self._top, or_nothing=True)
        self._incomplete = QToolButton(self._top)
        self._incomplete.setObjectName("warning")
        self._incomplete.setToolTip("What this answer could not see: show which files, and why")
        self._incomplete.clicked.connect(self.attention_wanted)
        self._incomplete.hide()
        self._phrase = self._link("", "Keep only passages that hold the quoted words as they stand", self.phrase_wanted.emit)
        self._why = self._link("Why?", "Why these results: what was searched, what counted, what was left out (Ctrl+I)", self.explain_wanted.emit)
        self._order = self._link("Relevance  ▾", "Sort by", None)
        self._order.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._order.setMenu(self._order_menu())
        self._copy = self._link("Copy  ▾", "Copy all results, numbered and with their citations", None)
        self._copy.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._copy.setMenu(self._form_menu())
        self._facets.hide()
        self._phrase.hide()
        row.addWidget(self._facets)
        row.addWidget(self._documents)
        row.addWidget(self._passages, 1)
        for widget in (self._incomplete, self._phrase, self._why, self._copy, self._order):
            row.addWidget(widget)

    def _link(self, words: str, tip: str, act: Callable[[], None] | None) -> QToolButton:
        button = QToolButton(self._top)
        button.setObjectName("link")
        button.setText(words)
        button.setToolTip(tip)
        if act is not None:
            button.clicked.connect(lambda _checked=False: act())
        return button

    def show_order(self, order: Order | None) -> None:
        """Show what the list is sorted by."""
        words = next((words for words, known in ORDERS if known == order), order.key if order else "")
        self._order.setText(f"{words}  ▾")
        for action in self._order.menu().actions():
            action.setChecked(action.text() == words)

    def _form_menu(self) -> QMenu:
        menu = QMenu(self)
        for form, words in FORMS.items():
            menu.addAction(words).triggered.connect(lambda _checked=False, form=form: self.form_chosen.emit(form))
        return menu

    def _order_menu(self) -> QMenu:
        menu = QMenu(self)
        group = QActionGroup(menu)
        for words, order in ORDERS:
            action = menu.addAction(words)
            action.setCheckable(True)
            action.setChecked(order is None)
            action.triggered.connect(lambda _checked=False, order=order: self.order_chosen.emit(order))
            group.addAction(action)
        return menu
