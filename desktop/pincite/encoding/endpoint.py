"""An encoder behind an OpenAI-compatible ``/v1/embeddings`` address. Used only where the user has set one."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, cast
from urllib.error import URLError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

import numpy as np

from pincite.domain.errors import EncoderError
from pincite.domain.protocols import Vectors
from pincite.encoding.vectors import unit_rows

BATCH = 32
"""Texts a request."""
MAX_ANSWER = 64 * 1024 * 1024
"""Bytes of an answer that are read; a longer one is refused."""


class EndpointEncoder:
    """Asks *address* (with or without ``/v1/embeddings``) for vectors of *model*.

    Vectors are cut to *dim* and made unit length again; texts to *max_characters*, about 3 for each token of the model's window.
    """

    def __init__(self, address: str, model: str, dim: int, *, max_characters: int = 1_500, timeout_s: float = 30, key: str = "") -> None:
        """Raises `EncoderError` for an address that is no ``http`` or ``https`` one."""
        if urlsplit(address).scheme not in {"http", "https"}:
            raise EncoderError(f"The embeddings address must start with http:// or https://, not {address!r}.")
        self._url = address if address.rstrip("/").endswith("/embeddings") else address.rstrip("/").removesuffix("/v1") + "/v1/embeddings"
        self._model = model
        self._dim = dim
        self._max_characters = max_characters
        self._timeout_s = timeout_s
        self._key = key

    @property
    def id(self) -> str:
        """Model and dimensions; the address is no part of it."""
        return f"endpoint/{self._model}/{self._dim}"

    @property
    def dim(self) -> int:
        """Length of a vector, after cutting."""
        return self._dim

    def supports(self, language: str) -> bool:
        """Any: the user chose the model."""
        del language
        return True

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit row vectors, float32[len(texts), dim]; zeros for an empty text. Raises `EncoderError`."""
        rows = np.zeros((len(texts), self._dim), np.float32)
        told = [i for i, text in enumerate(texts) if text.strip()]
        for at in range(0, len(told), BATCH):
            part = told[at : at + BATCH]
            rows[part] = self._ask([texts[i][: self._max_characters] for i in part])
        return unit_rows(rows)

    def _ask(self, texts: list[str]) -> Vectors:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {self._key}"} if self._key else {})
        body = json.dumps({"model": self._model, "input": texts}).encode("utf-8", "replace")
        request = Request(self._url, data=body, headers=headers, method="POST")  # noqa: S310  # the scheme was checked
        try:
            with urlopen(request, timeout=self._timeout_s) as response:  # noqa: S310  # as above
                answer = response.read(MAX_ANSWER + 1)
            if len(answer) > MAX_ANSWER:
                raise ValueError("too long")
            return self._vectors(json.loads(answer), len(texts))
        except (URLError, OSError, ValueError, KeyError, TypeError) as error:
            raise EncoderError(f"The embeddings endpoint did not give vectors: {error}.") from error

    def _vectors(self, answer: Any, count: int) -> Vectors:
        rows = np.zeros((count, self._dim), np.float32)
        items = cast("list[dict[str, Any]]", answer["data"])
        if len(items) != count:
            raise ValueError(f"{len(items)} vectors for {count} texts")
        for place, item in enumerate(items):
            vector = np.asarray(item["embedding"], np.float32)[: self._dim]
            if vector.shape != (self._dim,):
                raise ValueError(f"vectors of {vector.size} numbers where {self._dim} were expected")
            rows[int(item.get("index", place))] = vector
        return rows
