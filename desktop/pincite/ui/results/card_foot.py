"""The foot of a card: who found it, its copies, its facts. Where each part is, for painting and for the pointer alike."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter

from pincite.ui.results.card import Badge, ResultCard
from pincite.ui.theme.painting import draw_label, draw_line, label_width
from pincite.ui.theme.theme import Theme

SAID = {True: Badge("answered", "answered"), False: Badge("did not answer", "words")}
"""A person's own word on a result, as a badge."""
_COLOURS = {"meaning": ("meaning", "meaning_soft"), "state": ("warn", "warn_soft"), "answered": ("accent", "accent_soft")}


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a foot. `role` is a badge's, "copies" or "facts"."""

    text: str
    role: str
    rect: QRect


def foot_parts(theme: Theme, card: ResultCard, foot: QRect, *, opened: bool = False, said: bool | None = None) -> list[Part]:
    """The parts from left to right within *foot*; *said* is the person's label, None if there is none."""
    font, x = theme.font(12), foot.x()
    badges = [*card.badges, *([SAID[said]] if said is not None else []), *([Badge(card.state, "state")] if card.state else [])]
    parts: list[Part] = []
    for badge in badges:
        width = min(label_width(theme, badge.text, font, 7), max(0, foot.right() - x))
        parts.append(Part(badge.text, badge.role, QRect(x, foot.y(), width, foot.height())))
        x += width + theme.px(6)
    if card.copies:
        width = label_width(theme, card.copies, font, 3)
        parts.append(Part(card.copies, "copies", QRect(x, foot.y(), min(width, max(0, foot.right() - x)), foot.height())))
        x += width + theme.px(4)
    facts = ["← close" if opened else f"→ {card.more} more here"] if card.more else []  # first: where room is scarce, the end is cut
    if card.facts:
        facts.append(card.facts)
    parts.append(Part("  ·  ".join(facts), "facts", QRect(x + theme.px(3), foot.y(), foot.right() - x, foot.height())))
    return parts


def paint_foot(painter: QPainter, theme: Theme, parts: list[Part]) -> None:
    """Paint them."""
    font = theme.font(12)
    for part in parts:
        if part.role == "facts":
            draw_line(painter, part.rect, part.text, font, theme.color("muted"))
        elif part.role == "copies":
            draw_line(painter, part.rect.adjusted(theme.px(3), 0, 0, 0), part.text, font, theme.color("accent"))
        else:
            ink, fill = _COLOURS.get(part.role, ("muted", "line2"))
            draw_label(painter, theme, part.rect, part.text, font, theme.color(ink), theme.color(fill))
