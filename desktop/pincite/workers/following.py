"""What `pincite index --watch` is as a process: an indexer that takes orders from standard input, and ends with it or by a signal. No Qt."""

from __future__ import annotations

import logging
import os
import signal
import stat
import sys
import time
from collections.abc import Callable
from threading import Thread
from types import FrameType
from typing import IO

from pincite.domain.errors import PinciteError
from pincite.domain.events import Failed, IndexEvent
from pincite.workers.indexer import Indexer
from pincite.workers.priority import stand_back
from pincite.workers.wire import to_line

logger = logging.getLogger(__name__)

AT_ONCE_S = 0.1
"""A standard input that ends this soon was never anybody's to close."""
ORPHAN_S = 0.5
"""Seconds between looks at whether the process that started this one is still there."""


def follow(
    make: Callable[[Callable[[IndexEvent], None]], Indexer], orders: IO[str], *, json_lines: bool, show: Callable[[IndexEvent], None]
) -> int:
    """Run the indexer that *make* makes until its *orders* (standard input) end or say so, or a signal comes; the exit status.

    Events go to standard output as JSON lines, or to *show*. Status 0 when it was told to stop, 130 when it was interrupted,
    1 when it failed. The files that a window needs come first, so the process stands back.
    """
    stopped_by: list[int] = []
    emit = _print_line if json_lines else show
    try:
        indexer = make(emit)
    except PinciteError as error:
        emit(Failed(str(error)))
        return 1

    def on_signal(number: int, frame: FrameType | None) -> None:
        del frame
        stopped_by.append(number)
        indexer.stop()

    for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), on_signal)
    stand_back()
    Thread(target=_take_orders, args=(orders, indexer), name="orders", daemon=True).start()
    try:
        indexer.run()
    except BrokenPipeError:
        return 0  # whoever listened is gone
    except PinciteError as error:
        emit(Failed(str(error)))
        return 1
    except Exception:
        logger.exception("the indexer failed")
        emit(Failed("The indexer failed; the log has the details."))
        return 1
    return 130 if signal.SIGINT in stopped_by else 0


def _print_line(event: IndexEvent) -> None:
    sys.stdout.write(to_line(event) + "\n")
    sys.stdout.flush()


def _take_orders(orders: IO[str], indexer: Indexer) -> None:
    """Pass on what standard input says. When a pipe is closed by whoever held it, the work is over.

    A terminal's end of file says the same. What ends at once (`/dev/null`, a pipe that nobody ever held) says nothing; then the
    process that started this one is watched instead, if it could have held that pipe.
    """
    began = time.monotonic()
    parent = os.getppid()
    held = _may_be_closed(orders)
    try:
        for line in orders:
            indexer.obey(line)
    except (OSError, ValueError):
        logger.debug("standard input cannot be read", exc_info=True)
    if not held:
        return
    if time.monotonic() - began < AT_ONCE_S:
        while os.getppid() == parent:
            time.sleep(ORPHAN_S)
    indexer.stop()


def _may_be_closed(orders: IO[str]) -> bool:
    """Whether somebody holds the other end of standard input."""
    try:
        mode = os.fstat(orders.fileno()).st_mode
    except (OSError, ValueError):
        return False
    return stat.S_ISFIFO(mode) or stat.S_ISSOCK(mode) or orders.isatty()
