"""The window's end of the search process: hands it work, cancels it, and starts it again if it dies. No Qt."""

from __future__ import annotations

import contextlib
import logging
import pickle
import subprocess
import sys
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import BinaryIO, cast

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import Cancelled, PinciteError
from pincite.library.pipes import GONE, end_child, start_child
from pincite.settings import Settings
from pincite.workers.searching import Work

log = logging.getLogger(__name__)

SEARCHER = "pincite.workers.searcher"
"""The module that the process runs."""
RESTARTS = 3
"""Times that a process which died is started again."""
PATIENCE_S = 1.0
"""Seconds that the system has to take a killed process away."""


@dataclass(frozen=True, slots=True)
class SearchOrder:
    """What the process is told at its start: the settings, and the least level of what it logs."""

    settings: Settings
    log_level: int


@dataclass(frozen=True, slots=True)
class Request:
    """What crosses to the process: *work* to be done, or None if that of this *number* is not wanted any more."""

    number: int
    work: Work | None = None


class RemoteSearch:
    """Does work in a child process, so that neither scores nor text ever hold Python's lock while the window paints.

    It is for one thread, which waits for each answer; `give_up` and the tokens' `cancel` may be called from another and never
    wait. The first thing that the child reads is *order*. One that was found dead is started again for the next work.
    """

    def __init__(self, command: Sequence[str], order: object) -> None:
        self._command = command
        self._order = order
        self._child: subprocess.Popen[bytes] | None = None
        self._speaking = threading.Lock()
        self._number = 0
        self._starts = 0
        self._given_up = False

    def warm(self) -> None:
        """Start the child, which loads while something else is done here. What fails now is said by the first `do`."""
        with contextlib.suppress(*GONE):
            self._running()

    def do(self, work: Work, token: CancelToken) -> object:
        """What comes of *work*. Raises the `PinciteError` it met there, one if the process died over it, `Cancelled` if it was given up."""
        token.check()
        try:
            child = self._running()
            self._number += 1
            self._send(child, Request(self._number, work))
            token.tell(partial(self._cancel, child, self._number))
            value = pickle.load(cast("BinaryIO", child.stdout))  # noqa: S301  # written by this program
        except GONE as error:
            if self._given_up:
                raise Cancelled("given up") from error
            log.warning("the search process is gone (%s)", type(error).__name__)
            self.close()
            raise PinciteError("Searching broke off; it begins again with your next question.") from error
        if isinstance(value, PinciteError):
            raise value
        return value

    def give_up(self) -> None:
        """End the child at once, whatever it does: it has nothing that would have to be finished."""
        self._given_up = True
        child = self._child
        if child is not None:
            child.kill()

    def close(self) -> None:
        """End the child."""
        child, self._child = self._child, None
        if child is not None:
            child.kill()
            end_child(child, PATIENCE_S)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._given_up:
            raise EOFError
        if self._child is not None and self._child.poll() is not None:
            log.warning("the search process ended with status %d", self._child.returncode)
            self.close()
        if self._child is None:
            if self._starts > RESTARTS:
                raise PinciteError("Searching broke off again and again; please close Pincite and open it anew.")
            self._starts += 1
            self._child = start_child(self._command)
            self._send(self._child, self._order)
        return self._child

    def _send(self, child: subprocess.Popen[bytes], message: object) -> None:
        data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
        with self._speaking:
            stream = cast("BinaryIO", child.stdin)
            stream.write(data)
            stream.flush()

    def _cancel(self, child: subprocess.Popen[bytes], number: int) -> None:
        """Tell the child, unless the thread is already saying something else to it: then this work is done, and nothing to be cancelled."""
        if self._speaking.acquire(blocking=False):
            try:
                with contextlib.suppress(*GONE):
                    stream = cast("BinaryIO", child.stdin)
                    stream.write(pickle.dumps(Request(number), pickle.HIGHEST_PROTOCOL))
                    stream.flush()
            finally:
                self._speaking.release()


def start_remote_search(settings: Settings) -> RemoteSearch:
    """A process for the questions put to the library of *settings*, which is loading already."""
    service = RemoteSearch((sys.executable, "-m", SEARCHER), SearchOrder(settings, log.getEffectiveLevel()))
    service.warm()
    return service
