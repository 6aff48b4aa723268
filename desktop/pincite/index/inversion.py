"""Inverts a batch of passages by arrays: their words are numbers, and one stable sort brings each term's postings together.

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

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pincite.index.arrays import Array
from pincite.index.gaps import gap_arrays
from pincite.index.vocabulary import Vocabulary, Words

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


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Every word of a batch in reading order: parallel arrays of word number, passage, field and position."""

    words: Small
    passages: Small
    fields: npt.NDArray[np.uint8]
    positions: Small
    lengths: Integers
    """int64[passages, 3]: words in title, headings and body."""


def invert(vocabulary: Vocabulary, passages: Sequence[Words]) -> dict[str, Array]:
    """The arrays of the module's docstring."""
    seen = occurrences(vocabulary, passages)
    exact = np.array(vocabulary.exact, np.uint32)[seen.words]
    owner, keys = spread(seen.words, *vocabulary.keys.arrays())
    ranks = Ranks(list(vocabulary.terms), exact, keys)
    arrays = invert_keys(*ranks.of(keys), owner, seen)
    arrays |= invert_exact(*ranks.of(exact), seen)
    for number, name in enumerate(FIELDS):
        arrays[f"length/{name}"] = narrow(seen.lengths[:, number])
    return arrays


def occurrences(vocabulary: Vocabulary, passages: Sequence[Words]) -> Occurrences:
    """All words of *passages* side by side."""
    parts = [part for words in passages for part in (words.title, words.headings, words.body)]
    sizes = np.array([len(part) for part in parts], np.int64)
    runs = np.frombuffer(b"".join(parts), np.uint32)
    run, words = spread(runs, *vocabulary.runs.arrays())
    part = np.repeat(np.arange(len(parts), dtype=np.int32), sizes)[run]
    lengths = np.bincount(part, minlength=len(parts))
    begins = first_positions(lengths.reshape(-1, 3)).ravel() - (np.cumsum(lengths) - lengths)
    positions = begins.astype(np.int32)[part] + np.arange(len(words), dtype=np.int32)
    return Occurrences(words, part // 3, (part % 3).astype(np.uint8), positions, lengths.reshape(-1, 3))


class Ranks:
    """The places that those terms which occur have in byte order."""

    def __init__(self, terms: list[str], *occurring: Small) -> None:
        """*terms* by number; *occurring* holds numbers of terms."""
        used = np.zeros(len(terms), np.bool_)
        for numbers in occurring:
            used[numbers] = True
        names = {number: terms[number] for number in np.flatnonzero(used).tolist()}
        self._order = np.array(sorted(names, key=names.__getitem__), np.int64)  # by code point, which is the order of UTF-8
        self._terms = terms

    def of(self, numbers: Small) -> tuple[list[bytes], Small]:
        """The distinct terms of *numbers* in byte order, and for each number the place of its term."""
        used = np.zeros(len(self._terms), np.bool_)
        used[numbers] = True
        order = self._order[used[self._order]]
        places = np.zeros(len(self._terms), np.int32)
        places[order] = np.arange(len(order), dtype=np.int32)
        return [self._terms[number].encode("utf-8", "surrogatepass") for number in order.tolist()], places[numbers]


def first_positions(lengths: Integers) -> Integers:
    """int64[passages, 3]: the position where each field of a passage begins, given its *lengths*."""
    starts = np.zeros_like(lengths)
    starts[:, HEADINGS] = lengths[:, TITLE] + GAP
    starts[:, BODY] = starts[:, HEADINGS] + lengths[:, HEADINGS] + GAP
    return starts


def invert_keys(terms: Sequence[bytes], code: Small, token: Small, seen: Occurrences) -> dict[str, Array]:
    """Dictionary, postings, field counts and positions of the index terms; *code* is the term at occurrence *token*."""
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


def invert_exact(terms: Sequence[bytes], code: Small, seen: Occurrences) -> dict[str, Array]:
    """Dictionary and postings of the exact forms; *code* is the form at each occurrence."""
    order = stable_order(code, len(terms))
    code, passage = code[order], seen.passages[order]
    begins = changes(code, passage)
    arrays = dictionary("words", terms)
    postings = np.searchsorted(code[begins], np.arange(len(terms) + 1))
    arrays["words/postings"] = postings.astype(np.uint32)
    return arrays | gap_arrays("words", passage[begins], postings)


def spread(groups: Small, starts: Small, values: Small) -> tuple[Small, Small]:
    """(place, value) for every value of every group in *groups*, in order; group *i* is ``values[starts[i]:starts[i + 1]]``."""
    counts = np.diff(starts)[groups]
    place = np.repeat(np.arange(len(groups), dtype=np.int32), counts)
    shift = starts[:-1][groups].astype(np.int32) - (np.cumsum(counts, dtype=np.int32) - counts.astype(np.int32))
    return place, values[np.repeat(shift, counts) + np.arange(len(place), dtype=np.int32)]


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
