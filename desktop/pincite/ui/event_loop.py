"""The window in Qt's loop, from its first look to its exit status."""

from __future__ import annotations

import signal
import sys

from PySide6.QtCore import QTimer

from pincite.settings import Settings
from pincite.ui.application import Application
from pincite.ui.collecting import MainThreadCollector
from pincite.ui.qt_application import make_qt_application
from pincite.workers.searching import SearchService

SWITCH_S = 0.0001
"""Seconds after which a thread must hand Python's lock to the window: each call into Qt gives it away, and painting makes hundreds."""
INTERRUPTED = 130
"""Exit status after Ctrl+C in the terminal, as shells count it."""


def run_window(settings: Settings, service: SearchService | None) -> int:
    """Show the window until it is closed; *service* answers its first library's questions, if it is given. Returns the exit status."""
    application = make_qt_application()
    sys.setswitchinterval(SWITCH_S)
    desk = Application(settings, service=service)
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
