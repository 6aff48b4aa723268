"""Texts by key in one SQLite file: what took long to get, and may be lost. Trouble with the file is never trouble for who asks."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing, suppress
from pathlib import Path
from threading import Lock

BUSY_S = 30.0
"""Seconds that another process may hold the file before something is not kept."""


class CacheFile:
    """Plays `Cache`, for any thread and process. The *most* newest texts are kept, or all.

    Only its owner can read the file. One that is torn is begun anew; where the disk refuses, all is kept in memory and forgotten at the end.
    """

    def __init__(self, path: Path, most: int | None = None) -> None:
        self._most = most
        self._lock = Lock()
        self._database = _opened(path)

    def get(self, key: str) -> str | None:
        """The text under *key*; None if there is none, or if the file cannot be read. Raises nothing."""
        with self._lock, suppress(sqlite3.Error), closing(self._database.execute("SELECT text FROM cache WHERE key = ?", (key,))) as found:
            row = found.fetchone()
            return None if row is None else str(row[0])
        return None

    def update(self, texts: Mapping[str, str]) -> None:
        """Keep all of *texts* under their keys, in one transaction, or none of them. Raises nothing."""
        with self._lock, suppress(sqlite3.Error, UnicodeEncodeError), self._database:  # a full disk, half a character: it will be got again
            self._database.executemany("INSERT OR REPLACE INTO cache (key, text) VALUES (?, ?)", texts.items())
            if self._most is not None:
                self._database.execute("DELETE FROM cache WHERE rowid <= (SELECT MAX(rowid) FROM cache) - ?", (self._most,))

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            self._database.close()


def _opened(path: Path) -> sqlite3.Connection:
    for _ in range(2):
        try:
            path.touch(0o600)
            return _begun(str(path))
        except (sqlite3.OperationalError, OSError):  # the disk refuses, or another process holds it: not ours to delete
            break
        except sqlite3.DatabaseError:  # a torn file; it held nothing that cannot be got again
            with suppress(OSError):
                path.unlink()
    return _begun(":memory:")


def _begun(place: str) -> sqlite3.Connection:
    database = sqlite3.connect(place, timeout=BUSY_S, check_same_thread=False)  # guarded by the lock
    try:
        database.execute("PRAGMA synchronous = OFF")  # a power cut may tear it: then it is begun anew
        database.execute("CREATE TABLE IF NOT EXISTS cache (key TEXT PRIMARY KEY, text TEXT NOT NULL)")
    except sqlite3.Error:
        database.close()
        raise
    return database
