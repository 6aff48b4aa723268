"""The cards of the start page."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from pincite.ui.atlas.values import Tile, TileRow
from pincite.ui.text import counted, for_tip
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

    def set_note(self, note: str) -> None:
        """Say *note* on the right."""
        self._note.setText(note)


class ValueRow(QAbstractButton):
    """A value with its bar and count. Click chooses it, Alt+click or x excludes it."""

    chosen = Signal(str, str, bool)

    def __init__(self, row: TileRow, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row, self._source = row, source
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(f"{row.name}, {counted(row.documents, 'document')}")
        self.setToolTip(for_tip(f"{row.name} — {counted(row.documents, 'document')}"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(160, self._source.theme.px(25))

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
        if self.underMouse() or self.hasFocus():
            around = QRectF(self.rect())
            rounded(painter, around, theme.px(5), theme.color("line2"), theme.color("accent") if self.hasFocus() else None, 2.0)
        count_width, inset = theme.px(52), theme.px(2)
        bar_left = max(self.width() // 2, min(theme.px(170), self.width() * 3 // 5))
        draw_line(painter, QRect(inset, 0, bar_left - theme.px(10), self.height()), row.name, theme.font(13), theme.color("text"))
        track = QRectF(bar_left, self.height() / 2 - theme.px(3.5), max(8, self.width() - bar_left - count_width), theme.px(7))
        draw_bar(painter, track, row.share, theme.color("bar"))
        count = QRect(self.width() - count_width, 0, count_width - inset, self.height())
        draw_line(painter, count, f"{row.documents:,}", theme.font(12.5), theme.color("faint"), Qt.AlignmentFlag.AlignRight)
        painter.end()


class ValueTile(Card):
    """A card of values."""

    chosen = Signal(str, str, bool)

    def __init__(self, tile: Tile, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(tile.title, tile.note, parent)
        self.setAccessibleName(tile.title)
        key = tile.rows[0].key if tile.rows else ""
        for row in tile.rows:
            if row.key != key:
                self.column.addSpacing(8)
                key = row.key
            button = ValueRow(row, source, self)
            button.chosen.connect(self.chosen)
            self.column.addWidget(button)
        self.column.addStretch(1)


class LinkRow(QAbstractButton):
    """A line that can be pressed: dark words, then quiet ones; or one in the warning colour."""

    def __init__(self, words: str, quiet: str, source: ThemeSource, *, warning: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words, self._quiet, self._source, self._warning = words, quiet, source, warning
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"{words} {quiet}".strip())
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(140, self._source.theme.px(25))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
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
        quiet = f" · {self._quiet}" if self._quiet else ""
        quiet_width = metrics.horizontalAdvance(quiet)
        words_width = min(metrics.horizontalAdvance(self._words) + 2, max(20, self.width() - quiet_width - 4))
        draw_line(painter, QRect(2, 0, words_width, self.height()), self._words, font, theme.color("warn" if self._warning else "text"))
        draw_line(painter, QRect(2 + words_width, 0, quiet_width + 2, self.height()), quiet, font, theme.color("muted"))
        painter.end()
