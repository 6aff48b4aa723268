"""Extraction in a child process, so that no file can hang, crash or fill this one.

Children that may start programs share a folder of their own for temporary files, which goes with them.

One child reads one file at a time and is used again; it is killed at the deadline, replaced after a crash, and a file that fails a
second time is refused with its reason.
"""

from __future__ import annotations

import contextlib
import json
import logging
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from types import TracebackType
from typing import Any, Final, Self, cast

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.deadlines import Deadlines, Expire
from pincite.extraction.source_file import Options
from pincite.extraction.starving import starved_s
from pincite.extraction.wire import FrameTooLargeError, from_json, read_frame, refusal_from_json, write_frame

logger = logging.getLogger(__name__)

DEADLINE_S: Final = 60.0
LONGEST: Final = 5
"""Deadlines after which a file is given up although its process was hardly let run."""
MEMORY: Final = 2 * 1024**3
"""Bytes of address space that a child may have; what it really uses is far less."""
OUTPUT: Final = 256 * 1024**2
"""Bytes of an answer."""
_TICK_S: Final = 0.05
_TRIES: Final = 2
_TEMPORARY: Final = ("TMPDIR", "TEMP", "TMP")
"""Variables that name the folder for temporary files, on one system or another."""


class _ChildDiedError(Exception):
    """The child ended before it answered; `late` if it was killed at the deadline."""

    def __init__(self, detail: str, *, late: bool = False) -> None:
        super().__init__(detail)
        self.late = late


class Isolated:
    """Reads files in child processes. Plays `Extractor`; safe to use from several threads, each then has a child of its own."""

    def __init__(
        self, options: Options | None = None, deadline_s: float = DEADLINE_S, memory_bytes: int = MEMORY, output_bytes: int = OUTPUT,
        command: Sequence[str] | None = None,
    ) -> None:
        """*command* starts a child; by default this program's own."""
        options = options or Options()
        self._scratch = tempfile.TemporaryDirectory(prefix="pincite-", ignore_cleanup_errors=True) if options.programs else None
        scratch = self._scratch.name if self._scratch else ""
        self._settings = {
            "options": asdict(options), "memory": memory_bytes, "output": output_bytes, "deadline_s": LONGEST * deadline_s,
            "folders": [folder for folder in (scratch, options.ocr_cache) if scratch and folder],
        }
        self._environment: dict[str, str] = {name: scratch for name in _TEMPORARY if scratch}
        if options.ocr_cache:
            with contextlib.suppress(OSError):  # then nothing is kept
                os.makedirs(options.ocr_cache, mode=0o700, exist_ok=True)  # noqa: PTH103  # the path may hold undecodable bytes
        self._deadline_s = deadline_s
        self._deadlines = Deadlines(deadline_s)
        self._output = output_bytes
        self._command = tuple(command or child_command())
        self._idle: list[_Child] = []
        self._busy: set[_Child] = set()
        self._lock = threading.Lock()
        self._closed = False

    def extract(self, path: str) -> Sequence[Document]:
        """The documents in the file, at least one. Raises `UnreadableError` and nothing else.

        A file that takes longer than the deadline is not tried again: it would only take as long.
        """
        crash = ""
        for _ in range(_TRIES):
            child = self._take()
            try:
                answer = child.ask(path, self._deadline_s, self._deadlines, self._output)
            except FrameTooLargeError as error:
                self._drop(child)
                raise UnreadableError(Reason.TOO_LARGE, "it yields more text than the limit") from error
            except _ChildDiedError as error:
                self._drop(child)
                if error.late:
                    raise UnreadableError(Reason.TOO_SLOW, f"more than {self._deadline_s:g} seconds") from error
                if self._closed:
                    raise UnreadableError(Reason.TOO_SLOW, "reading was stopped") from error
                crash = str(error)
                continue
            if answer.get("spent"):
                self._drop(child)
            else:
                self._give_back(child)
            return _documents(answer)
        logger.info("the parser of %r crashed twice: %s", path, crash)
        raise UnreadableError(Reason.DAMAGED, f"its parser crashed twice ({crash})")

    @property
    def busy(self) -> int:
        """Files that are being read now."""
        with self._lock:
            return len(self._busy)

    @property
    def children(self) -> list[int]:
        """Process ids of the children that wait for a file."""
        with self._lock:
            return [child.pid for child in self._idle]

    def close(self) -> None:
        """End all children. An `extract` that is under way in another thread is refused."""
        with self._lock:
            self._closed = True
            children = [*self._idle, *self._busy]
            self._idle.clear()
        for child in children:
            child.end()
        self._deadlines.close()
        if self._scratch:
            self._scratch.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()

    def _take(self) -> _Child:
        with self._lock:
            if self._closed:
                raise UnreadableError(Reason.TOO_SLOW, "reading was stopped")
            child = self._idle.pop() if self._idle else None
        if child is None:
            try:
                child = _Child(self._command, self._settings, self._environment)
            except OSError as error:
                raise UnreadableError(Reason.HELPER_MISSING, f"its reader cannot be started: {error.strerror}") from error
        with self._lock:
            self._busy.add(child)
        return child

    def _give_back(self, child: _Child) -> None:
        with self._lock:
            self._busy.discard(child)
            if not self._closed:
                self._idle.append(child)
                return
        child.end()

    def _drop(self, child: _Child) -> None:
        with self._lock:
            self._busy.discard(child)
        child.end()


def child_command() -> list[str]:
    """What starts a child: this interpreter, or the frozen program with a word for its door."""
    if getattr(sys, "frozen", False):
        return [sys.executable, "--extraction-child"]
    return [sys.executable, "-m", "pincite.extraction.child"]


class _Child:
    """One process that reads files."""

    def __init__(self, command: Sequence[str], settings: dict[str, Any], environment: Mapping[str, str]) -> None:
        environment = {**os.environ, **environment, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "PYTHONIOENCODING": "utf-8"}
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment,
            creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0), process_group=0 if os.name == "posix" else None,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests = self._process.stdin
        self._answers = self._process.stdout
        self._late = False
        with contextlib.suppress(OSError):  # it died at once: the first question will tell
            write_frame(cast("Any", self._requests), settings)

    @property
    def pid(self) -> int:
        """The process id."""
        return self._process.pid

    def ask(self, path: str, deadline_s: float, deadlines: Deadlines, limit: int) -> dict[str, Any]:
        """The child's answer. Raises `_ChildDiedError` if it dies first or is killed at the deadline."""
        number = deadlines.set(self._guard(deadline_s))
        try:
            write_frame(cast("Any", self._requests), {"path": path})
            answer = read_frame(cast("Any", self._answers), limit + 1024)
        except (OSError, ValueError, json.JSONDecodeError) as error:
            raise _ChildDiedError(self._fate(), late=self._late) from error
        finally:
            deadlines.call_off(number)
        if answer is None:
            raise _ChildDiedError(self._fate(), late=self._late)
        return answer

    def _guard(self, deadline_s: float) -> Expire:
        """What kills the process at the deadline. The time in which others had the processor does not count, up to `LONGEST` deadlines."""
        began, starved = time.monotonic(), starved_s(self._process.pid)

        def expire() -> float:
            passed_s = time.monotonic() - began
            counted_s = max(passed_s - (starved_s(self._process.pid) - starved), passed_s / LONGEST)
            left_s = deadline_s - counted_s
            if left_s > 0:
                return max(left_s, _TICK_S)
            self._late = True
            self._kill()
            return 0.0

        return expire

    def _kill(self) -> None:
        with contextlib.suppress(OSError):
            if os.name == "posix":
                os.killpg(self._process.pid, signal.SIGKILL)  # with the helpers it may have started
            else:
                self._process.kill()

    def _fate(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            code = self._process.wait(5)
            if code < 0:
                with contextlib.suppress(ValueError):
                    return signal.Signals(-code).name
            return f"status {code}"
        return "no answer"

    def end(self) -> None:
        """Kill the process and let go of its pipes."""
        self._kill()
        self._process.wait()
        for stream in (self._requests, self._answers):
            with contextlib.suppress(OSError):
                stream.close()


def _documents(answer: dict[str, Any]) -> list[Document]:
    try:
        if "refusal" in answer:
            raise refusal_from_json(answer["refusal"])
        documents = [from_json(document) for document in answer["documents"]]
    except (KeyError, TypeError, ValueError) as error:
        raise UnreadableError(Reason.DAMAGED, "its parser answered with rubbish") from error
    if not documents:
        raise UnreadableError(Reason.NO_TEXT)
    return documents
