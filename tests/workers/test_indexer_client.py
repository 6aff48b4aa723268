"""The window's end of the indexer: lines become events, a death is answered by three starts, closing ends it."""

from __future__ import annotations

import sys

import pytest

from pincite.domain.events import Committed, Notice
from pincite.workers import indexer_client
from pincite.workers.indexer_client import IndexerClient
from pincite.workers.wire import to_line

TELLS = "import sys; print({!r}); sys.stdout.flush(); [print(line, end='', flush=True) for line in sys.stdin]"


@pytest.fixture
def client(qtbot):
    made = []

    def make(program):
        made.append(IndexerClient((sys.executable, "-c", program)))
        return made[-1]

    yield make
    for one in made:
        one.close()


def test_lines_become_events_and_rubbish_is_ignored(qtbot, client):
    lines = "\n".join([to_line(Committed(3, 40, 120)), "not json", '{"event": "from the future"}', to_line(Notice("hello"))])
    one, told = client(TELLS.format(lines)), []
    one.told.connect(told.append)

    one.start()
    qtbot.waitUntil(lambda: len(told) == 2)

    assert told == [Committed(3, 40, 120), Notice("hello")]


def test_orders_reach_the_process(qtbot, client):
    answer = to_line(Notice("paused"))
    program = f"import sys\nfor line in sys.stdin:\n    print({answer!r} if line.strip() == 'pause' else '', flush=True)"
    one = client(program)

    one.start()
    with qtbot.waitSignal(one.told) as told:
        one.order("pause")

    assert told.args == [Notice("paused")]


def test_closing_its_stdin_ends_it(qtbot, client):
    one = client(TELLS.format(to_line(Notice("here"))))
    with qtbot.waitSignal(one.told):
        one.start()

    ended = one.close()

    assert ended


def test_a_process_that_does_not_listen_is_killed(qtbot, client, monkeypatch):
    monkeypatch.setattr(indexer_client, "STOP_MS", 200)
    one = client(f"import time; print({to_line(Notice('deaf'))!r}, flush=True); time.sleep(60)")
    with qtbot.waitSignal(one.told):
        one.start()

    ended = one.close()

    assert not ended


def test_a_process_that_dies_is_started_three_times_more(qtbot, client, monkeypatch):
    monkeypatch.setattr(indexer_client, "RESTART_MS", 1)
    one, told = client(f"print({to_line(Notice('again'))!r}, flush=True); raise SystemExit(1)"), []
    one.told.connect(told.append)

    with qtbot.waitSignal(one.stopped, timeout=20_000):
        one.start()

    assert told == [Notice("again")] * 4


def test_it_ends_without_being_waited_for(qtbot, client):
    one, told = client(TELLS.format(to_line(Notice("here")))), []
    with qtbot.waitSignal(one.told):
        one.start()
    one.told.connect(told.append)

    with qtbot.waitSignal(one.ended):
        one.end()

    assert one._process is None
    assert told == []


def test_one_that_never_ran_has_ended(qtbot, client):
    one = client("")

    with qtbot.waitSignal(one.ended):
        one.end()

    assert one._process is None
