"""Opens a library's index: the one that answers, or the one that is to be written, which may still be built beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from pincite.domain.documents import Root
from pincite.domain.errors import IndexDamagedError, IndexLockedError, IndexVersionError, StorageError
from pincite.index.manifest import Manifest
from pincite.index.places import MANIFEST, Places, clear, is_begun, storage_at
from pincite.index.schema import make_schema
from pincite.index.storage import storage_errors
from pincite.index.toc import newest_generation, write_contents
from pincite.index.whoosh_index import WhooshIndex


def open_index(folder: Path, roots: Sequence[Root] = (), encoder_id: str = "") -> WhooshIndex:
    """The index that answers in *folder*, made if there is none. One that cuts texts into other words answers, too, until it is renewed.

    If it cannot be read, the one that is being built beside it answers. Raises `IndexDamagedError` or `IndexVersionError` if
    neither can (see `open_to_write`), `StorageError` if it cannot be made.
    """
    with storage_errors():
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    places = Places.read(folder)
    try:
        if places == Places() and not is_begun(folder):
            _begin(folder, 0)
        return _opened(WhooshIndex(folder, roots, encoder_id))
    except (IndexDamagedError, IndexVersionError):
        if places.building is None or not is_begun(folder / places.building):
            raise
        return _opened(WhooshIndex(folder, roots, encoder_id, building=True))


def open_sound(folder: Path, roots: Sequence[Root], encoder_id: str) -> WhooshIndex:
    """The index that answers, where nothing is known against it and this version could go on with it.

    Raises `IndexDamagedError` or `IndexVersionError`, and `StorageError` as `open_index` does. Nothing is begun or mended.
    """
    index = open_index(folder, roots, encoder_id)
    index.heed()
    Manifest.read(index.place / MANIFEST).expect(Manifest.ours())
    return index


def open_to_write(folder: Path, roots: Sequence[Root], encoder_id: str, tell: Callable[[str], None], *, anew: bool = False) -> WhooshIndex:
    """The index to bring in step with the disk.

    It is the one that answers; or, where that is damaged, of another version, or to be made *anew*, one that is built beside
    it, and takes its place when it is whole (`WhooshIndex.take_over`). One that was begun is gone on with. *tell* gets a sentence
    about it. Raises `IndexLockedError` or `StorageError`.
    """
    index, trouble = _usable(folder, roots, encoder_id)
    places = Places.read(folder)
    if index is not None and places.building is None and not anew:
        with suppress(IndexLockedError, StorageError):  # what an interrupted renewal left
            clear(folder / places.free)
        return index
    if trouble:
        tell(trouble)
    return _beside(folder, places, roots, encoder_id, anew=anew)


def _usable(folder: Path, roots: Sequence[Root], encoder_id: str) -> tuple[WhooshIndex | None, str]:
    """The index that answers, if it can be written; else a sentence about what happens."""
    try:
        return open_sound(folder, roots, encoder_id), ""
    except IndexDamagedError as error:
        return None, f"{error} It is being rebuilt."
    except IndexVersionError:
        return None, "The index was written by another version of Pincite. A new one is being built from the documents."


def _beside(folder: Path, places: Places, roots: Sequence[Root], encoder_id: str, *, anew: bool) -> WhooshIndex:
    """The index that is being built in the free place: the one that was begun there, unless it is of no use or made *anew*."""
    place = folder / places.free
    index = WhooshIndex(folder, roots, encoder_id, building=True)
    if places.building is not None and not anew and is_begun(place):
        with suppress(IndexDamagedError, IndexVersionError):
            Manifest.read(place / MANIFEST).expect(Manifest.ours())
            return _opened(index)
    clear(place)
    Places(places.answering, places.free).write(folder)
    _begin(place, newest_generation(storage_at(folder / places.answering)) + 1)
    return _opened(index)


def _begin(place: Path, generation: int) -> None:
    """Make an empty index."""
    with storage_errors():
        place.mkdir(mode=0o700, exist_ok=True)
        write_contents(storage_at(place), make_schema(), generation, [])
        Manifest.ours().write(place / MANIFEST)


def _opened(index: WhooshIndex) -> WhooshIndex:
    """The same index; whatever is wrong with its outline is raised."""
    place = index.place
    if not (place / MANIFEST).exists():
        raise IndexDamagedError("The index is damaged (its manifest is missing); it has to be rebuilt from the documents.")
    Manifest.read(place / MANIFEST).understood()
    index.snapshot().close()
    return index
