"""What `pincite open` and `pincite screenshot` do: settings, a display, the window, and its exit status."""

from __future__ import annotations

import argparse
import logging
import os
import sys
from pathlib import Path

from pincite.domain.errors import PinciteError
from pincite.settings import Settings, default_library, load, save, with_folders
from pincite.workers.libraries import named_library
from pincite.workers.search_client import start_remote_search


def run(arguments: argparse.Namespace) -> int:
    """Do what `pincite open` and `pincite screenshot` ask for; returns the exit status."""
    logging.basicConfig(level=logging.DEBUG if getattr(arguments, "verbose", False) else logging.WARNING, format="%(name)s: %(message)s")
    try:
        settings = _settings(arguments)
        if arguments.verb == "screenshot":
            from pincite.ui.screenshot import take_screenshot  # noqa: PLC0415  # sets the platform before Qt starts

            return take_screenshot(arguments, settings)
        return _open(settings, tuple(arguments.folders))
    except PinciteError as error:
        sys.stderr.write(f"pincite: {error}\n")
        return 1


def _settings(arguments: argparse.Namespace) -> Settings:
    named: str | None = getattr(arguments, "library", None)
    return load(named_library(named) if named else default_library())


def _check_display() -> None:
    if sys.platform.startswith("linux") and not any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")):
        raise PinciteError("There is no display for the window; ask in the terminal with: pincite search \"your question\".")


def _open(settings: Settings, folders: tuple[str, ...]) -> int:
    for folder in folders:
        if not Path(folder).is_dir():
            raise PinciteError(f"There is no folder {folder}; please check its name.")
    _check_display()
    if folders:
        settings = with_folders(settings, folders)
        save(settings)
    service = start_remote_search(settings) if settings.roots else None
    from pincite.ui.event_loop import run_window  # noqa: PLC0415  # Qt and the window take half a second, while the search process loads, too

    return run_window(settings, service)
