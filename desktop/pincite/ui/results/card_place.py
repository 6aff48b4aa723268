"""The place on a card: its citation, and the breadcrumb whose folders can be pressed. One geometry for painting and for the pointer."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QFontMetrics, QPainter

from pincite.ui.results.card import SEPARATOR, ResultCard
from pincite.ui.theme.painting import draw_label, draw_line, label_width
from pincite.ui.theme.theme import Theme


def paint_place(painter: QPainter, theme: Theme, card: ResultCard, rect: QRect, *, trail: bool = True) -> None:
    """Paint the citation as a filled label, and the breadcrumb beside it."""
    label = _label(theme, card, rect, trail=trail)
    draw_label(painter, theme, label, card.citation, theme.font(12, 600), theme.color("accent"), theme.color("accent_soft"))
    if trail:
        draw_line(painter, _rest(theme, label, rect), card.trail, theme.font(12), theme.color("muted"))


def folder_at(theme: Theme, card: ResultCard, rect: QRect, point: QPoint) -> str:
    """The folder, as its facet has it, whose step of the breadcrumb is under *point*; "" if none is."""
    rest, metrics = _rest(theme, _label(theme, card, rect, trail=True), rect), QFontMetrics(theme.font(12))
    if not rest.contains(point):
        return ""
    left, before = rest.x(), ""
    for words, folder in card.crumbs:
        start, end = left + metrics.horizontalAdvance(before), left + metrics.horizontalAdvance(before + words)
        if start <= point.x() < end:
            return folder
        before += words + SEPARATOR
    return ""


def _label(theme: Theme, card: ResultCard, rect: QRect, *, trail: bool) -> QRect:
    most = max(rect.width() * 3 // 4, theme.px(80)) if trail else rect.width()
    width = min(label_width(theme, card.citation, theme.font(12, 600), 8), most, rect.width())
    return QRect(rect.x(), rect.y(), width, rect.height())


def _rest(theme: Theme, label: QRect, rect: QRect) -> QRect:
    left = label.right() + theme.px(9)
    return QRect(left, rect.y(), rect.right() - left, rect.height())
