"""What the two commands say while they work, and how they run other programs. Standard library only, like all of this folder's commands."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

INTERRUPTED = 130
"""Exit status after Ctrl+C, as a shell gives it."""

HIDDEN = ("PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV", "PIP_TARGET", "PIP_PREFIX", "PIP_USER", "PIP_REQUIRE_VIRTUALENV", "__PYVENV_LAUNCHER__")
"""Variables of the caller's Python set-up that would lead ours astray."""


class Stopped(Exception):  # a sentence for the person at the terminal, not a fault of the program
    """The command cannot go on; its message is one sentence that says what to do."""


def say(text: str) -> None:
    """One line on stderr, so that stdout holds nothing but answers."""
    print(text, file=sys.stderr, flush=True)


def clean_environment(**extra: str) -> dict[str, str]:
    """The caller's environment without what would mix another Python into ours, plus *extra*."""
    kept = {name: value for name, value in os.environ.items() if name not in HIDDEN}
    return kept | {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONUTF8": "1"} | extra


def run(command: Sequence[str | Path], environment: Mapping[str, str] | None = None, cwd: Path | None = None) -> int:
    """Run *command* on our own terminal and give its exit status as a shell would (128 and more: ended by a signal).

    Ctrl+C reaches it too, and we wait for it.
    """
    with subprocess.Popen([str(part) for part in command], env=environment or clean_environment(), cwd=cwd) as process:
        while True:
            try:
                status = process.wait()
                return status if status >= 0 else 128 - status
            except KeyboardInterrupt:
                continue  # the child got the signal as well and decides; a second wait collects it


def main_status(main: Callable[[], int]) -> int:
    """Run *main*, turning a `Stopped` and Ctrl+C into a sentence and an exit status."""
    try:
        return main()
    except Stopped as stopped:
        say(str(stopped))
        return 1
    except KeyboardInterrupt:
        say("Stopped.")
        return INTERRUPTED
