"""What `pincite open` and `pincite screenshot` do: a display, the window, and its exit status."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from pincite.domain.errors import PinciteError
from pincite.settings import Settings, save, with_folders
from pincite.sources.roots import expect_folder
from pincite.workers.search_client import start_remote_search


class Output(Protocol):
    """Where a result is printed."""

    @property
    def json(self) -> bool:
        """Whether a script reads it."""
        ...

    def object(self, value: object) -> None:
        """Print one JSON object."""
        ...

    def result(self, text: str) -> None:
        """Print one line of what was asked for."""
        ...


def verb(name: str) -> Callable[[Settings, argparse.Namespace, Output], int]:
    """The function that does what the verb says; it returns the exit status and raises `PinciteError`."""
    return {"open": open_window, "screenshot": screenshot}[name]


def open_window(settings: Settings, arguments: argparse.Namespace, output: Output) -> int:
    """Show the window until it is closed."""
    del output
    for folder in arguments.folders:
        expect_folder(folder)
    _check_display()
    if arguments.folders:
        settings = with_folders(settings, tuple(arguments.folders))
        save(settings)
    service = start_remote_search(settings) if settings.roots else None
    from pincite.ui.event_loop import run_window  # noqa: PLC0415  # Qt and the window take half a second, while the search process loads, too

    return run_window(settings, service)


def screenshot(settings: Settings, arguments: argparse.Namespace, output: Output) -> int:
    """Write the picture."""
    from pincite.ui.screenshot import take_screenshot  # noqa: PLC0415  # sets the platform before Qt starts

    take_screenshot(arguments, settings)
    if output.json:
        output.object({"path": str(Path(arguments.out).absolute())})
    else:
        output.result(arguments.out)
    return 0


def _check_display() -> None:
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise PinciteError("There is no display for the window; ask in the terminal with: pincite search \"your question\".")
