"""The account of an answer in words and numbers: what the panel shows and what "copy as text" copies. No Qt."""

from __future__ import annotations

from dataclasses import dataclass

from pincite.domain.search import Drop, Hit, SearchResult
from pincite.ui.results.card import SPECIFICITY
from pincite.ui.search_bar.chip_values import TermChip
from pincite.ui.text import shown

MOST_DROPS = 40
"""Left-out candidates that are listed."""

REASONS = {
    "undecided": "not judged",
    "low-probability": "does not answer",
    "below-window": "weaker than the best",
    "below-gap": "far behind the best",
    "limit": "beyond the first shown",
    "filtered-facet": "hidden by your filter",
    "quarantined": "in quarantine",
}
"""The ranker's reasons as a person says them; an unknown one is shown as it is."""

PARTS = (
    ("bm25", "words (BM25)"),
    ("coverage", "words covered"),
    ("cosine", "meaning"),
    ("p_answers", "answers the question"),
    ("specificity", "specificity"),
    ("rank", "rank value"),
)
"""The parts of a score in the order they are told."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a passage's score: name, value in words, and its share of what it could be (0 to 1)."""

    name: str
    value: str
    share: float


@dataclass(frozen=True, slots=True)
class Account:
    """Everything the panel says."""

    question: str = ""
    built: str = ""
    terms: tuple[TermChip, ...] = ()
    title: str = ""
    place: str = ""
    parts: tuple[Part, ...] = ()
    considered: str = ""
    drops: tuple[tuple[str, str], ...] = ()
    notes: tuple[str, ...] = ()


def account_of(result: SearchResult, hit: Hit | None) -> Account:
    """The account of *result*, and of *hit* in it if one is chosen."""
    used = sorted((term for term in result.terms if term.used), key=lambda term: term.documents)
    chips = [TermChip(shown(term.text), f"{term.documents:,}") for term in used]
    chips += [TermChip(shown(term.text), shown(term.why), struck=True) for term in result.terms if not term.used]
    ids = [found.passage.id for found in result.hits]
    place = f"{ids.index(hit.passage.id) + 1} of {result.total_documents:,}" if hit and hit.passage.id in ids else ""
    kept = len(result.hits)
    considered = f"{result.candidates:,} candidates, {kept:,} kept" if result.candidates else ""
    return Account(
        question=shown(result.query.text),
        built=shown(result.built),
        terms=tuple(chips),
        title=shown(hit.passage.title) if hit else "",
        place=place,
        parts=parts_of(hit, result) if hit else (),
        considered=considered,
        drops=tuple((shown(drop.title or drop.path), _why(drop)) for drop in result.dropped[:MOST_DROPS]),
        notes=tuple(shown(note) for note in result.notes),
    )


def parts_of(hit: Hit, result: SearchResult) -> tuple[Part, ...]:
    """The parts of a hit's score, in a fixed order; others it carries follow by name."""
    best = max((other.scores.get("bm25", 0.0) for other in result.hits), default=0.0) or 1.0
    parts: list[Part] = []
    names = dict(PARTS)
    for key in (*names, *sorted(set(hit.scores) - set(names))):
        value = hit.scores.get(key)
        if value is None or value != value:  # noqa: PLR0124  # not a number: unknown, so not shown
            continue
        parts.append(Part(names.get(key, key.replace("_", " ")), _value(key, value), _share(key, value, best)))
    return tuple(parts)


def _value(key: str, value: float) -> str:
    if key == "coverage":
        return f"{value:.0%}"  # rare words weigh more, so it is no number of words
    if key == "specificity":
        return SPECIFICITY.get(round(value), f"{value:.0f}")
    return f"{value:.1f}" if key == "bm25" else f"{value:.2f}"


def _share(key: str, value: float, best: float) -> float:
    share = {"bm25": value / best, "specificity": value / 3}.get(key, value)
    return min(max(share, 0.0), 1.0)


def _why(drop: Drop) -> str:
    reason, _, detail = drop.reason.partition(":")
    words = REASONS.get(reason, shown(reason.replace("-", " "))) + (f": {shown(detail)}" if detail else "")
    return f"{words} ({drop.p_answers:.2f})" if drop.p_answers is not None else words


def as_text(account: Account) -> str:
    """The account as plain text."""
    lines = [f"Question: {account.question}", f"Searched: {account.built}"]
    lines += [f"  {chip.text}: {chip.count or '0'}{' (not searched)' if chip.struck else ''}" for chip in account.terms]
    if account.title:
        lines += ["", f"{account.title} — {account.place}"]
        lines += [f"  {part.name}: {part.value}" for part in account.parts]
    if account.drops:
        lines += ["", f"Considered and left out ({account.considered})"]
        lines += [f"  {title}: {why}" for title, why in account.drops]
    return "\n".join([*lines, *account.notes]) + "\n"
