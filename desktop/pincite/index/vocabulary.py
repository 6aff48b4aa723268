"""The words that were met, each with a number: what a text is turned into before a batch of them is inverted.

What a step has found it remembers, since nearly everything comes again. A text is cut at blanks into *chunks*, a chunk into pieces,
and both stand for a *run*: the words of a piece, or of several in a row. A *word* has an exact form and the index's terms for it;
exact forms and terms share one numbering. A term has one number, while alike words of different pieces have several.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pincite.analysis import Reading, pieces, read_piece

Numbers = npt.NDArray[np.uint32]

LONGEST = 64
"""Characters of a chunk or piece that is remembered; longer ones (sentences of scripts without blanks) hardly come again."""
CHUNKS = 150_000
"""Chunks of a language after which they are forgotten; their words stay known."""
TERMS = 300_000
"""Terms after which numbering starts afresh, at the next transaction: some 80 MB."""
BROKEN = re.compile(r"-(?<=[^\s-]-)[ \t]*\r?\n")
"""A word broken at the end of a line: the one thing that grows together over a blank."""
_CHUNK = re.compile(r"\S+(?:(?<=[^\s-]-)[ \t]*\r?\n\s*\S+)*")


class Groups:
    """Groups of numbers, end to end."""

    def __init__(self) -> None:
        self._ends = array("I", [0])
        self._values = array("I")

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> array[int]:
        return self._values[self._ends[number] : self._ends[number + 1]]

    def add(self, values: Iterable[int]) -> int:
        """A new group; returns its number."""
        self._values.extend(values)
        self._ends.append(len(self._values))
        return len(self._ends) - 2

    def arrays(self) -> tuple[Numbers, Numbers]:
        """(starts, values): group *i* is ``values[starts[i]:starts[i + 1]]``. Copies."""
        return np.array(self._ends, np.uint32), np.array(self._values, np.uint32)


@dataclass(frozen=True, slots=True)
class Words:
    """The chunks of a passage's three fields, as numbers of runs."""

    title: array[int]
    headings: array[int]
    body: array[int]


class Vocabulary:
    """Runs, words and terms by number. Lives through many transactions."""

    def __init__(self) -> None:
        self.runs = Groups()
        """The words of each run, one a position."""
        self.exact = array("I")
        """The exact form of each word, as the number of a term."""
        self.keys = Groups()
        """The terms of each word."""
        self.terms: dict[str, int] = _Numbered()
        self._chunks: dict[str, _Chunks] = {}

    @property
    def full(self) -> bool:
        """Whether it is time for a new one."""
        return len(self.terms) > TERMS

    def numbers(self, text: str, language: str) -> array[int]:
        """The chunks of *text* in *language*, as numbers of runs."""
        known = self._chunks.get(language)
        if known is None:
            known = self._chunks[language] = _Chunks(self, _Pieces(self, language))
        chunks = _CHUNK.findall(text) if BROKEN.search(text) else text.split()
        return array("I", map(known.__getitem__, chunks))

    def run(self, readings: Sequence[Reading]) -> int:
        """A new run of words that are read so; returns its number."""
        first = len(self.exact)
        for reading in readings:
            self.keys.add([self.terms[key] for key in reading.keys])
            self.exact.append(self.terms[reading.exact])
        return self.runs.add(range(first, len(self.exact)))

    def joined(self, runs: Sequence[int]) -> int:
        """A new run of the words of *runs* in a row; returns its number."""
        return self.runs.add([word for run in runs for word in self.runs[run]])


class _Numbered(dict[str, int]):
    """Gives each term the next number when it is asked for the first time."""

    def __missing__(self, term: str) -> int:
        number = self[term] = len(self)
        return number


class _Pieces(dict[str, int]):
    """The run of each piece in one language."""

    def __init__(self, vocabulary: Vocabulary, language: str) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._language = language

    def __missing__(self, piece: str) -> int:
        run = self._vocabulary.run(read_piece(piece, self._language))
        if len(piece) <= LONGEST:
            self[piece] = run
        return run


class _Chunks(dict[str, int]):
    """The run of each chunk in one language."""

    def __init__(self, vocabulary: Vocabulary, runs: _Pieces) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._runs = runs

    def __missing__(self, chunk: str) -> int:
        found = pieces(chunk)
        run = self._runs[found[0]] if len(found) == 1 else self._vocabulary.joined([self._runs[piece] for piece in found])
        if len(chunk) <= LONGEST:
            if len(self) >= CHUNKS:
                self.clear()
            self[chunk] = run
        return run
