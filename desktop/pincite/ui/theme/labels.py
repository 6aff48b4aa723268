"""Labels that show every character as it is: a file called ``<b>x</b>.md`` reads so, letter by letter."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from pincite.ui.text import for_tip, paragraphs, shown


class PlainLabel(QLabel):
    """Plain text, selectable by nobody, named for the style sheet."""

    def __init__(self, text: str = "", name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        if name:
            self.setObjectName(name)
        self.setText(text)

    def setText(self, text: str) -> None:
        super().setText(paragraphs(text))


class ElidedLabel(PlainLabel):
    """One line that gives way: cut with "…" where there is no room (or gone, with *or_nothing*), whole in its tool tip."""

    def __init__(self, text: str = "", name: str = "", parent: QWidget | None = None, *, or_nothing: bool = False) -> None:
        self._whole = ""
        self._or_nothing = or_nothing
        super().__init__(text, name, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def setText(self, text: str) -> None:
        self._whole = shown(text)
        self.setAccessibleName(self._whole)
        self.setToolTip(for_tip(self._whole) if self._whole else "")
        self._elide()

    def text(self) -> str:
        return self._whole

    def sizeHint(self) -> QSize:
        hint, metrics = super().sizeHint(), self.fontMetrics()
        around = hint.width() - metrics.horizontalAdvance(QLabel.text(self))
        return QSize(metrics.horizontalAdvance(self._whole) + max(0, around) + 2, hint.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._elide()

    def _elide(self) -> None:
        room = max(0, self.contentsRect().width())
        elided = self.fontMetrics().elidedText(self._whole, Qt.TextElideMode.ElideRight, room)
        if self._or_nothing and elided != self._whole:
            elided = ""  # half a number says something else
        if QLabel.text(self) != elided:
            super().setText(elided)
