"""An encoder behind an OpenAI-compatible ``/v1/embeddings`` address. Used only where the user has set one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from http.client import HTTPException
from typing import Any, cast
from urllib.error import URLError
from urllib.request import Request, urlopen

import numpy as np

from pincite.domain.addresses import is_web_address
from pincite.domain.errors import MISSHAPEN, EncoderError
from pincite.domain.protocols import Vectors
from pincite.encoding.vectors import unit_rows

BATCH = 32
"""Texts a request."""
CHARACTERS_A_TOKEN = 3
"""Of a text that a model surely takes for each token of its window; a text is cut there rather than refused."""
WINDOW = 512
"""Tokens that nearly every embeddings model reads."""
MAX_ANSWER = 64 * 1024 * 1024
"""Bytes of an answer that are read; a longer one is refused."""


class EndpointEncoder:
    """Asks *address* (with or without ``/v1/embeddings``) for vectors of *model*.

    Vectors are cut to *dim* and made unit length again; 0 keeps all that the model gives. Texts are cut to what fits into the
    model's *window*, in tokens.
    """

    def __init__(self, address: str, model: str, dim: int = 0, *, window: int = WINDOW, timeout_s: float = 30, key: str | None = "") -> None:
        """*key* is "" for a service that needs none, None for one whose key is not there: it is never asked.

        Raises `EncoderError` for an address that is no ``http`` or ``https`` one.
        """
        if not is_web_address(address):
            raise EncoderError(f"The embeddings address must start with http:// or https:// and name a host, not {address!r}.")
        self._url = address if address.rstrip("/").endswith("/embeddings") else address.rstrip("/").removesuffix("/v1") + "/v1/embeddings"
        self._model = model
        self._dim = dim
        self._given = 0
        self._max_characters = CHARACTERS_A_TOKEN * window
        self._timeout_s = timeout_s
        self._key = key

    @property
    def id(self) -> str:
        """Model and dimensions; the address is no part of it."""
        return f"endpoint/{self._model}/{self._dim or 'all'}"

    @property
    def dim(self) -> int:
        """Length of a vector, after cutting; 0 until the model has given the first one, if all of it is kept."""
        return self._dim or self._given

    def supports(self, language: str) -> bool:
        """Any: the user chose the model."""
        del language
        return True

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit row vectors, float32[len(texts), dim]; zeros for an empty text. Raises `EncoderError`."""
        told = [i for i, text in enumerate(texts) if text.strip()]
        parts = [told[at : at + BATCH] for at in range(0, len(told), BATCH)]
        answers = [self._ask([texts[i][: self._max_characters] for i in part]) for part in parts]
        rows = np.zeros((len(texts), self.dim), np.float32)
        for part, answer in zip(parts, answers, strict=True):
            rows[part] = answer
        return unit_rows(rows)

    def _ask(self, texts: list[str]) -> Vectors:
        if self._key is None:
            raise EncoderError("The key of the embeddings service is not in the environment variable that the settings name.")
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        body = json.dumps({"model": self._model, "input": texts}).encode("utf-8", "replace")
        request = Request(self._url, data=body, headers=headers, method="POST")  # noqa: S310  # the scheme was checked
        try:
            with urlopen(request, timeout=self._timeout_s) as response:  # noqa: S310  # as above
                answer = response.read(MAX_ANSWER + 1)
            if len(answer) > MAX_ANSWER:
                raise ValueError("too long")
            return self._vectors(json.loads(answer), len(texts))
        except (URLError, HTTPException, OSError, *MISSHAPEN) as error:
            raise EncoderError(f"The embeddings endpoint did not give vectors: {error}.") from error

    def _vectors(self, answer: Any, count: int) -> Vectors:
        """Rows of an answer in the order of the texts, float32[count, dimensions]. Raises one of `MISSHAPEN`."""
        items = cast("list[dict[str, Any]]", answer["data"])
        if len(items) != count:
            raise ValueError(f"{len(items)} vectors for {count} texts")
        self._given = self.dim or len(items[0]["embedding"])
        rows = np.zeros((count, self._given), np.float32)
        places = [int(item.get("index", place)) for place, item in enumerate(items)]
        if sorted(places) != list(range(count)):
            raise ValueError("it numbers its vectors otherwise than the texts")
        for place, item in zip(places, items, strict=True):
            vector = np.asarray(item["embedding"], np.float32)
            if len(vector) < self._given or (not self._dim and len(vector) != self._given):
                raise ValueError(f"vectors of {vector.size} numbers where {self._given} were expected")
            rows[place] = vector[: self._given]
        return rows
