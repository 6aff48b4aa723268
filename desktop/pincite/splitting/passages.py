"""Makes chunks of spans: ids, byte offsets, lines, context."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import TypeAlias

from pincite.domain.documents import Chunk, Document, Location, Section

Span: TypeAlias = tuple[int, int]
"""Characters of a document's text, from and up to."""
Cutter: TypeAlias = Callable[[str, int, int], Iterable[Span]]
"""Cuts a stretch of a text into spans that cover it, in order."""


def passages(document: Document, source: str, sections: Iterable[Section], cut: Cutter, *, header_context: bool = True) -> Sequence[Chunk]:
    """The chunks of *sections*, each cut by *cut*; blanks around a chunk are left out."""
    text = document.text
    maker = _Maker(document, source, header_context=header_context)
    for section in sections:
        for start, end in cut(text, section.start, section.end):
            first, last = trimmed(text, start, end)
            if first < last:
                maker.add(first, last, section.location)
    return maker.chunks


def trimmed(text: str, start: int, end: int) -> Span:
    """The span without blanks at either end."""
    stretch = text[start:end]
    inner = stretch.lstrip()
    first = start + len(stretch) - len(inner)
    return first, first + len(inner.rstrip())


class _Maker:
    def __init__(self, document: Document, source: str, *, header_context: bool) -> None:
        self._document = document
        self._prefix = f"{source}\0{document.member}\0".encode("utf-8", "surrogatepass")
        self._header_context = header_context
        self._ascii = document.text.isascii()
        self._at = 0
        self._bytes_at = 0
        self.chunks: list[Chunk] = []

    def add(self, start: int, end: int, location: Location) -> None:
        text = self._document.text[start:end]
        offset = self._offset(start)
        self.chunks.append(
            Chunk(
                id=hashlib.blake2b(self._prefix + str(offset).encode(), digest_size=16).hexdigest(),
                index=len(self.chunks),
                start=start,
                end=end,
                offset=offset,
                length=len(text) if self._ascii else _size(text),
                text=text,
                location=self._with_lines(location, start, end),
                context=" > ".join(location.heading_path) if self._header_context else "",
            )
        )

    def _offset(self, start: int) -> int:
        if self._ascii:
            return start
        if start >= self._at:
            self._bytes_at += _size(self._document.text[self._at : start])
        else:  # an overlap reaches back
            self._bytes_at -= _size(self._document.text[start : self._at])
        self._at = start
        return self._bytes_at

    def _with_lines(self, location: Location, start: int, end: int) -> Location:
        lines = self._document.lines
        if lines is None:
            return location
        first = lines.line_at(start)
        return replace(location, line=first, line_end=lines.line_at(end - 1)) if first is not None else location


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
