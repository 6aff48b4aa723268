"""The cards of the start page."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pincite.domain.wording import counted
from pincite.ui.atlas.values import Link, Tile, TileRow
from pincite.ui.text import for_tip
from pincite.ui.theme.labels import ElidedLabel, PlainLabel
from pincite.ui.theme.painting import draw_bar, draw_line, rounded
from pincite.ui.theme.theme import ThemeSource


class Card(QFrame):
    """A titled card with a note on the right."""

    def __init__(self, title: str, note: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("card")
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(15, 13, 15, 13)
        self.column.setSpacing(2)
        head = QHBoxLayout()
        head.setContentsMargins(0, 0, 0, 7)
        self._title = ElidedLabel(title, "card-title", self)
        self._note = PlainLabel(note, "card-note", self)
        head.addWidget(self._title, 1)
        head.addWidget(self._note)
        self.column.addLayout(head)

    def set_title(self, title: str) -> None:
        """Say *title* on the left."""
        self._title.setText(title)

    def set_note(self, note: str) -> None:
        """Say *note* on the right."""
        self._note.setText(note)


class ValueRow(QAbstractButton):
    """A value with its bar and count. Click chooses it, Alt+click or x excludes it."""

    chosen = Signal(str, str, bool)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._row = TileRow("", "", "", 0, 0.0)
        self._gap = 0
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_row(self, row: TileRow, *, apart: bool = False) -> None:
        """Show this value; *apart* leaves a gap above it, where another facet begins."""
        if row == self._row:
            return
        self._row = row
        self._gap = self._source.theme.px(8) if apart else 0
        self.setAccessibleName(f"{row.name}, {counted(row.documents, 'document')}")
        self.setToolTip(for_tip(f"{row.name} — {counted(row.documents, 'document')}"))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, self._source.theme.px(25) + self._gap)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self._row.key, self._row.value, bool(event.modifiers() & Qt.KeyboardModifier.AltModifier))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space, Qt.Key.Key_X):
            self.chosen.emit(self._row.key, self._row.value, key == Qt.Key.Key_X)
        elif key in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(key == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, row = self._source.theme, self._row
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        body = self.rect().adjusted(0, self._gap, 0, 0)
        if self.underMouse() or self.hasFocus():
            rounded(painter, QRectF(body), theme.px(5), theme.color("line2"), theme.color("accent") if self.hasFocus() else None, 2.0)
        count_width, inset = theme.px(52), theme.px(2)
        bar_left = max(self.width() // 2, min(theme.px(170), self.width() * 3 // 5))
        draw_line(painter, body.adjusted(inset, 0, bar_left - theme.px(8) - self.width(), 0), row.name, theme.font(13), theme.color("text"))
        middle = body.y() + body.height() / 2
        track = QRectF(bar_left, middle - theme.px(3.5), max(8, self.width() - bar_left - count_width), theme.px(7))
        draw_bar(painter, track, row.share, theme.color("bar"))
        count = body.adjusted(self.width() - count_width, 0, -inset, 0)
        draw_line(painter, count, f"{row.documents:,}", theme.font(12.5), theme.color("faint"), Qt.AlignmentFlag.AlignRight)
        painter.end()


class ValueTile(Card):
    """A card of values. Rows are kept and filled anew, since making widgets is what costs time."""

    chosen = Signal(str, str, bool)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__("", "", parent)
        self._source = source
        self._rows: list[ValueRow] = []
        self.column.addStretch(1)

    def show_tile(self, tile: Tile) -> None:
        """Show these values."""
        self.set_title(tile.title)
        self.set_note(tile.note)
        self.setAccessibleName(tile.title)
        while len(self._rows) < len(tile.rows):
            button = ValueRow(self._source, self)
            button.chosen.connect(self.chosen)
            self.column.insertWidget(1 + len(self._rows), button)
            self._rows.append(button)
        for i, button in enumerate(self._rows):
            if i < len(tile.rows):
                button.show_row(tile.rows[i], apart=i > 0 and tile.rows[i].key != tile.rows[i - 1].key)
            button.setVisible(i < len(tile.rows))


class LinkTile(Card):
    """A card of lines that can be pressed; `pressed` carries what a line stands for, and so does `removed` where lines can be."""

    pressed = Signal(str)
    removed = Signal(str)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None, *, removable: bool = False) -> None:
        super().__init__("", "", parent)
        self._source = source
        self._removable = removable
        self._links: tuple[Link, ...] = ()
        self._rows: list[LinkRow] = []
        self.column.addStretch(1)

    def show_links(self, title: str, note: str, links: tuple[Link, ...]) -> None:
        """Show these lines."""
        self.set_title(title)
        self.set_note(note)
        if links == self._links:
            return
        self._links = links
        for row in self._rows:
            row.deleteLater()
        self._rows = [LinkRow(link, self._source, self) for link in links]
        for i, (link, row) in enumerate(zip(links, self._rows, strict=True)):
            row.clicked.connect(lambda _checked=False, target=link.target: self.pressed.emit(target))
            if self._removable:
                self._let_remove(row, link.target)
            self.column.insertWidget(1 + i, row)

    def _let_remove(self, row: LinkRow, target: str) -> None:
        """A menu, and the key that it names, take the line away."""
        remove = QAction("Remove\tDel", row)
        remove.triggered.connect(lambda: self.removed.emit(target))
        row.addAction(remove)
        row.setContextMenuPolicy(Qt.ContextMenuPolicy.ActionsContextMenu)


class LinkRow(QAbstractButton):
    """A line that can be pressed: dark words, then quiet ones; or one in the warning colour."""

    def __init__(self, link: Link, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._link, self._source = link, source
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{link.words} {link.quiet}".strip())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(140, self._source.theme.px(25))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        elif event.key() == Qt.Key.Key_Delete and self.actions():
            self.actions()[0].trigger()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._source.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self.underMouse() or self.hasFocus():
            rounded(painter, QRectF(self.rect()), theme.px(5), theme.color("line2"), theme.color("accent") if self.hasFocus() else None, 2.0)
        font = theme.font(13)
        metrics = type(self.fontMetrics())(font)
        quiet = f" · {self._link.quiet}" if self._link.quiet else ""
        quiet_width = metrics.horizontalAdvance(quiet)
        words_width = min(metrics.horizontalAdvance(self._link.words) + 2, max(20, self.width() - quiet_width - 4))
        draw_line(painter, QRect(2, 0, words_width, self.height()), self._link.words, font, theme.color("warn" if self._link.warning else "text"))
        draw_line(painter, QRect(2 + words_width, 0, quiet_width + 2, self.height()), quiet, font, theme.color("muted"))
        painter.end()
