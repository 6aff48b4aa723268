"""The order of judged documents, and why others are left out (seed system 002; its constants)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain.search import Drop
from pincite.retrieval.question_kinds import kind_matches

KEEP = 0.50
"""Least probability of answering that keeps a document."""
WINDOW = 0.35
"""A document this much less probable than the best is left out."""


def score(p_answers: float, specificity: float = 0.0, kind_match: bool = False, depth: float = 0.0) -> float:
    """``p * (1 + s/4 of 3) * (1 + 1/5 if the genre suits the question) * (1 + d/10 of 3)``; s and d are clamped to 0..3."""
    specific = min(max(specificity, 0.0), 3.0) / 3
    deep = min(max(depth, 0.0), 3.0) / 3
    return p_answers * (1 + 0.25 * specific) * (1 + 0.2 * kind_match) * (1 + 0.1 * deep)


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with what the judge said: `p_answers` is None when it could not decide, and `reason` says why."""

    path: str
    title: str = ""
    p_answers: float | None = None
    specificity: float = 0.0
    genre: str = ""
    depth: float = 0.0
    reason: str = ""

    def rank(self, kind: str) -> float | None:
        """What decided candidates are ordered by."""
        if self.p_answers is None:
            return None
        return score(self.p_answers, self.specificity, kind_matches(kind, self.genre), self.depth)


def rank(
    items: Sequence[Judged], kind: str, keep: float = KEEP, window: float = WINDOW, limit: int | None = 10
) -> tuple[list[Judged], list[Drop]]:
    """(kept, best first; dropped with their reasons). Every item is in exactly one of them.

    In this order: undecided, below *keep*, more than *window* below the best decided one, past *limit*. Ties by path.
    """
    decided = [item.p_answers for item in items if item.p_answers is not None]
    best = max(decided, default=0.0)
    kept: list[Judged] = []
    drops: list[Drop] = []
    for item in items:
        reason = _reason(item, best, keep, window)
        if reason:
            drops.append(Drop(item.path, item.title, reason, item.p_answers, item.rank(kind)))
        else:
            kept.append(item)
    kept.sort(key=lambda item: (-(item.rank(kind) or 0.0), item.path))
    beyond = kept[limit:] if limit is not None else []
    drops += [Drop(item.path, item.title, "limit", item.p_answers, item.rank(kind)) for item in beyond]
    return kept[:limit], drops


def _reason(item: Judged, best: float, keep: float, window: float) -> str:
    if item.p_answers is None:
        return f"undecided:{item.reason}"
    if item.p_answers < keep:
        return "low-probability"
    return "below-window" if item.p_answers < best - window else ""
