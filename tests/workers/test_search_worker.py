"""The worker that has questions answered: the newest question wins, errors become signals, and closing never waits for a slow search."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Event, current_thread, get_ident

import pytest

from pincite.domain.errors import Cancelled, LibraryError, QuestionError
from pincite.domain.search import Query, SearchResult
from pincite.workers.search import SearchWorker
from pincite.workers.searching import LocalSearch


@dataclass
class Searcher:
    """Answers by calling *reply*; everything else is empty."""

    reply: object
    closed: bool = False
    thread: int = 0

    def search(self, query, token):
        self.thread = get_ident()
        return self.reply(query, token)

    def read(self, passage, query, token):
        return (passage, query)

    def left_out(self):
        return []

    def recent(self, limit):
        return [("a.md", 1)] * limit

    def close(self):
        self.closed = True


@pytest.fixture
def start(qtbot):
    started = []

    def make(reply):
        worker = SearchWorker(LocalSearch(lambda: Searcher(reply)))
        started.append(worker)
        return worker

    yield make
    for worker in started:
        assert worker.close()


def echo(query, token):
    token.check()
    return SearchResult(query)


def test_an_answer_arrives_on_the_main_thread(qtbot, start):
    worker, threads = start(echo), []
    worker.answered.connect(lambda result: threads.append((result.query.text, current_thread().name)))

    worker.submit(Query("cure times"))
    qtbot.waitUntil(lambda: bool(threads))

    assert threads == [("cure times", current_thread().name)]


def test_an_answer_to_an_old_question_is_dropped(qtbot, start):
    started, release, answers = Event(), Event(), []

    def slow(query, token):
        started.set()
        release.wait(5)
        return SearchResult(query)  # past its last check: only the request id can drop this one

    worker = start(slow)
    worker.answered.connect(answers.append)

    worker.submit(Query("old"))
    qtbot.waitUntil(started.is_set)
    worker.submit(Query("new"))
    release.set()
    qtbot.waitUntil(lambda: bool(answers))

    assert [answer.query.text for answer in answers] == ["new"]


def test_questions_in_between_are_never_asked(qtbot, start):
    started, release, asked, answers = Event(), Event(), [], []

    def slow(query, token):
        asked.append(query.text)
        started.set()
        release.wait(5)
        token.check()
        return SearchResult(query)

    worker = start(slow)
    worker.answered.connect(answers.append)

    worker.submit(Query("s"))
    qtbot.waitUntil(started.is_set)
    for text in ("sp", "spa", "spar"):
        worker.submit(Query(text))
    release.set()
    qtbot.waitUntil(lambda: bool(answers))

    assert asked == ["s", "spar"]


def test_a_new_question_cancels_the_one_under_way(qtbot, start):
    started, seen, answers = Event(), [], []

    def until_cancelled(query, token):
        if query.text == "first":
            started.set()
            while not token.cancelled:
                Event().wait(0.001)
            seen.append("cancelled")
            raise Cancelled("stopped")
        return SearchResult(query)

    worker = start(until_cancelled)
    worker.answered.connect(answers.append)

    worker.submit(Query("first"))
    qtbot.waitUntil(started.is_set)
    worker.submit(Query("second"))
    qtbot.waitUntil(lambda: bool(answers))

    assert (seen, answers[0].query.text) == (["cancelled"], "second")


@pytest.mark.parametrize(
    ("error", "signal", "shown"),
    [
        (QuestionError("The bracket is never closed.", 7), "refused", "The bracket is never closed."),
        (LibraryError("The index is gone."), "failed", "The index is gone."),
        (ZeroDivisionError(), "failed", "fault in Pincite"),
    ],
)
def test_an_error_becomes_a_sentence_and_the_thread_lives_on(qtbot, start, error, signal, shown):
    def fail_once(query, token):
        if query.text == "bad":
            raise error
        return SearchResult(query)

    worker = start(fail_once)

    with qtbot.waitSignal(getattr(worker, signal)) as told:
        worker.submit(Query("bad"))
    with qtbot.waitSignal(worker.answered):
        worker.submit(Query("good"))

    assert shown in str(told.args[0])


def test_the_atlas_does_not_disturb_the_question(qtbot, start):
    worker = start(echo)

    with qtbot.waitSignals([worker.answered, worker.atlas_answered]):
        worker.submit_atlas(Query(""))
        worker.submit(Query("varnish"))

    assert worker.submit(Query("again")) == 3


def test_the_searcher_is_opened_and_closed_on_its_own_thread(qtbot):
    opened = []

    def make():
        opened.append((Searcher(echo), get_ident()))
        return opened[0][0]

    worker = SearchWorker(LocalSearch(make))
    with qtbot.waitSignal(worker.answered):
        worker.submit(Query("q"))
    ended = worker.close()

    assert ended
    assert opened[0][0].closed
    assert opened[0][1] == opened[0][0].thread != get_ident()


def test_closing_while_a_search_runs_delivers_nothing(qtbot):
    started, answers = Event(), []

    def until_cancelled(query, token):
        started.set()
        while not token.cancelled:
            Event().wait(0.001)
        return SearchResult(query)

    worker = SearchWorker(LocalSearch(lambda: Searcher(until_cancelled)))
    worker.answered.connect(answers.append)
    worker.submit(Query("q"))
    qtbot.waitUntil(started.is_set)

    ended = worker.close()
    qtbot.wait(20)

    assert ended
    assert answers == []


def test_a_library_that_cannot_be_opened_is_said(qtbot):
    def fail():
        raise LibraryError("The index was written by another version.")

    worker = SearchWorker(LocalSearch(fail))
    with qtbot.waitSignal(worker.failed) as told:
        worker.submit(Query("q"))
    worker.close()

    assert told.args == ["The index was written by another version."]


def test_an_answer_is_prepared_on_the_search_thread(qtbot):
    threads, answers = [], []
    searcher = Searcher(lambda query, token: SearchResult(query))

    def prepare(result):
        threads.append(get_ident())
        return ("prepared", result.query.text)

    worker = SearchWorker(LocalSearch(lambda: searcher), prepare=prepare)
    worker.answered.connect(answers.append)
    worker.submit(Query("varnish"))
    qtbot.waitUntil(lambda: bool(answers))
    worker.close()

    assert answers == [("prepared", "varnish")]
    assert threads == [searcher.thread] != [get_ident()]
