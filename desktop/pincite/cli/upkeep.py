"""`pincite check`, `moved` and `forget`: keep the index honest, and take things out of it for good."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from pincite.assembly import open_syncer
from pincite.cli.terminal import Terminal, plain
from pincite.domain.cancel import CancelToken
from pincite.domain.errors import IndexDamagedError, IndexLockedError, PinciteError
from pincite.domain.events import IndexEvent, Notice
from pincite.domain.wording import counted
from pincite.library.check import Check
from pincite.settings import Settings, save
from pincite.settings import moved as with_moved
from pincite.sources.roots import expect_folder


def check(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Compare disk and index; with `--repair`, mend what differs."""
    found = _compared(settings, terminal, repair=arguments.repair)
    if terminal.json:
        terminal.object({
            "missing": list(found.missing), "stale": list(found.stale), "ghost": list(found.ghost), "repaired": arguments.repair, "sound": found.sound,
        })
        return 0
    for name, paths in (("not in the index", found.missing), ("changed since", found.stale), ("gone from the disk", found.ghost)):
        for path in paths:
            terminal.result(f"{name}: {plain(path)}")
    verdict = "Disk and index agree." if found.sound else "Mended." if arguments.repair else "pincite check --repair mends this."
    terminal.say(verdict)
    return 0


def _compared(settings: Settings, terminal: Terminal, *, repair: bool) -> Check:
    def hear(event: IndexEvent) -> None:
        if isinstance(event, Notice):
            terminal.say(event.text)

    with open_syncer(settings, hear, begin=repair) as syncer:
        try:
            return syncer.check(CancelToken(), repair=repair)
        except IndexDamagedError:
            if not repair:
                raise
    with open_syncer(settings, hear) as syncer:  # beside the damaged one
        return syncer.check(CancelToken(), repair=True)


def moved(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Say where a folder of the library lies now; what is known of its files is kept."""
    wanted = with_moved(settings, arguments.old, arguments.new)
    expect_folder(arguments.new)
    save(wanted)
    path = os.path.abspath(arguments.new)  # noqa: PTH100  # keeps links as typed
    with open_syncer(wanted, lambda _: None) as syncer:
        known = sum(syncer.trust(root, CancelToken()) for root in wanted.roots if root.path == path)
    if terminal.json:
        terminal.object({"path": path, "files": known})
    else:
        terminal.say(f"{counted(known, 'file is', 'files are')} known at {path}; pincite index brings in whatever else has changed.")
    return 0


def forget(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Take folders out of the library, and every trace of their text out of the index."""
    gone = {os.path.abspath(folder) for folder in arguments.folders}  # noqa: PTH100  # keeps links as typed
    roots = [root for root in settings.roots if root.path in gone]
    unknown = gone - {root.path for root in roots}
    if unknown:
        known = ", ".join(root.path for root in settings.roots) or "none"
        raise PinciteError(f"{min(unknown)} is not a folder of this library; its folders: {known}.")
    removed = 0
    for root in roots:
        fewer = replace(settings, roots=tuple(other for other in settings.roots if other != root))
        save(fewer)  # first: what is cut off here is finished by the next sync, and must not be read again
        try:
            with open_syncer(settings, lambda _: None) as syncer:
                removed += syncer.forget(root)
        except IndexLockedError:
            save(settings)  # nothing is forgotten yet, so that it can be asked for again
            raise
        settings = fewer
    if terminal.json:
        terminal.object({"forgotten": sorted(gone), "files": removed})
    else:
        terminal.say(f"{counted(removed, 'file')} forgotten.")
    return 0
