"""Inverts a batch of passages by arrays: words become numbers, one stable sort brings each term's postings together.

A passage is one run of positions: its title from 0, then its headings, then its body, with a gap between them that no
phrase bridges. What comes out (names of arrays in a segment's file; *n* postings of *t* terms):

    keys, keys/starts                  the dictionary: UTF-8 in byte order, uint32[t + 1]
    keys/postings                      uint32[t + 1]: where a term's postings begin
    keys/gaps, keys/wide/...           passage numbers, rising within a term; see `gaps`
    keys/body                          uint8: how often the body holds the term; 0 where title or headings alone do
    keys/title/at, keys/title/count    which postings have the term in the title, and how often; likewise headings
    positions, positions/starts        all positions, and where a term's begin: uint64[t + 1]
    keys/more/at, keys/more/count      which postings the body holds more than 255 times, and by how much more
    words, words/starts, words/postings, words/gaps, ...             the same for exact forms: only which passages hold them
    length/title, length/headings, length/body                       words in each field of each passage
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
import numpy.typing as npt

from pincite.analysis import Reading, pieces, reader
from pincite.index.arrays import Array
from pincite.index.gaps import gap_arrays

TITLE, HEADINGS, BODY = 0, 1, 2
FIELDS = ("title", "headings", "body")
SPARSE = {"title": TITLE, "headings": HEADINGS, "more": BODY}
"""Counts that few postings have, and the field they belong to."""
MOST = 255
"""The most that `keys/body` can say."""
GAP = 64
"""Positions left free between title, headings and body: more than any slop that is asked for."""

Integers = npt.NDArray[np.int64]
Small = npt.NDArray[np.integer[Any]]
"""Numbers within one batch, which is far below 2 ** 31 words, in 32 bits where they are many."""


class Chunks(dict[str, int]):
    """Numbers of the runs between blanks of one language, given as they are met; no piece of text spans a blank."""

    def __init__(self, language: str, surfaces: Surfaces) -> None:
        super().__init__()
        self._read = reader(language)
        self._surfaces = surfaces

    def __missing__(self, chunk: str) -> int:
        number = self._surfaces.add([reading for piece in pieces(chunk) for reading in self._read(piece)])
        if len(chunk) <= LONGEST:
            self[chunk] = number
        return number


LONGEST = 64
"""Characters of a run that is remembered; longer ones (sentences of scripts without blanks) hardly come again."""
BROKEN = re.compile(r"-[ \t]*\r?\n")
"""A word broken at the end of a line: the one thing that grows together over a blank."""
MANY = 150_000
"""Runs after which numbering starts afresh, at the next transaction: some 80 MB."""


class Surfaces:
    """The distinct words that were met, and which of them each run of text stands for. Lives through many transactions."""

    def __init__(self) -> None:
        self.words: dict[tuple[str, tuple[str, ...]], int] = {}
        self.readings: list[tuple[int, ...]] = []
        self._chunks: dict[str, Chunks] = {}

    @property
    def full(self) -> bool:
        """Whether it is time for new ones."""
        return len(self.readings) > MANY

    def numbers(self, text: str, language: str) -> array[int]:
        """The runs of *text*, as numbers."""
        known = self._chunks.get(language)
        if known is None:
            known = self._chunks[language] = Chunks(language, self)
        if BROKEN.search(text):
            return array("I", [self.add([reading for piece in pieces(text) for reading in reader(language)(piece)])])
        return array("I", map(known.__getitem__, text.split()))

    def add(self, readings: Sequence[Reading]) -> int:
        """A new run with these words, one a position; returns its number."""
        words = self.words
        self.readings.append(tuple(words.setdefault((one.exact, one.keys), len(words)) for one in readings))
        return len(self.readings) - 1


@dataclass(frozen=True, slots=True)
class Words:
    """The runs of text of a passage's three fields, as numbers of `Surfaces`."""

    title: array[int]
    headings: array[int]
    body: array[int]


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Every word of a batch in reading order: parallel arrays of word number, passage, field and position."""

    words: Small
    passages: Small
    fields: npt.NDArray[np.uint8]
    positions: Small
    lengths: Integers
    """int64[passages, 3]: words in title, headings and body."""


def invert(surfaces: Surfaces, passages: Sequence[Words]) -> dict[str, Array]:
    """The arrays of the module's docstring."""
    seen, words = occurrences(surfaces, passages)
    arrays = invert_keys([keys for _, keys in words], seen)
    arrays |= invert_exact([exact for exact, _ in words], seen)
    for number, name in enumerate(FIELDS):
        arrays[f"length/{name}"] = narrow(seen.lengths[:, number])
    return arrays


def occurrences(surfaces: Surfaces, passages: Sequence[Words]) -> tuple[Occurrences, list[tuple[str, tuple[str, ...]]]]:
    """All words of *passages* side by side, and the distinct ones that their numbers stand for."""
    parts = [part for words in passages for part in (words.title, words.headings, words.body)]
    sizes = np.array([len(part) for part in parts], np.int64)
    runs, flat = np.unique(np.frombuffer(b"".join(part.tobytes() for part in parts), np.uint32), return_inverse=True)
    run_starts, read = flattened([surfaces.readings[run] for run in runs.tolist()])
    used, codes = np.unique(read, return_inverse=True)
    run, word = spread(flat, run_starts, codes)
    part = np.repeat(np.arange(len(parts), dtype=np.int32), sizes)[run]
    lengths = np.bincount(part, minlength=len(parts))
    begins = first_positions(lengths.reshape(-1, 3)).ravel() - (np.cumsum(lengths) - lengths)
    positions = (begins[part] + np.arange(len(word))).astype(np.int32)
    every = list(surfaces.words)
    seen = Occurrences(word.astype(np.int32), part // 3, (part % 3).astype(np.uint8), positions, lengths.reshape(-1, 3))
    return seen, [every[number] for number in used.tolist()]


def flattened(groups: Sequence[Sequence[int]]) -> tuple[Integers, Integers]:
    """*groups* end to end: group *i* is ``values[starts[i]:starts[i + 1]]``."""
    starts = np.zeros(len(groups) + 1, np.int64)
    np.cumsum([len(group) for group in groups], out=starts[1:])
    return starts, np.fromiter(chain.from_iterable(groups), np.int64, int(starts[-1]))


def first_positions(lengths: Integers) -> Integers:
    """int64[passages, 3]: the position where each field of a passage begins, given its *lengths*."""
    starts = np.zeros_like(lengths)
    starts[:, HEADINGS] = lengths[:, TITLE] + GAP
    starts[:, BODY] = starts[:, HEADINGS] + lengths[:, HEADINGS] + GAP
    return starts


def invert_keys(words: Sequence[tuple[str, ...]], seen: Occurrences) -> dict[str, Array]:
    """Dictionary, postings, field counts and positions of the index terms."""
    terms, starts, codes = coded(words)
    token, code = spread(seen.words, starts, codes)
    order = stable_order(code, len(terms))
    code, token = code[order], token[order]
    passage, place = seen.passages[token], seen.fields[token]
    begins = changes(code, passage)
    ids = passage[begins]
    counts = {name: occurrences_in(place == number, begins) for number, name in enumerate(FIELDS)}
    postings = np.searchsorted(code[begins], np.arange(len(terms) + 1))
    arrays = dictionary("keys", terms)
    arrays["keys/postings"] = postings.astype(np.uint32)
    arrays |= gap_arrays("keys", ids, postings)
    arrays["keys/body"] = np.minimum(counts["body"], MOST).astype(np.uint8)
    counts["more"] = np.maximum(counts["body"] - MOST, 0)
    for name in SPARSE:
        at = np.flatnonzero(counts[name])
        arrays[f"keys/{name}/at"] = at.astype(np.uint32)
        arrays[f"keys/{name}/count"] = narrow(counts[name][at])
    arrays["positions"] = narrow(seen.positions[token])
    arrays["positions/starts"] = np.append(begins, len(code))[postings].astype(np.uint64)
    return arrays


def invert_exact(words: Sequence[str], seen: Occurrences) -> dict[str, Array]:
    """Dictionary and postings of the exact forms."""
    terms, _, codes = coded([(word,) for word in words])
    code = codes[seen.words]
    order = stable_order(code, len(terms))
    code, passage = code[order], seen.passages[order]
    begins = changes(code, passage)
    arrays = dictionary("words", terms)
    postings = np.searchsorted(code[begins], np.arange(len(terms) + 1))
    arrays["words/postings"] = postings.astype(np.uint32)
    return arrays | gap_arrays("words", passage[begins], postings)


def coded(groups: Sequence[tuple[str, ...]]) -> tuple[list[bytes], Integers, Integers]:
    """The distinct terms of *groups* in byte order, and each group as term numbers ``codes[starts[i]:starts[i + 1]]``."""
    distinct = {term: term.encode("utf-8", "surrogatepass") for term in chain.from_iterable(groups)}
    ordered = sorted(distinct, key=distinct.__getitem__)
    number = {term: i for i, term in enumerate(ordered)}
    starts, codes = flattened([[number[term] for term in group] for group in groups])
    return [distinct[term] for term in ordered], starts, codes


def spread(words: Small, starts: Integers, codes: Integers) -> tuple[Small, Small]:
    """(occurrence, term number) for every key of every occurrence, in reading order."""
    counts = np.diff(starts)[words]
    if (counts == 1).all():
        return np.arange(len(words), dtype=np.int32), codes[starts[words]].astype(np.int32)
    token = np.repeat(np.arange(len(words), dtype=np.int32), counts)
    shift = (starts[words] - (np.cumsum(counts) - counts)).astype(np.int32)
    return token, codes[np.repeat(shift, counts) + np.arange(len(token), dtype=np.int32)].astype(np.int32)


def stable_order(values: Small, limit: int) -> Integers:
    """The order that sorts *values* (0 <= value < *limit*) and keeps equals as they stand.

    NumPy sorts 16 bits by radix and longer integers by comparison; two passes over halves are several times faster.
    """
    if limit <= 1 << 16:
        return np.argsort(values.astype(np.uint16), kind="stable")
    low = np.argsort((values & 0xFFFF).astype(np.uint16), kind="stable")
    high = (values >> 16).astype(np.uint16)[low]
    return low[np.argsort(high, kind="stable")]


def changes(first: Small, second: Small) -> Integers:
    """Positions where the pair differs from the one before it; 0 is one, unless there is nothing."""
    if len(first) == 0:
        return np.zeros(0, np.int64)
    differs = np.ones(len(first), np.bool_)
    differs[1:] = (first[1:] != first[:-1]) | (second[1:] != second[:-1])
    return np.flatnonzero(differs)


def occurrences_in(chosen: npt.NDArray[np.bool_], begins: Integers) -> Integers:
    """How many of each posting's occurrences are *chosen*."""
    if len(begins) == 0:
        return np.zeros(0, np.int64)
    return np.add.reduceat(chosen, begins, dtype=np.int64)


def dictionary(name: str, terms: Sequence[bytes]) -> dict[str, Array]:
    """The arrays of a dictionary of *terms*, which are in byte order."""
    starts = np.zeros(len(terms) + 1, np.uint32)
    np.cumsum([len(term) for term in terms], out=starts[1:])
    return {name: np.frombuffer(b"".join(terms), np.uint8), f"{name}/starts": starts}


def narrow(values: Array) -> Array:
    """The same numbers (none negative) in the smallest unsigned type that holds them all."""
    top = int(values.max()) if len(values) else 0
    for kind in (np.uint8, np.uint16, np.uint32):
        if top <= np.iinfo(kind).max:
            return values.astype(kind)
    return values.astype(np.uint64)
