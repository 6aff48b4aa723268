"""Writes what is searched with a passage but not shown inside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pincite.domain.documents import Chunk, Document


class LocalEnricher:
    """Context from the document alone: its title, its member's path and the headings above. Plays `Enricher`."""

    def enrich(self, document: Document, chunks: Sequence[Chunk]) -> Sequence[Chunk]:
        """The same chunks; a part that repeats the one before is left out."""
        return [replace(chunk, context=" > ".join(_parts(document, chunk))) for chunk in chunks]


class FunctionEnricher:
    """Makes an enricher of a function."""

    def __init__(self, function: Callable[[Document, Sequence[Chunk]], Sequence[Chunk]]) -> None:
        self._function = function

    def enrich(self, document: Document, chunks: Sequence[Chunk]) -> Sequence[Chunk]:
        """What the function returns."""
        return self._function(document, chunks)


def _parts(document: Document, chunk: Chunk) -> list[str]:
    parts: list[str] = []
    for part in (document.title, document.member, *chunk.location.heading_path):
        if part and (not parts or parts[-1] != part):
            parts.append(part)
    return parts
