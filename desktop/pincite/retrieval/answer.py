"""What the ranker hands on: numbers only, before any stored text is shown. The search use case turns it into hits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pincite.domain.search import Drop, Mask, TermReport
from pincite.retrieval.question import Question


@dataclass(frozen=True, slots=True)
class RankedPassage:
    """A passage of the snapshot with how it was found and its named scores (bm25, coverage, cosine, p_answers, specificity, rank).

    A score that is not known is absent. `found_by` is a subset of ("words", "meaning", "title", "path").
    """

    number: int
    found_by: tuple[str, ...]
    scores: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class RankedDocument:
    """A document with its best passage, and the next best of its `matched` passages.

    `copies` are the document numbers that say the same and were folded into this one.
    """

    document: int
    best: RankedPassage
    more: tuple[RankedPassage, ...] = ()
    matched: int = 1
    copies: tuple[int, ...] = ()
    concepts: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Answer:
    """All that was found, ranked; numbers are those of the snapshot it was asked of.

    `documents` is cut at the query's limit. `matching` has one truth value a document: it matches whatever the filters are
    (but is live and not in quarantine), so that each facet can be counted under all filters but its own; `total_documents`
    counts those that also pass the filters, `hidden` those that do not. `phrase_passages` is None without a phrase.
    `snippet_terms` are those to mark. `drops` carry a document number beside the named reason.
    """

    question: Question
    matching: Mask
    documents: tuple[RankedDocument, ...] = ()
    related: tuple[RankedDocument, ...] = ()
    drops: tuple[tuple[int, Drop], ...] = ()
    terms: tuple[TermReport, ...] = ()
    notes: tuple[str, ...] = ()
    total_documents: int = 0
    total_passages: int = 0
    hidden: int = 0
    candidates: int = 0
    decided: int = 0
    undecided: tuple[str, ...] = ()
    phrase_passages: int | None = None
