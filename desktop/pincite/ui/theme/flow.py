"""A layout that sets its items like words: from left to right, and on to the next line when there is no room."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Items side by side with *gap* px between them, wrapped to the width given."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]  # Qt asks past the end and expects null
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:  # type: ignore[override]  # as above
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), move=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, move=True)

    def sizeHint(self) -> QSize:
        hints = [item.sizeHint() for item in self._items]
        width = sum(hint.width() for hint in hints) + self._gap * max(0, len(hints) - 1)
        return QSize(width, max((hint.height() for hint in hints), default=0))

    def minimumSize(self) -> QSize:
        sizes = [item.minimumSize() for item in self._items]
        return QSize(max((size.width() for size in sizes), default=0), max((size.height() for size in sizes), default=0))

    def _arrange(self, rect: QRect, *, move: bool) -> int:
        """Set the items line by line, each centred in the height of its line; returns the height taken."""
        y = rect.y()
        lines = self._lines(rect.width())
        for line in lines:
            tall = max(hint.height() for _, hint in line)
            x = rect.x()
            for item, hint in line:
                if move:
                    size = QSize(min(hint.width(), rect.width()), hint.height())
                    item.setGeometry(QRect(QPoint(x, y + (tall - hint.height()) // 2), size))
                x += hint.width() + self._gap
            y += tall + self._gap
        return y - rect.y() - (self._gap if lines else 0)

    def _lines(self, width: int) -> list[list[tuple[QLayoutItem, QSize]]]:
        lines: list[list[tuple[QLayoutItem, QSize]]] = []
        room = 0
        for item in self._items:
            widget = item.widget()
            if widget is not None and widget.isHidden() and widget.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
                continue
            hint = item.sizeHint()
            if not lines or hint.width() > room:
                lines.append([])
                room = width
            lines[-1].append((item, hint))
            room -= hint.width() + self._gap
        return lines
