"""One value of a facet: a check box with three states, its name, a quiet bar and a quiet count."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QPolygonF
from PySide6.QtWidgets import QCheckBox, QWidget

from pincite.domain.wording import counted
from pincite.ui.facets.values import FacetValue
from pincite.ui.text import for_tip
from pincite.ui.theme.painting import draw_bar, elided, rounded
from pincite.ui.theme.theme import ThemeSource


class FacetRow(QCheckBox):
    """Click or Space chooses, Alt+click or x excludes, again takes it back. Deciding is left to who listens."""

    chosen = Signal(str, bool)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._value = FacetValue("", "", 0, 0.0)
        self._grey = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_value(self, value: FacetValue, *, grey: bool = False) -> None:
        """Show *value*; *grey* while its count is that of the question before."""
        self._value, self._grey = value, grey
        state = {"in": Qt.CheckState.Checked, "out": Qt.CheckState.PartiallyChecked}.get(value.state, Qt.CheckState.Unchecked)
        self.setTristate(value.state == "out")
        self.setCheckState(state)
        spoken = f"not {value.name}" if value.state == "out" else value.name
        self.setAccessibleName(f"{spoken}, {counted(value.documents, 'document')}")
        self.setToolTip(for_tip(f"{value.name} — {counted(value.documents, 'document')}. Alt+click or x leaves them out."))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._source.theme.px(120), self._source.theme.px(26))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self._source.theme.px(26))

    def hitButton(self, _pos: object) -> bool:
        return True

    def nextCheckState(self) -> None:
        """The state shows what is asked; it changes when the choice comes back."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() is Qt.MouseButton.LeftButton and self.rect().contains(event.position().toPoint()):
            self.chosen.emit(self._value.value, bool(event.modifiers() & Qt.KeyboardModifier.AltModifier))
        super().mouseReleaseEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_X:
            self.chosen.emit(self._value.value, True)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self._value.value, bool(event.modifiers() & Qt.KeyboardModifier.AltModifier))
        elif event.key() in (Qt.Key.Key_Down, Qt.Key.Key_Up):
            self.focusNextPrevChild(event.key() == Qt.Key.Key_Down)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, value = self._source.theme, self._value
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if value.state == "in":
            rounded(painter, box, theme.px(5), theme.color("accent_soft"))
        elif self.underMouse():
            rounded(painter, box, theme.px(5), theme.color("line2"))
        if self.hasFocus():
            rounded(painter, box, theme.px(5), None, theme.color("accent"), 2.0)
        left = theme.px(25)
        bar = QRectF(left, box.height() - theme.px(3.5), box.width() - left - theme.px(21), theme.px(2))
        draw_bar(painter, bar, value.share, theme.color("bar"))
        self._paint_box(painter)
        self._paint_words(painter, left)
        painter.end()

    def _paint_words(self, painter: QPainter, left: int) -> None:
        theme, value = self._source.theme, self._value
        count = f"{value.documents:,}"
        painter.setFont(theme.font(12.5))
        painter.setPen(theme.color("faint", 130 if self._grey else 255))
        words = self.rect().adjusted(left - theme.px(5), 0, -theme.px(6), -theme.px(1))
        painter.drawText(words, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count)
        words.setRight(words.right() - painter.fontMetrics().horizontalAdvance(count) - theme.px(8))
        font = theme.font(13, 600 if value.state == "in" else 400)
        font.setStrikeOut(value.state == "out")
        painter.setFont(font)
        painter.setPen(theme.color({"in": "accent", "out": "muted"}.get(value.state, "text" if value.documents else "faint")))
        name = elided(value.name, font, words.width())
        painter.drawText(words, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, name)

    def _paint_box(self, painter: QPainter) -> None:
        theme, state, side = self._source.theme, self._value.state, self._source.theme.px(13)
        box = QRectF(theme.px(2), (self.height() - side) / 2 - 0.5, side, side)
        fill, border = {"in": ("accent", "accent"), "out": ("surface", "danger")}.get(state, ("surface", "faint"))
        rounded(painter, box, theme.px(3.5), theme.color(fill), theme.color(border), 1.2)
        unit = side / 13
        if state == "in":
            painter.setPen(QPen(theme.color("on_accent"), 1.7 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap, Qt.PenJoinStyle.RoundJoin))
            points = [QPointF(box.x() + x * unit, box.y() + y * unit) for x, y in ((3.5, 6.8), (5.6, 9.0), (9.6, 4.4))]
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(QPolygonF(points))
        elif state == "out":
            painter.setPen(QPen(theme.color("danger"), 1.5 * unit, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
            a, b = box.topLeft() + QPointF(4.2, 4.2) * unit, box.topLeft() + QPointF(8.8, 8.8) * unit
            painter.drawLine(a, b)
            painter.drawLine(QPointF(a.x(), b.y()), QPointF(b.x(), a.y()))
