"""Lets a process that nobody waits for stand back."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

NICENESS = 19
"""The most that Unix knows."""
SESSION_NICENESS = 5
"""A third of the processor beside one busy session: more would starve the reading where several are busy."""
AUTOGROUP = Path("/proc/self/autogroup")


def stand_back() -> None:
    """Let all other processes go first.

    Linux, unless control groups say otherwise, shares the processor among *sessions* first (sched(7), "The autogroup feature"), and
    niceness counts only within one: so a process that leads a session of its own must lower the session, too.
    """
    if not hasattr(os, "nice"):
        return
    os.nice(NICENESS)
    if os.getsid(0) == os.getpid():  # never the shell's
        with contextlib.suppress(OSError):  # not on this system
            AUTOGROUP.write_text(str(SESSION_NICENESS), "ascii")
