"""The sheet that shows a library's figures."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QGridLayout, QScrollArea, QVBoxLayout, QWidget

from pincite.ui.figures.values import Section, as_text
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.room import within_screen
from pincite.ui.theme.theme import ThemeSource


class FiguresSheet(QDialog):
    """Lists the sections in two columns; `copied` carries them as text."""

    copied = Signal(str)

    def __init__(self, sections: tuple[Section, ...], source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("This library in numbers")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        area = QScrollArea(self)
        area.setWidgetResizable(True)
        area.setObjectName("plain-area")
        area.setWidget(_inside(sections, source, area))
        column.addWidget(area)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        buttons.addButton("Copy", QDialogButtonBox.ButtonRole.ActionRole).clicked.connect(lambda: self.copied.emit(as_text(sections)))
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(within_screen(self, source.theme.px(580), source.theme.px(620)))


def _inside(sections: tuple[Section, ...], source: ThemeSource, parent: QWidget) -> QWidget:
    inside = QWidget(parent)
    inside.setObjectName("surface")
    grid = QGridLayout(inside)
    grid.setContentsMargins(16, 12, 16, 12)
    grid.setVerticalSpacing(source.theme.px(6))
    grid.setHorizontalSpacing(source.theme.px(18))
    row = 0
    for section in sections:
        grid.addWidget(PlainLabel(section.heading, "pane-title", inside), row, 0, 1, 2, Qt.AlignmentFlag.AlignBottom)
        grid.setRowMinimumHeight(row, source.theme.px(34 if row else 20))
        for row, (name, value) in enumerate(section.lines, row + 1):  # noqa: B020  # the rows go on from section to section
            said = PlainLabel(name, "quiet-words", inside)
            said.setWordWrap(True)
            grid.addWidget(said, row, 0, Qt.AlignmentFlag.AlignTop)
            grid.addWidget(PlainLabel(value, "", inside), row, 1, Qt.AlignmentFlag.AlignTop)
        row += 1
    grid.setRowStretch(row, 1)
    grid.setColumnStretch(0, 1)
    return inside
