"""What the user made and an index rebuild must never lose, in `user.sqlite3` in the library folder: the file, and saved searches. No Qt."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from pincite.domain.errors import StorageError
from pincite.domain.search import Filter, Mode

FILE_NAME = "user.sqlite3"
SYNTAX = 1
"""Version of the query language; a saved search carries it, so that an upgrade can tell what it meant."""
_SAVED = """
CREATE TABLE IF NOT EXISTS saved (id INTEGER PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, mode TEXT NOT NULL,
    filters TEXT NOT NULL, syntax INTEGER NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class SavedSearch:
    """A question with its choices, under the name it is shown by."""

    name: str
    text: str
    mode: Mode
    filters: tuple[Filter, ...]


def saved_searches(library: Path) -> tuple[SavedSearch, ...]:
    """All saved searches, the newest first. Raises `StorageError`."""
    if not (library / FILE_NAME).exists():
        return ()
    with opened(library, _SAVED) as database:
        rows = database.execute("SELECT name, text, mode, filters FROM saved ORDER BY id DESC").fetchall()
        return tuple(SavedSearch(name, text, Mode(mode), filters_of(filters)) for name, text, mode, filters in rows)


def save_search(library: Path, search: SavedSearch) -> tuple[SavedSearch, ...]:
    """Keep *search*; one of the same name is replaced. Returns all of them. Raises `StorageError`."""
    name, text = storable(search.name), storable(search.text)
    with opened(library, _SAVED) as database:
        database.execute("DELETE FROM saved WHERE name = ?", (name,))
        values = (name, text, search.mode.value, filters_text(search.filters), SYNTAX)
        database.execute("INSERT INTO saved (name, text, mode, filters, syntax) VALUES (?, ?, ?, ?, ?)", values)
    return saved_searches(library)


def forget_search(library: Path, name: str) -> tuple[SavedSearch, ...]:
    """Keep the saved search of this name no more. Returns the others. Raises `StorageError`."""
    with opened(library, _SAVED) as database:
        database.execute("DELETE FROM saved WHERE name = ?", (name,))
    return saved_searches(library)


def storable(text: str) -> str:
    """*text* without the halves of characters that a database cannot hold."""
    return text.encode("utf-8", "replace").decode("utf-8")


def filters_text(filters: tuple[Filter, ...]) -> str:
    """Filters as one column holds them."""
    return json.dumps([[one.key, one.value, one.exclude] for one in filters])


def filters_of(text: str) -> tuple[Filter, ...]:
    """The filters of a column."""
    return tuple(Filter(*one) for one in json.loads(text))


@contextmanager
def opened(library: Path, tables: str) -> Generator[sqlite3.Connection]:
    """The user's file with these *tables* (SQL that makes what is not there yet), in one transaction.

    Raises `StorageError` if the disk refuses, and for a file, or a value found in it while it is open here, that is not ours.
    """
    path = library / FILE_NAME
    try:
        library.mkdir(parents=True, exist_ok=True, mode=0o700)
        if not path.exists():
            path.touch(0o600)  # SQLite itself would let everybody read it
        database = sqlite3.connect(path)
        try:
            database.executescript(tables)
            with database:
                yield database
        finally:
            database.close()
    except (sqlite3.OperationalError, OSError) as error:  # the disk, or a lock
        raise StorageError(f"What is yours cannot be kept in {path}: {error}.") from error
    except (sqlite3.Error, ValueError, TypeError, AttributeError) as error:
        raise StorageError(f"{path}, which keeps what is yours, is damaged ({error}); move it away, and a new one is begun.") from error
