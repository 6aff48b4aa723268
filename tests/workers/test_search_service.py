"""Searching here and in a process of its own: both players of the role behave alike, and nothing outlives the window."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
import stand_in
from stand_in import Wayward

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import Cancelled, LibraryError, PinciteError, QuestionError
from pincite.domain.search import Query, SearchResult
from pincite.library.counters import Counted
from pincite.workers.search_client import RESTARTS, RemoteSearch
from pincite.workers.searching import FAULT, Describe, Figures, ListLeftOut, ListRecent, LocalSearch, Read, Search, WarmUp, attempt

COMMAND = (sys.executable, stand_in.__file__)


def local():
    return LocalSearch(Wayward)


def remote():
    return RemoteSearch(COMMAND, Query("the order"))


@pytest.fixture(params=[local, remote])
def service(request):
    made = request.param()
    yield made
    made.close()


@pytest.fixture
def process():
    made = remote()
    yield made
    made.close()


def ask(service, text):
    return service.do(Search(Query(text)), CancelToken())


def test_one_searcher_answers_all_questions(service):
    first, second = ask(service, "one"), ask(service, "two")

    assert first == SearchResult(Query("one"), total_documents=1)
    assert second == SearchResult(Query("two"), total_documents=2)


def test_an_answer_is_prepared_where_it_is_found(service):
    answer = service.do(Search(Query("varnish"), stand_in.prepared), CancelToken())

    assert answer == ("prepared", "varnish", 1)


@pytest.mark.parametrize(
    ("work", "comes"),
    [(ListLeftOut(), ["left out"]), (ListRecent(2), [("a.md", 1), ("a.md", 1)]), (Read("a passage", Query("q")), ("a passage", "q")), (WarmUp(), None), (Describe(), Figures("0 asked", Counted()))],
)
def test_everything_that_can_be_asked_crosses(service, work, comes):
    assert service.do(work, CancelToken()) == comes


@pytest.mark.parametrize(("text", "kind", "says"), [("bad", QuestionError, "never closed"), ("gone", LibraryError, "index is gone")])
def test_an_error_crosses_as_what_it_is(service, text, kind, says):
    with pytest.raises(kind, match=says) as raised:
        ask(service, text)

    assert getattr(raised.value, "position", 7) == 7
    assert ask(service, "good").total_documents == 2


def test_a_bug_becomes_one_sentence_and_is_logged_where_it_happened(service, capfd, caplog):
    told = attempt(service, Search(Query("bug")), CancelToken())
    after = ask(service, "good")

    assert isinstance(told, PinciteError)
    assert str(told) == FAULT
    assert "ZeroDivisionError" in capfd.readouterr().err + caplog.text
    assert after.total_documents == 2


def test_what_runs_stops_when_it_is_cancelled(service):
    token = CancelToken()
    cancel = threading.Timer(0.05, token.cancel)
    cancel.start()

    with pytest.raises(Cancelled):
        service.do(Search(Query("wait")), token)
    cancel.join()

    assert ask(service, "next").total_documents == 2


def test_work_that_is_cancelled_before_it_begins_leaves_the_next_alone(service):
    token = CancelToken()
    token.cancel()

    with pytest.raises(Cancelled):
        service.do(Search(Query("wait")), token)

    assert ask(service, "next").query.text == "next"


def test_what_a_library_prints_does_not_come_between_the_answers(process, capfd):
    answer = ask(process, "print")

    assert answer.query.text == "print"
    assert "CancelToken" in capfd.readouterr().err


def test_an_answer_that_cannot_cross_is_a_fault_and_not_the_end(process, capfd):
    with pytest.raises(PinciteError, match="fault in Pincite"):
        ask(process, "odd")

    assert ask(process, "good").total_documents == 2
    assert "could not be packed" in capfd.readouterr().err


def test_a_process_that_dies_is_started_again_for_the_next_question(process):
    with pytest.raises(PinciteError, match="begins again with your next question"):
        ask(process, "die")

    assert ask(process, "next").total_documents == 1


def test_a_process_is_warmed_before_it_is_asked(process):
    process.warm()
    child = process._child

    answer = ask(process, "one")

    assert answer.total_documents == 1
    assert process._child is child


def test_a_command_that_cannot_be_started_is_said_when_it_is_asked():
    missing = RemoteSearch(("no-such-program-anywhere",), Query("the order"))
    missing.warm()

    with pytest.raises(PinciteError, match="broke off"):
        ask(missing, "one")


def test_one_found_dead_is_started_again_without_a_word(process):
    ask(process, "one")
    os.kill(process._child.pid, signal.SIGKILL)
    process._child.wait()

    assert ask(process, "two").total_documents == 1


def test_one_that_dies_again_and_again_is_left_alone(process, caplog):
    caplog.set_level(logging.CRITICAL)
    for _ in range(RESTARTS + 1):
        with pytest.raises(PinciteError):
            ask(process, "die")

    with pytest.raises(PinciteError, match="again and again"):
        ask(process, "good")


def test_giving_up_ends_a_process_that_listens_to_nothing(process):
    outcome = []
    process.warm()
    child = process._child
    asking = threading.Thread(target=lambda: outcome.append(attempt(process, Search(Query("deaf")), CancelToken())))
    asking.start()

    process.give_up()
    asking.join(10)
    process.close()

    assert not asking.is_alive()
    assert isinstance(outcome[0], Cancelled)
    assert child.returncode is not None


def test_a_process_whose_window_is_killed_ends_by_itself(tmp_path):
    program = (
        "import sys, threading; sys.path.insert(0, sys.argv[1])\n"
        "from test_search_service import *\n"
        "made = remote(); ask(made, 'one'); print(made._child.pid, flush=True)\n"
        "ask(made, 'deaf')\n"
    )
    window = subprocess.Popen([sys.executable, "-c", program, str(Path(__file__).parent)], stdout=subprocess.PIPE, text=True)
    searcher = int(window.stdout.readline())

    window.kill()
    window.communicate()

    for _ in range(5000):
        if not alive(searcher):
            break
        time.sleep(0.002)
    assert not alive(searcher)


def alive(pid):
    try:
        os.kill(pid, 0)
        status = Path(f"/proc/{pid}/stat")
        return not status.exists() or status.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


def test_the_process_and_what_it_prepares_load_no_qt():
    program = "import sys, pincite.workers.searcher, pincite.ui.results.answer; sys.exit('PySide6' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
