"""Which libraries there are, and what choosing or making one leads to. The disk is looked at by errands only."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, Signal, Slot

from pincite.settings import Settings, load
from pincite.sources.roots import expect_folder
from pincite.workers.errands import Errands
from pincite.workers.libraries import libraries, new_library


class LibrariesPresenter(QObject):
    """`listed` carries the entries and the folder of the one that is open; `opened` the settings of the one to go to."""

    listed = Signal(object, str)
    opened = Signal(object)

    def __init__(self, errands: Errands, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._errands, self._current = errands, Path()
        errands.done.connect(self._take)

    def list_beside(self, current: Path) -> None:
        """List the libraries; *current* is open."""
        self._current = current
        self._errands.run("libraries", lambda: libraries(current))

    def choose(self, path: str) -> None:
        """Go to the library in this folder."""
        if path != str(self._current):
            self._errands.run("library", lambda: load(Path(path)))

    def make(self, name: str, folder: str) -> None:
        """Make a library of this *name* that reads *folder*, and go there."""

        def made() -> Settings:
            expect_folder(folder)
            return new_library(name, folder)

        self._errands.run("library", made)

    @Slot(str, object)
    def _take(self, name: str, value: object) -> None:
        if name == "libraries":
            self.listed.emit(value, str(self._current))
        elif name == "library":
            self.opened.emit(value)
