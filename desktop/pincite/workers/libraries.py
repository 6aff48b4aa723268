"""The libraries of this person: folders side by side in the platform's data folder, each with its own settings and index. No Qt."""

from __future__ import annotations

import os
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from pincite.domain.errors import SettingsError
from pincite.settings import FILE_NAME, Settings, default_library, libraries_folder, save, with_folders

UNNAMED = Settings(Path()).name
"""What a library is called in its settings before anybody named it."""


@dataclass(frozen=True, slots=True)
class LibraryEntry:
    """A library as a menu lists it: its folder and what it is called."""

    path: str
    name: str


def libraries(current: Path) -> tuple[LibraryEntry, ...]:
    """Those in the platform's data folder, and *current* wherever it is, by name. Only looks: a damaged one is named after its folder."""
    folders = {current, *(file.parent for file in libraries_folder().glob(f"*/{FILE_NAME}"))}
    entries = (LibraryEntry(str(folder), _name_of(folder)) for folder in folders)
    return tuple(sorted(entries, key=lambda entry: (entry.name.casefold(), entry.path)))


def named_library(named: str) -> Path:
    """The folder that *named* means: a folder that is there or is spelled as one, else the library that is called so, else a new folder.

    Raises `SettingsError` if several libraries are called so.
    """
    folder = Path(os.path.abspath(named))  # noqa: PTH100  # keeps links as typed
    if os.sep in named or folder.is_dir():
        return folder
    called = [entry for entry in libraries(default_library()) if entry.name.casefold() == named.casefold()]
    if len(called) > 1:
        raise SettingsError(f"Several libraries are called {named}; please name one by its folder: {', '.join(entry.path for entry in called)}.")
    return Path(called[0].path) if called else folder


def new_library(name: str, folder: str) -> Settings:
    """Make a library called *name* that reads *folder*, in a folder of its own. Raises `StorageError`."""
    settings = with_folders(Settings(_free_place(name), name=name), (folder,))
    save(settings)
    return settings


def _name_of(folder: Path) -> str:
    """Its name in the settings; unnamed, that of the first folder it reads; else its own."""
    try:
        data = tomllib.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
        name, roots = data.get("name", UNNAMED), data.get("roots")
        if name == UNNAMED and roots:
            name = roots[0]["name"]
    except (OSError, ValueError, LookupError, TypeError):
        return folder.name
    return folder.name if name == UNNAMED else str(name)


def _free_place(name: str) -> Path:
    shelf, slug = libraries_folder(), re.sub(r"[^\w-]+", "-", name.casefold()).strip("-_") or "library"
    place, number = shelf / slug, 2
    while place.exists():
        place, number = shelf / f"{slug}-{number}", number + 1
    return place
