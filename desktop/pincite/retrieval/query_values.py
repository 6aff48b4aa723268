"""The documents of a query: facets by value, ranges, paths and file names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

import numpy as np

from pincite.analysis import analyze
from pincite.domain.errors import QuestionError
from pincite.domain.protocols import Snapshot
from pincite.domain.search import Entry, Filter, Mask
from pincite.retrieval.query_tree import Between, Fuzzy, Leaf, Phrase, Wild, Word
from pincite.retrieval.query_words import as_expression
from pincite.retrieval.values import Range, inside, measure, plain, same, sort_of
from pincite.retrieval.vocabulary import NONE, about_key, about_value, edits, values_with_counts

CARRIED = ("type", "folder", "year", "author", "tag", "language", "genre", "relevance", "depth", "concept", "status")
"""Keys that Pincite gives by itself: where no document has one, that is no mistake."""


class Selection:
    """Turns facet, range and path leaves into masks over documents, and gathers notes about values that nobody has."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot
        self._live = snapshot.document_mask(())
        self.notes: list[str] = []

    def facet(self, leaf: Leaf) -> Mask:
        """bool[documents]: those with this value. Raises `QuestionError` for a key that the library does not know."""
        self._check(leaf.field, leaf.at, leaf.text)
        values = [count.value for count in values_with_counts(self._snapshot, leaf.field)] if self._known(leaf.field) else []
        if isinstance(leaf, Wild):
            fits = re.compile(as_expression(plain(leaf.text)))
            chosen = [value for value in values if fits.fullmatch(plain(value))]
        elif leaf.text == NONE:
            chosen = [NONE]
        else:
            chosen = [leaf.text] if leaf.text in values else [value for value in values if same(value, leaf.text)]
        if not chosen:
            self.notes.append(about_value(self._snapshot, leaf.field, leaf.text) if values else f"No document has a value for {leaf.field}.")
            return self._live & False
        return self._snapshot.document_mask([Filter(leaf.field, value) for value in chosen])

    def between(self, leaf: Between) -> Mask:
        """bool[documents]: those with a value in the range. Raises `QuestionError` for an unknown key or an end of another kind."""
        if leaf.field in ("size", "date", "modified"):
            sort = sort_of(leaf.field, ())
            entries = self._snapshot.entries()
            return self._live & np.array([inside(sort, attribute(entry, leaf.field), leaf.range) for entry in entries], np.bool_)
        self._check(leaf.field, leaf.at)
        values = [count.value for count in values_with_counts(self._snapshot, leaf.field)] if self._known(leaf.field) else []
        sort = sort_of(leaf.field, values)
        for end in (leaf.range.low, leaf.range.high):
            if end and values and measure(sort, end) is None:
                raise QuestionError(f"“{end}” is not {sort.value}, which the values of {leaf.field} are (like {values[0]}).", leaf.at)
        chosen = [Filter(leaf.field, value) for value in values if inside(sort, value, leaf.range)]
        if not chosen:
            self.notes.append(f"No document has {leaf.field} {_shown(leaf.range)}.")
            return self._live & False
        return self._snapshot.document_mask(chosen)

    def path(self, leaf: Leaf) -> Mask:
        """bool[documents]: those whose path below the root, or file name, holds the words or fits the pattern."""
        name_alone = leaf.field == "name"
        places = [entry.relative.rsplit("/", 1)[-1] if name_alone else entry.relative for entry in self._snapshot.entries()]
        members = [f"{place}/{entry.member}" if entry.member else place for place, entry in zip(places, self._snapshot.entries(), strict=True)]
        return self._live & np.fromiter(self._placed(leaf, members), np.bool_, len(members))

    def _placed(self, leaf: Leaf, places: Iterable[str]) -> Iterable[bool]:
        match leaf:
            case Wild(text):
                fits = re.compile(as_expression(plain(text)))
                return (any(fits.fullmatch(part) for part in _pieces(place)) for place in places)
            case Fuzzy(text, limit):
                return (any(edits(plain(text), token.exact) <= limit for token in analyze(place)) for place in places)
            case Word(text) | Phrase(text):
                words = [token.exact for token in analyze(text)]
                return (_holds(place, text, words) for place in places)

    def _known(self, key: str) -> bool:
        return key in self._snapshot.facet_keys()

    def _check(self, key: str, at: int, value: str = "") -> None:
        if not self._known(key) and key not in CARRIED and self._live.any():
            quoted = "To search for the text with its colon, put it in double quotes."
            raise QuestionError(f"{about_key(self._snapshot, key, value)} {quoted}", at)


def attribute(entry: Entry, key: str) -> str:
    """What every document has without stating it, as a text; "" if even that is unknown."""
    match key:
        case "size":
            return str(entry.size)
        case "date":
            return entry.date
        case "modified":
            return str(np.datetime64(entry.mtime_ns, "ns").astype("datetime64[s]")) if entry.mtime_ns > 0 else ""
        case "path":
            return entry.relative
        case "name":
            return entry.relative.rsplit("/", 1)[-1]
        case _:
            return entry.title


def _pieces(place: str) -> set[str]:
    """The whole path, each of its parts, and the file's name without its ending."""
    whole = plain(place)
    parts = whole.split("/")
    return {whole, *parts, parts[-1].rpartition(".")[0]}


def _holds(place: str, text: str, words: Sequence[str]) -> bool:
    """Whether a path has *text* as one of its parts, or *words* side by side as they are spelt: names are not inflected."""
    if plain(text) in _pieces(place):
        return True
    there = [token.exact for token in analyze(place)]
    return bool(words) and any(there[i : i + len(words)] == words for i in range(len(there)))


def _shown(wanted: Range) -> str:
    if wanted.low and wanted.high:
        return f"from {wanted.low} to {wanted.high}"
    return f"{'above' if wanted.above else 'from'} {wanted.low}{'' if wanted.above else ' on'}" if wanted.low else f"{'below' if wanted.below else 'up to'} {wanted.high}"
