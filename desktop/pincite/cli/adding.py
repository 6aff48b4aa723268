"""`pincite add`: fetches one web page that was asked for, keeps it as a file in a folder of the library, and indexes it."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from pincite.assembly import open_syncer
from pincite.cli.indexing import synced_object
from pincite.cli.terminal import Terminal, plain
from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Root
from pincite.domain.errors import IndexLockedError, PinciteError
from pincite.domain.events import IndexEvent, LeftOut, Synced
from pincite.domain.paths import lies_in
from pincite.settings import Settings, save, with_folders
from pincite.sources.walk import Place
from pincite.sources.web_page import PageLoader

WEB_PAGES = "Web pages"
"""Folder in the library's own that keeps pages if no other is named."""


def add(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Fetch the page, add its folder to the library if it is not there yet, and print where the page is."""
    folder = os.path.abspath(arguments.folder or settings.library / WEB_PAGES)  # noqa: PTH100  # keeps links as typed
    settings = with_folders(settings, (folder,))
    root = _root_of(settings, folder)
    path = PageLoader(headers=dict(arguments.header)).save(arguments.address, folder)
    save(settings)
    terminal.say(f"Kept as {plain(path)}")
    left_out: list[LeftOut] = []
    try:
        done = _indexed(settings, root, folder, left_out)
    except IndexLockedError:
        terminal.say("Another process is indexing this library; the page is searchable once that has read it.")
        done = Synced()
    why = next((event.skipped for event in left_out if event.path == path), None)
    if terminal.json:
        refusal = {"reason": why.reason.code, "detail": why.detail or why.reason.sentence} if why else {}
        terminal.object({"address": arguments.address, "path": path, "root": root.name, **refusal, **synced_object(done)})
    elif why:
        terminal.say(f"It cannot be searched: {why.detail or why.reason.sentence}")
    return 0


def _root_of(settings: Settings, folder: str) -> Root:
    """The folder of the library that holds *folder*; the library's own files are never read as part of a larger folder."""
    root = max((root for root in settings.roots if lies_in(folder, root.path)), key=lambda root: len(root.path))
    library = str(settings.library)
    if lies_in(folder, library) and not lies_in(root.path, library):
        raise PinciteError(f"{folder} is inside the library's own folder, which is not read; please name another with --folder.")
    return root


def _indexed(settings: Settings, root: Root, folder: str, left_out: list[LeftOut]) -> Synced:
    below = Path(os.path.relpath(folder, root.path)).as_posix()
    token = CancelToken()

    def note(event: IndexEvent) -> None:
        if isinstance(event, LeftOut):
            left_out.append(event)

    with open_syncer(settings, note) as syncer:
        done = syncer.sync(token, {root.id: [Place("" if below == "." else below, deep=False)]})
        syncer.embed(token)
    return done
