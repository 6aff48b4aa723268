"""Paints the rows of the result list. Geometry comes from `CardLayout`; texts come from the cards."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QObject, QPersistentModelIndex, QPoint, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QTextLayout
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem

from pincite.ui.results.card import ResultCard
from pincite.ui.results.card_foot import foot_parts, paint_foot
from pincite.ui.results.card_place import folder_at, paint_place
from pincite.ui.results.model import ROW_ROLE, Row, RowRole
from pincite.ui.results.row_pictures import RowPictures
from pincite.ui.text import utf16_ranges
from pincite.ui.theme.icons import pixmap
from pincite.ui.theme.painting import draw_label, draw_layout, draw_line, elided, label_width, lay_out, mark_formats, rounded
from pincite.ui.theme.theme import Face, Theme, ThemeSource

AnyIndex = QModelIndex | QPersistentModelIndex

SNIPPET_LINES = 3
"""Lines of a passage that a card shows at most; a match further down is moved into view."""
CACHED_LAYOUTS = 400
"""Laid-out snippets that are kept; a screen shows about ten."""
ACTIONS = (("open", "Open at the match"), ("copy", "Copy citation"), ("folder", "Show in folder"))
"""Icons at a card's foot while the pointer or the keyboard is on it, with what they do."""

LOOKS = QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus
"""What of a row's state can be seen."""


@dataclass(frozen=True, slots=True)
class Snip:
    """A laid-out snippet: the layout, its marks in UTF-16 units, and how many lines are drawn."""

    layout: QTextLayout
    marks: tuple[tuple[int, int], ...]
    lines: int


class CardDelegate(QStyledItemDelegate):
    """Draws cards as the drawings have them, and offers a card's actions to the pointer."""

    action_clicked = Signal(str, QModelIndex)

    def __init__(self, source: ThemeSource, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._snips: dict[tuple[object, ...], Snip] = {}
        self._pictures = RowPictures()
        source.changed.connect(self._snips.clear)
        source.changed.connect(self._pictures.clear)

    # ------------------------------------------------------------------------------ geometry

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        row: Row | None = index.data(ROW_ROLE)
        view = option.widget
        room = view.viewport().width() if isinstance(view, QListView) else option.rect.width()
        theme, width = self._source.theme, max(160, room)
        if row is None:
            return QSize(width, 0)
        return QSize(width, self._height(theme, row, width))

    def _height(self, theme: Theme, row: Row, width: int) -> int:
        if row.role is RowRole.CARD and row.card:
            lines = self._snip(theme, row.card, self._inner_width(theme, row, width)).lines
            return theme.px(106) + lines * theme.px(21) + theme.px(10)
        if row.role is RowRole.PASSAGE and row.card:
            lines = self._snip(theme, row.card, self._inner_width(theme, row, width)).lines
            return theme.px(42) + lines * theme.px(21) + theme.px(8)
        return theme.px(36 if row.role is RowRole.HEADING else 40)

    def _inner_width(self, theme: Theme, row: Row, width: int) -> int:
        box = self._box(theme, row, QRect(0, 0, width, 10))
        return box.width() - 2 * theme.px(15)

    def _box(self, theme: Theme, row: Row, rect: QRect) -> QRect:
        indent = theme.px(28) if row.role in (RowRole.PASSAGE, RowRole.MORE_PASSAGES) else 0
        gap = theme.px(8 if row.role is RowRole.PASSAGE else 10)
        side = theme.px(16)
        return rect.adjusted(side + indent, 0, -side, -gap)

    def _snip(self, theme: Theme, card: ResultCard, width: int) -> Snip:
        key = (card.id, card.snippet, card.marks, width, theme.scale)
        snip = self._snips.pop(key, None)
        if snip is None:
            snip = _lay_out_snippet(theme, card, width)
        self._snips[key] = snip  # last used last
        if len(self._snips) > CACHED_LAYOUTS:
            self._snips.pop(next(iter(self._snips)))
        return snip

    # ------------------------------------------------------------------------------ painting

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row: Row | None = index.data(ROW_ROLE)
        if row is None:
            return
        look = option.state & LOOKS
        self._pictures.draw(painter, option.rect, self._source.theme.color("bg"), (row, look), lambda on, rect: self._paint_row(on, row, rect, look))

    def _paint_row(self, painter: QPainter, row: Row, rect: QRect, look: QStyle.StateFlag) -> None:
        theme = self._source.theme
        painter.save()
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        box = self._box(theme, row, rect)
        if row.role is RowRole.CARD and row.card:
            self._paint_card(painter, theme, row, row.card, box, look)
        elif row.role is RowRole.PASSAGE and row.card:
            self._paint_passage(painter, theme, row.card, box, look)
        else:
            _paint_line(painter, theme, row, box, look)
        painter.restore()

    def _paint_card(self, painter: QPainter, theme: Theme, row: Row, card: ResultCard, box: QRect, state: QStyle.StateFlag) -> None:
        _paint_box(painter, theme, box, state)
        inner = box.adjusted(theme.px(15), theme.px(14), -theme.px(15), -theme.px(14))
        _paint_title(painter, theme, row, card, QRect(inner.x(), inner.y(), inner.width(), theme.px(20)))
        paint_place(painter, theme, card, self._place(theme, box))
        snip = self._snip(theme, card, inner.width())
        top = inner.y() + theme.px(53)
        _paint_snippet(painter, theme, snip, QRect(inner.x(), top, inner.width(), snip.lines * theme.px(21)))
        active = bool(state & (QStyle.StateFlag.State_MouseOver | QStyle.StateFlag.State_HasFocus))
        reserved = self._paint_actions(painter, theme, box) if active else 0
        foot = self._foot(theme, card, box).adjusted(0, 0, -reserved, 0)
        paint_foot(painter, theme, foot_parts(theme, card, foot, opened=row.opened, said=row.said))

    def _foot(self, theme: Theme, card: ResultCard, box: QRect) -> QRect:
        side, lines = theme.px(15), self._snip(theme, card, box.width() - 2 * theme.px(15)).lines
        return QRect(box.x() + side, box.y() + theme.px(74) + lines * theme.px(21), box.width() - 2 * side, theme.px(19))

    def _paint_passage(self, painter: QPainter, theme: Theme, card: ResultCard, box: QRect, state: QStyle.StateFlag) -> None:
        _paint_box(painter, theme, box, state)
        inner = box.adjusted(theme.px(15), theme.px(10), -theme.px(15), -theme.px(8))
        paint_place(painter, theme, card, QRect(inner.x(), inner.y(), inner.width(), theme.px(21)), trail=False)
        snip = self._snip(theme, card, inner.width())
        _paint_snippet(painter, theme, snip, QRect(inner.x(), inner.y() + theme.px(25), inner.width(), snip.lines * theme.px(21)))

    # ------------------------------------------------------------------------------ actions

    def _paint_actions(self, painter: QPainter, theme: Theme, box: QRect) -> int:
        ratio = painter.device().devicePixelRatioF() if painter.device() else 1.0
        size = theme.px(16)
        for name, rect in self.action_rects(theme, box):
            picture = pixmap(name, theme.color("muted"), size, ratio)
            painter.drawPixmap(rect.center().x() - size // 2 + 1, rect.center().y() - size // 2 + 1, picture)
        return len(ACTIONS) * theme.px(28)

    def action_rects(self, theme: Theme, box: QRect) -> list[tuple[str, QRect]]:
        """Where each action's icon is, at least 24 px each way."""
        side = theme.px(26)
        right, top = box.right() - theme.px(11), box.bottom() - theme.px(9) - side
        count = len(ACTIONS)
        return [(name, QRect(right - (count - i) * (side + theme.px(2)), top, side, side)) for i, (name, _) in enumerate(ACTIONS)]

    def action_at(self, row: Row, rect: QRect, point: QPoint) -> str:
        """The action under *point* in the item at *rect*, "copies" on their number; "" if there is none."""
        if row.role is not RowRole.CARD or row.card is None:
            return ""
        theme, box = self._source.theme, self._box(self._source.theme, row, rect)
        for part in foot_parts(theme, row.card, self._foot(theme, row.card, box), said=row.said):
            if part.role == "copies" and part.rect.contains(point):
                return "copies"
        return next((name for name, place in self.action_rects(theme, box) if place.contains(point)), "")

    def folder_at(self, row: Row, rect: QRect, point: QPoint) -> str:
        """The folder whose step of a card's breadcrumb is under *point* in the item at *rect*; "" if none is."""
        if row.role is not RowRole.CARD or row.card is None:
            return ""
        theme, box = self._source.theme, self._box(self._source.theme, row, rect)
        return folder_at(theme, row.card, self._place(theme, box), point)

    def _place(self, theme: Theme, box: QRect) -> QRect:
        """Where a card's citation and breadcrumb are."""
        return QRect(box.x() + theme.px(15), box.y() + theme.px(14) + theme.px(25), box.width() - 2 * theme.px(15), theme.px(21))


def _lay_out_snippet(theme: Theme, card: ResultCard, width: int) -> Snip:
    font, height = theme.font(14, face=Face.READING), theme.px(21)
    text, marks, underlined = card.snippet, card.marks, card.underlined
    layout = lay_out(text, font, width, height, mark_formats(theme, text, marks, underlined))
    cut = _first_shown(layout, utf16_ranges(text, marks or underlined))
    if cut:
        characters = len(text.encode("utf-16-le")[: cut * 2].decode("utf-16-le", "ignore"))
        text = "… " + text[characters:]
        marks, underlined = _moved(marks, characters - 2), _moved(underlined, characters - 2)
        layout = lay_out(text, font, width, height, mark_formats(theme, text, marks, underlined))
    if layout.lineCount() > SNIPPET_LINES:
        text = _cut_at_end(layout, text)
        marks = tuple((s, min(e, len(text))) for s, e in marks if s < len(text))
        underlined = tuple((s, min(e, len(text))) for s, e in underlined if s < len(text))
        layout = lay_out(text, font, width, height, mark_formats(theme, text, marks, underlined))
    return Snip(layout, utf16_ranges(text, marks), max(1, min(SNIPPET_LINES, layout.lineCount())))


def _first_shown(layout: QTextLayout, marks: tuple[tuple[int, int], ...]) -> int:
    """UTF-16 offset of the line to begin at so that the densest marks are within the lines shown; 0 for the beginning."""
    lines = layout.lineCount()
    if lines <= SNIPPET_LINES or not marks:
        return 0
    counts = [0] * lines
    for start, _ in marks:
        counts[layout.lineForTextPosition(start).lineNumber()] += 1
    best = max(range(lines - SNIPPET_LINES + 1), key=lambda i: (sum(counts[i : i + SNIPPET_LINES]), -i))
    return layout.lineAt(best).textStart()


def _moved(ranges: tuple[tuple[int, int], ...], by: int) -> tuple[tuple[int, int], ...]:
    return tuple((max(0, start - by), end - by) for start, end in ranges if end - by > 2)


def _cut_at_end(layout: QTextLayout, text: str) -> str:
    line = layout.lineAt(SNIPPET_LINES - 1)
    units = line.textStart() + line.textLength()
    kept = text.encode("utf-16-le")[: units * 2].decode("utf-16-le", "ignore").rstrip()
    head, space, _ = kept.rpartition(" ")
    return (head if space and len(kept) - len(head) < 24 else kept[:-2]) + " …"


def _paint_box(painter: QPainter, theme: Theme, box: QRect, state: QStyle.StateFlag) -> None:
    rect = QRectF(box)
    if not theme.dark and not theme.high_contrast:
        rounded(painter, rect.translated(0, 1.2), theme.px(10), theme.color("text", 14))
    if state & QStyle.StateFlag.State_Selected:
        rounded(painter, rect, theme.px(10), theme.color("selected"), theme.color("accent"), 2.0)
    else:
        hovered = bool(state & QStyle.StateFlag.State_MouseOver)
        rounded(painter, rect, theme.px(10), theme.color("surface"), theme.color("faint" if hovered else "line", 170 if hovered else 255))


def _paint_title(painter: QPainter, theme: Theme, row: Row, card: ResultCard, rect: QRect) -> None:
    badge = theme.font(10.5, 600)
    width = label_width(theme, card.type, badge, 5)
    top = rect.y() + (rect.height() - theme.px(18)) // 2
    draw_label(painter, theme, QRect(rect.x(), top, width, theme.px(18)), card.type, badge, theme.color("muted"), theme.color("line2"))
    date = theme.font(12)
    date_width = label_width(theme, card.when, date, 0) if card.when else 0
    draw_line(painter, rect, card.when, date, theme.color("faint"), Qt.AlignmentFlag.AlignRight)
    font = theme.font(15, 600)
    left = rect.x() + width + theme.px(8)
    room = rect.right() - date_width - theme.px(12) - left
    ink = theme.color("muted" if row.visited else "text")
    title = elided(card.title, font, room)
    marks = card.title_marks if title == card.title else tuple((s, e) for s, e in card.title_marks if e < len(title))
    layout = lay_out(title, font, room + theme.px(40), rect.height(), mark_formats(theme, title, marks))
    draw_layout(painter, theme, layout, QPointF(left, rect.y()), ink, utf16_ranges(title, marks))


def _paint_snippet(painter: QPainter, theme: Theme, snip: Snip, rect: QRect) -> None:
    painter.save()
    painter.setClipRect(rect.adjusted(0, -theme.px(2), 0, theme.px(3)))
    draw_layout(painter, theme, snip.layout, QPointF(rect.topLeft()), theme.color("text"), snip.marks)
    painter.restore()


def _paint_line(painter: QPainter, theme: Theme, row: Row, box: QRect, state: QStyle.StateFlag) -> None:
    if row.role is RowRole.HEADING:
        draw_line(painter, box, row.text, theme.font(12, 600), theme.color("meaning"))
        return
    if state & (QStyle.StateFlag.State_Selected | QStyle.StateFlag.State_MouseOver):
        rounded(painter, QRectF(box), theme.px(6), theme.color("accent_soft"), theme.color("accent") if state & QStyle.StateFlag.State_Selected else None)
    draw_line(painter, box.adjusted(theme.px(10), 0, 0, 0), row.text, theme.font(13, 500), theme.color("accent"))
