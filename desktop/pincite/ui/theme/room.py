"""How large a window may open: no larger than its screen has room for."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_FRAME: Final = QSize(16, 48)
"""What the desktop's frame and title take, at most; it is not known before the window is shown."""


def within_screen(widget: QWidget, width: int, height: int) -> QSize:
    """The wished size in pixels, cut to what the widget's screen leaves free of panels and frames."""
    return QSize(width, height).boundedTo(widget.screen().availableSize() - _FRAME)
