"""What the window has other processes of this program do."""

from __future__ import annotations

import subprocess
import sys

from pincite.settings import Settings, save


def indexer_command(settings: Settings) -> tuple[str, ...]:
    """What follows the disk, and tells in lines of JSON what it does."""
    return (sys.executable, "-m", "pincite", "index", "--watch", "--json", "--library", str(settings.library))


def store(before: Settings, settings: Settings) -> Settings:
    """Keep *settings*: folders that they lack are forgotten with all of their text, of those that moved all stays known. Raises `StorageError`."""
    places = {root.id: root.path for root in settings.roots}
    for root in before.roots:
        if root.id not in places:
            _run(settings, "forget", root.path)
    for root in before.roots:
        if (place := places.get(root.id, root.path)) != root.path:
            _run(settings, "moved", root.path, place)
    save(settings)
    return settings


def _run(settings: Settings, verb: str, *folders: str) -> None:
    subprocess.run((sys.executable, "-m", "pincite", verb, *folders, "--library", str(settings.library)), check=False, capture_output=True)
