"""A part of a library that answers as if it were all of it: for callers who must not look further, whatever they ask."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from pincite.domain.protocols import Index, Matches, Snapshot
from pincite.domain.search import Filter, Mask, Numbers, Scores, Term


def within(index: Index, scope: Sequence[Filter]) -> Index:
    """*index* for reading, where only documents that pass every filter of *scope* can be found, counted or named."""
    return cast("Index", _ScopedIndex(index, tuple(scope))) if scope else index


HANDED_ON = frozenset(
    "generation passage_count document_of body_lengths languages quarantined_count vector_count find spread phrase vocabulary in_field with_words"
    " with_pattern entries origins values_of facet_counts passages passages_of vector_rows nearest similarities texts_without_vectors sources close".split()
)
"""What a snapshot is asked and a scoped one hands on: numbers of the whole, and passages and documents that are masked by `document_mask` before
anybody sees them. Whatever is added to the role has to be put here, or answered, before it can be asked."""


class _ScopedIndex:
    """Every snapshot of it is scoped."""

    def __init__(self, index: Index, scope: tuple[Filter, ...]) -> None:
        self._inner = index
        self._scope = scope

    def snapshot(self) -> Snapshot:
        return cast("Snapshot", _ScopedSnapshot(self._inner.snapshot(), self._scope))

    def state(self) -> Hashable:
        return self._inner.state()


@dataclass(frozen=True, slots=True)
class _Found:
    """`Matches` of which some are left out."""

    passages: Numbers
    scores: Scores
    terms: npt.NDArray[np.uint32]
    exact: npt.NDArray[np.uint32]


class _ScopedSnapshot:
    """All that is found passes `document_mask` before it is shown; what else would name other documents is narrowed here."""

    def __init__(self, snapshot: Snapshot, scope: tuple[Filter, ...]) -> None:
        self._inner: Any = snapshot
        self._inside: Mask = snapshot.document_mask(scope)

    def __getattr__(self, name: str) -> Any:
        if name not in HANDED_ON:
            raise AttributeError(f"a part of a library does not say {name}")
        return getattr(self._inner, name)

    @property
    def document_count(self) -> int:
        return int(self._inside.sum())

    def document_mask(self, filters: Sequence[Filter]) -> Mask:
        return self._inside & self._inner.document_mask(filters)

    def facet_keys(self) -> Sequence[str]:
        keys: Sequence[str] = self._inner.facet_keys()
        counts = self._inner.facet_counts(self._inside, keys)
        return [key for key in keys if any(count.value != "(none)" for count in counts[key])]

    def match(self, *asked: Any, **how: Any) -> Matches:
        found: Matches = self._inner.match(*asked, **how)
        inside = self._inside[self._inner.document_of[found.passages]]
        return _Found(found.passages[inside], found.scores[inside], found.terms[inside], found.exact[inside])

    def frequencies(self, terms: Sequence[Term]) -> Sequence[tuple[int, int]]:
        return [self._counted(self.match((term,)).passages) for term in terms]

    def similar_words(self, word: str, limit: int) -> Sequence[tuple[str, int]]:
        near = ((one, *self._counted(self._inner.with_words((one,)))) for one, _ in self._inner.similar_words(word, limit))
        return [(one, documents) for one, documents, _ in near if documents]

    def _counted(self, passages: Numbers) -> tuple[int, int]:
        """(documents, passages) of these that lie inside."""
        documents = self._inner.document_of[passages]
        documents = documents[self._inside[documents]]
        return len(np.unique(documents)), len(documents)
