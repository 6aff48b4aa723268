"""Runs a program of the system that reads what we cannot: bounded in time and output, without a shell, without our environment."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import tempfile
from collections.abc import Generator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.source_file import Options

HELPERS: Final = ("antiword", "catdoc", "xls2csv")
"""Programs that read old Office files for us, where they are installed."""
OPTIONAL_PACKAGES: Final = ("oxmsg",)
"""Python packages of our extras without which a kind of file is left out."""
TIME_LIMIT_S = 60.0
MAX_OUTPUT = 64 * 1024 * 1024
"""Bytes of a helper's output; it is taken from a file, so that a helper without end fills no memory."""
_NAME = "{file}"


def installed_helpers() -> tuple[str, ...]:
    """Those of `HELPERS` that are on this machine."""
    return tuple(name for name in HELPERS if shutil.which(name))


def available(options: Options) -> str:
    """Names what reading with these *options* may be helped by on this machine, programs and optional packages; to notice what is installed later."""
    packages = (name for name in OPTIONAL_PACKAGES if find_spec(name))
    return " ".join(sorted({*filter(shutil.which, options.programs), *packages}))


def installed(*names: str) -> str | None:
    """The first of these programs that is on this machine."""
    return next((name for name in names if shutil.which(name)), None)


def run_helper(command: Sequence[str], data: bytes, suffix: str) -> bytes:
    """What *command* prints for a file with this content; "{file}" in it stands for the file's path.

    Raises `UnreadableError`: HELPER_MISSING, TOO_SLOW after `TIME_LIMIT_S`, DAMAGED if it fails and prints nothing.
    """
    program = shutil.which(command[0])
    if program is None:
        raise UnreadableError(Reason.HELPER_MISSING, f"{command[0]} is not installed")
    with _folder() as folder:
        path = Path(folder) / f"input{suffix}"
        path.write_bytes(data)
        output = Path(folder) / "output"
        arguments = [program, *(str(path) if part == _NAME else part for part in command[1:])]
        code = _run(arguments, output, folder)
        with output.open("rb") as stream:
            text = stream.read(MAX_OUTPUT)
    if code != 0 and not text.strip():
        raise UnreadableError(Reason.DAMAGED, f"{command[0]} cannot read it")
    return text


@contextlib.contextmanager
def _folder() -> Generator[str]:
    """A folder for one run. It is emptied by whole paths: `shutil.rmtree` names files in a way that a guarded process cannot judge."""
    folder = Path(tempfile.mkdtemp(prefix="pincite-"))
    try:
        yield str(folder)
    finally:
        with contextlib.suppress(OSError):
            for path in folder.iterdir():
                path.unlink()
            folder.rmdir()


def _run(arguments: Sequence[str], output: Path, folder: str) -> int:
    environment = {"PATH": os.environ.get("PATH", ""), "HOME": folder, "LC_ALL": "C.UTF-8", "OMP_THREAD_LIMIT": "1"}
    try:
        with output.open("wb") as stream:
            finished = subprocess.run(
                arguments, stdin=subprocess.DEVNULL, stdout=stream, stderr=subprocess.DEVNULL, cwd=folder, env=environment,
                timeout=TIME_LIMIT_S, check=False,
            )  # fmt: skip
    except subprocess.TimeoutExpired as error:
        raise UnreadableError(Reason.TOO_SLOW, f"{Path(arguments[0]).name} took longer than {TIME_LIMIT_S:.0f} s") from error
    except PermissionError as error:
        raise UnreadableError(Reason.HELPER_MISSING, f"{Path(arguments[0]).name} may not be started") from error
    except OSError as error:
        raise UnreadableError(Reason.DAMAGED, f"{Path(arguments[0]).name} failed") from error
    return finished.returncode
