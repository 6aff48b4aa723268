"""Pictures of painted rows: a list is painted several times for each answer, and at every step of a scroll."""

from __future__ import annotations

from collections.abc import Callable, Hashable

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QColor, QPainter, QPixmap

MOST_BYTES = 24_000_000
"""Of all pictures together: about three screens of cards, one where pixels are small."""


class RowPictures:
    """Remembers what rows look like, the last used longest. A row is painted anew if anything that its key says is otherwise."""

    def __init__(self) -> None:
        self._pictures: dict[Hashable, QPixmap] = {}
        self._bytes = 0

    def clear(self) -> None:
        """Forget all: the look has changed."""
        self._pictures.clear()
        self._bytes = 0

    def draw(self, painter: QPainter, rect: QRect, ground: QColor, key: Hashable, paint: Callable[[QPainter, QRect], None]) -> None:
        """Draw the picture of *key* at *rect*; if there is none, *paint* makes it in a rectangle of that size on *ground*.

        Where a logical pixel is no whole number of the screen's, a picture would be blurred: there the row is painted each time.
        """
        ratio = painter.device().devicePixelRatioF()
        if not ratio.is_integer():
            paint(painter, rect)
            return
        whole = (key, rect.width(), rect.height(), ratio)
        picture = self._pictures.pop(whole, None)
        if picture is None:
            picture = _painted(rect.size(), int(ratio), ground, paint)
            self._bytes += _bytes(picture)
        self._pictures[whole] = picture  # last used last
        while self._bytes > MOST_BYTES and len(self._pictures) > 1:
            self._bytes -= _bytes(self._pictures.pop(next(iter(self._pictures))))
        painter.drawPixmap(rect.topLeft(), picture)


def _painted(size: QSize, ratio: int, ground: QColor, paint: Callable[[QPainter, QRect], None]) -> QPixmap:
    picture = QPixmap(size * ratio)
    picture.setDevicePixelRatio(ratio)
    picture.fill(ground)  # opaque, so that faces keep the smoothing of the screen
    painter = QPainter(picture)
    paint(painter, QRect(0, 0, size.width(), size.height()))
    painter.end()
    return picture


def _bytes(picture: QPixmap) -> int:
    return picture.width() * picture.height() * 4
