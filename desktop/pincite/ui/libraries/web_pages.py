"""Adding web pages: asks for the address, has it fetched, and says what came of it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Qt, Signal, Slot
from PySide6.QtWidgets import QWidget

from pincite.settings import Settings, load
from pincite.ui.libraries.web_page import WebPageDialog
from pincite.ui.theme.theme import ThemeSource
from pincite.workers.errands import Errands
from pincite.workers.web_page_client import WebPageClient


class WebPages(QObject):
    """`said` carries sentences for the status strip; `kept` the library's settings once a page lies in it: its folder may be new."""

    said = Signal(str)
    kept = Signal(object)

    def __init__(self, errands: Errands, source: ThemeSource, window: QWidget, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._errands, self._source, self._window = errands, source, window
        self._library = Path()
        self.client = WebPageClient(self)
        self.client.failed.connect(self.said)
        self.client.added.connect(self._added)
        errands.done.connect(self._take)

    def ask(self, library: Path) -> WebPageDialog:
        """Ask for the address of a page to keep in *library*."""
        dialog = WebPageDialog(self._source, self._window)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.decided.connect(lambda address: self.fetch(address, library))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]  # a signal carries objects
        dialog.open()
        return dialog

    def fetch(self, address: str, library: Path) -> None:
        """Keep the page at *address* in *library*."""
        self._library = library
        self.said.emit(f"Fetching {address}")
        self.client.add(address, library)

    def close(self) -> None:
        """End what is under way."""
        self.client.close()

    @Slot(str)
    def _added(self, path: str) -> None:
        self.said.emit(f"Kept: {Path(path).name}")
        library = self._library
        self._errands.run("page", lambda: load(library))

    @Slot(str, object)
    def _take(self, name: str, value: object) -> None:
        if name == "page" and isinstance(value, Settings):
            self.kept.emit(value)
