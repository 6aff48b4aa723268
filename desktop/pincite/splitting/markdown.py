"""Cuts Markdown by its headings, down to a level, and then as any text, but not inside a fenced block if that can be helped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pincite.domain.documents import Chunk, Document, Section
from pincite.splitting.length import Length, token_estimate
from pincite.splitting.passages import passages
from pincite.splitting.recursive import MAX_BYTES, SEPARATORS, SIZE, RecursiveSplitter

MAX_LEVEL: Final = 6
"""The deepest heading that Markdown has."""


class MarkdownSplitter:
    """A passage never crosses a heading of *max_level* or above; with *header_context* it carries its heading path. Plays `Splitter`."""

    def __init__(
        self, size: int = SIZE, overlap: int | None = None, length: Length = token_estimate, max_level: int = MAX_LEVEL, *,
        header_context: bool = True, tail: int = 0, max_bytes: int = MAX_BYTES,
    ) -> None:
        self._max_level = max_level
        self._header_context = header_context
        self._text = RecursiveSplitter(size, overlap, length, SEPARATORS, tail=tail, max_bytes=max_bytes)

    def split(self, document: Document, source: str) -> Sequence[Chunk]:
        """The chunks of *document*, heading by heading."""
        sections = document.sections if self._max_level >= MAX_LEVEL else tuple(self._joined(document))
        return passages(document, source, sections, self._text.cut, header_context=self._header_context)

    def _joined(self, document: Document) -> Iterator[Section]:
        """Sections under a heading deeper than the level go with the one before."""
        levels = {(entry.anchor, entry.text): entry.level for entry in document.outline}
        held: Section | None = None
        for section in document.sections:
            level = levels.get((section.location.anchor, section.location.heading or ""), 0)
            if held is not None and level > self._max_level:
                held = replace(held, end=section.end)
                continue
            if held is not None:
                yield held
            held = section
        if held is not None:
            yield held
