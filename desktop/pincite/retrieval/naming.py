"""Whether a question is a document's name: its title or its file name, letter case and punctuation aside."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.analysis import pieces, reader
from pincite.domain.protocols import Snapshot
from pincite.domain.search import Mask, Numbers, Origin

READ = 300
"""Characters of a question or name that are compared."""


def are_named(snapshot: Snapshot, question: str, passages: Numbers, files: Sequence[Origin], likely: Mask) -> list[bool]:
    """For each of *passages*, of these *files*, whether its document is called *question*. Titles are read only where it is *likely*."""
    asked = list(words_in(question))
    if not asked:
        return [False] * len(files)
    titles = {passage.number: passage.title for passage in snapshot.passages(passages[likely].tolist())}
    return [
        is_made_of(titles.get(number, ""), asked) or is_file_name(file.relative.rpartition("/")[2], asked)
        for number, file in zip(passages.tolist(), files, strict=True)
    ]


def is_file_name(name: str, asked: Sequence[str]) -> bool:
    """Whether *name* is made of these words, with or without its ending."""
    return is_made_of(name, asked) or is_made_of(name.rpartition(".")[0], asked)


def is_made_of(text: str, asked: Sequence[str]) -> bool:
    """Whether *text* has exactly these words in this order. Most texts differ in their first."""
    at = 0
    for word in words_in(text):
        if at == len(asked) or word != asked[at]:
            return False
        at += 1
    return at == len(asked)


def words_in(text: str) -> Iterator[str]:
    """The exact forms of the words of a text's head, one after the other."""
    readings = reader()
    for piece in pieces(text[:READ]):
        yield from (reading.exact for reading in readings(piece) if reading.asked)
