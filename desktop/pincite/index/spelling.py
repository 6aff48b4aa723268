"""Words that fit a pattern or are spelt alike, found over whole arrays of words; never one by one in Python."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cached_property

import numpy as np
import numpy.typing as npt

from pincite.index.inversion import Integers
from pincite.index.segment import Segment

EDITS = 2
"""Farthest word that still counts as spelt alike."""


class Lexicon:
    """The exact forms of one segment, prepared for scanning."""

    def __init__(self, segment: Segment) -> None:
        self._words = segment.words

    def fitting(self, pattern: str) -> Integers:
        """Numbers of the words that fit *pattern*, in which ``*`` stands for anything and ``?`` for one character."""
        literal = re.split(r"[*?]", pattern, maxsplit=1)[0]
        numbers = self._words.prefixed(literal.encode("utf-8", "surrogatepass"))
        if pattern == literal + "*":
            return np.arange(numbers.start, numbers.stop)
        if pattern == literal:
            return np.array([number for number in [self._words.find(pattern.encode("utf-8", "surrogatepass"))] if number >= 0], np.int64)
        lines = "\n".join(self.text[number] for number in numbers) if literal else self._lines
        starts = self._line_starts if not literal else line_starts(lines)
        places = [match.start() for match in re.finditer(as_expression(pattern), lines, re.MULTILINE)]
        return np.searchsorted(starts, np.array(places, np.int64)) + numbers.start

    def alike(self, word: str) -> tuple[Integers, Integers]:
        """(numbers of the words within `EDITS` of *word*, how many edits each)."""
        target = np.frombuffer(word.encode("utf-32-le", "surrogatepass"), np.uint32)
        found: list[Integers] = [np.zeros(0, np.int64)]
        edits: list[Integers] = [np.zeros(0, np.int64)]
        for length in range(max(1, len(target) - EDITS), len(target) + EDITS + 1):
            numbers = np.flatnonzero(self._sizes == length)
            if len(numbers):
                letters = self._letters[self._begins[numbers][:, None] + np.arange(length)]
                distance = distances(letters, target)
                near = distance <= EDITS
                found.append(numbers[near])
                edits.append(distance[near].astype(np.int64))
        return np.concatenate(found), np.concatenate(edits)

    @cached_property
    def text(self) -> list[str]:
        """All words, decoded."""
        return [word.decode("utf-8", "surrogatepass") for word in self._words.all()]

    @cached_property
    def _lines(self) -> str:
        return "\n".join(self.text)

    @cached_property
    def _line_starts(self) -> Integers:
        return line_starts(self._lines)

    @cached_property
    def _sizes(self) -> Integers:
        return np.array([len(word) for word in self.text], np.int64)

    @cached_property
    def _begins(self) -> Integers:
        return np.cumsum(self._sizes) - self._sizes

    @cached_property
    def _letters(self) -> npt.NDArray[np.uint32]:
        return np.frombuffer("".join(self.text).encode("utf-32-le", "surrogatepass"), np.uint32)


def line_starts(lines: str) -> Integers:
    """Where each line of *lines* begins."""
    letters = np.frombuffer(lines.encode("utf-32-le", "surrogatepass"), np.uint32)
    return np.concatenate([np.zeros(1, np.int64), np.flatnonzero(letters == ord("\n")) + 1])


def as_expression(pattern: str) -> str:
    """A regular expression for a whole line that fits *pattern*."""
    parts = ["[^\n]*" if sign == "*" else "[^\n]" if sign == "?" else re.escape(sign) for sign in pattern]
    return f"^{''.join(parts)}$"


def distances(words: npt.NDArray[np.uint32], target: npt.NDArray[np.uint32]) -> npt.NDArray[np.int8]:
    """Edits (insert, delete, replace, swap of neighbours) from each of *words*, uint32[n, length], to *target*.

    The table of Damerau's restricted distance, one cell for all words at a time; exact up to 127.
    """
    count, length = words.shape
    before: list[npt.NDArray[np.int8]] = []
    above = [np.full(count, column, np.int8) for column in range(length + 1)]
    for row, letter in enumerate(target, 1):
        current = [np.full(count, row, np.int8)]
        for column in range(1, length + 1):
            differs = (words[:, column - 1] != letter).astype(np.int8)
            cell = np.minimum(above[column - 1] + differs, np.minimum(above[column], current[column - 1]) + np.int8(1))
            if row > 1 and column > 1:
                swapped = (words[:, column - 2] == letter) & (words[:, column - 1] == target[row - 2])
                cell = np.where(swapped, np.minimum(cell, before[column - 2] + np.int8(1)), cell)
            current.append(cell)
        before, above = above, current
    return above[length]


def most_frequent(words: dict[str, tuple[int, int]], limit: int) -> Sequence[tuple[str, int]]:
    """(word, documents) of up to *limit* words by (edits, documents): nearest first, then most frequent, then by letters."""
    ranked = sorted(words.items(), key=lambda item: (item[1][0], -item[1][1], item[0]))
    return [(word, documents) for word, (_, documents) in ranked[:limit] if documents]
