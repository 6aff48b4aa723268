"""Child processes of this program that are spoken to by pickles: what both ends have to know. No Qt."""

from __future__ import annotations

import contextlib
import os
import pickle
import subprocess
from collections.abc import Sequence
from typing import BinaryIO, cast

GONE = (OSError, EOFError, ValueError, pickle.UnpicklingError)
"""How it shows that the other end is gone: a broken pipe, a message cut off, or a pipe that was shut meanwhile."""


def start_child(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start *command* with pipes for what it is asked and what it answers. In a group of its own, so that Ctrl+C does not reach it."""
    return subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, creationflags=getattr(subprocess, "CREATE_NO_WINDOW", 0),
        process_group=0 if os.name == "posix" else None,
    )  # fmt: skip


def end_child(child: subprocess.Popen[bytes], patience_s: float) -> None:
    """Wait *patience_s* seconds until *child* has ended by itself, then kill it, and shut its pipes."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        child.wait(patience_s)
    child.kill()
    child.wait()
    for stream in (child.stdin, child.stdout):
        with contextlib.suppress(OSError):
            cast("BinaryIO", stream).close()


def take_streams() -> tuple[BinaryIO, BinaryIO]:
    """A child's two pipes; what a library prints goes to the errors instead of between the answers."""
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    return requests, answers
