"""`pincite index`: bring the index in step with the disk, once or for as long as the program runs."""

from __future__ import annotations

import argparse
import os
import sys
import time
from dataclasses import replace

from pincite.assembly import open_syncer
from pincite.cli.terminal import Terminal
from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Reason
from pincite.domain.errors import PinciteError
from pincite.domain.events import Committed, Embedding, Failed, IndexEvent, LeftOut, Notice, Reading, Scanning, Synced
from pincite.domain.wording import counted
from pincite.settings import Settings, save, with_folders
from pincite.sources.roots import expect_folder


def index(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Add the folders, read what is new, and print what was done."""
    roots = {root.path for root in settings.roots}
    for folder in arguments.folders:
        if os.path.abspath(folder) not in roots:  # noqa: PTH100  # a folder of the library that is away is kept, not refused
            expect_folder(folder)
    wider = with_folders(settings, tuple(arguments.folders))
    if wider != settings:
        save(wider)
    if not wider.roots:
        raise PinciteError("There is no folder to read yet: name one, like pincite index ~/Documents.")
    if arguments.watch:
        from pincite.workers.following import follow  # noqa: PLC0415  # only --watch needs it
        from pincite.workers.indexer import open_indexer  # noqa: PLC0415  # as above

        followed = replace(wider, meaning=replace(wider.meaning, encoder="none")) if arguments.no_vectors else wider
        return follow(
            lambda emit: open_indexer(followed, emit, rebuild=arguments.rebuild), sys.stdin, json_lines=terminal.json,
            show=lambda event: _show(event, terminal),
        )  # fmt: skip
    return _once(wider, arguments, terminal)


def _once(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    started = time.monotonic()
    token = CancelToken()
    encoded: list[Embedding] = []

    def hear(event: IndexEvent) -> None:
        if isinstance(event, Embedding):
            encoded[:] = [event]
        _show(event, terminal)

    with open_syncer(settings, hear, rebuild=arguments.rebuild) as syncer:
        done = syncer.sync(token)
        if not arguments.no_vectors:
            syncer.settle()
            syncer.embed(token)
    elapsed_s = time.monotonic() - started
    if terminal.json:
        terminal.object(synced_object(done) | vectors_object(encoded) | {"elapsed_s": round(elapsed_s, 3)})
    else:
        _summary(done, elapsed_s, terminal)
        for event in encoded:
            terminal.say(f"Meaning search: {counted(event.computed, 'vector')} computed, {event.done - event.computed:,} reused")
    return 0


def synced_object(done: Synced) -> dict[str, object]:
    """What `pincite index --json` prints."""
    return {
        "added": list(done.added), "updated": list(done.updated), "deleted": list(done.deleted), "unchanged": done.unchanged,
        "skipped": [{"path": path, "reason": reason, "detail": detail} for path, reason, detail in done.skipped],
        "unavailable": list(done.unavailable), "documents": done.documents, "passages": done.passages, "elapsed_s": round(done.elapsed_s, 3),
    }


def vectors_object(encoded: list[Embedding]) -> dict[str, object]:
    """How many vectors were computed, and how many there were already; nothing where there is no meaning channel."""
    if not encoded:
        return {}
    event = encoded[-1]
    return {"vectors": {"computed": event.computed, "reused": event.done - event.computed}}


def _summary(done: Synced, elapsed_s: float, terminal: Terminal) -> None:
    changes = f"{len(done.added):,} new, {len(done.updated):,} updated, {done.unchanged:,} unchanged, {len(done.deleted):,} removed"
    terminal.say(f"{changes}; {counted(done.documents, 'document')}, {counted(done.passages, 'passage')}, {elapsed_s:.1f} s")
    for root in done.unavailable:
        terminal.say(f"{root} is not connected; what was read of it stays searchable.")
    lacking = sum(reason != Reason.EXCLUDED.code for _, reason, _ in done.skipped)  # what the user's rules leave out is not lacking
    if lacking:
        terminal.say(f"{counted(lacking, 'file')} left out; pincite skipped says why")


def _show(event: IndexEvent, terminal: Terminal) -> None:
    """Progress and remarks for a person; the result itself is printed at the end."""
    match event:
        case Scanning(found):
            terminal.progress(f"Looking for files: {found:,} so far")
        case Reading(done, total, path, rate, left_s):
            left = f", about {max(1, round(left_s / 60))} min left" if left_s and left_s > 10 else ""
            terminal.progress(f"Reading {done:,} of {total:,} ({rate:,.0f} a second{left})  {path}")
        case Embedding(done, total):
            terminal.progress(f"Meaning search: {done:,} of {total:,} passages")
        case Notice(text):
            terminal.say(text)
        case Failed(text):
            terminal.fail(text)
        case LeftOut() | Committed() | Synced():
            pass
