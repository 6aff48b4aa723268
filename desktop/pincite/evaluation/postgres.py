"""The full-text baseline of seed system 004: a real PostgreSQL, ``plainto_tsquery('simple')`` and ``ts_rank_cd``, started for a benchmark.

`plainto_tsquery` joins all words by AND, which is the very thing that the baseline shows.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from pincite.domain.errors import PinciteError
from pincite.evaluation.collections import Item

_TABLE = "CREATE TABLE document (id text, words tsvector)"
_PUT = "INSERT INTO document VALUES (%s, to_tsvector('simple', %s))"
_INDEX = "CREATE INDEX ON document USING gin (words)"
_ASK = (
    "SELECT id FROM document, plainto_tsquery('simple', %s) AS query WHERE words @@ query"
    " ORDER BY ts_rank_cd(words, query) DESC, id LIMIT %s"
)


def is_installed() -> bool:
    """Whether the extra `bench` is there."""
    return find_spec("pgserver") is not None and find_spec("psycopg") is not None


class PostgresBaseline:
    """A server of its own in *folder*, with one collection in it; it ends with the ``with`` block."""

    def __init__(self, folder: Path, documents: Sequence[Item]) -> None:
        """Raises `PinciteError` if the server does not start."""
        try:
            server, driver = import_module("pgserver"), import_module("psycopg")
            self._server: Any = server.get_server(str(folder))
            self._connection: Any = driver.connect(self._server.get_uri(), autocommit=True)
            self._fill(documents)
        except Exception as error:
            raise PinciteError(f"PostgreSQL did not start: {error}.") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self._connection.close()
        self._server.cleanup()

    def ask(self, text: str, depth: int) -> Sequence[str]:
        """Ids of the documents that hold every word, best first."""
        return [row[0] for row in self._connection.execute(_ASK, (text.replace("\0", " "), depth)).fetchall()]

    def _fill(self, documents: Sequence[Item]) -> None:
        self._connection.execute("DROP TABLE IF EXISTS document")
        self._connection.execute(_TABLE)
        with self._connection.cursor() as cursor:
            cursor.executemany(_PUT, [(item.id, f"{item.title}\n{item.text}".replace("\0", " ")) for item in documents])
        self._connection.execute(_INDEX)
        self._connection.execute("ANALYZE document")
