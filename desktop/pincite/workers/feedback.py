"""What live use says of the answers: questions that found nothing, and passages that a person said did answer or did not.

A question that found nothing is a gap in the documents, so the list is a person's list of what to look up or write down. Labels are kept
with the scores that stood behind the answer, to tune the judge by later. Both lie in `user.sqlite3`; nothing leaves the machine. No Qt.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path

from pincite.domain.search import Filter, Hit, Mode, SearchResult
from pincite.workers.user_store import FILE_NAME, filters_of, filters_text, opened, storable

_TABLES = """
CREATE TABLE IF NOT EXISTS unanswered (text TEXT NOT NULL, mode TEXT NOT NULL, filters TEXT NOT NULL, reason TEXT NOT NULL,
    times INTEGER NOT NULL, asked_at TEXT NOT NULL, PRIMARY KEY (text, mode, filters));
CREATE TABLE IF NOT EXISTS labels (question TEXT NOT NULL, passage TEXT NOT NULL, path TEXT NOT NULL, answered INTEGER NOT NULL,
    labelled_at TEXT NOT NULL, scores TEXT NOT NULL, PRIMARY KEY (question, passage));
"""


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A question that found nothing when it was last asked: why, how often, and when last (ISO 8601)."""

    text: str
    mode: Mode
    filters: tuple[Filter, ...]
    reason: str
    times: int
    asked_at: str


@dataclass(frozen=True, slots=True)
class Label:
    """A person's word on one passage for one question: whether it answered, when they said so (ISO 8601), and its named scores then."""

    question: str
    passage: str
    path: str
    answered: bool
    labelled_at: str
    scores: Mapping[str, float] = field(default_factory=dict[str, float])


def note_outcome(library: Path, result: SearchResult, now: datetime) -> None:
    """Keep the question of *result* if it found nothing; drop it from the list if it found something now. Raises `StorageError`.

    For questions that somebody finished, not for every letter on the way there. Questions without a word are not kept.
    """
    text = _one_line(result.query.text)
    if not text or (result.hits and not (library / FILE_NAME).exists()):
        return
    key = (text, result.query.mode.value, filters_text(result.query.filters))
    with opened(library, _TABLES) as database:
        if result.hits:
            database.execute("DELETE FROM unanswered WHERE text = ? AND mode = ? AND filters = ?", key)
        else:
            database.execute(
                "INSERT INTO unanswered VALUES (?, ?, ?, ?, 1, ?) ON CONFLICT (text, mode, filters)"
                " DO UPDATE SET reason = excluded.reason, times = times + 1, asked_at = excluded.asked_at",
                (*key, " ".join(result.notes), now.isoformat(timespec="seconds")),
            )


def unanswered(library: Path) -> tuple[Unanswered, ...]:
    """The questions that found nothing, those asked most often first, then the newest. Raises `StorageError`."""
    if not (library / FILE_NAME).exists():
        return ()
    with opened(library, _TABLES) as database:
        rows = database.execute("SELECT text, mode, filters, reason, times, asked_at FROM unanswered ORDER BY times DESC, asked_at DESC, text")
        return tuple(Unanswered(text, Mode(mode), filters_of(filters), reason, times, at) for text, mode, filters, reason, times, at in rows)


def forget_unanswered(library: Path) -> None:
    """Empty the list of questions that found nothing. Raises `StorageError`."""
    if (library / FILE_NAME).exists():
        with opened(library, _TABLES) as database:
            database.execute("DELETE FROM unanswered")


def label(question: str, hit: Hit, now: datetime, *, answered: bool) -> Label:
    """The label for a result as it stands in the list."""
    return Label(_one_line(question), hit.passage.id, hit.passage.path, answered, now.isoformat(timespec="seconds"), dict(hit.scores))


def keep_label(library: Path, said: Label) -> None:
    """Keep a label; a later one for the same question and passage replaces it. Raises `StorageError`."""
    scores = json.dumps({name: float(score) for name, score in said.scores.items()})
    with opened(library, _TABLES) as database:
        values = (said.question, said.passage, said.path.encode("utf-8", "surrogateescape"), said.answered, said.labelled_at, scores)
        database.execute("INSERT OR REPLACE INTO labels VALUES (?, ?, ?, ?, ?, ?)", values)


def forget_label(library: Path, question: str, passage: str) -> None:
    """Take a label back; nothing happens if there is none. Raises `StorageError`."""
    with opened(library, _TABLES) as database:
        database.execute("DELETE FROM labels WHERE question = ? AND passage = ?", (_one_line(question), passage))


def labels(library: Path) -> tuple[Label, ...]:
    """All labels, the newest first. Raises `StorageError`."""
    if not (library / FILE_NAME).exists():
        return ()
    with opened(library, _TABLES) as database:
        rows = database.execute("SELECT question, passage, path, answered, labelled_at, scores FROM labels ORDER BY labelled_at DESC, question, passage")
        return tuple(
            Label(question, passage, path.decode("utf-8", "surrogateescape"), bool(answered), at, json.loads(scores))
            for question, passage, path, answered, at, scores in rows
        )


def _one_line(text: str) -> str:
    """A question on one line."""
    return storable(" ".join(text.split()))
