"""The facets of all documents of one commit, whatever segments they lie in. Each key is read at its first use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

import numpy as np

from pincite.domain.search import Filter, Mask, Numbers
from pincite.index.facets import Counts, Facet, as_facet, close_folders, count_values, empty_column, filter_mask, join_columns, ordered_keys
from pincite.index.view import View


class FacetTable:
    """Facets over the documents of *views* under one numbering. For one thread."""

    def __init__(self, views: Sequence[View]) -> None:
        self._views = views
        self._count = sum(view.segment.document_count for view in views)
        self._facets: dict[str, Facet] = {}

    @cached_property
    def keys(self) -> Sequence[str]:
        """Keys of which a live document has a value, the fixed ones first."""
        return ordered_keys({key for view in self._views for key in view.carried_keys})

    def facet(self, key: str) -> Facet:
        """The facet *key* over all documents; folders hold for everything below them."""
        if (known := self._facets.get(key)) is None:
            parts = [view.segment.columns.get(key) or empty_column(view.segment.document_count) for view in self._views]
            column = join_columns(parts)
            known = self._facets[key] = as_facet(close_folders(column) if key == "folder" else column)
        return known

    def values(self, key: str, documents: Numbers | None = None) -> Sequence[tuple[str, ...]]:
        """The values of each of *documents*, of all in their order if that is None."""
        facet = self.facet(key)
        profiles: list[int] = (facet.profiles if documents is None else facet.profiles[documents]).tolist()
        known = {profile: facet.sets.of(profile) for profile in set(profiles)}
        return [known[profile] for profile in profiles]

    def counts(self, documents: Mask, keys: Sequence[str]) -> Mapping[str, Counts]:
        """How many of *documents* have each value of each of *keys*."""
        chosen = np.flatnonzero(documents)
        return {key: count_values(self.facet(key), chosen) for key in keys}

    def mask(self, filters: Sequence[Filter]) -> Mask:
        """bool[documents]: those that pass all *filters*."""
        return filter_mask({wanted.key: self.facet(wanted.key) for wanted in filters}, self._count, filters)
