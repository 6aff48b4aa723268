"""Gives passages their vectors after they can be found by words: in small steps, resumable, and always second to new files."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from threading import Thread

import numpy as np

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import EncoderError
from pincite.domain.events import Embedding, IndexEvent
from pincite.domain.protocols import Encoder, Index, Vectors

logger = logging.getLogger(__name__)

STEP = 4
"""Texts encoded at a time: what a saved file waits for at most is a twentieth of a second."""
AHEAD = 1024
"""Texts fetched from a snapshot at a time."""
STORE_EVERY_S = 2.0
"""Seconds of encoding that are lost at most if the process is killed."""
STORE_AT = 256
"""Vectors stored at a time."""


class Embedder:
    """Encodes what has no vector yet. Where it stands is the cache of vectors itself, so it can stop anywhere and go on."""

    def __init__(self, index: Index, encoder: Encoder, emit: Callable[[IndexEvent], None]) -> None:
        self._index = index
        self._encoder = encoder
        self._emit = emit
        self._keys: list[str] = []
        self._vectors: list[Vectors] = []
        self._computed = 0
        self._stored_at = 0.0
        self._told_at = float("-inf")
        self._waking: Thread | None = None

    def run(self, token: CancelToken, interrupted: Callable[[], bool] = lambda: False) -> bool:
        """Encode until nothing is left (True) or *interrupted* says that there is something better to do (False).

        Raises `Cancelled`, `EncoderError` (also if the index keeps no vectors of this encoder) or `StorageError`; what was encoded
        is kept.
        """
        self._stored_at = time.monotonic()
        stored: frozenset[str] = frozenset()
        while True:
            texts, done, total = self._fetch()
            if not texts:
                if total:
                    self._tell(done, total, last=True)
                return True
            if not self._is_awake(token, interrupted):
                return False
            keys = frozenset(key for key, _ in texts)
            if keys <= stored:  # else it would encode the same texts for ever
                raise EncoderError(f"The index keeps no vectors of {self._encoder.id}: it was opened for another encoder.")
            if not self._encode(texts, done, total, token, interrupted):
                return False
            stored = keys

    def _is_awake(self, token: CancelToken, interrupted: Callable[[], bool]) -> bool:
        """Whether the model is loaded; it takes seconds, so it loads beside the work. False when *interrupted* meanwhile."""
        if self._waking is None:
            self._waking = Thread(target=self._wake, name="encoder", daemon=True)
            self._waking.start()
        while self._waking.is_alive():
            token.check()
            if interrupted():
                return False
            self._waking.join(0.05)
        return True

    def _wake(self) -> None:
        try:
            self._encoder.encode(["awake"])
        except EncoderError:
            logger.debug("the encoder did not wake", exc_info=True)  # the first text will say why

    def _fetch(self) -> tuple[Sequence[tuple[str, str]], int, int]:
        """What is next, and how many of all passages have their vector."""
        snapshot = self._index.snapshot()
        try:
            return snapshot.texts_without_vectors(AHEAD), snapshot.vector_count, snapshot.passage_count
        finally:
            snapshot.close()

    def _encode(
        self, texts: Sequence[tuple[str, str]], done: int, total: int, token: CancelToken, interrupted: Callable[[], bool]
    ) -> bool:
        try:
            for start in range(0, len(texts), STEP):
                token.check()
                if interrupted():
                    return False
                part = texts[start : start + STEP]
                self._vectors.append(self._encoder.encode([text for _, text in part]))
                self._keys += [key for key, _ in part]
                self._computed += len(part)
                self._tell(min(done + start + len(part), total), total)
                if len(self._keys) >= STORE_AT or time.monotonic() - self._stored_at >= STORE_EVERY_S:
                    self._store()
        finally:
            self._store()
        return True

    def _store(self) -> None:
        keys, vectors = self._keys, self._vectors
        self._keys, self._vectors = [], []
        self._stored_at = time.monotonic()
        if keys:
            self._index.put_vectors(self._encoder.id, keys, np.concatenate(vectors))

    def _tell(self, done: int, total: int, *, last: bool = False) -> None:
        now = time.monotonic()
        if last or now - self._told_at >= 0.5:
            self._told_at = now
            self._emit(Embedding(done, total, self._computed))
