"""`pincite libraries`: the libraries of this person, what each holds, and where it is."""

from __future__ import annotations

import argparse
from dataclasses import replace
from pathlib import Path

from pincite.assembly import open_searcher
from pincite.cli.contract import present
from pincite.cli.terminal import Terminal, plain
from pincite.domain.errors import PinciteError
from pincite.domain.wording import counted
from pincite.library.overview import Overview
from pincite.settings import Settings, load
from pincite.workers.libraries import LibraryEntry
from pincite.workers.libraries import libraries as known_libraries


def libraries(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """List them by name; the one that the other verbs would use now is marked."""
    del arguments
    here = str(settings.library)
    found = [(entry, _held(Path(entry.path))) for entry in known_libraries(settings.library) if Path(entry.path).is_dir()]
    if terminal.json:
        terminal.object({"libraries": [_object(entry, held, current=entry.path == here) for entry, held in found]})
        return 0
    for entry, held in found:
        terminal.result(f"{'*' if entry.path == here else ' '} {plain(entry.name)}: {plain(_said(held))}")
        terminal.result(f"    {plain(entry.path)}")
    if not found:
        terminal.say("There is no library yet; pincite index FOLDER begins one.")
    return 0


def _held(folder: Path) -> Overview | str:
    """What is in the index of the library in *folder*, or the sentence that says why that is not known."""
    try:
        settings = load(folder)
        with open_searcher(replace(settings, meaning=replace(settings.meaning, encoder="none"))) as searcher:  # counting needs no encoder
            return searcher.overview()
    except PinciteError as error:
        return str(error)


def _said(held: Overview | str) -> str:
    if isinstance(held, str):
        return held
    return f"{counted(held.documents, 'document')}, {counted(held.passages, 'passage')}, {held.size / 1e6:,.1f} MB" if held.passages else "nothing is indexed yet"


def _object(entry: LibraryEntry, held: Overview | str, *, current: bool) -> dict[str, object]:
    if isinstance(held, str):
        return {"name": entry.name, "path": entry.path, "current": current, "trouble": held}
    return present(
        name=entry.name, path=entry.path, current=current, documents=held.documents, passages=held.passages, bytes=held.size,
        roots=[root.path for root in held.roots], indexed_at=held.indexed_at,
    )
