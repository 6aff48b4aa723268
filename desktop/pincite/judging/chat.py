"""One request to an OpenAI-compatible ``/v1/chat/completions`` address."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.client import HTTPException
from typing import Any, cast
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from pincite.domain.addresses import is_web_address
from pincite.domain.errors import MISSHAPEN, SettingsError

MAX_ANSWER = 4 * 1024 * 1024
"""Bytes of an answer that are read; a longer one is refused."""
ALTERNATIVES = 8
"""Tokens with their log-probabilities that are asked for at each place of a reply."""


class NoReplyError(Exception):
    """The service did not answer a request; `reason` is one word, `again` says whether asking once more may help."""

    def __init__(self, reason: str, *, again: bool) -> None:
        super().__init__(reason)
        self.reason = reason
        self.again = again


@dataclass(frozen=True, slots=True)
class Piece:
    """A token of a reply: its text, and the natural log-probabilities of what might have stood there."""

    text: str
    chances: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model wrote. `pieces` are its tokens, empty where the service does not give them; `tokens` were used in all."""

    text: str
    tokens: int
    pieces: tuple[Piece, ...] = field(default=())


class ChatEndpoint:
    """Asks *address* (with or without ``/v1/chat/completions``) for replies of *model*. Safe from several threads."""

    def __init__(self, address: str, model: str, *, key: str | None = "") -> None:
        """*key* is "" for a service that needs none, None for one whose key is not there: it is never asked.

        Raises `SettingsError` for an address that is no ``http`` or ``https`` one.
        """
        if not is_web_address(address):
            raise SettingsError(f"The judge's address must start with http:// or https:// and name a host, not {address!r}.")
        base = address.rstrip("/")
        self._url = base if base.endswith("/chat/completions") else base.removesuffix("/v1") + "/v1/chat/completions"
        self.model = model
        self._key = key
        self._plain = False

    def ask(self, system: str, user: str, schema: Mapping[str, object], *, timeout_s: float, max_tokens: int) -> Reply:
        """The reply, which should be JSON of this *schema*. Raises `NoReplyError`.

        A service that refuses schemas or log-probabilities is asked without them from then on.
        """
        if self._key is None:
            raise NoReplyError("no_key", again=False)
        body = {
            "model": self.model, "temperature": 0, "max_tokens": max_tokens,
            "messages": [{"role": "system", "content": system}, {"role": "user", "content": user}],
        }  # fmt: skip
        if not self._plain:
            try:
                return self._post(body | _exact(schema), timeout_s)
            except NoReplyError as error:
                if error.reason not in {"http 400", "http 422"}:
                    raise
                self._plain = True
        return self._post(body, timeout_s)

    def _post(self, body: Mapping[str, object], timeout_s: float) -> Reply:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        request = Request(self._url, json.dumps(body).encode("utf-8", "replace"), headers, method="POST")  # noqa: S310  # the scheme was checked
        try:
            with urlopen(request, timeout=timeout_s) as response:  # noqa: S310  # as above
                answer = response.read(MAX_ANSWER + 1)
        except HTTPError as error:
            raise NoReplyError(f"http {error.code}", again=error.code >= 500 or error.code == 429) from error
        except TimeoutError as error:
            raise NoReplyError("timeout", again=False) from error
        except (URLError, HTTPException, OSError) as error:
            slow = isinstance(getattr(error, "reason", None), TimeoutError)
            raise NoReplyError("timeout" if slow else "unreachable", again=not slow) from error
        return _reply(answer)


def _exact(schema: Mapping[str, object]) -> dict[str, object]:
    shape = {"type": "json_schema", "json_schema": {"name": "verdicts", "strict": True, "schema": schema}}
    return {"response_format": shape, "logprobs": True, "top_logprobs": ALTERNATIVES}


def _reply(answer: bytes) -> Reply:
    try:
        if len(answer) > MAX_ANSWER:
            raise ValueError("too long")
        found = json.loads(answer)
        choice = found["choices"][0]
        text = str(choice["message"]["content"] or "")
        used = int((found.get("usage") or {}).get("total_tokens") or 0)
        return Reply(text, used, _pieces(choice.get("logprobs")))
    except MISSHAPEN as error:
        raise NoReplyError("invalid_reply", again=True) from error


def _pieces(told: Any) -> tuple[Piece, ...]:
    """The tokens as the service tells them; none where it tells nothing, or something else than is promised."""
    try:
        rows = cast("list[dict[str, Any]]", (told or {}).get("content") or [])
        return tuple(
            Piece(str(row["token"]), {str(other["token"]): float(other["logprob"]) for other in row.get("top_logprobs") or ()}) for row in rows
        )
    except MISSHAPEN:
        return ()
