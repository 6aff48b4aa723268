"""The sheet behind Shift+F1: every key and what it does."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from pincite.ui.shortcuts.keys import SHORTCUTS
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.room import within_screen
from pincite.ui.theme.theme import ThemeSource


class KeySheet(QDialog):
    """Lists the keys in two columns."""

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Keys")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setObjectName("plain-area")
        inside = QWidget(area)
        inside.setObjectName("surface")
        grid = QGridLayout(inside)
        grid.setContentsMargins(16, 12, 16, 12)
        grid.setVerticalSpacing(6)
        grid.setHorizontalSpacing(18)
        listed = [shortcut for shortcut in SHORTCUTS if not shortcut.wish.startswith("card-")]
        for row, shortcut in enumerate(listed):
            native = " or ".join(QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText) for key in shortcut.keys)
            grid.addWidget(PlainLabel(native, "citation", inside), row, 0, Qt.AlignmentFlag.AlignLeft)
            grid.addWidget(PlainLabel(shortcut.words, "", inside), row, 1)
        grid.addWidget(PlainLabel("Ctrl+1 … Ctrl+9", "citation", inside), len(listed), 0, Qt.AlignmentFlag.AlignLeft)
        grid.addWidget(PlainLabel("Go to card 1 … 9", "", inside), len(listed), 1)
        grid.setColumnStretch(1, 1)
        area.setWidget(inside)
        column.addWidget(area)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(within_screen(self, source.theme.px(560), source.theme.px(640)))
