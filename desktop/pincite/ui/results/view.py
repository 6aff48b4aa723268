"""The result list: keys and pointer in, wishes out. What a wish means is decided elsewhere."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QListView, QMenu, QToolTip, QWidget

from pincite.ui.results.card import ResultCard
from pincite.ui.results.delegate import ACTIONS, CardDelegate
from pincite.ui.results.model import ResultsModel, Row, RowRole
from pincite.ui.text import for_button, for_tip
from pincite.ui.theme.theme import ThemeSource

MENU = (
    ("open", "Open at the match\tEnter"),
    ("preview", "Preview\tSpace"),
    ("default", "Open in the default program\tCtrl+Enter"),
    ("folder", "Show in folder\tCtrl+Shift+Enter"),
    ("", ""),
    ("copy", "Copy citation\tCtrl+Shift+C"),
    ("text", "Copy text\tCtrl+C"),
    ("path", "Copy path\tCtrl+Alt+C"),
    ("", ""),
    ("like", "More like this passage\tCtrl+M"),
    ("only-folder", "Only this folder"),
    ("hide-folder", "Hide this folder"),
    ("hide-type", "Hide this type"),
    ("", ""),
    ("answered", "This answered"),
    ("not-answered", "This did not answer"),
)
"""The context menu of a card: action and words, in the order of the icons."""
SAYINGS = {"answered": True, "not-answered": False}
"""The menu's two lines that say what the person thinks of the card; the one that holds is ticked."""
WIDEST_PATH = 560
"""Pixels of a copy's path in a menu; a longer one loses its middle."""


class ResultsView(QListView):
    """Cards as a real list. `acted` carries an action's name and the card it is meant for."""

    selected = Signal(object)
    acted = Signal(str, object)
    folder_chosen = Signal(str)
    """A folder of a breadcrumb, as its facet has it."""
    copy_chosen = Signal(str)
    """The path of a copy that is to be shown in its folder."""
    opened = Signal(object)
    closed = Signal(object)
    more_wanted = Signal()
    left_upwards = Signal()
    wished = Signal(str)
    """A single letter's wish: "preview", "next-match", "previous-match", "field", "help"."""

    def __init__(self, model: ResultsModel, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cards = model
        self.single_keys = True
        self._delegate = CardDelegate(source, self)
        self.setObjectName("results")
        self.setAccessibleName("Results")
        self.setModel(model)
        self.setItemDelegate(self._delegate)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setResizeMode(QListView.ResizeMode.Adjust)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setMouseTracking(True)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._show_menu)
        self.selectionModel().currentChanged.connect(self._current_changed)
        self.clicked.connect(self._clicked)
        self.doubleClicked.connect(self._activate)
        source.changed.connect(self._relay)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)  # else cards are laid out twice: without it, and with it
        self.verticalScrollBar().setSingleStep(40)

    def card(self) -> ResultCard | None:
        """The card or passage that is current."""
        row = self._cards.row(self.currentIndex())
        return row.card if row and row.role in (RowRole.CARD, RowRole.PASSAGE) else None

    def select(self, index: QModelIndex) -> None:
        """Make *index* current and bring it into view; an invalid one is ignored."""
        if index.isValid():
            self.selectionModel().setCurrentIndex(index, QItemSelectionModel.SelectionFlag.ClearAndSelect)
            self.scrollTo(index, QAbstractItemView.ScrollHint.EnsureVisible)

    def move_by(self, steps: int) -> None:
        """Go down (or up, below 0) by rows that can be chosen; above the first, tell so."""
        row = self.currentIndex().row()
        direction = 1 if steps > 0 else -1
        for _ in range(abs(steps)):
            following = row + direction
            while 0 <= following < self._cards.rowCount() and not self._cards.flags(self._cards.index(following)):
                following += direction
            if not 0 <= following < self._cards.rowCount():
                break
            row = following
        if row < 0:
            return
        if row == self.currentIndex().row() and direction < 0:
            self.left_upwards.emit()
        self.select(self._cards.index(row))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Down | Qt.Key.Key_Up:
                self.move_by(1 if event.key() == Qt.Key.Key_Down else -1)
            case Qt.Key.Key_Right:
                self._open_current()
            case Qt.Key.Key_Left:
                self._close_current()
            case Qt.Key.Key_Escape:
                self.left_upwards.emit()
            case Qt.Key.Key_Menu:
                self._show_menu(self.visualRect(self.currentIndex()).center())
            case Qt.Key.Key_Return | Qt.Key.Key_Enter if not event.modifiers():
                self._activate()
            case Qt.Key.Key_C if event.modifiers() == Qt.KeyboardModifier.ControlModifier:
                self._act("text")
            case _ if (wish := self._wish_of(event)) and self.single_keys:
                self.wished.emit(wish)
            case _:
                super().keyPressEvent(event)

    def _wish_of(self, event: QKeyEvent) -> str:
        if event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return ""
        if event.key() == Qt.Key.Key_N:
            return "previous-match" if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else "next-match"
        return {Qt.Key.Key_Space: "preview", Qt.Key.Key_Slash: "field", Qt.Key.Key_Question: "help"}.get(Qt.Key(event.key()), "")

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        row = self._cards.row(index)
        action = self._delegate.action_at(row, self.visualRect(index), event.position().toPoint()) if row else ""
        super().mouseReleaseEvent(event)
        if action == "copies" and row and row.card and event.button() is Qt.MouseButton.LeftButton:
            self._copies_menu(row.card).popup(event.globalPosition().toPoint())
        elif action and event.button() is Qt.MouseButton.LeftButton:
            self._act(action)
        elif row and event.button() is Qt.MouseButton.LeftButton and (folder := self._folder_at(event.position().toPoint())):
            self.folder_chosen.emit(folder)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        super().mouseMoveEvent(event)
        point = event.position().toPoint()
        index = self.indexAt(point)
        row = self._cards.row(index)
        pressable = row is not None and bool(self._delegate.action_at(row, self.visualRect(index), point) or self._folder_at(point))
        self.viewport().setCursor(Qt.CursorShape.PointingHandCursor if pressable else Qt.CursorShape.ArrowCursor)

    def _folder_at(self, point: QPoint) -> str:
        index = self.indexAt(point)
        row = self._cards.row(index)
        return self._delegate.folder_at(row, self.visualRect(index), point) if row else ""

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()  # heights follow the width

    def viewportEvent(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            index = self.indexAt(event.pos())
            row = self._cards.row(index)
            QToolTip.showText(event.globalPos(), self._tip(row, index, event.pos()) if row else "", self)
            return True
        return super().viewportEvent(event)

    def _tip(self, row: Row, index: QModelIndex, point: QPoint) -> str:
        action = self._delegate.action_at(row, self.visualRect(index), point)
        if action:
            return dict(ACTIONS).get(action, "The same text also lies elsewhere: show where")
        if folder := self._folder_at(point):
            return for_tip(f"Only the folder {folder}")
        return for_tip(row.card.when_exactly).replace("\n", "<br>") if row.card else ""

    def _relay(self) -> None:
        self.scheduleDelayedItemsLayout()
        self.viewport().update()

    def _current_changed(self, current: QModelIndex) -> None:
        row = self._cards.row(current)
        if row and row.card and row.role in (RowRole.CARD, RowRole.PASSAGE):
            self.selected.emit(row.card)

    def _clicked(self, index: QModelIndex) -> None:
        row = self._cards.row(index)
        if row and row.role in (RowRole.MORE_DOCUMENTS, RowRole.MORE_PASSAGES):
            self._activate()

    def _activate(self, _index: QModelIndex | None = None) -> None:
        row = self._cards.row(self.currentIndex())
        if row is None:
            return
        if row.role is RowRole.MORE_DOCUMENTS:
            self.more_wanted.emit()
        elif row.role is RowRole.MORE_PASSAGES:
            self.opened.emit(row.card)
        else:
            self._act("open")

    def _open_current(self) -> None:
        row = self._cards.row(self.currentIndex())
        if row and row.card and row.card.more:
            self.opened.emit(row.card)

    def _close_current(self) -> None:
        row = self.currentIndex().row()
        while row >= 0:
            above = self._cards.row(self._cards.index(row))
            if above and above.role is RowRole.CARD:
                self.select(self._cards.index(row))
                self.closed.emit(above.card)
                return
            row -= 1

    def _act(self, action: str) -> None:
        card = self.card()
        if card:
            self.acted.emit(action, card)

    def _show_menu(self, point: QPoint) -> None:
        index = self.indexAt(point)
        if index.isValid():
            self.select(index)
        row = self._cards.row(self.currentIndex())
        if row is None or row.card is None or self.card() is None:
            return
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for name, words in MENU:
            if not name:
                menu.addSeparator()
                continue
            action = menu.addAction(words)
            action.triggered.connect(lambda _checked=False, name=name: self._act(name))
            if name in SAYINGS:
                action.setCheckable(True)
                action.setChecked(row.said is SAYINGS[name])
        if row.card.copies:
            menu.insertMenu(menu.actions()[4], self._copies_menu(row.card, menu))
        menu.popup(self.viewport().mapToGlobal(point))

    def _copies_menu(self, card: ResultCard, parent: QMenu | None = None) -> QMenu:
        """The paths of a card's copies; choosing one shows it in its folder."""
        menu = QMenu(for_button(card.copies), parent or self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, parent is None)
        for path in card.hit.copies:
            words = self.fontMetrics().elidedText(for_button(path), Qt.TextElideMode.ElideMiddle, WIDEST_PATH)
            menu.addAction(words).triggered.connect(lambda _checked=False, path=path: self.copy_chosen.emit(path))
        return menu
