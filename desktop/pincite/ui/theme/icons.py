"""Icons: drawings in one colour, tinted to the palette."""

from __future__ import annotations

from PySide6.QtCore import QByteArray, QRectF, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer

from pincite.resources import resource


def icon(name: str, colour: QColor, size: int = 18, disabled: QColor | None = None) -> QIcon:
    """The icon called *name*, drawn in *colour* at *size* logical pixels and at twice that for dense screens."""
    drawing = resource(f"icons/{name}.svg").read_text(encoding="utf-8")
    result = QIcon()
    for ratio in (1, 2):
        result.addPixmap(_pixmap(drawing, colour, size, ratio))
        if disabled is not None:
            result.addPixmap(_pixmap(drawing, disabled, size, ratio), QIcon.Mode.Disabled)
    return result


def pixmap(name: str, colour: QColor, size: int, ratio: float = 1.0) -> QPixmap:
    """The icon called *name* as a picture for painting."""
    return _pixmap(resource(f"icons/{name}.svg").read_text(encoding="utf-8"), colour, size, ratio)


def _pixmap(drawing: str, colour: QColor, size: int, ratio: float) -> QPixmap:
    renderer = QSvgRenderer(QByteArray(drawing.replace("currentColor", colour.name()).encode()))
    picture = QPixmap(round(size * ratio), round(size * ratio))
    picture.setDevicePixelRatio(ratio)
    picture.fill(Qt.GlobalColor.transparent)
    painter = QPainter(picture)
    renderer.render(painter, QRectF(0, 0, size, size))
    painter.end()
    return picture
