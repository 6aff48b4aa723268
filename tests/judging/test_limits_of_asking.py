"""What a language model is shown and may write is bounded, and another bank of questions is another judgement."""

from __future__ import annotations

import json
from dataclasses import replace

from test_chat_judge import chat, passage, service  # noqa: F401  # the fixture is found by its name

from pincite.domain.cancel import CancelToken
from pincite.judging import ChatReranker, answers


def test_a_reranker_is_shown_heads_and_may_write_little(service):  # noqa: F811  # pytest gives it by its name
    passages = [passage(n, "я" * 50_000) for n in range(40)]

    ChatReranker(chat(service)).rerank("herons?", passages, CancelToken())

    ((_, body),) = service.seen
    shown = json.loads(body["messages"][1]["content"])["passages"]
    assert len(shown) == 20
    assert max(len(row["text"].encode()) for row in shown) <= 2_000
    assert body["max_tokens"] <= 256


def test_a_judgement_is_known_by_model_bank_question_and_all_that_was_shown(monkeypatch):
    one = passage(1, "a heron by the weir")
    key = answers.key_of("toy", "herons?", one)

    others = [
        answers.key_of("toy 2", "herons?", one), answers.key_of("toy", "hens?", one),
        answers.key_of("toy", "herons?", replace(one, text="a heron")), answers.key_of("toy", "herons?", replace(one, title="Other")),
    ]  # fmt: skip
    monkeypatch.setattr(answers, "BANK", "find 2027-01-01")
    others.append(answers.key_of("toy", "herons?", one))

    assert key not in others
    assert len(set(others)) == 5
