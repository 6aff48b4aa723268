"""Our segments as Whoosh reads them: its own searcher, matchers and query parser run on them, one posting at a time."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np
from whoosh.codec import base
from whoosh.matching.mcore import ListMatcher
from whoosh.reading import TermInfo, TermNotFound
from whoosh.system import pack_uint

from pincite.domain.search import Numbers
from pincite.index.inversion import FIELDS, Integers, first_positions
from pincite.index.segment import Dictionary, Segment

WORD = "word"
"""The field of exact forms; how often a passage holds one is not kept, so Whoosh is told once."""
INDEXED = (*sorted(FIELDS), WORD)
"""The indexed fields, in the order in which Whoosh walks through terms."""


class Encoded(Sequence[bytes]):
    """The positions of each posting as Whoosh's format stores them, made when they are asked for."""

    def __init__(self, encode: Callable[[list[int]], bytes], positions: Integers, bounds: Integers) -> None:
        self._encode = encode
        self._positions = positions
        self._bounds = bounds

    def __len__(self) -> int:
        return len(self._bounds)

    def __getitem__(self, number: int) -> bytes:  # pyright: ignore[reportIncompatibleMethodOverride]  # no slices
        first, end = self._bounds[number]
        return self._encode(self._positions[first:end].tolist())


class ArrayTermsReader(base.TermsReader):
    """The dictionary and the postings of one segment, field by field."""

    def __init__(self, segment: Segment) -> None:
        self._segment = segment

    def __contains__(self, term: tuple[str, bytes]) -> bool:
        return self._find(*term) >= 0

    def indexed_field_names(self) -> Sequence[str]:
        """The fields that have terms."""
        return [field for field in INDEXED if len(self._numbers(field))]

    def cursor(self, fieldname: str, fieldobj: Any) -> ArrayCursor:
        """Walks through one field's terms."""
        return ArrayCursor(self, fieldname, fieldobj)

    def terms(self) -> Iterator[tuple[str, bytes]]:
        """Every (field, term), in order."""
        for field in INDEXED:
            yield from ((field, self._text(field, number)) for number in self._numbers(field))

    def terms_from(self, fieldname: str, prefix: bytes) -> Iterator[tuple[str, bytes]]:
        """Every (field, term) from this one on."""
        for field in INDEXED[INDEXED.index(fieldname) :]:
            first = self.place(field, prefix) if field == fieldname else 0
            yield from ((field, self._text(field, number)) for number in self._numbers(field)[first:])

    def items(self) -> Iterator[tuple[tuple[str, bytes], TermInfo]]:
        """Every term with its statistics."""
        return ((term, self.term_info(*term)) for term in self.terms())

    def items_from(self, fieldname: str, prefix: bytes) -> Iterator[tuple[tuple[str, bytes], TermInfo]]:
        """Every term from this one on, with its statistics."""
        return ((term, self.term_info(*term)) for term in self.terms_from(fieldname, prefix))

    def term_info(self, fieldname: str, text: bytes) -> TermInfo:
        """Statistics of a term. Raises `TermNotFound`."""
        number = self._find(fieldname, text)
        if number < 0:
            raise TermNotFound(f"No term {fieldname}:{text!r}")
        ids, counts = self._postings(fieldname, number)
        lengths = self._lengths(fieldname)[ids]
        return TermInfo(
            weight=int(counts.sum()),
            df=len(ids),
            minlength=int(lengths.min()),
            maxlength=int(lengths.max()),
            maxweight=int(counts.max()),
            minid=int(ids[0]),
            maxid=int(ids[-1]),
        )

    def frequency(self, fieldname: str, text: bytes) -> float:
        """How often the field holds the term in all passages."""
        return self.term_info(fieldname, text).weight() if (fieldname, text) in self else 0.0

    def doc_frequency(self, fieldname: str, text: bytes) -> int:
        """How many passages hold the term in this field."""
        return self.term_info(fieldname, text).doc_frequency() if (fieldname, text) in self else 0

    def matcher(self, fieldname: str, text: bytes, format_: Any, scorer: Any = None) -> ListMatcher:
        """The postings of a term. Raises `TermNotFound`."""
        info = self.term_info(fieldname, text)
        number = self._find(fieldname, text)
        ids, counts = self._postings(fieldname, number)
        values = [pack_uint(count) for count in counts.tolist()] if fieldname == WORD else self._values(fieldname, number, format_)
        weights = counts.astype(float).tolist()
        return ListMatcher(ids.tolist(), weights, values, format_, scorer=scorer, term=(fieldname, text), terminfo=info)

    def close(self) -> None:
        """Nothing is open here."""

    def place(self, field: str, text: bytes) -> int:
        """How many terms of a field come before *text*."""
        return int(np.searchsorted(self._numbers(field), bisect_left(self._dictionary(field), text)))

    def at(self, field: str, place: int) -> bytes | None:
        """The term at this place of a field; None after the last."""
        numbers = self._numbers(field)
        return self._text(field, int(numbers[place])) if place < len(numbers) else None

    def _dictionary(self, field: str) -> Dictionary:
        return self._segment.words if field == WORD else self._segment.keys

    def _text(self, field: str, number: int) -> bytes:
        return self._dictionary(field)[int(number)]

    def _find(self, field: str, text: bytes) -> int:
        if field not in INDEXED:
            return -1
        number = self._dictionary(field).find(text)
        numbers = self._numbers(field)
        at = int(np.searchsorted(numbers, number))
        return number if at < len(numbers) and numbers[at] == number else -1

    def _numbers(self, field: str) -> Numbers:
        """Numbers of the dictionary's terms that a field holds."""
        return self._held[field]

    @cached_property
    def _held(self) -> dict[str, Numbers]:
        file = self._segment.file
        starts = file["keys/postings"].astype(np.int64)
        held = {WORD: np.arange(len(self._segment.words))}
        held["body"] = np.unique(np.searchsorted(starts, np.flatnonzero(file["keys/body"]), side="right") - 1)
        for field in FIELDS[:2]:
            held[field] = np.unique(np.searchsorted(starts, file[f"keys/{field}/at"].astype(np.int64), side="right") - 1)
        return held

    def _postings(self, field: str, number: int) -> tuple[Numbers, Integers]:
        """(passages, how often) of a term in a field."""
        if field == WORD:
            ids = self._segment.ids("words", number)
            return ids, np.ones(len(ids), np.int64)
        ids, counts = self._segment.counts(number)
        mine = counts[:, FIELDS.index(field)]
        return ids[mine > 0], mine[mine > 0]

    def _lengths(self, field: str) -> Integers:
        return self._segment.lengths.sum(axis=1) if field == WORD else self._segment.lengths[:, FIELDS.index(field)]

    def _values(self, field: str, number: int, format_: Any) -> Encoded:
        ids, counts = self._segment.counts(number)
        _, ends, positions = self._segment.positions(number)
        place = FIELDS.index(field)
        begins = ends[:-1] + counts[:, :place].sum(axis=1)
        bounds = np.stack([begins, begins + counts[:, place]], axis=1)[counts[:, place] > 0]
        starts = first_positions(self._segment.lengths[ids])[:, place]
        return Encoded(format_.encode, positions - np.repeat(starts, np.diff(ends)), bounds)


class ArrayCursor(base.FieldCursor):
    """A place among the terms of one field."""

    def __init__(self, reader: ArrayTermsReader, field: str, fieldobj: Any) -> None:
        self._reader = reader
        self._field = field
        self._fieldobj = fieldobj
        self._place = 0

    def first(self) -> str | None:
        """Go to the first term."""
        self._place = 0
        return self.text()

    def find(self, string: str | bytes) -> str | None:
        """Go to the first term that is not before *string*."""
        text = string if isinstance(string, bytes) else self._fieldobj.to_bytes(string)
        self._place = self._reader.place(self._field, text)
        return self.text()

    def next(self) -> str | None:
        """Go to the next term."""
        self._place += 1
        return self.text()

    def text(self) -> str | None:
        """The term here; None after the last."""
        term = self._reader.at(self._field, self._place)
        return None if term is None else self._fieldobj.from_bytes(term)

    def term_info(self) -> TermInfo | None:
        """Statistics of the term here."""
        term = self._reader.at(self._field, self._place)
        return None if term is None else self._reader.term_info(self._field, term)

    def is_valid(self) -> bool:
        """Whether there is a term here."""
        return self._reader.at(self._field, self._place) is not None


class ArrayDocumentReader(base.PerDocumentReader):
    """What is stored of each passage, its field lengths, and whether it is dead."""

    def __init__(self, segment: Segment, entry: Any) -> None:
        self._segment = segment
        self._entry = entry

    def doc_count(self) -> int:
        """Live passages."""
        return self._entry.doc_count_all() - self._entry.deleted_count()

    def doc_count_all(self) -> int:
        """Passages, dead ones included."""
        return self._entry.doc_count_all()

    def has_deletions(self) -> bool:
        """Whether any passage is dead."""
        return self._entry.deleted_count() > 0

    def is_deleted(self, docnum: int) -> bool:
        """Whether this passage is dead."""
        return self._entry.is_deleted(docnum)

    def deleted_docs(self) -> Iterator[int]:
        """Numbers of the dead passages."""
        return self._entry.deleted_docs()

    def has_column(self, fieldname: str) -> Any:  # noqa: ARG002  # Whoosh's signature
        """Facets are columns of documents, not of passages; Whoosh does not see them."""
        return False

    def has_vector(self, docnum: int, fieldname: str) -> Any:  # noqa: ARG002  # Whoosh's signature
        """There are no term vectors."""
        return False

    def doc_field_length(self, docnum: int, fieldname: str, default: int = 0) -> int:
        """Words in a field of a passage, exactly (Whoosh's own codec rounds)."""
        return int(self._lengths(fieldname)[docnum]) or default

    def field_length(self, fieldname: str) -> int:
        """Words in a field of all passages."""
        return int(self._lengths(fieldname).sum())

    def min_field_length(self, fieldname: str) -> int:
        """Words in the shortest."""
        return int(self._lengths(fieldname).min(initial=0))

    def max_field_length(self, fieldname: str) -> int:
        """Words in the longest."""
        return int(self._lengths(fieldname).max(initial=0))

    def stored_fields(self, docnum: int) -> dict[str, Any]:
        """Title, headings, body and the file's relative path."""
        document = int(np.searchsorted(self._segment.first_passage, docnum, side="right")) - 1
        source = int(np.searchsorted(self._segment.first_document, document, side="right")) - 1
        passage = self._segment.passages[docnum]
        return {
            "title": self._segment.documents[document]["title"],
            "headings": passage[8],
            "body": passage[6],
            "path": self._segment.sources[source].stamp.relative,
        }

    def _lengths(self, field: str) -> Integers:
        if field == WORD:
            return self._segment.lengths.sum(axis=1)
        return self._segment.lengths[:, FIELDS.index(field)] if field in FIELDS else np.zeros(self.doc_count_all(), np.int64)
