"""The status strip: always there, never a box in the way."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QToolButton, QWidget

from pincite.ui.progress.status import Status
from pincite.ui.theme.labels import ElidedLabel, PlainLabel
from pincite.ui.theme.painting import draw_bar
from pincite.ui.theme.theme import ThemeSource


class Dot(QWidget):
    """The state as a dot; the words beside it say the same."""

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source, self._state = source, "busy"

    def show_state(self, state: str) -> None:
        """Show "good", "busy", "warn" or "bad"."""
        self._state = state
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._source.theme.px(8), self._source.theme.px(8))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def paintEvent(self, event: QPaintEvent) -> None:
        name = {"good": "good", "busy": "accent", "warn": "mark_line", "bad": "danger"}[self._state]
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setBrush(self._source.theme.color(name))
        painter.setPen(self._source.theme.color(name))
        side = self._source.theme.px(7)
        painter.drawEllipse(QRectF(0, (self.height() - side) / 2, side, side))
        painter.end()


class Bar(QWidget):
    """A thin bar."""

    def __init__(self, source: ThemeSource, colour: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source, self._colour, self._share = source, colour, 0.0

    def show_share(self, share: float) -> None:
        """Fill *share* of it; below 0 it is not there."""
        self._share = share
        self.setVisible(share >= 0)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._source.theme.px(140), self._source.theme.px(16))

    def minimumSizeHint(self) -> QSize:
        return QSize(40, 8)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._source.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        track = QRectF(0, self.height() / 2 - theme.px(2), self.width(), theme.px(4))
        draw_bar(painter, track, 1.0, theme.color("line"))
        draw_bar(painter, track, self._share, theme.color(self._colour))
        painter.end()


class StatusStrip(QFrame):
    """Shows a `Status`."""

    pause_pressed = Signal(bool)
    attention_pressed = Signal()
    locate_pressed = Signal()

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("strip")
        self._source = source
        self._paused = False
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        row.setSpacing(10)
        self._dot = Dot(source, self)
        self._headline, self._counts, self._checked = (PlainLabel("", "strip-words", self) for _ in range(3))
        self._said = ElidedLabel("", "strip-words", self)
        self._bar = Bar(source, "accent", self)
        self._meaning = PlainLabel("", "strip-words", self)
        self._meaning_bar = Bar(source, "meaning", self)
        self._pause = QToolButton(self)
        self._pause.setObjectName("link")
        self._pause.clicked.connect(lambda: self.pause_pressed.emit(not self._paused))
        self._attention = QToolButton(self)
        self._attention.setObjectName("link")
        self._attention.setToolTip("Files that could not be read, and why")
        self._attention.clicked.connect(self.attention_pressed)
        self._locate = QToolButton(self)
        self._locate.setObjectName("link")
        self._locate.setText("Locate…")
        self._locate.setToolTip("If this folder lies somewhere else now, say where; what is known of its files is kept")
        self._locate.clicked.connect(self.locate_pressed)
        for widget in (self._dot, self._headline, self._locate, self._bar, self._pause, self._counts, self._checked):
            row.addWidget(widget)
        row.addWidget(self._said, 1)
        for widget in (self._meaning, self._meaning_bar, self._attention):
            row.addWidget(widget)
        self.show_status(Status())

    def show_status(self, status: Status) -> None:
        """Show it; a change of headline is announced."""
        self._dot.show_state(status.state)
        self._headline.setText(status.headline if len(status.headline) < 90 else status.headline[:89] + "…")
        self._headline.setToolTip("")
        self._locate.setVisible(bool(status.away))
        self._counts.setText(status.counts)
        self._checked.setText(status.checked)
        self._bar.show_share(status.progress)
        self._meaning.setText(status.meaning)
        self._meaning.setVisible(bool(status.meaning))
        self._meaning_bar.show_share(status.meaning_share if status.meaning else -1.0)
        self._paused = status.paused
        self._pause.setVisible(status.can_pause or status.paused)
        self._pause.setText("Resume" if status.paused else "Pause")
        self._attention.setText(f"{status.attention:,} need{'s' if status.attention == 1 else ''} attention")
        self._attention.setVisible(bool(status.attention))
        if self.accessibleName() != status.headline:
            self.setAccessibleName(status.headline)
            self.setAccessibleDescription(status.spoken)
            QAccessible.updateAccessibility(QAccessibleEvent(self, QAccessible.Event.NameChanged))

    def say(self, sentence: str) -> None:
        """Show a passing sentence ("Citation copied") until the next one."""
        self._said.setText(sentence)

    def set_compact(self, compact: bool) -> None:
        """Leave only the headline and what needs attention."""
        for widget in (self._counts, self._checked):
            widget.setVisible(not compact)
        if compact:
            self._meaning_bar.hide()
