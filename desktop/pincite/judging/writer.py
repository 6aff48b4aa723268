"""A language model that writes a few words about a text."""

from __future__ import annotations

import json
import logging
from threading import Lock

from pincite.judging.chat import ChatEndpoint, NoReplyError

logger = logging.getLogger(__name__)

SCHEMA = {"type": "object", "properties": {"context": {"type": "string"}}, "required": ["context"], "additionalProperties": False}
"""The shape of a reply."""
GIVE_UP_AFTER = 3
"""Failures in a row after which a service is left alone: a dead one must not hold up every passage of a library."""


class ChatWriter:
    """Asks *chat*; each reply may take *timeout_s*. Safe from several threads."""

    def __init__(self, chat: ChatEndpoint, timeout_s: float = 60.0) -> None:
        self._chat = chat
        self._timeout_s = timeout_s
        self._lock = Lock()
        self._failures = 0

    def write(self, instruction: str, text: str, tokens: int) -> str:
        """What the model writes, in at most so many *tokens*; "" where it does not answer. Raises nothing."""
        if self._failures >= GIVE_UP_AFTER:
            return ""
        try:
            reply = self._chat.ask(instruction, text, SCHEMA, timeout_s=self._timeout_s, max_tokens=tokens)
        except NoReplyError as error:
            with self._lock:
                self._failures += 1
            logger.warning("the language model wrote nothing: %s", error.reason)
            return ""
        with self._lock:
            self._failures = 0
        return written(reply.text)


def written(text: str) -> str:
    """The context of a reply; the whole of one that is no JSON, as models that know no schema write. Half a character becomes "?"."""
    try:
        found = json.loads(text)
        said = found["context"] if isinstance(found, dict) and isinstance(found.get("context"), str) else ""
    except (ValueError, RecursionError):
        said = text
    return str(said).encode("utf-8", "replace").decode().strip()
