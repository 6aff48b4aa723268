"""Requests side by side under one limit of time and tokens: whatever does not come in time is named, and nobody waits for it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from threading import Thread

from pincite.domain.cancel import CancelToken
from pincite.judging.chat import NoReplyError, Reply

TRIES = 3
"""Times that a request is made before it is given up."""
WORKERS = 4
"""Requests under way at the same time."""
_LOOK_S = 0.02


@dataclass(frozen=True, slots=True)
class Limits:
    """What one question may cost: seconds for all its requests together, and tokens, questions and replies alike.

    `pause_s` are the seconds before a second try; twice as many pass before the third.
    """

    time_s: float = 20.0
    tokens: int = 40_000
    pause_s: float = 0.2


@dataclass(frozen=True, slots=True)
class Request:
    """A request to be: its *ask* gets the seconds left; `tokens` is what it may cost at most."""

    ask: Callable[[float], Reply]
    tokens: int


def gather(requests: Sequence[Request], limits: Limits, token: CancelToken) -> list[Reply | str]:
    """The reply to each request, or the one word that says why there is none: budget, timeout, retries or another reason.

    Results do not depend on which reply comes first. Raises `Cancelled` within a moment; threads that still wait for a slow
    service are left behind, and their replies are dropped.
    """
    results: list[Reply | str] = ["timeout"] * len(requests)
    waiting = _affordable(requests, limits.tokens, results)
    deadline = time.monotonic() + limits.time_s
    arrived: SimpleQueue[tuple[int, Reply | str]] = SimpleQueue()
    running = 0
    while (waiting or running) and time.monotonic() < deadline:
        token.check()
        while waiting and running < WORKERS:
            place = waiting.pop(0)
            Thread(target=_run, args=(place, _Try(requests[place], deadline, limits.pause_s, token), arrived), name="judge", daemon=True).start()
            running += 1
        try:
            place, result = arrived.get(timeout=_LOOK_S)
        except Empty:
            continue
        results[place] = result
        running -= 1
    token.check()
    return results


def _affordable(requests: Sequence[Request], tokens: int, results: list[Reply | str]) -> list[int]:
    """Places of the first requests that the budget holds; the others are marked."""
    places: list[int] = []
    for place, request in enumerate(requests):
        tokens -= request.tokens
        if tokens < 0:
            results[place] = "budget"
        else:
            places.append(place)
    return places


@dataclass(frozen=True, slots=True)
class _Try:
    """A request with its end on the monotonic clock."""

    request: Request
    deadline: float
    pause_s: float
    token: CancelToken

    def reply(self) -> Reply | str:
        """The reply, or the word that says why there is none."""
        pause = self.pause_s
        for _ in range(TRIES):
            left = self.deadline - time.monotonic()
            if left <= 0 or self.token.cancelled:
                return "timeout"
            try:
                return self.request.ask(left)
            except NoReplyError as error:
                if not error.again:
                    return error.reason
            time.sleep(min(pause, max(self.deadline - time.monotonic(), 0.0)))
            pause *= 2
        return "retries"


def _run(place: int, attempt: _Try, arrived: SimpleQueue[tuple[int, Reply | str]]) -> None:
    arrived.put((place, attempt.reply()))
