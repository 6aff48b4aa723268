"""Years as bars: drag, or Shift with the arrows, chooses a range; Delete takes it back."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QToolTip, QWidget

from pincite.domain.wording import counted
from pincite.ui.theme.painting import rounded
from pincite.ui.theme.theme import ThemeSource

MOST_BARS = 16
"""Bars that fit a side panel; more years share a bar."""


class YearHistogram(QWidget):
    """Emits `range_chosen(first year, last year)`, or `cleared`. Years that no document has cannot be chosen alone."""

    range_chosen = Signal(int, int)
    cleared = Signal()

    def __init__(self, source: ThemeSource, parent: QWidget | None = None, height: int = 62, most_bars: int = MOST_BARS) -> None:
        super().__init__(parent)
        self._source, self._height, self._most = source, height, most_bars
        self._years: tuple[tuple[int, int], ...] = ()
        self._chosen: tuple[int, int] | None = None
        self._undated = 0
        self._anchor: int | None = None
        self._cursor = 0
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        source.changed.connect(self.updateGeometry)

    def show_years(self, years: tuple[tuple[int, int], ...], chosen: tuple[int, int] | None, undated: int = 0) -> None:
        """Show (year, documents) bars with the years from first to last of *chosen* set off."""
        self._years, self._chosen, self._undated = years, chosen, undated
        self._cursor = min(self._cursor, max(0, len(self.bars()) - 1))
        self._speak()
        self.update()

    def bars(self) -> list[tuple[int, int, int]]:
        """(first year, last year, documents) of each bar, every year between the ends included."""
        if not self._years:
            return []
        first, last = self._years[0][0], self._years[-1][0]
        step = max(1, -(-(last - first + 1) // self._most))
        counts = dict(self._years)
        return [
            (start, min(start + step - 1, last), sum(counts.get(year, 0) for year in range(start, start + step)))
            for start in range(first, last + 1, step)
        ]

    def sizeHint(self) -> QSize:
        return QSize(self._source.theme.px(160), self._source.theme.px(self._height))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._source.theme.px(self._height))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, bars = self._source.theme, self.bars()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        foot = theme.px(16)
        tall = self.height() - foot - theme.px(3)
        most = max((count for _, _, count in bars), default=1) or 1
        for i, (first, last, count) in enumerate(bars):
            left, right = self._edges(i, len(bars))
            height = max(theme.px(2), tall * count / most) if count else theme.px(1.5)
            chosen = self._chosen is not None and first <= self._chosen[1] and last >= self._chosen[0]
            rounded(painter, QRectF(left, theme.px(2) + tall - height, right - left, height), theme.px(2), theme.color("bar_on" if chosen else "bar"))
            if self.hasFocus() and i == self._cursor:
                rounded(painter, QRectF(left - 1, 0, right - left + 2, tall + theme.px(3)), theme.px(3), None, theme.color("accent"), 2.0)
        self._paint_feet(painter, bars, foot)
        painter.end()

    def _paint_feet(self, painter: QPainter, bars: list[tuple[int, int, int]], foot: int) -> None:
        if not bars:
            return
        theme, base = self._source.theme, self.rect().adjusted(1, self.height() - foot, -1, 0)
        painter.setFont(theme.font(11))
        painter.setPen(theme.color("faint"))
        painter.drawText(base, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignBottom, str(bars[0][0]))
        end = f"no date {self._undated:,}" if self._undated and self._height > 100 else str(bars[-1][1])
        if len(bars) > 1:
            painter.drawText(base, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignBottom, end)
        if len(bars) > 4:
            middle = bars[len(bars) // 2][0]
            painter.drawText(base, Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignBottom, str(middle))

    def _edges(self, i: int, count: int) -> tuple[float, float]:
        gap = self._source.theme.px(2)
        step = (self.width() - gap) / max(1, count)
        wide = min(step, self._source.theme.px(64))
        return 1 + i * wide, 1 + (i + 1) * wide - gap

    def _bar_at(self, x: float) -> int:
        bars = self.bars()
        left, right = self._edges(0, len(bars))
        return min(max(0, int((x - 1) / (right - left + self._source.theme.px(2)))), max(0, len(bars) - 1))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self._years:
            self._anchor = self._cursor = self._bar_at(event.position().x())
            self._preview()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        bars = self.bars()
        if not bars:
            return
        self._cursor = self._bar_at(event.position().x())
        if self._anchor is not None:
            self._preview()
        else:
            first, last, count = bars[self._cursor]
            QToolTip.showText(event.globalPosition().toPoint(), f"{_span(first, last)}: {counted(count, 'document')}", self)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._anchor is not None:
            self._choose()
            self._anchor = None

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key in (Qt.Key.Key_Left, Qt.Key.Key_Right) and self._years:
            before = self._cursor
            self._cursor = min(max(0, self._cursor + (1 if key == Qt.Key.Key_Right else -1)), len(self.bars()) - 1)
            self._anchor = (self._anchor if self._anchor is not None else before) if shift else None
            self._preview() if shift else self.update()
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._years:
            self._anchor = self._cursor if self._anchor is None else self._anchor
            self._choose()
            self._anchor = None
        elif key in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Escape) and self._chosen:
            self.cleared.emit()
        else:
            super().keyPressEvent(event)

    def _range(self) -> tuple[int, int]:
        bars = self.bars()
        first, last = sorted((self._cursor if self._anchor is None else self._anchor, self._cursor))
        return bars[first][0], bars[last][1]

    def _preview(self) -> None:
        self._chosen = self._range()
        self._speak()
        self.update()

    def _choose(self) -> None:
        first, last = self._range()
        self.range_chosen.emit(first, last)

    def _speak(self) -> None:
        if not self._years:
            self.setAccessibleName("Years: no dated documents")
            return
        first, last = self._chosen or (self._years[0][0], self._years[-1][0])
        inside = sum(count for year, count in self._years if first <= year <= last)
        self.setAccessibleName(f"Years {_span(first, last)}, {counted(inside, 'document')}")


def _span(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"
