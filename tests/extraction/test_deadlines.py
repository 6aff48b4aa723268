"""One thread that keeps all deadlines."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from pincite.extraction.deadlines import Deadlines, Expire

PATIENCE_S = 30.0


def telling(event: threading.Event, *, times: int = 1) -> Expire:
    """Sets the event when it is called so many times, and asks for more time before."""
    left = [times]

    def expire() -> float:
        left[0] -= 1
        if left[0]:
            return 0.01
        event.set()
        return 0.0

    return expire


@pytest.fixture
def deadlines() -> Iterator[Deadlines]:
    made = Deadlines(0.02)
    yield made
    made.close()


def test_what_is_not_called_off_is_called_at_its_deadline(deadlines):
    passed = threading.Event()

    deadlines.set(telling(passed))

    assert passed.wait(PATIENCE_S)


def test_what_is_called_off_is_never_called(deadlines):
    met, missed = threading.Event(), threading.Event()

    number = deadlines.set(telling(met))
    deadlines.set(telling(missed))
    deadlines.call_off(number)

    assert missed.wait(PATIENCE_S)  # which was to come after the other
    assert not met.is_set()


def test_time_that_is_granted_moves_the_deadline(deadlines):
    passed = threading.Event()

    deadlines.set(telling(passed, times=3))

    assert passed.wait(PATIENCE_S)


def test_a_deadline_is_kept_after_a_time_without_any(deadlines):
    for _ in range(3):
        passed = threading.Event()

        deadlines.set(telling(passed))

        assert passed.wait(PATIENCE_S)


def test_many_threads_have_deadlines_at_once(deadlines):
    passed = [threading.Event() for _ in range(20)]
    threads = [threading.Thread(target=deadlines.set, args=(telling(event),)) for event in passed]

    for thread in threads:
        thread.start()

    assert all(event.wait(PATIENCE_S) for event in passed)


def test_after_the_end_nothing_is_called():
    passed = threading.Event()
    deadlines = Deadlines(3600)
    deadlines.set(telling(passed))

    deadlines.close()

    assert not passed.is_set()
    assert "deadlines" not in {thread.name for thread in threading.enumerate()}
