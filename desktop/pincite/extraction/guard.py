"""What a process that runs parsers takes away from itself: memory, the network, writing, other programs.

Writing is left in the folders it is given, starting in the programs it is given; without folders a few new temporary files remain
(a language model needs one). Nothing of this can be undone in the process.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterable
from typing import Any, Final

from pincite.domain.paths import lies_in

_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NEW: Final = os.O_EXCL | getattr(os, "O_TMPFILE", 0)
_NETWORK: Final = frozenset(
    "socket.connect socket.bind socket.sendto socket.sendmsg socket.getaddrinfo socket.gethostbyname urllib.Request ftplib.connect"
    " http.client.connect smtplib.connect".split()
)
_PATH_EVENTS: Final = frozenset(
    "open os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod os.chown os.utime shutil.rmtree shutil.move".split()
)
_TWO_PATHS: Final = frozenset("os.rename os.link os.symlink shutil.move".split())
_STARTING: Final = frozenset("os.system os.exec os.posix_spawn os.spawn os.startfile pty.spawn".split())
_TEMPORARY_FILES: Final = 32
_TEMPORARY_SIZE: Final = 256 * 1024**2
"""Bytes of one file that a child, or a program it starts, may write."""


def confine(memory_bytes: int, *, programs: Iterable[str] = (), folders: Iterable[str] = ()) -> None:
    """Take away from this process what no parser needs. *programs* are names of those that may be started, *folders* may be written to."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource  # noqa: PLC0415  # not on every system

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_FSIZE, (_TEMPORARY_SIZE, _TEMPORARY_SIZE))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)
    sys.dont_write_bytecode = True
    found = frozenset(path for path in map(shutil.which, programs) if path)
    sys.addaudithook(_Refusal(found, tuple(os.path.realpath(folder) for folder in folders)))


class _Refusal:
    """An audit hook: what a parser may not do raises `PermissionError`."""

    def __init__(self, programs: frozenset[str], folders: tuple[str, ...]) -> None:
        self._programs = programs
        self._folders = folders
        self._temporary = tempfile.gettempdir()
        self._left = _TEMPORARY_FILES

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in _NETWORK or event in _STARTING:
            raise PermissionError(f"a parser may not do this: {event}")
        if event == "subprocess.Popen" and os.fsdecode(arguments[0]) not in self._programs:
            raise PermissionError("a parser may not start this program")
        if event == "os.kill" and not self._programs:
            raise PermissionError("a parser may not end a process")
        if event in _PATH_EVENTS and (event != "open" or _writes(arguments)):
            self._written(event, arguments)

    def _written(self, event: str, arguments: tuple[Any, ...]) -> None:
        paths = arguments[:2] if event in _TWO_PATHS else arguments[:1]
        if self._folders and all(self._is_inside(path) for path in paths):
            return
        self._left -= 1
        if self._left < 0 or not self._is_temporary(event, arguments):
            raise PermissionError("a parser may not write")

    def _is_inside(self, path: object) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False
        name = os.fsdecode(path)
        if not os.path.isabs(name):  # noqa: PTH117  # the folder that it is relative to may be any
            return False
        real = os.path.realpath(name)
        return any(lies_in(real, folder) for folder in self._folders)

    def _is_temporary(self, event: str, arguments: tuple[Any, ...]) -> bool:
        """Whether it is a new file of the `tempfile` module, or such a file's end."""
        path = str(arguments[0])
        if not path.startswith(self._temporary):
            return False
        if event == "open":
            nameless = path == self._temporary  # `TemporaryFile` names the folder alone; nothing else can be written by that name
            return nameless or (isinstance(arguments[2], int) and bool(arguments[2] & _NEW))
        return event == "os.remove" and os.path.basename(path).startswith(tempfile.gettempprefix())  # noqa: PTH119  # it may be no Path


def _writes(arguments: tuple[Any, ...]) -> bool:
    path, mode, flags = arguments
    if path == os.devnull or isinstance(path, int):
        return False
    return (isinstance(mode, str) and any(letter in mode for letter in "wax+")) or (isinstance(flags, int) and bool(flags & _WRITING))
