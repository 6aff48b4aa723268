"""Looks at folders and says what is there, by stamps alone. Never opens a file, never leaves the root, never goes in circles."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeAlias

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileStamp, Reason, Root, Skipped
from pincite.domain.paths import lies_in
from pincite.sources.rules import IGNORE_FILES, Rules, Ruling, Scope

Found: TypeAlias = FileStamp | Skipped
"""A folder that is left out or cannot be read is one `Skipped` whose relative path ends in "/", "./" for the root itself."""

INLINE = 256
"""Bytes of a file that some file systems keep in the inode; only a larger one without blocks is a placeholder."""
RECALLED = 0x1000 | 0x40000 | 0x400000
"""Windows: offline, recall on open, recall on data access."""
DATALESS = 0x40000000
"""macOS: SF_DATALESS, the content is in the cloud."""
REPARSE_POINT = 0x400
KINDS = {stat.S_IFSOCK: "a socket", stat.S_IFIFO: "a pipe", stat.S_IFBLK: "a device", stat.S_IFCHR: "a device"}


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A folder to look at: relative to its root ("" for the root itself), with all below it if `deep`."""

    folder: str = ""
    deep: bool = True


EVERYTHING = (Place(),)


def walk(
    root: Root, rules: Rules, token: CancelToken, places: Sequence[Place] = EVERYTHING, apart: Sequence[str] = (), *, cloud: bool = False
) -> Iterator[Found]:
    """All files of *places* that belong to the library, each once under its real path, and what is left out with its reason.

    *apart* are absolute paths of folders that are never entered: the library's own, and roots within this root. With *cloud*,
    placeholders count as files. A place that is not there yields nothing. Raises `Cancelled`.
    """
    yield from _Walk(root, rules, token, frozenset(apart), cloud).run(places)


@dataclass(slots=True)
class _Walk:
    """One walk through one root."""

    root: Root
    rules: Rules
    token: CancelToken
    apart: frozenset[str]
    cloud: bool
    real: str = ""
    seen: set[tuple[int, int]] = field(default_factory=set[tuple[int, int]])

    def run(self, places: Sequence[Place]) -> Iterator[Found]:
        self.real = os.path.realpath(self.root.path)
        own = _identity(self.root.path)
        self.seen |= {identity for path in self.apart if (identity := _identity(path)) != own}  # whatever way leads there
        for place in places:
            scope = self._scope_of(place.folder)
            if isinstance(scope, Skipped):
                yield scope
            elif scope is not None:
                yield from self._folders(scope, deep=place.deep)

    def _scope_of(self, folder: str) -> Scope | Skipped | None:
        """The scope of a folder given by its path; what leaves it out; None if it is not there or no real folder."""
        scope = self.rules.top(self.root.path)
        walked = ""
        for part in folder.split("/") if folder else ():
            walked = f"{walked}/{part}" if walked else part
            full = os.path.join(self.root.path, walked)
            if os.path.islink(full) or not os.path.isdir(full) or full in self.apart:
                return None
            ruling = self.rules.on_the_way(scope, part, self.root.path)
            if ruling:
                return self._excluded(walked + "/", ruling)
            scope = scope.below(part, self.root.path)
        return scope

    def _folders(self, top: Scope, *, deep: bool) -> Iterator[Found]:
        """The folder of *top*, and those below it, without recursion: a tree may be deeper than Python's stack."""
        waiting = [top]
        while waiting:
            self.token.check()
            scope = waiting.pop()
            path = os.path.join(self.root.path, scope.folder) if scope.folder else self.root.path
            try:
                with os.scandir(path) as entries:
                    listed = list(entries)
                    status = os.stat(path)
            except OSError as error:
                yield from self._unseen(scope.folder, error)
                continue
            identity = (status.st_dev, status.st_ino)
            if status.st_ino and identity in self.seen:
                continue  # mounted a second time below itself
            self.seen.add(identity)
            names = {entry.name for entry in listed}
            told = self.rules.told_by(names) if scope.folder else None
            if told:
                yield self._excluded(scope.folder + "/", told)
                continue
            if scope is not top:  # *top* came with its ignore files
                scope = scope.with_ignores([name for name in IGNORE_FILES if name in names], self.root.path)
            yield from self._entries(scope, listed, waiting if deep else [])

    def _entries(self, scope: Scope, listed: Sequence[os.DirEntry[str]], waiting: list[Scope]) -> Iterator[Found]:
        for entry in listed:
            relative = f"{scope.folder}/{entry.name}" if scope.folder else entry.name
            try:
                if entry.is_dir(follow_symlinks=False) and not _is_junction(entry):
                    skipped = self._folder(scope, entry, relative, waiting)
                    if skipped:
                        yield skipped
                    continue
                found = self._file(scope, entry, relative)
            except FileNotFoundError:
                continue  # gone since the folder was read: the same as never seen
            except OSError as error:
                found = Skipped(FileStamp(self.root.id, relative, 0, 0), Reason.NO_PERMISSION, error.strerror or "")
            if found is not None:
                yield found

    def _folder(self, scope: Scope, entry: os.DirEntry[str], relative: str, waiting: list[Scope]) -> Skipped | None:
        if entry.path in self.apart:
            return None
        ruling = scope.why(entry.name, folder=True)
        if ruling:
            return self._excluded(relative + "/", ruling)
        waiting.append(Scope(self.rules, relative, scope.ignores))
        return None

    def _file(self, scope: Scope, entry: os.DirEntry[str], relative: str) -> Found | None:
        name = _stood_for(entry.name)
        ruling = scope.why(name, folder=False)
        if ruling and ruling.silent:
            return None
        status = entry.stat(follow_symlinks=False)
        stamp = FileStamp(self.root.id, relative, status.st_size, status.st_mtime_ns, status.st_ino)
        if ruling:
            return Skipped(stamp, Reason.EXCLUDED, ruling.rule)
        if name != entry.name:
            return Skipped(stamp, Reason.CLOUD_ONLY)
        if not stat.S_ISREG(status.st_mode):
            return self._irregular(entry, stamp, status)
        if self.rules.max_size and status.st_size > self.rules.max_size:
            return Skipped(stamp, Reason.TOO_LARGE, f"It has {status.st_size:,} bytes; the limit is {self.rules.max_size:,}.")
        if not self.cloud and is_placeholder(status):
            return Skipped(stamp, Reason.CLOUD_ONLY)
        if not os.access(entry.path, os.R_OK):
            return Skipped(stamp, Reason.NO_PERMISSION)
        return stamp

    def _irregular(self, entry: os.DirEntry[str], stamp: FileStamp, status: os.stat_result) -> Skipped | None:
        """What is no plain file: a link, or something that must never be opened."""
        if not stat.S_ISLNK(status.st_mode) and not _is_junction(entry):
            return Skipped(stamp, Reason.UNSUPPORTED, f"It is {KINDS.get(stat.S_IFMT(status.st_mode), 'no plain file')}.")
        target = os.path.realpath(entry.path)
        if not lies_in(target, self.real):
            return Skipped(stamp, Reason.OUTSIDE, f"It leads to {target}.")
        if not os.path.lexists(target):
            return Skipped(stamp, Reason.VANISHED, "It is a link that leads nowhere.")
        return None  # what it leads to is met under its own name

    def _excluded(self, relative: str, ruling: Ruling) -> Skipped:
        return Skipped(FileStamp(self.root.id, relative, 0, 0), Reason.EXCLUDED, ruling.rule)

    def _unseen(self, folder: str, error: OSError) -> Iterator[Skipped]:
        """A folder that cannot be listed; nothing if it went away."""
        if isinstance(error, FileNotFoundError | NotADirectoryError) and folder:
            return
        damaged = error.errno in {errno.EIO, errno.EUCLEAN} if hasattr(errno, "EUCLEAN") else error.errno == errno.EIO
        reason = Reason.DAMAGED if damaged else Reason.NO_PERMISSION
        yield Skipped(FileStamp(self.root.id, (folder or ".") + "/", 0, 0), reason, f"The folder cannot be listed: {error.strerror}.")


def _identity(path: str) -> tuple[int, int]:
    """Device and inode, which tell a folder whatever it is called; (0, 0) if there is none."""
    try:
        status = os.stat(path)
    except OSError:
        return (0, 0)
    return (status.st_dev, status.st_ino)


def is_placeholder(status: os.stat_result) -> bool:
    """Whether a file's content is in the cloud and opening it would fetch it."""
    if getattr(status, "st_file_attributes", 0) & RECALLED or getattr(status, "st_flags", 0) & DATALESS:
        return True
    return status.st_size > INLINE and getattr(status, "st_blocks", 1) == 0


def _stood_for(name: str) -> str:
    """The name of the file that an older macOS keeps a stub for, ``.NAME.icloud``, while its content is in the cloud; else *name* itself."""
    return name[1:].removesuffix(".icloud") if name.startswith(".") and name.endswith(".icloud") and len(name) > len("..icloud") else name


def _is_junction(entry: os.DirEntry[str]) -> bool:
    """Windows: a folder that is really a link."""
    return bool(getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0) & REPARSE_POINT) if os.name == "nt" else False
