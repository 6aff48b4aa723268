"""What a library's window remembers from one time to the next: its place on the screen, and how wide its panes are."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QObject, QSettings

from pincite.ui.main_window import MainWindow

FILE_NAME = "window.ini"
"""In the library's folder; it may be deleted at any time."""


class WindowState(QObject):
    """The state of *window* while it shows the library in the folder *library*."""

    def __init__(self, library: Path, window: MainWindow, parent: QObject) -> None:
        super().__init__(parent)
        self._library, self._window = library, window
        self._file = QSettings(str(library / FILE_NAME), QSettings.Format.IniFormat, self)

    def place(self) -> None:
        """Put the window where it was on the screen."""
        geometry = self._file.value("geometry")
        if geometry is not None:
            self._window.restoreGeometry(geometry)  # pyright: ignore[reportArgumentType]  # what was stored below

    def lay_out(self) -> None:
        """Give its panes the widths that they had."""
        panes = self._window.panes
        panes.restore({name: self._file.value(name) for name in panes.state()})

    def store(self) -> None:
        """Remember both; a library that is not there yet is not begun for it."""
        if self._library.is_dir():
            for name, value in {"geometry": self._window.saveGeometry(), **self._window.panes.state()}.items():
                self._file.setValue(name, value)
