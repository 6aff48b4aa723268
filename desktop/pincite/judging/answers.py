"""What was judged is remembered, so that a question asked again costs nothing. Kept as hashes and numbers, never as text."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from pathlib import Path
from threading import Lock

from pincite.domain.errors import StorageError
from pincite.domain.search import Passage, Verdict
from pincite.judging.questions import BANK, head

KEPT = 50_000
"""Verdicts that are kept; the oldest go first."""


def key_of(model: str, question: str, passage: Passage) -> str:
    """Names a judgement: model, version of the questions, question, and all that is shown of the passage."""
    shown = (model, BANK, question, passage.title, head(passage.text), passage.facets.get("genre"), passage.facets.get("concept"))
    return hashlib.sha256(repr(shown).encode("utf-8", "surrogatepass")).hexdigest()


class Answers:
    """A cache of verdicts in one file of the library, or in memory. A file that cannot be used is a cache that is empty."""

    def __init__(self, path: Path | None = None) -> None:
        """Raises `StorageError` if the file can be neither opened nor begun anew."""
        self._lock = Lock()
        try:
            self._database = _open(path)
        except (sqlite3.Error, OSError) as error:
            raise StorageError(f"{path} cannot be opened: {error}.") from error

    def known(self, keys: Sequence[str]) -> dict[str, Verdict]:
        """The verdicts that are remembered."""
        found: dict[str, Verdict] = {}
        with self._lock, closing(self._database.cursor()) as cursor:
            for key in keys:
                row = cursor.execute("SELECT p, specificity FROM verdict WHERE key = ?", (key,)).fetchone()
                if row is not None:
                    found[key] = Verdict(float(row[0]), float(row[1]))
        return found

    def remember(self, verdicts: Mapping[str, Verdict]) -> None:
        """Keep what was decided; what was not will be asked again. A full disk is no reason to fail."""
        rows = [(key, verdict.p_answers, verdict.specificity) for key, verdict in verdicts.items() if verdict.p_answers is not None]
        try:
            with self._lock, self._database:
                self._database.executemany("INSERT OR REPLACE INTO verdict (key, p, specificity) VALUES (?, ?, ?)", rows)
                self._database.execute("DELETE FROM verdict WHERE rowid <= (SELECT MAX(rowid) FROM verdict) - ?", (KEPT,))
        except sqlite3.Error:
            return

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._database.close()


def _open(path: Path | None) -> sqlite3.Connection:
    try:
        return _begun(path)
    except sqlite3.DatabaseError:
        if path is None:
            raise
        path.unlink(missing_ok=True)  # a torn file; it held nothing that cannot be asked again
        return _begun(path)


def _begun(path: Path | None) -> sqlite3.Connection:
    database = sqlite3.connect(path or ":memory:", timeout=5.0, check_same_thread=False)  # guarded by the lock
    try:
        database.execute("CREATE TABLE IF NOT EXISTS verdict (key TEXT PRIMARY KEY, p REAL NOT NULL, specificity REAL NOT NULL)")
    except sqlite3.Error:
        database.close()
        raise
    return database
