"""Asks for what a new library needs: a name, and the folder that it reads first."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QFileDialog, QFormLayout, QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.room import within_screen
from pincite.ui.theme.theme import ThemeSource


class NewLibraryDialog(QDialog):
    """`decided` carries name and folder. The folder's name stands in until another is typed."""

    decided = Signal(str, str)

    def __init__(self, source: ThemeSource, home: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._home = home
        self.setWindowTitle("New library")
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        words = PlainLabel("A library has folders, settings and an index of its own. What you ask in one is answered from it alone.", "quiet-words", self)
        words.setWordWrap(True)
        column.addWidget(words)
        form = QFormLayout()
        form.setVerticalSpacing(10)
        form.setHorizontalSpacing(12)
        self.folder, self.name = QLineEdit(self), QLineEdit(self)
        self.name.setPlaceholderText("Named after the folder")
        choose = QPushButton("Choose…", self)
        choose.setObjectName("beside-field")
        choose.setAutoDefault(False)
        choose.clicked.connect(self._choose)
        row = QHBoxLayout()
        row.addWidget(self.folder, 1)
        row.addWidget(choose)
        form.addRow("Folder", row)
        form.addRow("Name", self.name)
        column.addLayout(form)
        self._buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setText("Create")
        self._buttons.accepted.connect(self._decide)
        self._buttons.rejected.connect(self.reject)
        column.addWidget(self._buttons)
        self.folder.textChanged.connect(self._check)
        self._check()
        self.resize(within_screen(self, source.theme.px(520), self.sizeHint().height()))

    def _check(self) -> None:
        self._buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(bool(self.folder.text().strip()))

    def _choose(self) -> None:
        dialog = QFileDialog(self, "Choose a folder", self._home, fileMode=QFileDialog.FileMode.Directory)
        dialog.fileSelected.connect(self.folder.setText)
        dialog.open()

    def _decide(self) -> None:
        folder = self.folder.text().strip()
        self.decided.emit(self.name.text().strip() or Path(folder).name or folder, folder)
        self.accept()
