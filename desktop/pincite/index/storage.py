"""Whoosh's folder of files, made durable: what was committed is on the disk, and a crash leaves the last commit."""

from __future__ import annotations

import errno
import os
import re
import zlib
from collections.abc import Generator
from collections.abc import Set as AbstractSet
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from whoosh.filedb.filestore import FileStorage
from whoosh.filedb.structfile import StructFile

from pincite.domain.errors import IndexLockedError, StorageError

NAME = "MAIN"
"""The index's name inside of its folder: files are called _MAIN_n.toc and MAIN_xyz.seg."""
TRAILER = b"PINCITE-CRC"
STRAY = re.compile(rf"_{NAME}_\d+\.toc\.[\d.]+|.*\.partial|{NAME}_[0-9a-z]+\.(seg|damaged)")
"""Files that a killed writer may leave."""
MESSAGES = {
    errno.ENOSPC: "The disk is full; the index could not be saved. What was indexed before is still there.",
    errno.EDQUOT: "Your disk quota is used up; the index could not be saved. What was indexed before is still there.",
    errno.EROFS: "The disk is read-only{where}; the index could not be saved.",
    errno.EACCES: "There is no permission to write to the library{where}.",
    errno.EPERM: "There is no permission to write to the library{where}.",
}
"""What the system's refusals mean for the index; `where` is the file or folder that was meant, if the system names it."""


class DurableFile(StructFile):
    """A file that is on the disk once it is closed."""

    def close(self) -> None:
        """Flush, bring to the disk, close."""
        try:
            self.file.flush()
            os.fsync(self.file.fileno())
        finally:
            super().close()

    def give_up(self, storage: DurableStorage) -> None:
        """Close it and delete it: it could not be written, and a full disk needs the room."""
        with suppress(OSError):
            super().close()
        with suppress(OSError):
            storage.delete_file(self._name)


class DurableStorage(FileStorage):
    """Files are brought to the disk before they get their name, and so is the name.

    The table of contents gets a checksum at its end; Whoosh does not look at what stands there.
    """

    def create_file(self, name: str, excl: bool = False, mode: str = "wb", **kwargs: Any) -> DurableFile:  # noqa: ARG002  # Whoosh's signature
        """A new file of this name, readable by its owner alone."""
        descriptor = os.open(self._fpath(name), os.O_CREAT | os.O_TRUNC | os.O_RDWR | getattr(os, "O_BINARY", 0), 0o600)
        return DurableFile(cast("BinaryIO", os.fdopen(descriptor, mode)), name=name, **kwargs)

    def rename_file(self, oldname: str, newname: str, safe: bool = False) -> None:  # noqa: ARG002  # Whoosh's signature
        """Give a file its final name, at once and for good."""
        path = Path(self._fpath(oldname))
        if newname.endswith(".toc"):
            seal(path)
        path.replace(self._fpath(newname))
        sync_folder(path.parent)

    def sweep(self, used: AbstractSet[str]) -> None:
        """Delete what killed writers left, but nothing that is *used*; call it under the write lock only."""
        for name in self.list():
            if STRAY.fullmatch(name) and name not in used:
                with suppress(OSError):
                    self.delete_file(name)


def acquire(storage: DurableStorage) -> Any:
    """Whoosh's write lock, held. Raises `IndexLockedError`."""
    lock = storage.lock(f"{NAME}_WRITELOCK")
    with storage_errors():
        held = lock.acquire()
    if not held:
        raise IndexLockedError("Another process is writing this library's index; try again when it is done.")
    return lock


def seal(path: Path) -> None:
    """Append the checksum of a file to it."""
    with path.open("r+b") as file:
        check = zlib.crc32(file.read())
        file.write(TRAILER + check.to_bytes(4, "little"))
        file.flush()
        os.fsync(file.fileno())


def sealed(data: bytes) -> bool:
    """Whether *data* ends with the right checksum."""
    body, trailer = data[: -len(TRAILER) - 4], data[-len(TRAILER) - 4 :]
    return trailer == TRAILER + zlib.crc32(body).to_bytes(4, "little")


def sync_folder(folder: Path) -> None:
    """Bring a folder's names to the disk, where the system can."""
    with suppress(OSError):  # Windows cannot open a folder
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def write_whole(path: Path, data: bytes) -> None:
    """Replace the file at *path* by *data*, all or nothing."""
    partial = path.with_name(path.name + ".partial")
    descriptor = os.open(partial, os.O_CREAT | os.O_TRUNC | os.O_WRONLY | getattr(os, "O_BINARY", 0), 0o600)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        partial.replace(path)
    except BaseException:
        partial.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


@contextmanager
def storage_errors() -> Generator[None]:
    """Turn the system's errors about writing into one sentence each."""
    try:
        yield
    except OSError as error:
        number = error.errno or 0
        where = f" ({error.filename})" if error.filename else ""
        known = MESSAGES.get(number, "The index could not be saved{where}: {why}.")
        raise StorageError(known.format(where=where, why=os.strerror(number) if number else error)) from error
