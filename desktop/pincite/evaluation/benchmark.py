"""Ask a collection's questions and measure the answers. Knows no index: only a function from a question to document ids."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pincite.evaluation.collections import Collection
from pincite.evaluation.measures import mean, measure

DEPTH = 1_000
"""Documents a ranking is measured to, as in TREC."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a channel reached on a collection: every measure for every question, its rankings, and how long it took.

    `estimates` has what the judge said of documents: (probability of answering, whether they are relevant).
    """

    collection: str
    channel: str
    rankings: Mapping[str, Sequence[str]]
    values: Mapping[str, Mapping[str, float]]
    times_ms: Sequence[float] = field(default_factory=list[float])
    estimates: Sequence[tuple[float, bool]] = ()

    @property
    def means(self) -> dict[str, float]:
        """Each measure's mean over the questions."""
        return {name: mean(values) for name, values in self.values.items()}

    def time_ms(self, share: float) -> float:
        """The least of the times within which this *share* of the questions was answered (the percentile by nearest rank); 0 of none."""
        ordered = sorted(self.times_ms)
        return ordered[max(math.ceil(share * len(ordered)), 1) - 1] if ordered else 0.0


def run(collection: Collection, channel: str, ask: Callable[[str], Sequence[str]], limit: int | None = None) -> Report:
    """Put the judged questions (the first *limit* of them) to *ask*, which gives document ids, best first."""
    rankings: dict[str, Sequence[str]] = {}
    times: list[float] = []
    for question in collection.judged[:limit]:
        started = time.perf_counter()
        rankings[question] = ask(collection.questions[question])[:DEPTH]
        times.append((time.perf_counter() - started) * 1000)
    judgements = {question: collection.judgements[question] for question in rankings}
    return Report(collection.name, channel, rankings, measure(rankings, judgements), times)
