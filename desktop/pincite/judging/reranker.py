"""A language model as reranker: it orders one batch of passages, and is believed only if it names each once."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Passage
from pincite.judging.batches import Limits, Request, gather
from pincite.judging.chat import ChatEndpoint, Reply
from pincite.judging.judge import CHARACTERS_A_TOKEN
from pincite.judging.questions import BATCH, RERANK, order_schema, shown
from pincite.judging.receipts import order

REPLY_TOKENS = 8
"""Tokens that a model may write for each passage."""


class ChatReranker:
    """Asks *chat* to order passages, within *limits* a question."""

    def __init__(self, chat: ChatEndpoint, limits: Limits | None = None) -> None:
        self._chat = chat
        self._limits = limits or Limits()

    def rerank(self, question: str, passages: Sequence[Passage], token: CancelToken) -> Sequence[int]:
        """Positions of *passages*, best first: the first `BATCH` as the model orders them, all others as they came.

        As they came, too, if the model fails or its reply does not hold. Raises `Cancelled`.
        """
        asked = min(len(passages), BATCH)
        if asked < 2:
            return list(range(len(passages)))
        text, most = shown(question, passages[:asked]), REPLY_TOKENS * asked + 16

        def ask(left_s: float) -> Reply:
            return self._chat.ask(RERANK, text, order_schema(asked), timeout_s=left_s, max_tokens=most)

        request = Request(ask, (len(RERANK) + len(text)) // CHARACTERS_A_TOKEN + most)
        reply = gather([request], self._limits, token)[0]
        first = None if isinstance(reply, str) else order(reply, asked)
        return [*(first or range(asked)), *range(asked, len(passages))]
