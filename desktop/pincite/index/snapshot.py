"""The index as of one commit: passages of all its segments under one numbering. For one thread."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, lru_cache

import numpy as np
import numpy.typing as npt

from pincite.domain.documents import Root, SourceState
from pincite.domain.protocols import Vectors
from pincite.domain.search import Count, Entry, Filter, Mask, Numbers, Origin, Passage, Ranking, Scores, Term
from pincite.index.facet_table import FacetTable
from pincite.index.lookups import count_words, entries_of, in_field, spread, with_any, with_words
from pincite.index.phrases import phrase
from pincite.index.records import text_key, text_to_encode, to_chunk
from pincite.index.scoring import FoundPassages, Member, Scorer
from pincite.index.spelling import most_frequent
from pincite.index.vectors import Rows, allowed, best
from pincite.index.view import View, origin_of, source_states, stored_passage

REMEMBERED = 64
"""Passages that are not built again: what an answer is learnt from is mostly what it shows."""


class IndexSnapshot:
    """Answers from one commit; see `pincite.domain.protocols.Snapshot`."""

    def __init__(self, generation: int, views: Sequence[View], roots: Mapping[str, Root], vectors: Rows) -> None:
        self._generation = generation
        self._views: Sequence[View] = views
        self._roots = roots
        self._vectors = vectors
        self._facets = FacetTable(views)
        self._live_documents = self._spread_documents()
        self._live = self._live_documents[self.document_of]
        self._scorer = Scorer(self._members, self._live, self._spoken)
        self._passage = lru_cache(REMEMBERED)(self._stored)

    @property
    def generation(self) -> int:
        """Number of the commit."""
        return self._generation

    @property
    def capacity(self) -> int:
        """Passage numbers run below it."""
        return len(self.document_of)

    @property
    def passage_count(self) -> int:
        """Live passages."""
        return int(self._live.sum())

    @property
    def document_count(self) -> int:
        """Live documents, quarantined ones included."""
        return int(self._live_documents.sum())

    @property
    def quarantined_count(self) -> int:
        """Live documents in quarantine."""
        return int((self._live_documents & self._quarantined).sum())

    @property
    def vector_count(self) -> int:
        """Live passages that have a vector."""
        return int((self._live & (self._row_of >= 0)).sum())

    def find(self, passage_id: str) -> int | None:
        """Number of the live passage with this id; None if it is gone."""
        key = np.uint64(text_key(passage_id))
        ids = np.concatenate([np.zeros(0, np.uint64), *(view.segment.file["passages/id"] for view in self._views)])
        found = np.flatnonzero((ids == key) & self._live)
        return int(found[-1]) if len(found) else None

    @property
    def document_of(self) -> Numbers:
        """int64[capacity]: the document number of each passage number."""
        return self._document_of

    def body_lengths(self, passages: Numbers) -> Numbers:
        """int64[n]: how many words each of *passages* has, its title and headings apart."""
        return self._scorer.body_lengths[passages].astype(np.int64)

    @property
    def languages(self) -> Sequence[str]:
        """Languages of the library's documents, most frequent first."""
        return self._languages

    @cached_property
    def _document_of(self) -> Numbers:
        return np.repeat(np.arange(len(self._document_bounds) - 1), np.diff(self._document_bounds))

    @cached_property
    def _document_bounds(self) -> Numbers:
        """The first passage of each document, and the end."""
        bounds = [view.segment.first_passage[1:] + view.first_passage for view in self._views]
        return np.concatenate([np.zeros(1, np.int64), *bounds])

    @cached_property
    def _languages(self) -> Sequence[str]:
        counts = self._facets.counts(self._live_documents, ["language"])["language"]
        known = Counter({count.value: count.documents for count in counts if count.value != "(none)"})
        return [language for language, _ in known.most_common()]

    def _spoken(self, languages: Sequence[str]) -> Mask:
        return self._facets.mask([Filter("language", language or "(none)") for language in languages])[self.document_of]

    def match(self, terms: Sequence[Term], weights: Sequence[float] | None = None) -> FoundPassages:
        """Every live passage that holds a term, with its score, in which *weights* multiply the terms' parts."""
        return self._scorer.match(terms, weights)

    def documents_of(self, found: FoundPassages) -> Mask:
        """bool[documents]: those with a passage that was found."""
        before = np.concatenate([np.zeros(1, np.int32), np.cumsum(found.held, dtype=np.int32)])[self._document_bounds]
        return before[1:] > before[:-1]

    def frequencies(self, terms: Sequence[Term]) -> Sequence[tuple[int, int]]:
        """(documents, passages) that hold each term."""
        holders = [self._scorer.gain(term).ids for term in terms]
        return [(distinct(self.document_of[ids]), len(ids)) for ids in holders]

    def spread(self, terms: Sequence[Term]) -> Sequence[int]:
        """How many postings each term has: about as many as passages hold it, at a glance."""
        return [spread(self._members, term) for term in terms]

    def phrase(self, terms: Sequence[Term], within: Numbers | None = None, slop: int = 0) -> Numbers:
        """Rising passage numbers where the terms stand in this order, at most *slop* words between neighbours."""
        inside = None
        if within is not None:
            inside = np.zeros(self.capacity, np.bool_)
            inside[within] = True
        return phrase(self._members, terms, inside, slop)

    def vocabulary(self, pattern: str, limit: int) -> Sequence[tuple[str, int]]:
        """(word, documents) that fit a pattern with ``*`` and ``?``, most frequent first."""
        words: dict[str, tuple[int, int]] = {}
        for view, member in zip(self._views, self._members, strict=True):
            numbers = view.lexicon.fitting(pattern)
            count_words(view.lexicon.text, member, numbers, np.zeros(len(numbers), np.int64), self.document_of, words)
        return most_frequent(words, limit)

    def similar_words(self, word: str, limit: int) -> Sequence[tuple[str, int]]:
        """(word, documents) within two edits of *word*, nearest and most frequent first."""
        words: dict[str, tuple[int, int]] = {}
        for view, member in zip(self._views, self._members, strict=True):
            numbers, edits = view.lexicon.alike(word)
            count_words(view.lexicon.text, member, numbers, edits, self.document_of, words)
        return most_frequent(words, limit)

    def in_field(self, term: Term, field: str) -> Numbers:
        """Rising live passages that hold *term* in their "title", "headings" or "body"."""
        return in_field(self._members, term, field)

    def with_words(self, words: Sequence[str]) -> Numbers:
        """Rising live passages that hold any of these exact words."""
        return with_words(self._members, words)

    def with_pattern(self, pattern: str) -> Numbers:
        """Rising live passages that hold a word that fits a pattern with ``*`` and ``?``."""
        found = [with_any(member, view.lexicon.fitting(pattern)) for view, member in zip(self._views, self._members, strict=True)]
        return np.concatenate([np.zeros(0, np.int64), *found])

    def entries(self) -> Sequence[Entry]:
        """What names each document, by its number; dead ones too. Read once a snapshot."""
        return self._entries

    def origins(self, documents: Numbers) -> Sequence[Origin]:
        """The file of each of *documents*."""
        at = np.searchsorted([view.first_document for view in self._views], documents, side="right") - 1
        chosen = zip((self._views[view] for view in at.tolist()), documents.tolist(), strict=True)
        return [origin_of(view, number - view.first_document, self._roots) for view, number in chosen]

    def values_of(self, key: str, documents: Numbers | None = None) -> Sequence[tuple[str, ...]]:
        """The values of a facet key for each of *documents*; for every document, by its number, if that is None."""
        return self._facets.values(key, documents)

    def document_mask(self, filters: Sequence[Filter]) -> Mask:
        """bool[documents]: live, not quarantined, and passing every filter."""
        return self._live_documents & ~self._quarantined & self._facets.mask(filters)

    def facet_keys(self) -> Sequence[str]:
        """Keys that any document carries, the fixed ones first."""
        return self._facets.keys

    def facet_counts(self, documents: Mask, keys: Sequence[str] | None = None) -> Mapping[str, Sequence[Count]]:
        """Counts of each value among *documents*, by count then value; "(none)" for those without one."""
        return self._facets.counts(documents, self.facet_keys() if keys is None else keys)

    def passages(self, numbers: Sequence[int]) -> Sequence[Passage]:
        """The stored passages, in the order asked."""
        return [self._passage(int(number)) for number in numbers]

    def _stored(self, number: int) -> Passage:
        view, local = self._place(number)
        return stored_passage(view, local, number, self._roots)

    def passages_of(self, document: int) -> Numbers:
        """Rising passage numbers of a document."""
        return np.arange(self._document_bounds[document], self._document_bounds[document + 1])

    def nearest(self, vector: npt.NDArray[np.float32], documents: Mask | None, limit: int) -> Ranking:
        """The passages nearest in meaning to a unit *vector*, only those of *documents*: an exact scan, best first."""
        passages, rows = self._encoded
        chosen = allowed(passages, self.document_of, documents)
        passages = passages[chosen]
        return Ranking("vector", *best(passages, self._vectors.cosines(vector, rows[chosen]), limit))

    def similarities(self, vector: npt.NDArray[np.float32], passages: Numbers) -> Scores:
        """float32[n]: cosine of a unit *vector* with each passage; nan where one has no vector."""
        rows = self._row_of[passages]
        scores = np.full(len(passages), np.nan, np.float32)
        scores[rows >= 0] = self._vectors.cosines(vector, rows[rows >= 0])
        return scores

    def vector_rows(self) -> tuple[Numbers, Vectors]:
        """(passage numbers, their unit vectors) of all passages that have one."""
        passages, rows = self._encoded
        return passages, self._vectors.vectors(rows)

    def texts_without_vectors(self, limit: int) -> Sequence[tuple[str, str]]:
        """(text key, text to encode) of up to *limit* passages that have no vector yet."""
        missing = np.flatnonzero(self._live & (self._row_of < 0))[:limit]
        texts: dict[str, str] = {}
        for number in missing:
            view, local = self._place(int(number))
            chunk = to_chunk(view.segment.passages[local])
            title = view.segment.documents[int(self.document_of[number]) - view.first_document]["title"]
            texts[f"{int(self._keys[number]):016x}"] = text_to_encode(title, chunk.context, chunk.text)
        return list(texts.items())

    def text_keys(self) -> npt.NDArray[np.uint64]:
        """Text keys of all live passages."""
        return self._keys[self._live]

    def sources(self) -> Iterator[SourceState]:
        """All files the index knows of, skipped ones included."""
        for view in self._views:
            yield from source_states(view)

    def close(self) -> None:
        """Let go of its files."""
        self._views = ()
        self._facets = FacetTable(())

    # ------------------------------------------------------------------ one numbering for all segments

    @cached_property
    def _members(self) -> list[Member]:
        bounds = [(view.first_passage, view.first_passage + view.segment.passage_count) for view in self._views]
        masks = [self._live[first:end] for first, end in bounds]
        return [
            Member(view.segment, first, None if mask.all() else mask)
            for view, (first, _), mask in zip(self._views, bounds, masks, strict=True)
        ]

    def _spread_documents(self) -> Mask:
        live = [np.repeat(view.live_sources, np.diff(view.segment.first_document)) for view in self._views]
        return np.concatenate([np.zeros(0, np.bool_), *live])

    @cached_property
    def _quarantined(self) -> Mask:
        return np.concatenate([np.zeros(0, np.bool_), *(view.segment.quarantined for view in self._views)])

    @cached_property
    def _entries(self) -> Sequence[Entry]:
        return [entry for view in self._views for entry in entries_of(view.segment, view.first_document, view.record, self._roots)]

    @cached_property
    def _keys(self) -> npt.NDArray[np.uint64]:
        return np.concatenate([np.zeros(0, np.uint64), *(view.segment.file["passages/key"] for view in self._views)])

    @cached_property
    def _row_of(self) -> Numbers:
        """int64[capacity]: the row of each passage's vector, -1 without one."""
        return self._vectors.find(self._keys)

    @cached_property
    def _encoded(self) -> tuple[Numbers, Numbers]:
        """(live passages with a vector, their rows)."""
        passages = np.flatnonzero(self._live & (self._row_of >= 0) & ~self._quarantined[self.document_of])
        return passages, self._row_of[passages]

    def _place(self, number: int) -> tuple[View, int]:
        """The segment that holds a passage, and its number there."""
        at = bisect_right(self._views, number, key=lambda view: view.first_passage) - 1
        return self._views[at], number - self._views[at].first_passage


def distinct(rising: Numbers) -> int:
    """How many different numbers are in a rising array."""
    return int(np.count_nonzero(np.diff(rising))) + 1 if len(rising) else 0
