"""Where in a library's folder its index lies, so that a new one can be built beside it and take its place in one step.

There are two places: the folder itself, and `RENEWED` in it. One small file names the place that answers and the one where an
index is being built. Replacing that file is the one moment at which another index answers; what it does not name is litter.
"""

from __future__ import annotations

import json
import shutil
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from pincite.index.arrays import MARK
from pincite.index.codec import EXTENSION
from pincite.index.storage import DurableStorage, acquire, storage_errors, write_whole
from pincite.index.toc import newest_generation

FILE = "places.json"
MANIFEST = "manifest.json"
HOME, RENEWED = "", "renewed"
"""The two places, relative to the library's folder."""


@dataclass(frozen=True, slots=True)
class Places:
    """The place that answers, and the one where an index is being built, if any."""

    answering: str = HOME
    building: str | None = None

    def __post_init__(self) -> None:
        if self.answering not in {HOME, RENEWED} or self.building not in {HOME, RENEWED, None} or self.building == self.answering:
            raise ValueError("there are two places, and an index is built in the one that does not answer")

    @property
    def free(self) -> str:
        """The place that does not answer."""
        return HOME if self.answering == RENEWED else RENEWED

    def write(self, folder: Path) -> None:
        """From now on this holds. Raises `StorageError`."""
        with storage_errors():
            write_whole(folder / FILE, json.dumps(asdict(self)).encode())

    @classmethod
    def read(cls, folder: Path) -> Places:
        """What holds in *folder*. If the file is lost or damaged, the place with the newest commit answers."""
        try:
            return cls(**json.loads((folder / FILE).read_text("utf-8")))
        except (OSError, ValueError, TypeError):
            renewed = newest_generation(storage_at(folder / RENEWED)) > newest_generation(storage_at(folder))
            return cls(RENEWED if renewed else HOME)


def storage_at(place: Path) -> DurableStorage:
    """The files of one place."""
    return DurableStorage(str(place))


def is_begun(place: Path) -> bool:
    """Whether there is an index, or what is left of one."""
    return (place / MANIFEST).exists() or newest_generation(storage_at(place)) >= 0


def clear(place: Path) -> None:
    """Delete the index in *place*. What else is in the library's folder stays: settings, the user's own things, and vectors, which are by text.

    Raises `IndexLockedError` if another process writes there, `StorageError` if something cannot be deleted.
    """
    if not place.is_dir():
        return
    storage = storage_at(place)
    lock = acquire(storage)
    try:
        with storage_errors():
            for name in storage.list():
                if name == MANIFEST or name.endswith((".toc", EXTENSION, MARK, ".partial")):
                    storage.delete_file(name)
    finally:
        lock.release()
    if place.name == RENEWED:
        with suppress(OSError):
            shutil.rmtree(place)
