"""What stands in place of an empty list: that nothing was found, why, and what can be done."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from pincite.ui.results.counts import Emptiness
from pincite.ui.text import for_button
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import ThemeSource

WIDEST = 520
"""Pixels of its column at 100 %."""


class EmptyView(QWidget):
    """Headline, reasons, and a button for each way on."""

    way_chosen = Signal(str)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        outer = QHBoxLayout(self)
        outer.setContentsMargins(24, 24, 24, 24)
        inner = QWidget(self)
        inner.setMaximumWidth(source.theme.px(WIDEST))
        outer.addStretch(1)
        outer.addWidget(inner, 100)
        outer.addStretch(1)
        column = QVBoxLayout(inner)
        column.setSpacing(10)
        column.addStretch(2)
        self._headline = PlainLabel("", "empty-headline", inner)
        self._reasons = PlainLabel("", "empty-reasons", inner)
        self._reasons.setWordWrap(True)
        self._reasons.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        column.addWidget(self._headline)
        column.addWidget(self._reasons)
        self._ways = QHBoxLayout()
        self._ways.setSpacing(8)
        column.addSpacing(8)
        column.addLayout(self._ways)
        column.addStretch(3)
        self._buttons: list[QPushButton] = []

    def show_emptiness(self, emptiness: Emptiness) -> None:
        """Show these words."""
        self._headline.setText(emptiness.headline)
        self._reasons.setText("\n".join(emptiness.reasons))
        for button in self._buttons:
            button.deleteLater()
        while self._ways.count():
            self._ways.takeAt(0)
        self._buttons = [self._button(action, words, first=i == 0) for i, (action, words) in enumerate(emptiness.ways)]
        self._ways.addStretch(1)

    def _button(self, action: str, words: str, *, first: bool) -> QPushButton:
        button = QPushButton(for_button(words), self)
        button.setObjectName("primary" if first else "secondary")
        button.clicked.connect(lambda: self.way_chosen.emit(action))
        self._ways.addWidget(button)
        return button
