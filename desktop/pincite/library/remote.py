"""Reading in a process of its own, which also builds the segments: what a first run does, so that it uses every core.

Both ends are this program, so messages are pickles. Files are parsed in yet another process, which the builder's own extractor keeps
at arm's length. A request is a task, answered by (outcome, characters held), or None, answered by the name of the finished segment or
by the error that kept it from being written.
"""

from __future__ import annotations

import logging
import pickle
import subprocess
import time
from collections.abc import Sequence
from typing import Any, BinaryIO, cast

from pincite.domain.documents import Reason, Skipped, Source
from pincite.domain.errors import PinciteError
from pincite.domain.protocols import Builder
from pincite.library.batch import BATCH, BATCH_CHARACTERS, FIRST_S, LONGEST_INTERVAL_S, cuts_of, state_of
from pincite.library.outcomes import Filed, Lost, Outcome, Slice, Task
from pincite.library.pipes import GONE, end_child, start_child
from pincite.library.reader import FileReader

logger = logging.getLogger(__name__)

_PATIENCE_S = 2.0
"""Seconds that a builder has to end by itself."""


class RemoteReader:
    """Has files read and put into segments by a child process. Plays `Reader` for one thread; `close` may be called from another."""

    def __init__(self, command: Sequence[str], order: object) -> None:
        """*command* starts a child; *order* is the first thing it reads."""
        self._command = command
        self._order = order
        self._child: subprocess.Popen[bytes] | None = None
        self._closed = False
        self._tasks: list[Task] = []
        self._filed: list[Filed] = []
        self._characters = 0
        self._since = 0.0
        self._interval_s = FIRST_S

    @property
    def due(self) -> bool:
        """Whether it is time for a segment: soon at first, so that something can be found, then large ones."""
        if not self._filed:
            return False
        full = len(self._filed) >= BATCH or self._characters >= BATCH_CHARACTERS
        return full or time.monotonic() - self._since >= self._interval_s

    def do(self, task: Task) -> Outcome | Lost:
        """What became of the file. Raises nothing."""
        try:
            outcome, self._characters = self._ask(task)
        except GONE:
            return self._lost(task)
        if isinstance(outcome, Filed):
            if not self._filed:
                self._since = time.monotonic()
            self._tasks.append(task)
            self._filed.append(outcome)
        return cast("Outcome", outcome)

    def finish(self) -> Slice | Lost | None:
        """The segment with all that was read since the last one; None if that is nothing. Raises `StorageError`."""
        if not self._filed:
            return None
        try:
            answer = self._ask(None)
        except GONE:
            return self._lost(None)
        if isinstance(answer, PinciteError):
            raise answer
        done = Slice(answer, tuple(self._filed))
        self._tasks, self._filed = [], []
        self._interval_s = min(2 * self._interval_s, LONGEST_INTERVAL_S)
        return done

    def begin(self) -> None:
        """A child serves one run only: there is nothing to look up again."""

    def warm(self) -> None:
        """Start the child."""
        self._running()

    def close(self) -> None:
        """End the child, and with it what it reads."""
        self._closed = True
        self._end()

    def _ask(self, request: Task | None) -> Any:
        child = self._running()
        assert child.stdin is not None
        assert child.stdout is not None
        pickle.dump(request, child.stdin)
        child.stdin.flush()
        return pickle.load(child.stdout)  # noqa: S301  # written by this program

    def _running(self) -> subprocess.Popen[bytes]:
        if self._closed:
            raise EOFError
        if self._child is None:
            self._child = start_child(self._command)
            assert self._child.stdin is not None
            pickle.dump(self._order, self._child.stdin)
        return self._child

    def _lost(self, task: Task | None) -> Lost:
        lost = Lost(tuple(self._tasks), task)
        self._tasks, self._filed, self._characters = [], [], 0
        self._end()
        return lost

    def _end(self) -> None:
        child, self._child = self._child, None
        if child is None:
            return
        child.terminate()
        end_child(child, _PATIENCE_S)


def serve(reader: FileReader, builder: Builder, requests: BinaryIO, answers: BinaryIO) -> None:
    """The other end: do what is asked until *requests* end."""
    held = 0
    while True:
        try:
            task = cast("Task | None", pickle.load(requests))  # noqa: S301  # written by this program
        except EOFError:
            return
        if task is None:
            answer: object = _finish(builder)
            held = 0
        else:
            outcome = reader.do(task)
            if isinstance(outcome, Source):
                held += sum(len(indexed.document.text) for indexed in outcome.documents)
                outcome = file_away(builder, outcome)
            answer = outcome, held
        pickle.dump(answer, answers)
        answers.flush()


def file_away(builder: Builder, source: Source) -> Filed | Skipped:
    """Put *source* into the next segment; a document that the index refuses must not end the run."""
    try:
        builder.put(source)
    except Exception:
        logger.exception("the index refused a file of type %r", source.stamp.relative.rpartition(".")[2])
        return Skipped(source.stamp, Reason.DAMAGED, "Pincite failed on it; the log has the details.", source.version)
    return Filed(state_of(source), cuts_of(source))


def _finish(builder: Builder) -> str | PinciteError:
    try:
        return builder.finish()
    except PinciteError as error:
        return error
