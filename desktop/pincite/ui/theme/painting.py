"""Painting primitives: filled labels, bars, and text with marked words, drawn without any markup."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QPainter,
    QPainterPath,
    QPen,
    QPixmap,
    QTextCharFormat,
    QTextLayout,
    QTextLine,
    QTextOption,
)

from pincite.ui.text import Ranges, utf16_ranges
from pincite.ui.theme.theme import Face, Theme


def rounded(painter: QPainter, rect: QRectF, radius: float, fill: QColor | None, border: QColor | None = None, width: float = 1.0) -> None:
    """A rounded box; the border lies wholly inside *rect*."""
    painter.setPen(QPen(border, width) if border else Qt.PenStyle.NoPen)
    painter.setBrush(fill if fill is not None else Qt.BrushStyle.NoBrush)
    inset = width / 2 if border else 0.0
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius, radius)


def label_width(theme: Theme, text: str, font: QFont, pad: int = 7) -> int:
    """Width of a filled label around *text*."""
    return QFontMetrics(font).horizontalAdvance(text) + 2 * theme.px(pad)


def draw_label(painter: QPainter, theme: Theme, rect: QRect, text: str, font: QFont, ink: QColor, fill: QColor) -> None:
    """A filled label; text that does not fit is elided on the right. In high contrast the fill gets a border."""
    rounded(painter, QRectF(rect), theme.px(6), fill, ink if theme.high_contrast else None)
    painter.setFont(font)
    painter.setPen(ink)
    inner = rect.adjusted(theme.px(4), 0, -theme.px(4), 0)
    painter.drawText(inner, Qt.AlignmentFlag.AlignCenter, elided(text, font, inner.width()))


def draw_line(painter: QPainter, rect: QRect, text: str, font: QFont, ink: QColor, align: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft) -> None:
    """One line of text, elided on the right if it does not fit."""
    painter.setFont(font)
    painter.setPen(ink)
    painter.drawText(rect, align | Qt.AlignmentFlag.AlignVCenter, elided(text, font, rect.width()))


def elided(text: str, font: QFont, width: int) -> str:
    """*text*, cut with "…" where it would be wider than *width* px."""
    return QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, max(0, width))


def mark_formats(theme: Theme, text: str, marks: Ranges, underlined: Ranges = ()) -> list[QTextLayout.FormatRange]:
    """Formats of matched words (bold, filled; the rule below is drawn by `draw_layout`) and of what is near by meaning."""
    formats: list[QTextLayout.FormatRange] = []
    for start, end in utf16_ranges(text, marks):
        style = QTextCharFormat()
        style.setFontWeight(QFont.Weight.Bold)
        style.setBackground(theme.color("mark"))
        formats.append(_range(start, end, style))
    for start, end in utf16_ranges(text, underlined):
        style = QTextCharFormat()
        style.setFontUnderline(True)
        style.setUnderlineColor(theme.color("meaning"))
        formats.append(_range(start, end, style))
    return formats


def _range(start: int, end: int, style: QTextCharFormat) -> QTextLayout.FormatRange:
    result = QTextLayout.FormatRange()
    result.start, result.length, result.format = start, end - start, style
    return result


def lay_out(text: str, font: QFont, width: float, line_height: float, formats: Sequence[QTextLayout.FormatRange] = ()) -> QTextLayout:
    """*text* broken into lines of *width* px; each line takes *line_height* px."""
    layout = QTextLayout(text, font)
    option = QTextOption()
    option.setWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
    layout.setTextOption(option)
    layout.setCacheEnabled(True)
    layout.setFormats(list(formats))
    layout.beginLayout()
    y = 0.0
    while (line := layout.createLine()).isValid():
        line.setLineWidth(max(1.0, width))
        line.setPosition(QPointF(0, y + max(0.0, (line_height - line.height()) / 2)))
        y += line_height
    layout.endLayout()
    return layout


def draw_layout(painter: QPainter, theme: Theme, layout: QTextLayout, origin: QPointF, ink: QColor, marks: Ranges) -> None:
    """Draw laid-out text, and a rule under each mark; *marks* are in UTF-16 units."""
    painter.setPen(ink)
    layout.draw(painter, origin)
    painter.setPen(QPen(theme.color("mark_line"), max(1.0, theme.scale)))
    for i in range(layout.lineCount()):
        line = layout.lineAt(i)
        start, end = line.textStart(), line.textStart() + line.textLength()
        base = origin.y() + line.y() + line.ascent() + line.descent() - 0.5
        for first, last in marks:
            if first < end and last > start:
                left = _x(line, max(first, start))
                right = _x(line, min(last, end))
                painter.drawLine(QPointF(origin.x() + left, base), QPointF(origin.x() + right, base))


def _x(line: QTextLine, position: int) -> float:
    return cast("tuple[float, int]", line.cursorToX(position))[0]  # the stubs call it object


SPECIMEN = "The quick brown fox jumps over the lazy dog, p. 12 of 340 — “QUOTED” · × ✓ › WXYZ 56789"
"""Has the letters that nearly all texts are made of."""


def load_faces(theme: Theme) -> None:
    """Have Qt load and draw the faces that cards are set in: a face's file and its letters' first pictures take tens of milliseconds."""
    picture = QPixmap(1200, 30)
    painter = QPainter(picture)
    fonts = [theme.font(14, weight, Face.READING) for weight in (400, 700)]
    fonts += [theme.font(size, weight) for size, weight in ((10.5, 600), (12, 400), (12, 500), (12, 600), (13, 400), (13, 500), (15, 600), (15, 700))]
    for font in fonts:
        lay_out(SPECIMEN, font, picture.width(), picture.height()).draw(painter, QPointF(0, 0))
    painter.end()


def draw_bar(painter: QPainter, rect: QRectF, share: float, colour: QColor) -> None:
    """A quiet bar that fills *share* (0 to 1) of *rect*; never thinner than it is high."""
    if share > 0:
        width = max(rect.height(), rect.width() * min(1.0, share))
        path = QPainterPath()
        path.addRoundedRect(QRectF(rect.x(), rect.y(), width, rect.height()), rect.height() / 2, rect.height() / 2)
        painter.fillPath(path, colour)
