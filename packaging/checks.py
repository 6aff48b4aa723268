"""What `test.py` does once the Python is new enough."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Sequence

import qt_libraries
from console import Stopped, clean_environment, main_status, run, say
from environment import CHECKOUT, ready_environment

PYTHON = "{python}"
"""Stands for the environment's interpreter, wherever the environment lies."""
CHECKS = (
    ("style", ("-m", "ruff", "check", "--quiet", ".")),
    ("types", ("-m", "pyright", "--pythonpath", PYTHON)),
    ("contracts", ("-c", "from importlinter.cli import lint_imports_command; lint_imports_command()")),
)
"""Name and arguments of each check that is not a test; all run with the environment's interpreter from the checkout."""


def main(arguments: Sequence[str]) -> int:
    """Set up, run every check and all tests even if one fails; 0 only if everything held."""
    return main_status(lambda: _test(arguments))


def _test(arguments: Sequence[str]) -> int:
    python = ready_environment(("build", "core", "test"))
    if not qt_libraries.ensure(qt_libraries.CORE):
        raise Stopped("The tests draw the window, so they need these libraries.")
    environment = clean_environment(QT_QPA_PLATFORM="offscreen", OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
    failed = [name for name, command in CHECKS if not _holds(name, [str(python), *(word.replace(PYTHON, str(python)) for word in command)], environment)]
    status = run([python, "-m", "pytest", *arguments], environment, CHECKOUT)
    return status or int(bool(failed))


def _holds(name: str, command: Sequence[str], environment: dict[str, str]) -> bool:
    """Run one check, in silence if it holds."""
    started = time.monotonic()
    result = subprocess.run(command, cwd=CHECKOUT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    say(f"{name}: {'holds' if result.returncode == 0 else 'BROKEN'} ({time.monotonic() - started:.0f} s)")
    if result.returncode != 0:
        say(result.stdout.rstrip())
    return result.returncode == 0
