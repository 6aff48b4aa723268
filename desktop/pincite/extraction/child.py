"""The process in which parsers run: reads one request at a time from its standard input, answers on its standard output.

It limits itself before it touches a file: memory, no network, no writing, no other programs but the helpers the library allows. It ends
when its input closes, when it has grown large, or when a file takes longer than the deadline (should nobody be left to kill it).
"""

from __future__ import annotations

import contextlib
import faulthandler
import os
import sys
import tempfile
from typing import Any, BinaryIO, Final

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors
from pincite.extraction.source_file import Options
from pincite.extraction.wire import encode, options_from_json, read_frame, refusal_to_json, to_json, write_frame

_GRACE_S: Final = 10.0
"""Seconds after the deadline at which an orphan ends itself."""
_GROWN: Final = 0.5
"""Share of its memory limit at which a child asks to be replaced."""
_WRITING: Final = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_NEW: Final = os.O_EXCL | getattr(os, "O_TMPFILE", 0)
_NETWORK: Final = frozenset(
    "socket.connect socket.bind socket.sendto socket.sendmsg socket.getaddrinfo socket.gethostbyname urllib.Request ftplib.connect"
    " http.client.connect smtplib.connect".split()
)
_PATH_EVENTS: Final = frozenset(
    "open os.remove os.rename os.rmdir os.mkdir os.link os.symlink os.truncate os.chmod os.chown os.utime shutil.rmtree shutil.move os.kill".split()
)
_TEMPORARY_FILES: Final = 32
_TEMPORARY_SIZE: Final = 256 * 1024**2
"""Bytes of one file that a child may write."""
_PROGRAMS: Final = frozenset("subprocess.Popen os.system os.exec os.posix_spawn os.spawn pty.spawn".split())


def main() -> None:
    """Serve requests until the input closes."""
    requests, answers = _take_streams()
    settings = read_frame(requests)
    if settings is None:
        return
    options = Options(**options_from_json(settings["options"]))
    confine(int(settings["memory"]), helpers=bool(options.helpers or options.ocr))
    serve(requests, answers, Extractors(options), settings)


def serve(requests: BinaryIO, answers: BinaryIO, extractors: Extractors, settings: dict[str, Any]) -> None:
    """Answer each request in turn."""
    deadline_s = float(settings["deadline_s"])
    with open(os.devnull, "w", encoding="utf-8") as nowhere:  # noqa: PTH123  # no path of ours
        while (request := read_frame(requests)) is not None:
            faulthandler.dump_traceback_later(deadline_s + _GRACE_S, exit=True, file=nowhere)
            answer = _answer(extractors, request["path"], int(settings["output"]))
            faulthandler.cancel_dump_traceback_later()
            answer["spent"] = _memory_used() > _GROWN * int(settings["memory"])
            write_frame(answers, answer)


def _answer(extractors: Extractors, path: str, limit: int) -> dict[str, Any]:
    try:
        answer: dict[str, Any] = {"documents": [to_json(document) for document in extractors.extract(path)]}
        if len(encode(answer)) > limit:
            raise UnreadableError(Reason.TOO_LARGE, "it yields more text than the limit")
    except UnreadableError as error:
        return {"refusal": refusal_to_json(error)}
    except MemoryError:
        return {"refusal": refusal_to_json(UnreadableError(Reason.TOO_LARGE, "it needs more memory than it may have"))}
    return answer


def _take_streams() -> tuple[BinaryIO, BinaryIO]:
    """The two pipes; what a parser prints goes nowhere instead of between the answers."""
    requests = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nowhere, descriptor)
    os.close(nowhere)
    return requests, answers


def confine(memory_bytes: int, *, helpers: bool) -> None:
    """Take away from this process what no parser needs. Cannot be undone."""
    with contextlib.suppress(ImportError, ValueError, OSError):  # Windows has no such limits
        import resource  # noqa: PLC0415  # not on every system

        resource.setrlimit(resource.RLIMIT_AS, (memory_bytes, memory_bytes))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if not helpers:
            resource.setrlimit(resource.RLIMIT_FSIZE, (_TEMPORARY_SIZE, _TEMPORARY_SIZE))
    with contextlib.suppress(AttributeError, OSError):
        os.nice(5)
    sys.dont_write_bytecode = True
    sys.addaudithook(_Refusal(helpers=helpers))


class _Refusal:
    """An audit hook: what a parser may not do raises `PermissionError`. A few small temporary files are let through (a model needs one)."""

    def __init__(self, *, helpers: bool) -> None:
        self._refused = _NETWORK if helpers else _NETWORK | _PROGRAMS
        self._free = helpers
        self._temporary = tempfile.gettempdir()
        self._left = _TEMPORARY_FILES

    def __call__(self, event: str, arguments: tuple[Any, ...]) -> None:
        if event in self._refused:
            raise PermissionError(f"a parser may not do this: {event}")
        if self._free or event not in _PATH_EVENTS:
            return
        if event == "open" and not _writes(arguments):
            return
        self._left -= 1
        if self._left < 0 or not self._is_temporary(event, arguments):
            raise PermissionError("a parser may not write")

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


def _memory_used() -> int:
    """Bytes at this process's largest; 0 where the system does not tell."""
    try:
        import resource  # noqa: PLC0415  # not on every system
    except ImportError:
        return 0
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return used if sys.platform == "darwin" else used * 1024


if __name__ == "__main__":
    main()
