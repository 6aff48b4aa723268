"""The roles of the index: what is published as a whole, and what one commit looks like to a reader."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Protocol

import numpy as np
import numpy.typing as npt

from pincite.domain.documents import FileKey, FileStamp, Skipped, Source, SourceState
from pincite.domain.search import Count, Entry, Filter, Mask, Numbers, Origin, Passage, Ranking, Scores, Term

Vectors = npt.NDArray[np.float32]
"""Unit row vectors, float32[n, dim]."""


class Matches(Protocol):
    """All passages of a snapshot that hold at least one term, in one pass.

    `passages` int64[n] rise; `scores` float32[n] are one combined BM25F score; `terms` uint32[n] has bit i set
    where the passage holds term i; `exact` uint32[n] likewise for the exact form.
    """

    @property
    def passages(self) -> Numbers: ...
    @property
    def scores(self) -> Scores: ...
    @property
    def terms(self) -> npt.NDArray[np.uint32]: ...
    @property
    def exact(self) -> npt.NDArray[np.uint32]: ...


class Snapshot(Protocol):
    """The index as of one commit, for one thread. Later commits do not show; close it when done."""

    @property
    def generation(self) -> int:
        """Number of the commit; rises."""
        ...

    @property
    def passage_count(self) -> int:
        """Live passages; passage numbers run below `capacity`."""
        ...

    @property
    def document_count(self) -> int:
        """Live documents (quarantined ones included)."""
        ...

    @property
    def document_of(self) -> Numbers:
        """int64[capacity]: the document number of each passage number."""
        ...

    def body_lengths(self, passages: Numbers) -> Numbers:
        """int64[n]: how many words each of *passages* has, its title and headings apart."""
        ...

    @property
    def languages(self) -> Sequence[str]:
        """Languages of the library's documents, most frequent first."""
        ...

    @property
    def quarantined_count(self) -> int:
        """Live documents in quarantine: never found, counted apart."""
        ...

    @property
    def vector_count(self) -> int:
        """Live passages that have a vector."""
        ...

    def find(self, passage_id: str) -> int | None:
        """Number of the live passage with this id; None if it is gone."""
        ...

    def match(self, terms: Sequence[Term], weights: Sequence[float] | None = None) -> Matches:
        """Every live passage that holds a term, with its score; at most `MAX_TERMS` terms.

        *weights*, one above 0 for each term, multiply what it adds to a score; without them all count alike.
        """
        ...

    def frequencies(self, terms: Sequence[Term]) -> Sequence[tuple[int, int]]:
        """(documents, passages) that hold each term."""
        ...

    def spread(self, terms: Sequence[Term]) -> Sequence[int]:
        """About how many passages hold each term, never fewer than do, at a hundredth of the cost of `frequencies`."""
        ...

    def phrase(self, terms: Sequence[Term], within: Numbers | None = None, slop: int = 0) -> Numbers:
        """Rising passage numbers where the terms stand in this order, at most *slop* words between neighbours."""
        ...

    def vocabulary(self, pattern: str, limit: int) -> Sequence[tuple[str, int]]:
        """(word, documents) that fit a pattern with ``*`` and ``?``, most frequent first."""
        ...

    def similar_words(self, word: str, limit: int) -> Sequence[tuple[str, int]]:
        """(word, documents) within two edits of *word*, nearest and most frequent first."""
        ...

    def in_field(self, term: Term, field: str) -> Numbers:
        """Rising live passages that hold *term* in their "title", "headings" or "body"."""
        ...

    def with_words(self, words: Sequence[str]) -> Numbers:
        """Rising live passages that hold any of these words, each exactly as it is written here (small letters, accents kept)."""
        ...

    def with_pattern(self, pattern: str) -> Numbers:
        """Rising live passages that hold a word that fits a pattern with ``*`` and ``?``; all such words, however many."""
        ...

    def entries(self) -> Sequence[Entry]:
        """What names each document, by its number; dead ones too."""
        ...

    def origins(self, documents: Numbers) -> Sequence[Origin]:
        """The file of each of *documents*: cheap enough to ask for many."""
        ...

    def values_of(self, key: str, documents: Numbers | None = None) -> Sequence[tuple[str, ...]]:
        """The values of a facet key for each of *documents*; for every document, by its number, if that is None."""
        ...

    def document_mask(self, filters: Sequence[Filter]) -> Mask:
        """bool[number of documents]: live, not quarantined, and passing every filter."""
        ...

    def facet_keys(self) -> Sequence[str]:
        """Keys that any document carries, the fixed ones first."""
        ...

    def facet_counts(self, documents: Mask, keys: Sequence[str] | None = None) -> Mapping[str, Sequence[Count]]:
        """Counts of each value among *documents*, by count then value; "(none)" for those without one."""
        ...

    def passages(self, numbers: Sequence[int]) -> Sequence[Passage]:
        """The stored passages, in the order asked."""
        ...

    def passages_of(self, document: int) -> Numbers:
        """Rising passage numbers of a document."""
        ...

    def vector_rows(self) -> tuple[Numbers, Vectors]:
        """(passage numbers, their unit vectors) of all passages that have one."""
        ...

    def nearest(self, vector: npt.NDArray[np.float32], documents: Mask | None, limit: int) -> Ranking:
        """The *limit* passages nearest to a unit vector, best first, with their cosines; among *documents* only, if given.

        Exact: every passage with a vector is looked at. Ties by passage number.
        """
        ...

    def similarities(self, vector: npt.NDArray[np.float32], passages: Numbers) -> Scores:
        """The cosine of each passage with a unit vector; nan for those without a vector."""
        ...

    def texts_without_vectors(self, limit: int) -> Sequence[tuple[str, str]]:
        """(text key, text to encode) of up to *limit* passages that have no vector yet."""
        ...

    def sources(self) -> Iterator[SourceState]:
        """All files the index knows of, skipped ones included."""
        ...

    def close(self) -> None:
        """Let go of its files."""
        ...


class Writer(Protocol):
    """One transaction: all of it is published by `commit`, or none of it."""

    def put(self, source: Source) -> None:
        """Replace whatever is known of this file. Raises before it changes anything."""
        ...

    def adopt(self, segment: str) -> None:
        """Publish a segment that a `Builder` finished, in place of whatever is known of its files.

        Raises `StorageError` if it is gone.
        """
        ...

    def touch(self, stamp: FileStamp) -> None:
        """The file's bytes are unchanged, but its stamp is new."""
        ...

    def move(self, old: FileKey, stamp: FileStamp, facets: Mapping[str, tuple[str, ...]] | None = None) -> None:
        """The file known under key *old* now has this stamp; its text is unchanged.

        *facets* are those that follow the place (``folder``, ``root``); they replace these keys in all its documents. An
        empty tuple takes the key away.
        """
        ...

    def skip(self, skipped: Skipped) -> None:
        """Drop whatever is known of this file and remember why it is left out."""
        ...

    def remove(self, keys: Iterable[FileKey]) -> None:
        """Forget files; unknown keys are ignored."""
        ...

    def commit(self) -> int:
        """Publish; returns the new generation. Raises `StorageError` and leaves the last commit standing."""
        ...

    def cancel(self) -> None:
        """Drop everything since the writer was opened."""
        ...


class Builder(Protocol):
    """Makes segments beside the index, in a process of its own, for a `Writer` to adopt. A file is put once a segment."""

    def put(self, source: Source) -> None:
        """Keep a file for the next segment. Raises before it changes anything."""
        ...

    def finish(self) -> str:
        """Write what was put since the last time; the segment's name, "" if there is nothing. Raises `StorageError`."""
        ...


class Index(Protocol):
    """One library's index."""

    def snapshot(self) -> Snapshot:
        """The newest commit."""
        ...

    def generation(self) -> int:
        """Number of the newest commit, without opening it."""
        ...

    def state(self) -> Hashable:
        """What changes with every commit and with every vector added, without opening anything: a reason for a new snapshot."""
        ...

    def writer(self) -> Writer:
        """Begin a transaction. Raises `IndexLockedError` if another process writes."""
        ...

    def workshop(self) -> AbstractContextManager[str]:
        """The path of a folder into which builders may write, for as long as it lasts; then it goes, with what was not adopted.

        Hold a writer all the while, or another process may empty it.
        """
        ...

    def put_vectors(self, encoder_id: str, keys: Sequence[str], vectors: Vectors) -> None:
        """Add vectors to the cache, by text key; needs no transaction."""
        ...

    def prune_vectors(self) -> int:
        """Drop the vectors of texts that are no longer in the library; how many. Raises `StorageError`."""
        ...

    def check(self) -> None:
        """Read every byte once. Raises `IndexDamagedError`."""
        ...

    def heed(self) -> None:
        """Raises `IndexDamagedError` if anybody who read the index found it damaged; opening it to write heals it."""
        ...

    def take_over(self, keep: Collection[str] = ()) -> bool:
        """If it is being built beside an older index, take that one's place; whether it was. Call it when it is whole.

        What the older one holds of the roots *keep* (ids), and this one does not, is brought along. Raises `IndexLockedError` or
        `StorageError`, and then the older one goes on answering.
        """
        ...

    def merge(self) -> bool:
        """One step, of about a second, towards few segments where a workshop left many; whether there was one. For idle times."""
        ...

    def compact(self) -> int:
        """Rewrite the index without what is dead, so that no trace of removed text is left; the generation. For idle times."""
        ...
