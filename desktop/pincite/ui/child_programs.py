"""What the window has other processes of this program do."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable

from pincite.settings import Settings, save


def indexer_command(settings: Settings) -> tuple[str, ...]:
    """What follows the disk, and tells in lines of JSON what it does."""
    return (sys.executable, "-m", "pincite", "index", "--watch", "--json", "--library", str(settings.library))


def store(settings: Settings, removed: Iterable[str]) -> Settings:
    """Forget the *removed* folders with all of their text, and keep *settings*. Raises `StorageError`."""
    for path in removed:
        forget = (sys.executable, "-m", "pincite", "forget", path, "--library", str(settings.library))
        subprocess.run(forget, check=False, capture_output=True)
    save(settings)
    return settings
