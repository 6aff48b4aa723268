"""Several rankings made one."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from pincite.domain.search import Numbers, Ranking, Scores

RRF_K = 60
"""The constant of the paper."""


def reciprocal_rank_fusion(rankings: Sequence[Ranking], weights: Sequence[float] | None = None, k: int = RRF_K) -> Ranking:
    """Fuse *rankings* by rank alone (Cormack, Clarke & Buettcher, SIGIR 2009).

    A passage's score is the sum over the rankings that name it of ``weight / (k + rank)``, with rank 1 for the best; a
    missing weight is 1. A ranking with weight 0 counts as if it were not there. Ties are broken by passage number.
    """
    weights = [*(weights or ()), *([1.0] * len(rankings))][: len(rankings)]
    used = [(ranking, weight) for ranking, weight in zip(rankings, weights, strict=True) if weight > 0]
    totals: dict[int, float] = {}
    for ranking, weight in used:
        for rank, passage in enumerate(ranking.passages.tolist(), 1):
            totals[passage] = totals.get(passage, 0.0) + weight / (k + rank)
    order = sorted(totals, key=lambda passage: (-totals[passage], passage))
    return Ranking("rrf", np.array(order, np.int64), np.array([totals[p] for p in order], np.float32))


def convex_combination(parts: Sequence[tuple[Scores, float]]) -> Scores:
    """Sum of scores by weight, with the weights scaled to sum to 1 (Bruch, Gai & Ingber, TOIS 2023).

    Each part is (scores in 0..1 of the same passages, nan where the channel knows nothing; weight). Where a channel knows
    nothing of a passage it counts as 0; a channel that knows none of the passages gives up its weight.
    """
    known = [(scores, weight) for scores, weight in parts if weight > 0 and not np.isnan(scores).all()]
    size = len(parts[0][0]) if parts else 0
    total = sum(weight for _, weight in known)
    fused = np.zeros(size, np.float32)
    for scores, weight in known:
        fused += np.nan_to_num(scores, nan=0.0) * np.float32(weight / total)
    return fused


def scaled(scores: Scores, low: float, high: float) -> Scores:
    """Scores on a line from *low* (0) to *high* (1), cut at both ends; nan stays. All 0 if the line has no length."""
    if high <= low:
        return np.where(np.isnan(scores), np.float32(np.nan), np.float32(0)).astype(np.float32)
    return np.clip((scores - np.float32(low)) / np.float32(high - low), 0, 1).astype(np.float32)


def best_first(passages: Numbers, scores: Scores, channel: str) -> Ranking:
    """A ranking of *passages* by *scores*; ties by passage number."""
    order = np.lexsort((passages, -scores))
    return Ranking(channel, passages[order], scores[order])
