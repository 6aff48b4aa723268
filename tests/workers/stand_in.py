"""A searcher that does what the question says, here or, run as a program, as a search process of its own."""

from __future__ import annotations

import os
import pickle
import time
from dataclasses import dataclass, field

from pincite.domain.errors import Cancelled, LibraryError, QuestionError
from pincite.domain.search import Query, SearchResult
from pincite.library.counters import SearchCounters


@dataclass
class Wayward:
    """Answers "how many" with the number of questions so far, and behaves badly when it is asked to."""

    asked: int = 0
    acts: dict = field(default_factory=lambda: {"bug": bug, "bad": bad, "gone": gone, "die": die, "wait": wait, "deaf": deaf, "print": print, "odd": odd})

    def search(self, query, token):
        self.asked += 1
        act = self.acts.get(query.text)
        return (act(token) if act else None) or SearchResult(query, total_documents=self.asked)

    def read(self, passage, query, token):
        return (passage, query.text)

    def left_out(self):
        return ["left out"]

    def recent(self, limit):
        return [("a.md", 1)] * limit

    def overview(self):
        return f"{self.asked} asked"

    @property
    def counters(self):
        return SearchCounters()

    def close(self):
        self.asked = -1


def bug(token):
    raise ZeroDivisionError


def bad(token):
    raise QuestionError("The bracket is never closed.", 7)


def gone(token):
    raise LibraryError("The index is gone.")


def die(token):
    os._exit(9)


def wait(token):
    while not token.cancelled:
        time.sleep(0.001)
    raise Cancelled("stopped")


def deaf(token):
    time.sleep(60)


def odd(token):
    return lambda: "nothing that could cross"


def prepared(result):
    """A function of a module, so that it crosses by its name."""
    return ("prepared", result.query.text, result.total_documents)


if __name__ == "__main__":
    from pincite.library.pipes import take_streams
    from pincite.workers.searcher import serve
    from pincite.workers.searching import LocalSearch

    requests, answers = take_streams()
    assert pickle.load(requests) == Query("the order")
    serve(LocalSearch(Wayward), requests, answers)
