"""The line above the list, and what stands in its place when nothing was found: always a reason, always a way on."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.search import Incomplete, SearchResult
from pincite.domain.wording import counted
from pincite.ui.text import shown


@dataclass(frozen=True, slots=True)
class Counts:
    """How much was found: "41 documents", "128 passages · 7 ms", and what the answer could not see; `spoken` for announcements."""

    documents: str = ""
    passages: str = ""
    incomplete: str = ""
    phrase: str = ""
    notes: str = ""
    spoken: str = ""


@dataclass(frozen=True, slots=True)
class Emptiness:
    """Nothing found: what and why. `headline` is "" when something was found; `ways` are (action, words)."""

    headline: str = ""
    reasons: tuple[str, ...] = ()
    ways: tuple[tuple[str, str], ...] = ()


def counts_of(result: SearchResult) -> Counts:
    """The counts of *result* in words."""
    documents, passages = counted(result.total_documents, "document"), counted(result.total_passages, "passage")
    incomplete = incomplete_in_words(result.incomplete)
    phrase = ""
    if result.phrase_passages and result.phrase_passages < result.total_passages:
        phrase = f"only the exact phrase ({result.phrase_passages:,})"
    spoken = ", ".join(part for part in (f"{passages} in {documents}", incomplete) if part)
    notes = "  ".join(shown(note) for note in result.notes) if result.hits else ""
    return Counts(documents, f"{passages} · {_duration(result.elapsed_ms)}", incomplete, phrase, notes, spoken)


def incomplete_in_words(incomplete: Incomplete) -> str:
    """"12 queued, 3 skipped": what is not in the answer yet; "" if it saw everything."""
    parts = [
        f"{number:,} {word}"
        for number, word in (
            (incomplete.queued, "queued"),
            (incomplete.skipped, "skipped"),
            (incomplete.cut, "cut short"),
            (incomplete.without_vectors, "not by meaning yet"),
        )
        if number
    ]
    return ", ".join(parts)


def emptiness_of(result: SearchResult) -> Emptiness:
    """Why there is nothing, the likeliest reason first, and what can be done about it."""
    reasons: list[str] = []
    ways: list[tuple[str, str]] = []
    incomplete = result.incomplete
    if incomplete.queued:
        reasons.append(f"{counted(incomplete.queued, 'file')} still to be read; this answer may grow.")
    if result.hidden:
        reasons.append(f"{counted(result.hidden, 'document')} would match without your filters.")
        ways.append(("clear-filters", f"Show all {result.hidden:,}"))
    absent = [term.text for term in result.terms if term.used and not term.documents]
    if absent and not result.notes:  # the engine says it better
        reasons.append(f"No document holds {_listed(absent)}.")
    reasons += [note for note in result.notes if note not in reasons]
    if incomplete.skipped:
        reasons.append(f"{counted(incomplete.skipped, 'file')} could not be read.")
        ways.append(("attention", "Show what was left out"))
    if not reasons:
        reasons.append("No passage holds these words.")
    if result.query.filters and not result.hidden:
        ways.append(("clear-filters", "Clear the filters"))
    ways.append(("clear", "Back to the atlas"))
    headline = "Nothing found yet" if incomplete.queued else "Nothing found"
    return Emptiness(headline, tuple(reasons), tuple(ways))


def _listed(words: list[str]) -> str:
    quoted = [f"“{word}”" for word in words[:6]]
    return quoted[0] if len(quoted) == 1 else ", ".join(quoted[:-1]) + " or " + quoted[-1]


def _duration(elapsed_ms: float) -> str:
    return f"{elapsed_ms / 1000:.1f} s" if elapsed_ms >= 1000 else f"{max(1, round(elapsed_ms))} ms"
