"""Finding words in the document that is read. What is asked of the library is left alone."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QToolButton, QWidget

from pincite.ui.theme.labels import PlainLabel


class FindBar(QFrame):
    """A field with previous and next; hidden until it is opened, and empty then."""

    sought = Signal(str, int)
    """Words and a direction: 1 next, -1 previous, 0 from where the last find began, while typing."""
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("pane-head")
        row = QHBoxLayout(self)
        row.setContentsMargins(16, 6, 12, 6)
        self.field = QLineEdit(self)
        self.field.setObjectName("small-field")
        self.field.setPlaceholderText("Find in this document")
        self.field.setAccessibleName("Find in this document")
        self._note = PlainLabel("", "quiet-words", self)
        row.addWidget(self.field, 1)
        row.addWidget(self._note)
        for words, name, direction in (("‹", "Find previous (Shift+Enter)", -1), ("›", "Find next (Enter)", 1), ("×", "Close (Esc)", None)):
            button = QToolButton(self)
            button.setObjectName("link")
            button.setText(words)
            button.setToolTip(name)
            button.setAccessibleName(name)
            button.clicked.connect(lambda _checked=False, direction=direction: self._press(direction))
            row.addWidget(button)
        self.field.textEdited.connect(self._type)
        self.hide()

    def open(self) -> None:
        """Show the bar, empty, with the keyboard in it."""
        self.field.clear()
        self.show_found(found=True)
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def show_found(self, *, found: bool) -> None:
        """Say so if the words are not there."""
        self._note.setText("" if found else "not in this document")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._press(-1 if event.modifiers() & Qt.KeyboardModifier.ShiftModifier else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self._press(None)
        else:
            super().keyPressEvent(event)

    def _type(self, words: str) -> None:
        self.show_found(found=True)
        self.sought.emit(words, 0)

    def _press(self, direction: int | None) -> None:
        if direction is None:
            self.hide()
            self.closed.emit()
        elif self.field.text():
            self.sought.emit(self.field.text(), direction)
