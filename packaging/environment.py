"""The checkout's own virtual environment: made once, filled from the lock file, filled again only when that changes."""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import debian
from console import Stopped, clean_environment, run, say

CHECKOUT = Path(__file__).resolve().parent.parent
LOCK = CHECKOUT / "requirements.lock"
SECTION = "#: "
"""A line of the lock file that begins so opens a section: build, core or test."""


def environment_folder() -> Path:
    """`.venv` in the checkout, or where PINCITE_VENV says."""
    return Path(os.environ.get("PINCITE_VENV") or CHECKOUT / ".venv").absolute()


def python_of(folder: Path) -> Path:
    """The interpreter of the environment in *folder*, whether it is there or not."""
    return folder / "Scripts" / "python.exe" if os.name == "nt" else folder / "bin" / "python"


def locked(text: str, sections: Sequence[str]) -> str:
    """The lines of the lock file's *text* that stand in *sections*."""
    lines: list[str] = []
    current = ""
    for line in text.splitlines():
        if line.startswith(SECTION):
            current = line.removeprefix(SECTION).split(" ", 1)[0]
        elif current in sections:
            lines.append(line)
    return "\n".join(lines) + "\n"


def ready_environment(sections: Sequence[str]) -> Path:
    """The interpreter of an environment that holds *sections* of the lock file and this checkout; made or mended if need be."""
    folder = environment_folder()
    python = python_of(folder)
    text = LOCK.read_text("utf-8")
    marks = {folder / f"pincite-{name}.stamp": _fingerprint(locked(text, sections[: i + 1])) for i, name in enumerate(sections)}
    stamp, mark = list(marks.items())[-1]
    if not _works(python):
        _create(folder)
    elif stamp.is_file() and stamp.read_text("utf-8") == mark:
        return python
    for old in folder.glob("pincite-*.stamp"):
        old.unlink()  # what is half installed is not installed
    _install(python, locked(text, sections), folder)
    for path, value in marks.items():
        path.write_text(value, "utf-8")
    return python


def _fingerprint(wanted: str) -> str:
    """Changes with the lock file, the interpreter, the project file, and the place of the checkout."""
    project = (CHECKOUT / "pyproject.toml").read_text("utf-8")
    parts = (wanted, project, sys.version, str(CHECKOUT))
    return hashlib.sha256("\0".join(parts).encode()).hexdigest() + "\n"


def _works(python: Path) -> bool:
    """Whether an environment is there and its interpreter starts, is new enough and has pip."""
    if not python.exists():
        return False
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    result = subprocess.run([str(python), "-c", probe], env=clean_environment(), capture_output=True, check=False)
    return result.returncode == 0


def _create(folder: Path) -> None:
    """Make the environment anew; whatever half of one stands there is replaced."""
    if folder.exists() and not (folder / "pyvenv.cfg").exists() and any(folder.iterdir()):
        raise Stopped(f"{folder} is there but is no virtual environment; move it away, or name another place in PINCITE_VENV.")
    say(f"Making a virtual environment in {folder}")
    detail = _make(folder)
    if "ensurepip" in detail or "No module named venv" in detail:
        package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
        if not debian.install([package]):
            raise Stopped(f"This Python cannot make virtual environments; on Debian or Ubuntu run: sudo apt-get install -y {package}")
        detail = _make(folder)
    if detail:
        raise Stopped(f"The virtual environment could not be made: {detail.splitlines()[-1]}")


def _make(folder: Path) -> str:
    """Run venv; what it said if it failed, else nothing."""
    command = [sys.executable, "-m", "venv", "--clear", str(folder)]
    result = subprocess.run(command, env=clean_environment(), capture_output=True, text=True, check=False)
    return "" if result.returncode == 0 else (result.stdout + result.stderr).strip() or "no reason was given"


def _install(python: Path, wanted: str, folder: Path) -> None:
    """Install exactly what the lock file says, each file checked by its hash, then this checkout itself."""
    count = sum(1 for line in wanted.splitlines() if "==" in line)
    say(f"Installing {count} pinned packages where they are not there yet (the first time about a minute and 450 MB)")
    requirements = folder / "pincite-requirements.txt"
    requirements.write_text(wanted, "utf-8")
    pip = [python, "-m", "pip", "--quiet", "install", "--no-input"]
    if run([*pip, "--require-hashes", "--no-deps", "-r", requirements]) != 0:
        raise Stopped("The packages could not be installed; the lines above say why. Run the command again when that is mended.")
    if run([*pip, "--no-deps", "--no-build-isolation", "--editable", CHECKOUT]) != 0:
        raise Stopped("Pincite itself could not be installed; the lines above say why.")
