"""Qt's application object, dressed for Pincite, and where Qt's own messages go."""

from __future__ import annotations

import logging
import sys

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication

from pincite.resources import resource


def make_qt_application() -> QApplication:
    """Qt's application object; an existing one is used again."""
    existing = QApplication.instance()
    application = existing if isinstance(existing, QApplication) else QApplication(sys.argv[:1])
    application.setApplicationDisplayName("Pincite")
    for name in (application.setApplicationName, application.setOrganizationName, application.setDesktopFileName):
        name("pincite")
    if application.style().name() != "fusion":
        application.setStyle("Fusion")
    qInstallMessageHandler(_log_qt)
    application.setWindowIcon(QIcon(str(resource("icons/pincite.svg"))))
    return application


def _log_qt(level: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    """Qt's own messages go to the log; only what is critical is worth a person's notice."""
    logging.getLogger("qt").log(logging.ERROR if level in (QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg) else logging.INFO, "%s", text)
