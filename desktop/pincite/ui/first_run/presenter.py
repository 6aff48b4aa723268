"""Decides which folders the first screen offers, and which one it suggests once all are counted."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from PySide6.QtCore import QObject, Signal

from pincite.ui.first_run.choices import FolderChoice, suggested


class FirstRunPresenter(QObject):
    """Holds the choices. What is to be counted is asked for; counts come back to `show_count`."""

    count_wanted = Signal(str)
    choices_changed = Signal(object)
    suggested = Signal(str)
    counted = Signal()
    """Every folder that was offered is counted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._choices: dict[str, FolderChoice] = {}

    def offer(self, paths: Iterable[str]) -> None:
        """Offer these folders too."""
        for path in paths:
            if path not in self._choices:
                self._choices[path] = FolderChoice(path, PurePath(path).name or path)
                self.count_wanted.emit(path)
        self.choices_changed.emit(tuple(self._choices.values()))
        if not self._choices:
            self.counted.emit()

    def show_count(self, path: str, files: int, left_out: int, more: bool) -> None:
        """A folder is counted."""
        self._choices[path] = replace(self._choices[path], files=files, left_out=left_out, more=more)
        choices = tuple(self._choices.values())
        self.choices_changed.emit(choices)
        if all(choice.files is not None for choice in choices):
            best = suggested(choices)
            if best:
                self.suggested.emit(best)
            self.counted.emit()
