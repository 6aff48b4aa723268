"""Where a ranked list falls off."""

from __future__ import annotations

from collections.abc import Sequence


def cut_at_largest_gap(scores: Sequence[float]) -> int:
    """How many of the best to keep: those above the largest single drop, the first such drop if there are several.

    *scores* are what the list is ordered by, best first. A list of fewer than two, or without any drop, is kept whole.
    """
    drops = [a - b for a, b in zip(scores, scores[1:], strict=False)]
    largest = max(drops, default=0.0)
    return drops.index(largest) + 1 if largest > 0 else len(scores)
