"""A selection in the order of an attribute: all of its members by value, those without one last, and relevance only between equals.

A superlative ("the oldest incident") is a sort and no similarity (seed system 001): cutting the list by relevance first would change
the answer, and nobody could tell.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Mask, Mode, Numbers, Order, Query, Scores
from pincite.retrieval.answer import Answer, RankedDocument, RankedPassage
from pincite.retrieval.candidates import Words
from pincite.retrieval.query_values import attribute
from pincite.retrieval.question import Question
from pincite.retrieval.reporting import reports_for
from pincite.retrieval.values import rank, sort_of
from pincite.retrieval.vocabulary import ALWAYS

OWN = frozenset(ALWAYS) - {"year", "depth"}
"""Keys that come from the file and the title, and not from a facet."""


def can_order(snapshot: Snapshot, order: Order) -> bool:
    """Whether any document carries the key."""
    return order.key in OWN or order.key in snapshot.facet_keys()


def in_order(snapshot: Snapshot, query: Query, question: Question, words: Words, live: Mask, allowed: Mask) -> Answer:
    """The whole selection by `query.order`: every document under the filters, or in the query language every one that it holds for.

    *words* are the passages that match, which decide between equal values and are shown. Their documents need not be all.
    """
    assert query.order is not None  # the caller asks only then
    document_of = snapshot.document_of
    strict = query.mode is Mode.QUERY and bool(query.text.strip())
    matching = live & np.isin(np.arange(len(live)), document_of[words.passages]) if strict else live
    selected = np.flatnonzero(matching & allowed)
    ordered, missing = sort_documents(snapshot, query.order, selected, _relevance(len(live), document_of, words))
    return Answer(
        question, matching, tuple(_document(snapshot, int(number), words, query.more) for number in ordered[: query.limit]),
        terms=reports_for(question, words), notes=(*question.notes, *_notes(query, len(selected), missing, listed_all=not strict)),
        total_documents=len(selected), hidden=int((matching & ~allowed).sum()),
        total_passages=int((matching & allowed)[document_of[words.passages] if strict else document_of].sum()),
    )  # fmt: skip


def sort_documents(snapshot: Snapshot, order: Order, documents: Numbers, relevance: Scores) -> tuple[Numbers, int]:
    """(*documents* in order, how many of them have no value). Of several values the smallest counts upwards, the largest downwards."""
    values = _values(snapshot, order.key, documents)
    sort = sort_of(order.key, [value for held in values for value in held])
    entries = snapshot.entries()
    pick = max if order.descending else min
    numbers: list[int] = documents.tolist()
    keys = {number: pick(rank(sort, value) for value in held) for number, held in zip(numbers, values, strict=True) if held}
    by_relevance = sorted(numbers, key=lambda n: (-float(relevance[n]), entries[n].relative, entries[n].member))
    present = sorted((n for n in by_relevance if n in keys), key=keys.__getitem__, reverse=order.descending)
    absent = [n for n in by_relevance if n not in keys]
    return np.array(present + absent, np.int64), len(absent)


def _values(snapshot: Snapshot, key: str, documents: Numbers) -> list[tuple[str, ...]]:
    if key in OWN:
        entries = snapshot.entries()
        found = [attribute(entries[number], key) for number in documents.tolist()]
        return [(value,) if value.strip() else () for value in found]
    column = snapshot.values_of(key)
    return [tuple(value for value in column[number] if value.strip()) for number in documents.tolist()]


def _relevance(documents: int, document_of: Numbers, words: Words) -> Scores:
    """float32[documents]: the best score of each document's passages."""
    best = np.zeros(documents, np.float32)
    np.maximum.at(best, document_of[words.passages], words.scores)
    return best


def _document(snapshot: Snapshot, document: int, words: Words, more: int) -> RankedDocument:
    """The document with its best matching passage, or its first where none matches, and up to *more* others."""
    own = snapshot.passages_of(document)
    if len(own) == 0:
        raise ValueError("a document that can be found has a passage")
    low, high = np.searchsorted(words.passages, [own[0], own[-1] + 1])
    found = words.passages[low:high]
    scores = words.scores[low:high]
    ranked = [
        RankedPassage(int(found[i]), ("words",), {"bm25": float(scores[i])} if scores[i] > 0 else {})
        for i in np.lexsort((found, -scores))[: more + 1]
    ]
    best, *others = ranked or [RankedPassage(int(own[0]), ("words",), {})]
    return RankedDocument(document, best, tuple(others), len(found) or len(own))


def _notes(query: Query, selected: int, missing: int, *, listed_all: bool) -> Sequence[str]:
    assert query.order is not None
    notes: list[str] = []
    if listed_all and query.text.strip():
        notes.append(f"Sorted by {query.order.key}: all {selected:,} documents of the selection are listed, with your words or without.")
    if missing and selected:
        have = "has" if missing == 1 else "have"
        come = "comes" if missing == 1 else "come"
        notes.append(f"{missing:,} of {selected:,} documents {have} no {query.order.key} and {come} last.")
    return notes
