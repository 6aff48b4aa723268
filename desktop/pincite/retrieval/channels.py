"""The channels that propose passages: by words and by meaning, behind the one narrow `Retriever` contract."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import EncoderError, LibraryError, PinciteError
from pincite.domain.protocols import Encoder, Retriever, Snapshot
from pincite.domain.search import Passage, Query, Ranking
from pincite.retrieval.fusion import best_first, reciprocal_rank_fusion
from pincite.retrieval.question import read_question

VECTOR_DEPTH = 200
"""Nearest passages that the meaning channel proposes."""


class KeywordRetriever:
    """BM25F over the words of the question, joined by OR."""

    def __init__(self, snapshot: Snapshot) -> None:
        self._snapshot = snapshot

    def retrieve(self, query: Query, token: CancelToken) -> Ranking:
        """Every passage under the filters that holds a word, best first. Raises `Cancelled`."""
        token.check()
        question = read_question(query.text, self._snapshot.languages)
        matches = self._snapshot.match(question.terms)
        token.check()
        inside = self._snapshot.document_mask(query.filters)[self._snapshot.document_of[matches.passages]]
        return best_first(matches.passages[inside], matches.scores[inside], "keyword")


class VectorRetriever:
    """Cosine of the question's vector with each passage's: an exact scan, filters first."""

    def __init__(self, snapshot: Snapshot, encoder: Encoder, depth: int = VECTOR_DEPTH) -> None:
        self._snapshot = snapshot
        self._encoder = encoder
        self._depth = depth

    def retrieve(self, query: Query, token: CancelToken) -> Ranking:
        """The nearest passages under the filters, best first. Raises `Cancelled` or `EncoderError`."""
        token.check()
        vector = self._encoder.encode([query.text])[0]
        token.check()
        if not vector.any():
            return Ranking("vector", np.zeros(0, np.int64), np.zeros(0, np.float32))
        return self._snapshot.nearest(vector, self._snapshot.document_mask(query.filters), self._depth)


class FunctionRetriever:
    """Makes a retriever of a function."""

    def __init__(self, function: Callable[[Query, CancelToken], Ranking]) -> None:
        self._function = function

    def retrieve(self, query: Query, token: CancelToken) -> Ranking:
        """What the function returns."""
        return self._function(query, token)


class FunctionReranker:
    """Makes a reranker of a function."""

    def __init__(self, function: Callable[[str, Sequence[Passage]], Sequence[int]]) -> None:
        self._function = function

    def rerank(self, question: str, passages: Sequence[Passage], token: CancelToken) -> Sequence[int]:
        """What the function returns. Raises `Cancelled` before it is asked."""
        token.check()
        return self._function(question, passages)


class FusedRetriever:
    """Several channels by reciprocal rank; one that fails counts as if it were not there, while another succeeds."""

    def __init__(self, *channels: Retriever, weights: tuple[float, ...] = ()) -> None:
        self._channels = channels
        self._weights = weights

    def retrieve(self, query: Query, token: CancelToken) -> Ranking:
        """Raises `Cancelled`, and a channel's error if all fail."""
        rankings: list[Ranking] = []
        weights: list[float] = []
        failure: PinciteError | None = None
        for place, channel in enumerate(self._channels):
            try:
                rankings.append(channel.retrieve(query, token))
                weights.append(self._weights[place] if place < len(self._weights) else 1.0)
            except (EncoderError, LibraryError) as error:
                failure = error
        if failure is not None and not rankings:
            raise failure
        return reciprocal_rank_fusion(rankings, weights)
