"""What the indexer tells, as one line for the status strip. No Qt; numbers only grow within a run."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from pincite.domain.events import Committed, Embedding, Failed, IndexEvent, LeftOut, Notice, Reading, Scanning, Synced
from pincite.domain.wording import counted


@dataclass(frozen=True, slots=True)
class Status:
    """The strip: a state ("good", "busy", "warn", "bad"), sentences, the bar (0 to 1, -1 for none), what needs attention, folders that are away."""

    state: str = "busy"
    headline: str = "Checking for changes"
    counts: str = ""
    checked: str = ""
    progress: float = -1.0
    meaning: str = ""
    meaning_share: float = -1.0
    attention: int = 0
    paused: bool = False
    can_pause: bool = False
    away: tuple[str, ...] = ()

    @property
    def spoken(self) -> str:
        """The strip in one sentence."""
        return ", ".join(part for part in (self.headline, self.counts, self.meaning) if part)


def after(status: Status, event: IndexEvent, now: datetime) -> Status:
    """The strip once *event* happened."""
    match event:
        case Scanning(found):
            return replace(status, state="busy", headline=f"Looking for files — {found:,} so far", progress=-1.0, can_pause=True)
        case Reading():
            return _reading(status, event)
        case Committed(_, documents, passages):
            return replace(status, counts=library_counts(documents, passages))
        case Embedding(done, total):
            return _embedding(status, done, total)
        case LeftOut():
            return replace(status, attention=status.attention + 1)
        case Synced():
            return _synced(status, event, now)
        case Notice(text, level):
            state = {"info": status.state, "warning": "warn", "warn": "warn", "error": "bad"}.get(level, status.state)
            return replace(status, state=state, headline=text)
        case Failed(text):
            return replace(status, state="bad", headline=f"Stopped by an error: {text}", progress=-1.0, can_pause=False)


def _reading(status: Status, event: Reading) -> Status:
    parts = [f"Reading {event.done:,} of {counted(event.total, 'file')}"]
    if event.rate >= 0.1:
        parts.append(f"{event.rate:.0f}/s" if event.rate >= 1 else f"{event.rate:.1f}/s")
    if event.left_s is not None and event.left_s >= 5:
        parts.append(about(event.left_s))
    progress = event.done / event.total if event.total else 1.0
    return replace(status, state="busy", headline=" · ".join(parts), progress=progress, can_pause=True)


def _embedding(status: Status, done: int, total: int) -> Status:
    if done >= total:
        return replace(status, meaning="", meaning_share=-1.0)
    return replace(status, meaning=f"Meaning search {done:,} of {total:,}", meaning_share=done / max(1, total))


def _synced(status: Status, event: Synced, now: datetime) -> Status:
    away = ", ".join(event.unavailable)
    headline = f"Drive not connected: {away}" if away else "Up to date"
    counts = library_counts(event.documents, event.passages) if event.documents or event.passages else status.counts
    return replace(
        status, state="warn" if away else "good", headline=headline, counts=counts, checked=f"checked {now:%H:%M}", progress=-1.0, can_pause=False, away=event.unavailable
    )


def library_counts(documents: int, passages: int) -> str:
    """"1,240 documents · 4,310 passages"."""
    return f"{counted(documents, 'document')} · {counted(passages, 'passage')}"


def about(left_s: float) -> str:
    """Time left, coarse on purpose: "about 6 min"."""
    if left_s < 60:
        return "less than a minute left"
    minutes = round(left_s / 60)
    return f"about {minutes} min left" if minutes < 90 else f"about {round(minutes / 60)} h left"
