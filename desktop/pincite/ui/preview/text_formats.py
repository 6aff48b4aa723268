"""How the text view sets what it shows: prose, headings, code, marked words, and the rulers between them."""

from __future__ import annotations

from PySide6.QtGui import QColor, QFont, QFontDatabase, QTextBlockFormat, QTextCharFormat, QTextFrameFormat, QTextTableFormat

from pincite.ui.preview.document import Setting
from pincite.ui.theme.theme import Theme

LINE_HEIGHT = 118.0
"""Percent of the face's own height, which for a serif is about 1.3 of its size: together about 1.5."""


def plain_text(theme: Theme, setting: Setting = Setting.PROSE) -> QTextCharFormat:
    """Text that is not marked."""
    style = QTextCharFormat()
    style.setForeground(theme.color("text"))
    if setting is Setting.CODE:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(theme.px(12.5))
        style.setFont(font)
    elif setting is Setting.HEADING:
        style.setFontWeight(QFont.Weight.Bold)
    return style


def marked_text(theme: Theme, setting: Setting) -> QTextCharFormat:
    """A word of the question: bold, filled and underlined, so that colour is never the only sign."""
    style = plain_text(theme, setting)
    style.setFontWeight(QFont.Weight.Bold)
    style.setBackground(theme.color("mark"))
    style.setFontUnderline(True)
    style.setUnderlineColor(theme.color("mark_line"))
    return style


def ruler_text(theme: Theme) -> QTextCharFormat:
    """The place that stands above a stretch."""
    style = QTextCharFormat()
    style.setFont(theme.font(11.5, 600))
    style.setForeground(theme.color("accent"))
    return style


def ruler_block(theme: Theme) -> QTextBlockFormat:
    """Room around a ruler."""
    block = QTextBlockFormat()
    block.setTopMargin(theme.px(14))
    block.setBottomMargin(theme.px(4))
    return block


def text_block(theme: Theme, setting: Setting) -> QTextBlockFormat:
    """Line height and room around a paragraph."""
    block = QTextBlockFormat()
    percent = 125.0 if setting is Setting.CODE else LINE_HEIGHT
    block.setLineHeight(percent, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    block.setTopMargin(theme.px(4))
    block.setBottomMargin(theme.px(6))
    return block


def table_frame(theme: Theme) -> QTextTableFormat:
    """A table: thin lines, room in the cells, as wide as the view at most."""
    frame = QTextTableFormat()
    frame.setBorderCollapse(True)
    frame.setBorder(1)
    frame.setBorderBrush(theme.color("line"))
    frame.setBorderStyle(QTextFrameFormat.BorderStyle.BorderStyle_Solid)
    frame.setCellPadding(theme.px(5))
    frame.setTopMargin(theme.px(2))
    frame.setBottomMargin(theme.px(6))
    return frame


def current_mark(theme: Theme) -> QTextCharFormat:
    """The match that the reader is at."""
    style = QTextCharFormat()
    style.setBackground(theme.color("mark_line"))
    style.setForeground(theme.color("surface") if theme.high_contrast else QColor("#1F1D1A"))  # dark on the marker's yellow in both themes
    return style
