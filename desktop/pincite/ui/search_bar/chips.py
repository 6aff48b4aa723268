"""The row under the header: which words were looked for, and which choices hold; each choice can be taken back."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QHBoxLayout, QSizePolicy, QWidget

from pincite.ui.search_bar.chip_values import ChipRow, FilterChip, TermChip
from pincite.ui.text import for_tip
from pincite.ui.theme.flow import FlowLayout
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.painting import elided, rounded
from pincite.ui.theme.theme import ThemeSource

WIDEST = 260
"""Pixels that a chip takes at most at 100 %."""


class TermLabel(QAbstractButton):
    """A word that was looked for, with its document frequency; struck through if it was not."""

    def __init__(self, chip: TermChip, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip, self._source = chip, source
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setToolTip(for_tip(chip.tip) if chip.tip else "")
        fate = "not searched" if chip.struck else chip.tip
        self.setAccessibleName(f"{chip.text}, {fate}")

    def sizeHint(self) -> QSize:
        theme = self._source.theme
        metrics = self.fontMetrics()
        metrics = type(metrics)(theme.font(12))
        width = metrics.horizontalAdvance(self._chip.text) + 2 * theme.px(8)
        if self._chip.count:
            width += theme.px(7) + metrics.horizontalAdvance(self._chip.count)
        return QSize(min(width, theme.px(WIDEST)), theme.px(23))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, chip = self._source.theme, self._chip
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        rounded(painter, self.rect().toRectF(), theme.px(6), theme.color("line2"), theme.color("text") if theme.high_contrast else None)
        font = theme.font(12)
        inner = self.rect().adjusted(theme.px(8), 0, -theme.px(8), 0)
        painter.setFont(font)
        if chip.count:
            painter.setPen(theme.color("faint"))
            painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, chip.count)
            inner.setRight(inner.right() - painter.fontMetrics().horizontalAdvance(chip.count) - theme.px(6))
        font.setStrikeOut(chip.struck)
        painter.setFont(font)
        painter.setPen(theme.color("muted" if chip.struck else "text"))
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, elided(chip.text, font, inner.width() + 2))
        painter.end()


class FilterButton(QAbstractButton):
    """A choice that holds. Pressing it, Delete or Backspace takes it back."""

    def __init__(self, chip: FilterChip, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._chip, self._source = chip, source
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(f"Filter {chip.text}, press to remove")
        self.setToolTip(for_tip(f"Remove: {chip.text}"))

    def sizeHint(self) -> QSize:
        theme = self._source.theme
        metrics = type(self.fontMetrics())(theme.font(12, 500))
        return QSize(min(metrics.horizontalAdvance(self._chip.text + "  ×") + 2 * theme.px(8), theme.px(WIDEST)), theme.px(24))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Delete, Qt.Key.Key_Backspace, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.click()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, chip = self._source.theme, self._chip
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().toRectF()
        border = theme.color("text" if self.hasFocus() else "line") if chip.exclude or theme.high_contrast else None
        fill = theme.color("surface" if chip.exclude else "accent_soft")
        rounded(painter, box, theme.px(6), fill, theme.color("accent") if self.hasFocus() else border, 2.0 if self.hasFocus() else 1.0)
        font = theme.font(12, 500)
        painter.setFont(font)
        painter.setPen(theme.color("text" if chip.exclude else "accent"))
        inner = QRect(self.rect()).adjusted(theme.px(8), 0, -theme.px(8), 0)
        cross = painter.fontMetrics().horizontalAdvance("  ×")
        painter.drawText(inner, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, "×")
        words = elided(chip.text, font, inner.width() - cross + 4)
        painter.drawText(inner, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, words)
        painter.end()


class Chips(QFrame):
    """The whole row. `removed` carries the filters of a chip; `cleared` asks for all of them."""

    removed = Signal(object)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chips")
        self._source = source
        self._row = ChipRow()
        outer = QHBoxLayout(self)
        outer.setContentsMargins(16, 8, 16, 8)
        outer.setSpacing(16)
        self._left, self._right = QWidget(self), QWidget(self)
        self._terms, self._filters = FlowLayout(self._left), FlowLayout(self._right)
        outer.addWidget(self._left, 1)
        outer.addWidget(self._right, 0)
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        for side in (self._left, self._right):
            side.setSizePolicy(policy)
        source.changed.connect(self._dress)

    def show_row(self, row: ChipRow) -> None:
        """Show these chips; an empty row takes no room."""
        if row != self._row:
            self._fill(row)

    def _dress(self) -> None:
        self._fill(self._row)

    def _fill(self, row: ChipRow) -> None:
        self._row = row
        self._left.hide()  # nothing is laid out before all chips are there
        self._right.hide()
        _clear(self._terms)
        _clear(self._filters)
        if row.terms:
            label = PlainLabel("Looked for", "chip-label", self._left)
            label.setFixedHeight(self._source.theme.px(23))
            self._add(self._terms, label)
        for term in row.terms:
            self._add(self._terms, TermLabel(term, self._source, self._left))
        for chip in row.filters:
            button = FilterButton(chip, self._source, self._right)
            button.clicked.connect(lambda _checked=False, chip=chip: self.removed.emit(chip.filters))
            self._add(self._filters, button)
        self._left.show()
        self._right.setVisible(bool(row.filters))
        self.setVisible(not row.empty)
        self._share_width()

    @staticmethod
    def _add(layout: FlowLayout, widget: QWidget) -> None:
        layout.addWidget(widget)
        widget.show()  # at once, not with the next round of events: what is hidden takes no room

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._share_width()

    def _share_width(self) -> None:
        """The choices take what they need, up to half of the row; their chips wrap beyond that."""
        wide = self._filters.sizeHint().width() if self._row.filters else 0
        self._right.setFixedWidth(min(wide, max(self.width(), 200) // 2))


def _clear(layout: FlowLayout) -> None:
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget:
            widget.hide()
            widget.deleteLater()
