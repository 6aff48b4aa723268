"""What `start.py` does once the Python is new enough."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import qt_libraries
from console import INTERRUPTED, clean_environment, main_status, run, say
from environment import CHECKOUT, ready_environment

SAMPLE = CHECKOUT / "resources" / "sample-library"
VALUED = ("--mode", "--channel", "--filter", "--exclude", "--order", "--limit")
"""Options of `pincite search` that take a value and are handed on."""
PLAIN = ("--best", "--explain")
"""Options of `pincite search` that take none."""


@dataclass(frozen=True)
class Request:
    """What was asked for on the command line; `common` goes to every verb, `search` to searching alone."""

    folders: tuple[str, ...]
    ask: str | None
    window: bool
    library: str | None
    common: tuple[str, ...]
    search: tuple[str, ...]


def main(arguments: Sequence[str]) -> int:
    """Set up, then open the window or work in the terminal; gives the exit status."""
    request = _request(arguments)
    return main_status(lambda: _start(request))


def _request(arguments: Sequence[str]) -> Request:
    parser = argparse.ArgumentParser(prog="start.py", description="Search your own folders: in a window, or in this terminal.", allow_abbrev=False)
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="folders to search; without one, the bundled sample library")
    parser.add_argument("--ask", metavar="QUESTION", help="answer one question in the terminal and end")
    parser.add_argument("--no-window", action="store_true", help="stay in the terminal even if there is a display")
    parser.add_argument("--library", metavar="DIR", help="where the index lies (default: this system's data folder)")
    common = parser.add_argument_group("handed on to pincite")
    for name in ("--json", "--quiet", "--verbose"):
        common.add_argument(name, action="store_true")
    for name in VALUED:
        common.add_argument(name, action="append", metavar="VALUE", default=[])
    for name in PLAIN:
        common.add_argument(name, action="store_true")
    found = vars(parser.parse_intermixed_args(list(arguments)))
    search = [part for name in VALUED for value in found[name[2:]] for part in (name, value)]
    return Request(
        folders=tuple(found["folders"]),
        ask=found["ask"],
        window=not found["no_window"] and found["ask"] is None and has_display(),
        library=found["library"] or os.environ.get("PINCITE_LIBRARY"),
        common=tuple(name for name in ("--json", "--quiet", "--verbose") if found[name[2:]]),
        search=(*search, *(name for name in PLAIN if found[name[2:]])),
    )


def has_display() -> bool:
    """Whether a window can be shown: always but on a Unix without a display server."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def _start(request: Request) -> int:
    python = ready_environment(("build", "core"))
    wanted = qt_libraries.CORE + (qt_libraries.SCREEN if request.window else ())
    can_draw = qt_libraries.ensure(wanted)
    folders = [str(Path(folder).expanduser()) for folder in request.folders] or [str(SAMPLE)]
    if not request.folders:
        say("No folder was named, so this is the bundled sample library.")
    pincite = _Pincite(python, _library(python, request), request.common)
    if request.window and can_draw:
        say(f"Opening the window on {', '.join(folders)}")
        return pincite.run("open", *folders)
    if not can_draw and request.window:
        say("Going on in the terminal.")
    return _in_terminal(pincite, request, folders)


def _library(python: Path, request: Request) -> str | None:
    """Where the index lies: as told, beside the user's own for the sample library, or None for the default place."""
    if request.library or request.folders:
        return request.library
    probe = "from platformdirs import user_data_dir; print(user_data_dir('pincite', appauthor=False))"
    data = subprocess.run([str(python), "-c", probe], env=clean_environment(), capture_output=True, text=True, check=True)
    return str(Path(data.stdout.strip()) / "sample")


@dataclass(frozen=True)
class _Pincite:
    """The program in its environment, on one library."""

    python: Path
    library: str | None
    common: tuple[str, ...]

    def run(self, verb: str, *arguments: str, common: Sequence[str] | None = None) -> int:
        library = ("--library", self.library) if self.library else ()
        options = self.common if common is None else common
        return run([self.python, "-m", "pincite", verb, *library, *options, *arguments])


def _in_terminal(pincite: _Pincite, request: Request, folders: Sequence[str]) -> int:
    """Bring the index in step, then answer the one question or prompt for more."""
    # The answer alone belongs on stdout when a program reads it.
    indexing = ("--quiet",) if "--json" in request.common else request.common
    status = pincite.run("index", "--", *folders, common=indexing)
    if status != 0:
        return status
    if request.ask is not None:
        return pincite.run("search", *request.search, "--", request.ask)
    return _prompt(pincite, request)


def _prompt(pincite: _Pincite, request: Request) -> int:
    """Ask until an empty line or the end of input."""
    say('Ask in plain words; an empty line ends. (One question from a script: --ask "...")')
    while True:
        try:
            question = input("\n? ").strip()
        except EOFError:
            say("")
            return 0
        if not question:
            return 0
        if pincite.run("search", *request.search, "--", question) == INTERRUPTED:
            return INTERRUPTED
