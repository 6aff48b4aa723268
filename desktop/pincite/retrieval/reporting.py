"""What an answer says about itself: each word's fate, what was built, and why there is nothing when there is nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Mode, Query, TermReport
from pincite.retrieval.answer import RankedDocument
from pincite.retrieval.candidates import Words
from pincite.retrieval.meaning import Meaning
from pincite.retrieval.question import Question

_NAMED = 8
"""Words that a note names."""


def reports_for(question: Question, words: Words) -> tuple[TermReport, ...]:
    """Every word of the question, the searched ones with the number of documents that hold them."""
    documents = {term.text: n for term, n in zip(words.terms, words.documents, strict=True)}
    reports = [replace(report, documents=documents.get(report.text, 0)) if report.used else report for report in question.reports]
    known = {report.text for report in reports}
    parts = [TermReport(term.text, used=True, documents=documents[term.text]) for term in words.terms if term.text not in known]
    return (*reports, *parts)


def notes_for(
    snapshot: Snapshot, query: Query, question: Question, words: Words, meaning: Meaning, total: int, hidden: int,
    documents: Sequence[RankedDocument],
) -> tuple[str, ...]:  # fmt: skip
    """Sentences: what was dropped, which channel was silent, which words nobody has, why there is nothing."""
    if query.mode is Mode.QUERY:
        return (*question.notes, *(_why_no_match(snapshot, question, words, total, hidden) if not documents else ()))
    notes = [*question.notes]
    if meaning.note:
        notes.append(meaning.note)
    absent = [term.text for term, n in zip(words.terms, words.documents, strict=True) if n == 0]
    if documents and absent:
        notes.append(f"No document contains {_listing(absent)}.")
    if not documents:
        notes.append(_why_nothing(question, words, absent, total, hidden))
        notes += _suggestions(snapshot, words)
    return tuple(notes)


def _why_no_match(snapshot: Snapshot, question: Question, words: Words, total: int, hidden: int) -> list[str]:
    """Why a query holds for nothing: hidden by filters, a word that nobody has, or words that never meet. Other reasons are in its notes."""
    if hidden and not total:
        return [_hidden(hidden)]
    counted = list(zip(words.terms, words.documents, strict=True))
    absent = [term.text for term, n in counted if n == 0]
    if absent:
        return [f"No document contains {_listing(absent)}.", *_suggestions(snapshot, words)]
    if question.notes:
        return []
    if len(counted) < 2:
        return ["Nothing in the library holds this."]
    return ["Nothing holds all of this. Alone: " + ", ".join(f"“{term.text}” is in {n:,}" for term, n in counted[:_NAMED]) + " documents."]


def _hidden(documents: int) -> str:
    return f"{documents:,} {'document matches' if documents == 1 else 'documents match'}, but your filters hide {'it' if documents == 1 else 'them'}."


def _why_nothing(question: Question, words: Words, absent: Sequence[str], total: int, hidden: int) -> str:
    if hidden and not total:
        return _hidden(hidden)
    if question.exact_only and len(absent) < len(words.terms):
        return "No passage holds exactly these words in this order."
    if len(absent) == len(words.terms):
        return f"No document contains {_listing(absent)}."
    return "Nothing in the library seems to answer this; what shares words with it stands apart."


def _listing(words: Sequence[str]) -> str:
    named = [f"“{word}”" for word in words[:_NAMED]]
    more = len(words) - len(named)
    if more:
        return ", ".join(named) + f" or {more} more of its words"
    return named[0] if len(named) == 1 else ", ".join(named[:-1]) + " or " + named[-1]


def _suggestions(snapshot: Snapshot, words: Words) -> list[str]:
    """Words of the library that are spelt nearly like those nobody has."""
    notes: list[str] = []
    for term, n in zip(words.terms, words.documents, strict=True):
        if n == 0 and 4 <= len(term.exact) <= 40 and len(notes) < 3:
            near = [word for word, _ in snapshot.similar_words(term.exact, 3)]
            if near:
                notes.append(f"Did you mean {_listing(near)} instead of “{term.text}”?")
    return notes
