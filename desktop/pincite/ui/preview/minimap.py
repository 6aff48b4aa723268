"""Where the matches are in the whole document: ticks along a strip, and a slider for those who do not see it."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QSlider, QWidget

from pincite.ui.theme.painting import rounded
from pincite.ui.theme.theme import ThemeSource

STEPS = 1000
"""Positions of the slider."""


class Minimap(QSlider):
    """Ticks for matches; clicking, or moving the slider, goes there. `sought` carries a share of the document, 0 to 1."""

    sought = Signal(float)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Vertical, parent)
        self._source = source
        self._ticks: tuple[float, ...] = ()
        self._current = -1
        self.setRange(0, STEPS)
        self.setInvertedAppearance(True)
        self.setInvertedControls(True)
        self.setPageStep(STEPS // 10)
        self.setSingleStep(STEPS // 50)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.actionTriggered.connect(self._seek)

    def show_ticks(self, ticks: tuple[float, ...], current: int) -> None:
        """Show matches at these shares of the document, the one of number *current* set off."""
        self._ticks, self._current = ticks, current
        if 0 <= current < len(ticks):
            self.setValue(round(ticks[current] * STEPS))
        ahead = len(ticks) - current - 1 if current >= 0 else len(ticks)
        self.setAccessibleName("Matches in this document")
        self.setAccessibleDescription(f"match {current + 1} of {len(ticks)}, {ahead} ahead")
        self.update()

    def _seek(self, _action: int) -> None:
        self.sought.emit(self.sliderPosition() / STEPS)

    def sizeHint(self) -> QSize:
        return QSize(self._source.theme.px(24), 80)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._source.theme.px(24), 40)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton:
            share = min(max(0.0, event.position().y() / max(1, self.height())), 1.0)
            self.setValue(round(share * STEPS))
            self.sought.emit(share)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            self.sought.emit(min(max(0.0, event.position().y() / max(1, self.height())), 1.0))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._source.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        wide = theme.px(10)
        strip = QRectF((self.width() - wide) / 2, 2, wide, self.height() - 4)
        edge = theme.color("accent") if self.hasFocus() else theme.color("text") if theme.high_contrast else None
        rounded(painter, strip, wide / 2, theme.color("surface" if theme.high_contrast else "line"), edge, 2.0 if self.hasFocus() else 1.0)
        for i, share in enumerate(self._ticks):
            if i != self._current:
                painter.fillRect(self._tick(strip, share, theme.px(2.5)), theme.color("mark_line"))
        if 0 <= self._current < len(self._ticks):
            painter.fillRect(self._tick(strip, self._ticks[self._current], theme.px(6)), theme.color("mark_line"))
        painter.end()

    def _tick(self, strip: QRectF, share: float, height: float) -> QRectF:
        y = strip.y() + share * (strip.height() - height)
        return QRectF(strip.x(), y, strip.width(), height)
