"""A language model as judge: candidates in batches, each reply checked, each undecided candidate with its reason."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Passage, Verdict
from pincite.judging.answers import Answers, key_of
from pincite.judging.batches import Limits, Request, gather
from pincite.judging.chat import ChatEndpoint, Reply
from pincite.judging.questions import BATCH, JUDGE, shown, verdict_schema
from pincite.judging.receipts import verdicts

REPLY_TOKENS = 80
"""Tokens that a model may write for each candidate: SmolLM2 needed more than 48 for a verdict laid out over lines."""
CHARACTERS_A_TOKEN = 3
"""Of a request, for estimating what it costs before it is made."""


class ChatJudge:
    """Asks *chat* how likely each candidate answers, within *limits* a question; what *answers* remembers is not asked again."""

    def __init__(self, chat: ChatEndpoint, limits: Limits | None = None, answers: Answers | None = None) -> None:
        self._chat = chat
        self._limits = limits or Limits()
        self._answers = answers if answers is not None else Answers()

    def judge(self, question: str, passages: Sequence[Passage], token: CancelToken) -> Sequence[Verdict]:
        """A verdict for each passage; undecided is never a no. Raises `Cancelled`, and nothing else."""
        keys = [key_of(self._chat.model, question, passage) for passage in passages]
        found = self._answers.known(keys)
        missing = [n for n, key in enumerate(keys) if key not in found]
        batches = [missing[at : at + BATCH] for at in range(0, len(missing), BATCH)]
        requests = [self._request(question, [passages[n] for n in batch]) for batch in batches]
        for batch, reply in zip(batches, gather(requests, self._limits, token), strict=True):
            told = [Verdict(reason=reply)] * len(batch) if isinstance(reply, str) else verdicts(reply, len(batch))
            found |= dict(zip((keys[n] for n in batch), told, strict=True))
        self._answers.remember({keys[n]: found[keys[n]] for n in missing})
        return [found[key] for key in keys]

    def _request(self, question: str, passages: Sequence[Passage]) -> Request:
        text, most = shown(question, passages), REPLY_TOKENS * len(passages)
        schema = verdict_schema(len(passages))

        def ask(left_s: float) -> Reply:
            return self._chat.ask(JUDGE, text, schema, timeout_s=left_s, max_tokens=most)

        return Request(ask, (len(JUDGE) + len(text)) // CHARACTERS_A_TOKEN + most)
