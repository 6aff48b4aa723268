"""What `pincite open` and `pincite screenshot` do: settings, a display, the window, and its exit status."""

from __future__ import annotations

import argparse
import logging
import os
import signal
import sys
from pathlib import Path

from PySide6.QtCore import QTimer

from pincite.domain.errors import PinciteError
from pincite.settings import Settings, default_library, load, save, with_folders
from pincite.ui.application import Application
from pincite.ui.collecting import MainThreadCollector
from pincite.ui.qt_application import make_qt_application

SWITCH_S = 0.0001
"""Seconds after which the search thread must hand Python's lock to the window: each call into Qt gives it away, and painting makes hundreds."""
INTERRUPTED = 130
"""Exit status after Ctrl+C in the terminal, as shells count it."""


def run(arguments: argparse.Namespace) -> int:
    """Do what `pincite open` and `pincite screenshot` ask for; returns the exit status."""
    logging.basicConfig(level=logging.DEBUG if getattr(arguments, "verbose", False) else logging.WARNING, format="%(name)s: %(message)s")
    try:
        settings = _settings(arguments)
        if arguments.verb == "screenshot":
            from pincite.ui.screenshot import take_screenshot  # noqa: PLC0415  # sets the platform before Qt starts

            return take_screenshot(arguments, settings)
        _check_display()
        return _open(settings, tuple(arguments.folders))
    except PinciteError as error:
        sys.stderr.write(f"pincite: {error}\n")
        return 1


def _settings(arguments: argparse.Namespace) -> Settings:
    named: str | None = getattr(arguments, "library", None)
    return load(Path(os.path.abspath(named)) if named else default_library())  # noqa: PTH100  # keeps links as typed


def _check_display() -> None:
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise PinciteError("There is no display for the window; ask in the terminal with: pincite search \"your question\".")


def _open(settings: Settings, folders: tuple[str, ...]) -> int:
    application = make_qt_application()
    for folder in folders:
        if not Path(folder).is_dir():
            raise PinciteError(f"There is no folder {folder}; please check its name.")
    if folders:
        settings = with_folders(settings, folders)
        save(settings)
    sys.setswitchinterval(SWITCH_S)
    desk = Application(settings)
    collector = MainThreadCollector(application)
    desk.search.asked.connect(collector.postpone)
    desk.preview.head_changed.connect(collector.postpone)
    signal.signal(signal.SIGINT, lambda _number, _frame: application.exit(INTERRUPTED))
    signal.signal(signal.SIGTERM, lambda _number, _frame: application.exit(0))  # the session ends, or somebody wants us to
    tick = QTimer(application)  # lets Python see a signal while Qt's loop sleeps
    tick.start(500)
    desk.show()
    status = application.exec()
    desk.close()
    collector.close()
    return status
