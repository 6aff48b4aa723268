"""How an index that was built beside another one takes its place."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import ExitStack, suppress
from typing import TYPE_CHECKING

from pincite.domain.errors import IndexLockedError, LibraryError, StorageError
from pincite.index.places import Places, clear, storage_at
from pincite.index.schema import make_schema
from pincite.index.storage import acquire, storage_errors
from pincite.index.toc import newest_generation, write_contents
from pincite.index.view import live_places, put_again

if TYPE_CHECKING:
    from pincite.index.whoosh_index import WhooshIndex

AT_A_TIME = 400
"""Files a commit when those of another index are brought along."""


def take_over(index: WhooshIndex, older: WhooshIndex, keep: Collection[str]) -> None:
    """Let *index* answer instead of the *older* one; what only that one holds of the roots *keep* (ids) is brought along.

    Raises `IndexLockedError` or `StorageError`, and then the older one goes on answering.
    """
    old = older.place
    if keep:
        _bring_along(index, older, keep)
    with ExitStack() as locks:
        with storage_errors():
            old.mkdir(mode=0o700, exist_ok=True)
        locks.callback(acquire(storage_at(old)).release)
        locks.callback(index.lock().release)
        contents, _ = index.opened()
        generation = max(newest_generation(storage_at(old)), contents.generation) + 1  # who reads must see it rise
        with storage_errors():
            write_contents(storage_at(index.place), make_schema(), generation, contents.segments)
        Places(Places.read(index.folder).free).write(index.folder)
    with suppress(IndexLockedError, StorageError):  # the next one that opens it to write tidies up
        clear(old)


def _bring_along(index: WhooshIndex, older: WhooshIndex, keep: Collection[str]) -> None:
    try:
        _, views = older.opened()
    except LibraryError:
        return  # it cannot be read; the folders will be, when they are back
    known = live_places(index.opened()[1])
    wanted = [place for key, place in live_places(views).items() if key[0] in keep and key not in known]
    for start in range(0, len(wanted), AT_A_TIME):
        writer = index.writer()
        try:
            for place in wanted[start : start + AT_A_TIME]:
                put_again(writer, views[place.view], place.source)
        except BaseException:
            writer.cancel()
            raise
        writer.commit()
