"""Asks for the address of a web page that is to be kept in the library."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLineEdit, QVBoxLayout, QWidget

from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.room import within_screen
from pincite.ui.theme.theme import ThemeSource

SCHEMES = ("http://", "https://")


def address_of(typed: str) -> str:
    """What was *typed* as an address, "" if it cannot be one; without a scheme it is meant to be https."""
    text = typed.strip()
    address = text if text.casefold().startswith(SCHEMES) else f"https://{text}" if text and "://" not in text else ""
    host = address.partition("://")[2].partition("/")[0]
    return address if host and not any(c.isspace() for c in address) and ("." in host or host.partition(":")[0] == "localhost") else ""


class WebPageDialog(QDialog):
    """`decided` carries the address."""

    decided = Signal(str)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Add a web page")
        column = QVBoxLayout(self)
        column.setContentsMargins(20, 18, 20, 16)
        column.setSpacing(14)
        words = PlainLabel(
            "This one page is fetched and kept as a file in the library's folder. Nothing else is loaded, and it is not fetched again.", "quiet-words", self
        )
        words.setWordWrap(True)
        self.address = QLineEdit(self)
        self.address.setPlaceholderText("https://…")
        self.address.setAccessibleName("Address of the page")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel, self)
        self._add = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self._add.setText("Add")
        buttons.accepted.connect(self._decide)
        buttons.rejected.connect(self.reject)
        for widget in (words, self.address, buttons):
            column.addWidget(widget)
        self.address.textChanged.connect(self._check)
        self._check()
        self.resize(within_screen(self, source.theme.px(520), self.sizeHint().height()))

    def _check(self) -> None:
        self._add.setEnabled(bool(address_of(self.address.text())))

    def _decide(self) -> None:
        self.decided.emit(address_of(self.address.text()))
        self.accept()
