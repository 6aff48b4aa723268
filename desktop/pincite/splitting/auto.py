"""The default splitter: chooses by document."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

from pincite.domain.documents import Chunk, Document
from pincite.domain.protocols import Splitter
from pincite.splitting.code import CodeSplitter, language_of
from pincite.splitting.length import Length, word_estimate
from pincite.splitting.markdown import MarkdownSplitter
from pincite.splitting.recursive import MAX_BYTES, SIZE, RecursiveSplitter

_MARKDOWN: Final = frozenset(("md", "markdown"))


class AutoSplitter:
    """Markdown by headings, code by functions, all else by paragraphs and sentences. Plays `Splitter`."""

    def __init__(
        self, size: int = SIZE, overlap: int | None = None, length: Length = word_estimate, *, tail: int | None = None, max_bytes: int = MAX_BYTES,
    ) -> None:
        """*size*, *overlap* and *tail* (a fifth of the size by default) are in tokens of *length*; *max_bytes* is never exceeded."""
        tail = size // 5 if tail is None else tail
        self._markdown = MarkdownSplitter(size, overlap, length, tail=tail, max_bytes=max_bytes)
        self._code = CodeSplitter("", size, overlap, length, tail=tail, max_bytes=max_bytes)
        self._text = RecursiveSplitter(size, overlap, length, tail=tail, max_bytes=max_bytes)

    def split(self, document: Document, source: str) -> Sequence[Chunk]:
        """The chunks of *document*."""
        return self._chosen(document).split(document, source)

    def _chosen(self, document: Document) -> Splitter:
        if document.type in _MARKDOWN:
            return self._markdown
        return self._code if language_of(document) else self._text


class FunctionSplitter:
    """Makes a splitter of a function."""

    def __init__(self, function: Callable[[Document, str], Sequence[Chunk]]) -> None:
        self._function = function

    def split(self, document: Document, source: str) -> Sequence[Chunk]:
        """What the function returns."""
        return self._function(document, source)
