"""Cuts at the widest separator that makes pieces small enough: paragraphs, then sentences, lines, clauses, words, characters."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import Final, TypeAlias

from pincite.domain.documents import Chunk, Document
from pincite.splitting.length import Length, token_estimate
from pincite.splitting.passages import Span, passages, trimmed

SIZE: Final = 400
"""Tokens of a passage at most: about 250 words."""
MAX_BYTES: Final = 4_000
"""Bytes of a passage in UTF-8 at most, whatever its length says."""
SEPARATORS: Final = (
    r"\n[ \t]*\n\s*",
    r"(?<=[.!?…])[\"'”’»)\]]*\s+(?=[^\sa-zа-яё])|(?<=[。！？．｡])[”’」』）]*",
    r"\n",
    r"(?<=[;:,，、；：])\s*",
    r"\s+",
)
"""Regular expressions: blank lines, ends of sentences, ends of lines, ends of clauses, blanks."""
_BATCH: Final = 1_024
_LEAPS: Final = (64, 8)
_HUGE: Final = 200_000
"""Characters of a line without the end of a sentence after which it is not cut clause by clause but at the last one that fits."""
_Piece: TypeAlias = tuple[int, int, bool]
"""From, up to, and whether it is whole; or else the first part of a stretch that had to be cut."""


class RecursiveSplitter:
    """Passages of at most *size* by *length*; a single character that is longer is kept whole. Plays `Splitter`.

    Overlap is in units of *length*, at most a quarter of the size; None is the default (none for passages that are searched), 0 is
    none. Separators are tried in order and stay with the text before them; with *regex* they are regular expressions. The last passage
    of a section may exceed the size by *tail* rather than leave a remnant no larger than that.
    """

    def __init__(
        self, size: int = SIZE, overlap: int | None = None, length: Length = token_estimate, separators: Sequence[str] = SEPARATORS, *,
        regex: bool = True, tail: int = 0, max_bytes: int = MAX_BYTES, header_context: bool = True,
    ) -> None:
        if size < 1:
            raise ValueError("a passage has at least one token")
        self._size = size
        self._overlap = max(0, min(size // 4, overlap or 0))
        self._length = length
        self._separators = [re.compile(separator if regex else re.escape(separator)) for separator in separators]
        self._tail = tail
        self._max_bytes = max_bytes
        self._header_context = header_context

    def split(self, document: Document, source: str) -> Sequence[Chunk]:
        """The chunks of *document*, section by section."""
        return passages(document, source, document.sections, self.cut, header_context=self._header_context)

    def cut(self, text: str, start: int, end: int) -> Iterator[Span]:
        """Spans that cover ``text[start:end]``, each small enough."""
        if self._fits(text[start:end]):
            yield start, end
            return
        merged = list(self._merged(text, start, end))
        if self._tail and len(merged) > 1:
            merged = self._with_tail(text, merged)
        for i, (first, last) in enumerate(merged):
            yield (self._reach_back(text, merged[i - 1][0], first) if i and self._overlap else first), last

    def _fits(self, text: str, more: int = 0) -> bool:
        text = text.strip()  # as a passage will be
        if len(text) > self._max_bytes:
            return False
        return self._length(text) <= self._size + more and (text.isascii() or len(text.encode("utf-8", "surrogatepass")) <= self._max_bytes)

    def _merged(self, text: str, start: int, end: int) -> Iterator[Span]:
        at = last = start
        leapt = -1
        pieces = self._pieces(text, start, end, 0)
        while batch := list(itertools.islice(pieces, _BATCH)):
            i = 0
            while i < len(batch):
                if leapt != at:  # what did not fit from here on fits no better one piece later
                    i = self._leapt(text, at, batch, i)
                    leapt = at
                first, after, whole = batch[i]
                # A paragraph or sentence that must be cut begins a passage of its own, unless what is there is small.
                full = not self._fits(text[at:after]) or (not whole and self._length(text[at:first]) * 2 >= self._size)
                if last > at and full:
                    yield at, last
                    at = last
                last = after
                i += 1
        if last > at:
            yield at, last

    def _leapt(self, text: str, at: int, batch: Sequence[_Piece], i: int) -> int:
        """A piece further on up to which all fit together, so that thousands of words are not tried one by one."""
        for step in _LEAPS:
            while i + step < len(batch) and all(whole for _, _, whole in batch[i : i + step + 1]) and self._fits(text[at : batch[i + step][1]]):
                i += step
        return i

    def _pieces(self, text: str, start: int, end: int, level: int) -> Iterator[_Piece]:
        """Pieces that fit; the third value is false for the first piece of a stretch that had to be cut further."""
        for first, after in self._at_separators(text, start, end, level):
            if self._fits(text[first:after]):
                yield first, after, True
                continue
            begins = True
            for inner in self._cut_further(text, first, after, level + 1):
                yield inner[0], inner[1], inner[2] and not begins
                begins = False

    def _cut_further(self, text: str, start: int, end: int, level: int) -> Iterator[_Piece]:
        endless = end - start > _HUGE and level > 1 and text.find("\n", start, end) < 0
        if level > len(self._separators) or endless:
            return self._longest(text, start, end)
        return self._pieces(text, start, end, level)

    def _at_separators(self, text: str, start: int, end: int, level: int) -> Iterator[Span]:
        if level >= len(self._separators):
            yield start, end
            return
        at = start
        for found in self._separators[level].finditer(text, start, end):
            if found.end() > at and found.end() < end:
                yield at, found.end()
                at = found.end()
        yield at, end

    def _longest(self, text: str, start: int, end: int) -> Iterator[_Piece]:
        """The longest stretches that fit, one after the other; each ends at the last separator in it, if there is any."""
        at = start
        while at < end:
            low, high = at + 1, min(end, at + self._max_bytes)
            while low < high:  # length rises with the text
                middle = (low + high + 1) // 2
                if self._fits(text[at:middle]):
                    low = middle
                else:
                    high = middle - 1
            if low < end:
                low = self._last_stop(text, at, low)
            yield at, low, True
            at = low

    def _last_stop(self, text: str, start: int, end: int) -> int:
        """The end of the last clause in the second half of a stretch, else of the last word in it, else of the stretch."""
        for separator, after in zip(self._separators[-2:], ((start + end) // 2, start), strict=False):
            at = max((found.end() for found in separator.finditer(text, after, end) if found.end() > after), default=0)
            if at:
                return at
        return end

    def _with_tail(self, text: str, spans: list[Span]) -> list[Span]:
        (before, _), (first, last) = spans[-2:]
        start, end = trimmed(text, first, last)
        joined = self._length(text[start:end]) <= self._tail and self._fits(text[before:last], self._tail)
        return [*spans[:-2], (before, last)] if joined else spans

    def _reach_back(self, text: str, floor: int, start: int) -> int:
        """Where a passage begins that repeats the end of the one before: at a word, within the overlap."""
        at = start
        for found in reversed(list(re.finditer(r"\S+", text[floor:start]))[1:]):  # the whole of it would be no other passage
            if self._length(text[floor + found.start() : start]) > self._overlap:
                break
            at = floor + found.start()
        return at
