"""How good a ranking is, by judgements. Gain is the judgement's grade, discounts are log2 (Järvelin & Kekäläinen, TOIS 2002)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence

Grades = Mapping[str, int]
"""Grade of each relevant document; those not named are not relevant."""


def ndcg(ranking: Sequence[str], grades: Grades, depth: int = 10) -> float:
    """Discounted gain of the first *depth* over the best possible, 0..1; 0 where nothing is relevant."""
    gained = _discounted([grades.get(document, 0) for document in ranking[:depth]])
    ideal = _discounted(sorted(grades.values(), reverse=True)[:depth])
    return gained / ideal if ideal else 0.0


def recall(ranking: Sequence[str], grades: Grades, depth: int = 100) -> float:
    """Share of the relevant documents among the first *depth*."""
    return len(grades.keys() & set(ranking[:depth])) / len(grades) if grades else 0.0


def average_precision(ranking: Sequence[str], grades: Grades) -> float:
    """Mean, over the relevant documents, of the precision where each stands; those not found count 0."""
    found, total = 0, 0.0
    for rank, document in enumerate(ranking, 1):
        if document in grades:
            found += 1
            total += found / rank
    return total / len(grades) if grades else 0.0


def reciprocal_rank(ranking: Sequence[str], grades: Grades) -> float:
    """One over the rank of the first relevant document, 0 if there is none."""
    return next((1 / rank for rank, document in enumerate(ranking, 1) if document in grades), 0.0)


MEASURES: Mapping[str, Callable[[Sequence[str], Grades], float]] = {
    "nDCG@10": ndcg,
    "recall@100": recall,
    "MAP": average_precision,
    "MRR": reciprocal_rank,
}
"""By the names they are reported under."""


def measure(rankings: Mapping[str, Sequence[str]], judgements: Mapping[str, Grades]) -> dict[str, dict[str, float]]:
    """Each measure for each judged question: measure, then question, then value. A question without a ranking counts 0."""
    return {
        name: {question: function(rankings.get(question, ()), grades) for question, grades in judgements.items() if grades}
        for name, function in MEASURES.items()
    }


def mean(values: Mapping[str, float]) -> float:
    """The mean over questions; 0 of none."""
    return sum(values.values()) / len(values) if values else 0.0


def _discounted(gains: Sequence[int]) -> float:
    return sum(gain / math.log2(rank + 1) for rank, gain in enumerate(gains, 1))
