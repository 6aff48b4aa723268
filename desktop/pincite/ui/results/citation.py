"""The place of a passage in a few words, as a person would cite it: exact, and only what the format has."""

from __future__ import annotations

from datetime import UTC, datetime

from pincite.domain.citation import clock
from pincite.domain.search import Passage
from pincite.ui.text import shown

_PAGE_WORDS = {
    "de": ("S.", "von"),
    "fr": ("p.", "sur"),
    "es": ("p.", "de"),
    "pt": ("p.", "de"),
    "it": ("p.", "di"),
    "nl": ("p.", "van"),
    "ru": ("с.", "из"),
    "pl": ("s.", "z"),
    "sv": ("s.", "av"),
}
"""How a language abbreviates "page" and says "of"; English where it is not listed."""

PAGED = frozenset({"pdf", "djvu", "tiff"})
"""Types whose breadcrumb ends in headings, because the page already names the place."""


def citation(passage: Passage, line: int | None = None, line_end: int | None = None) -> str:
    """Where it stands: "p. xii (12 of 340)", "Setup › Proxy — line 88", "Sheet2!A41". *line* overrides the passage's own."""
    location = passage.location
    if location.page is not None:
        return page_citation(passage)
    if location.slide is not None:
        return f"slide {location.slide}"
    if location.cell:
        return shown(location.cell)
    if location.time_ms is not None:
        return clock(location.time_ms)
    place = _named_place(passage)
    number = line if line is not None else location.line
    if number is None:
        return place or _whole(passage)
    lines = _lines(number, line_end)
    return f"{place} — {lines}" if place else lines


def _named_place(passage: Passage) -> str:
    location = passage.location
    if location.part:
        sender = passage.metadata.get("from") or passage.metadata.get("author")
        mail = passage.type in ("eml", "mbox", "msg")
        return f"{shown(location.part)} — from {shown(str(sender))}" if mail and isinstance(sender, str) else shown(location.part)
    if location.row is not None:
        return f"row {shown(location.row)}"
    if location.symbol:
        return shown(location.symbol)
    return " › ".join(shown(heading) for heading in headings_below_title(passage))


def headings_below_title(passage: Passage) -> tuple[str, ...]:
    """The heading path without a first heading that only repeats the title."""
    path = passage.location.heading_path
    return path[1:] if len(path) > 1 and path[0].strip().casefold() == passage.title.strip().casefold() else path


def page_citation(passage: Passage) -> str:
    """"p. xii (12 of 340)"; the label is left out where it equals the position, the total where it is not known."""
    location, total = passage.location, passage.metadata.get("pages")
    page, of = _PAGE_WORDS.get(passage.language, ("p.", "of"))
    position = f"{location.page} {of} {total}" if isinstance(total, int) and total else f"{location.page}"
    if location.page_label and location.page_label != str(location.page):
        return f"{page} {shown(location.page_label)} ({position})"
    return f"{page} {position}"


def _lines(line: int, line_end: int | None) -> str:
    return f"lines {line:,}–{line_end:,}" if line_end is not None and line_end > line else f"line {line:,}"


def _whole(passage: Passage) -> str:
    return f"passage {passage.passage} of {passage.passages}" if passage.passages > 1 else "whole document"


def when(passage: Passage, now: datetime) -> str:
    """The document's date: "today", "3 days ago" within a week, else as exact as it is known."""
    if passage.date and len(passage.date) < len("2026-01-01"):
        return shown(passage.date)
    moment = _moment(passage)
    if moment is None:
        return ""
    days = (now.astimezone().date() - moment.astimezone().date()).days
    if 0 <= days < 7:
        return ("today", "yesterday")[days] if days < 2 else f"{days} days ago"
    return moment.astimezone().date().isoformat()


def when_exactly(passage: Passage) -> str:
    """The document's date and time in full, "" if unknown."""
    moment = _moment(passage)
    return moment.astimezone().strftime("%Y-%m-%d %H:%M") if moment else shown(passage.date)


def _moment(passage: Passage) -> datetime | None:
    try:
        if passage.date:
            moment = datetime.fromisoformat(passage.date)
            return moment if moment.tzinfo else moment.astimezone()
        return datetime.fromtimestamp(passage.mtime_ns / 1e9, UTC) if passage.mtime_ns else None
    except (ValueError, OverflowError, OSError):
        return None
