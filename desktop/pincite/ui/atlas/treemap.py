"""Folders as a map: the larger the field, the more documents; each field is a button."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QWidget

from pincite.domain.wording import counted
from pincite.ui.atlas.values import Field, squarified
from pincite.ui.text import for_tip
from pincite.ui.theme.painting import draw_line, rounded
from pincite.ui.theme.theme import ThemeSource

GAP = 4
"""Pixels between fields."""


class FolderField(QAbstractButton):
    """One folder. Alt+click or x excludes it."""

    chosen = Signal(str, bool)

    def __init__(self, field: Field, depth: float, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._field, self._depth, self._source = field, depth, source
        self._exclude = False
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setAccessibleName(f"Folder {field.name}, {counted(field.documents, 'document')}")
        self.setToolTip(for_tip(f"{field.value} — {counted(field.documents, 'document')}"))
        self.clicked.connect(lambda: self.chosen.emit(field.value, self._exclude))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._exclude = bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        super().mousePressEvent(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_X:
            self.chosen.emit(self._field.value, True)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.chosen.emit(self._field.value, False)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._source.theme
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        share = 0.06 + 0.28 * self._depth + (0.06 if self.underMouse() else 0.0)
        fill = mixed(theme.color("surface"), theme.color("accent"), 0.0 if theme.high_contrast else share)
        border = theme.color("text") if theme.high_contrast else None
        rounded(painter, QRectF(self.rect()), theme.px(3), fill, theme.color("accent") if self.hasFocus() else border, 2.0 if self.hasFocus() else 1.0)
        inner = self.rect().adjusted(theme.px(9), theme.px(7), -theme.px(6), 0)
        line = theme.px(16)
        if inner.height() >= line and inner.width() > theme.px(24):
            name = QRect(inner.x(), inner.y(), inner.width(), line)
            draw_line(painter, name, self._field.name, theme.font(12.5), theme.color("text"))
            if inner.height() >= 2 * line:
                number = self._field.documents
                words = counted(number, "document") if self._depth > 0.99 else f"{number:,}"
                draw_line(painter, name.translated(0, line), words, theme.font(11.5), theme.color("muted"))
        painter.end()


class Treemap(QWidget):
    """Lays the fields out over its whole room."""

    chosen = Signal(str, str, bool)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._fields: tuple[Field, ...] = ()
        self._buttons: list[FolderField] = []
        self.setAccessibleName("Folders")

    def show_fields(self, fields: tuple[Field, ...]) -> None:
        """Show these folders, the largest first."""
        if fields == self._fields:
            return
        self._fields = fields
        for button in self._buttons:
            button.deleteLater()
        most = max((field.own for field in fields), default=1)
        self._buttons = [FolderField(field, (field.own / most) ** 0.5, self._source, self) for field in fields]
        for button in self._buttons:
            button.chosen.connect(self._choose)
            button.show()
        self._arrange()

    def sizeHint(self) -> QSize:
        return QSize(400, self._source.theme.px(240))

    def minimumSizeHint(self) -> QSize:
        return QSize(160, self._source.theme.px(200))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _choose(self, value: str, exclude: bool) -> None:
        self.chosen.emit("folder", value, exclude)

    def _arrange(self) -> None:
        smallest = sum(field.own for field in self._fields) * 0.012  # so that every field can be hit
        sizes = [max(field.own, smallest) for field in self._fields]
        boxes = squarified(sizes, (0.0, 0.0, float(self.width() + GAP), float(self.height() + GAP)))
        for button, (left, top, width, height) in zip(self._buttons, boxes, strict=True):
            x, y = round(left), round(top)
            button.setGeometry(x, y, max(1, round(left + width) - x - GAP), max(1, round(top + height) - y - GAP))


def mixed(one: QColor, other: QColor, share: float) -> QColor:
    """*one* with *share* (0 to 1) of *other*."""
    parts = [round(a + (b - a) * share) for a, b in zip(one.getRgb()[:3], other.getRgb()[:3], strict=True)]  # pyright: ignore[reportIndexIssue]
    return QColor(*parts)
