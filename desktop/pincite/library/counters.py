"""What searching did since this process began: counts and times to judge quality by, from live use (seed system 001).

One instance is shared by every searcher of a process, so that another library or a re-opened index resets nothing. It is never stored.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass

from pincite.domain.protocols import Encoder, Vectors
from pincite.domain.search import Hit, SearchResult


@dataclass(frozen=True, slots=True)
class Latency:
    """Microseconds; 0 when nothing was measured yet."""

    average_us: int = 0
    longest_us: int = 0


@dataclass(frozen=True, slots=True)
class Counted:
    """The counters at one moment. Each is exact; that they belong to the same moment is not promised.

    `semantic_calls` counts questions that were encoded, `lexical_abstentions` those of whose words the library has none,
    `coverage_rejections` documents near in meaning that were not kept as answers, `keyword_promotions` answers that their words
    put above one nearer in meaning; `semantic_only_hits` and `both_channel_hits` answers by who found them. `index` is the
    time of a search without the encoder's.
    """

    searches: int = 0
    semantic_calls: int = 0
    lexical_abstentions: int = 0
    coverage_rejections: int = 0
    keyword_promotions: int = 0
    semantic_only_hits: int = 0
    both_channel_hits: int = 0
    total: Latency = Latency()
    embed: Latency = Latency()
    index: Latency = Latency()


class SearchCounters:
    """Counts searches from any thread. Every update is a few additions under one lock."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._counts = [0] * 7
        self._sums = [0, 0, 0]
        self._longest = [0, 0, 0]

    def searched(self, result: SearchResult, *, total_us: int, embed_us: int, encoded: bool) -> None:
        """One question was answered."""
        hits = result.hits
        no_words = not any(term.used and term.documents for term in result.terms)
        by = [frozenset(hit.found_by) for hit in hits]
        gained = (
            1, int(encoded), int(no_words), len(result.related), promotions(hits),
            sum("meaning" in one and "words" not in one for one in by), sum({"meaning", "words"} <= one for one in by),
        )  # fmt: skip
        times = (total_us, embed_us, max(0, total_us - embed_us))
        with self._lock:
            self._counts = [count + more for count, more in zip(self._counts, gained, strict=True)]
            self._sums = [one + more for one, more in zip(self._sums, times, strict=True)]
            self._longest = [max(one, other) for one, other in zip(self._longest, times, strict=True)]

    def snapshot(self) -> Counted:
        """The counters now."""
        with self._lock:
            counts, sums, longest = self._counts, self._sums, self._longest
        total, embed, index = (Latency(one // counts[0] if counts[0] else 0, most) for one, most in zip(sums, longest, strict=True))
        return Counted(*counts, total=total, embed=embed, index=index)


def promotions(hits: Sequence[Hit]) -> int:
    """How many answers found by words stand above one that is nearer in meaning."""
    promoted, nearest = 0, -1.0
    for hit in reversed(hits):
        cosine = hit.scores.get("cosine", -1.0)
        promoted += "words" in hit.found_by and nearest > cosine
        nearest = max(nearest, cosine)
    return promoted


class TimedEncoder:
    """An encoder that knows how often and how long it encoded since it was last asked. For one thread."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._calls = 0
        self._us = 0

    @property
    def id(self) -> str:
        """That of the encoder inside."""
        return self._encoder.id

    @property
    def dim(self) -> int:
        """That of the encoder inside."""
        return self._encoder.dim

    def supports(self, language: str) -> bool:
        """What the encoder inside says."""
        return self._encoder.supports(language)

    def encode(self, texts: Sequence[str]) -> Vectors:
        """What the encoder inside gives. Raises `EncoderError`."""
        started = time.perf_counter_ns()
        try:
            return self._encoder.encode(texts)
        finally:
            self._calls += 1
            self._us += (time.perf_counter_ns() - started) // 1000

    def take(self) -> tuple[int, int]:
        """(calls, microseconds) since the last time, which begins anew."""
        taken = (self._calls, self._us)
        self._calls = self._us = 0
        return taken
