"""`pincite extract`: what a file yields, without indexing it."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence

from pincite.assembly import open_extractor, open_splitter
from pincite.cli.contract import document_object, refusal_object
from pincite.cli.terminal import Terminal, plain
from pincite.domain.citation import place
from pincite.domain.documents import Chunk, Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.settings import Settings


def extract(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print each file's text, or the reason why there is none; status 1 if any file could not be read."""
    failed = False
    splitter = open_splitter(settings)
    with open_extractor(settings) as extractor:
        for name in arguments.files:
            path = os.path.abspath(name)  # noqa: PTH100  # keeps links as typed
            try:
                _expect_file(path)
                documents = extractor.extract(path)
            except UnreadableError as error:
                failed = True
                _unreadable(path, error, terminal)
                continue
            for document in documents:
                chunks = splitter.split(document, path) if arguments.passages or terminal.json else None
                _show(path, document, chunks, terminal, passages=arguments.passages)
    return 1 if failed else 0


def _expect_file(path: str) -> None:
    """Raises `UnreadableError` for a path that names no file: the readers know only such that were found on the disk."""
    if not os.path.lexists(path):
        raise UnreadableError(Reason.VANISHED, "There is no file of this name.")
    if os.path.isdir(path):  # noqa: PTH112  # may hold bytes that are no UTF-8
        raise UnreadableError(Reason.UNSUPPORTED, "it is a folder; name the files in it")


def _unreadable(path: str, error: UnreadableError, terminal: Terminal) -> None:
    if terminal.json:
        terminal.object(refusal_object(path, error))
    else:
        sentence = error.detail if error.detail and error.reason is Reason.VANISHED else f"{error.reason.sentence}{' (' + error.detail + ')' if error.detail else ''}"
        terminal.fail(f"{path}: {sentence}")


def _show(path: str, document: Document, chunks: Sequence[Chunk] | None, terminal: Terminal, *, passages: bool) -> None:
    if terminal.json:
        terminal.object(document_object(path, document, chunks))
        return
    terminal.result(f"{plain(path)}{' / ' + plain(document.member) if document.member else ''}")
    terminal.result(f"  {plain(document.title)}  [{document.type}{', ' + document.language if document.language else ''}]")
    for notice in document.notices:
        terminal.result(f"  note: {plain(notice)}")
    if passages:
        for chunk in chunks or ():
            terminal.result(f"\n  [{chunk.index + 1}] {plain(place(chunk.location))}")
            terminal.result("\n".join(f"    {plain(line)}" for line in chunk.text.split("\n")))
    else:
        terminal.result("\n".join(f"  {plain(line)}" for line in document.text.split("\n")))
