"""How many files wait to be read: whoever searches knows it, also from another process, and at any moment of a run."""

import pytest
from library_players import old

from pincite.assembly import open_searcher, open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Root
from pincite.domain.errors import Cancelled
from pincite.domain.events import Committed, Reading
from pincite.domain.search import Filter, Query
from pincite.library import batch, progress, remote, sync
from pincite.library.backlog import FILE_NAME, Backlog
from pincite.settings import Meaning, Settings
from pincite.sources.walk import Place


@pytest.fixture
def settings(tmp_path, tree):
    for number in range(30):
        old(tree / f"{number:02}.txt", f"text {number}")
    return Settings(tmp_path / "library", roots=(Root("r", str(tree), "tree"),), meaning=Meaning(encoder="none"), workers=1)


def queued(settings, text="unheard", **scope):
    with open_searcher(settings, **scope) as searcher:
        return searcher.search(Query(text), CancelToken())


def test_the_number_is_there_while_files_wait(tmp_path):
    Backlog(tmp_path).tell(12)
    first = Backlog(tmp_path).waiting()

    Backlog(tmp_path).tell(0)

    assert (first, Backlog(tmp_path).waiting()) == (12, 0)
    assert not (tmp_path / FILE_NAME).exists()


@pytest.mark.parametrize("data", [b"", b"many", b"\xff"])
def test_a_torn_number_is_none(tmp_path, data):
    (tmp_path / FILE_NAME).write_bytes(data)

    assert Backlog(tmp_path).waiting() == 0


def test_a_disk_that_refuses_is_no_failure(tmp_path):
    backlog = Backlog(tmp_path / "missing")

    backlog.tell(3)

    assert backlog.waiting() == 0


@pytest.mark.parametrize("building", [False, True], ids=["threads", "builders"])
def test_each_commit_finds_told_what_it_does_not_hold(settings, monkeypatch, building):
    monkeypatch.setattr(batch, "FIRST_S", 0.0)
    monkeypatch.setattr(batch, "INTERVAL_S", 0.0)
    monkeypatch.setattr(remote, "FIRST_S", 0.0)
    monkeypatch.setattr(sync, "MANY_FILES", 2 if building else 1_000)
    seen = []

    def emit(event):
        if isinstance(event, Committed):
            seen.append((event.documents, queued(settings).incomplete.queued))

    with open_syncer(settings, emit) as syncer:
        syncer.sync(CancelToken())

    assert all(documents + waiting == 30 for documents, waiting in seen)
    assert seen[-1] == (30, 0)
    assert len(seen) > 1


def test_what_a_run_leaves_behind_when_it_is_stopped_still_waits(settings, monkeypatch):
    monkeypatch.setattr(progress, "EVERY_S", 0.0)
    token = CancelToken()

    def stop(event):
        if isinstance(event, Reading):
            token.cancel()

    with open_syncer(settings, stop) as syncer, pytest.raises(Cancelled):
        syncer.sync(token)
    stopped, held = queued(settings), queued(settings, text="text").total_documents
    with open_syncer(settings, lambda event: None) as syncer:
        syncer.sync(CancelToken())

    waiting = stopped.incomplete.queued
    assert waiting > 1
    assert waiting + held == 30
    assert f"{waiting} files are not read yet; what you look for may be among them." in stopped.notes
    assert queued(settings).incomplete.queued == 0


def test_one_saved_note_is_not_worth_a_word_and_takes_none_back(tree, desks):
    told = []
    desk = desks(tree, tell_waiting=told.append)
    desk.sync()
    told.clear()

    old(tree / "new.txt", "text")
    desk.sync({"id-tree": [Place("", deep=False)]})

    assert told == []


def test_a_part_of_a_library_does_not_tell_of_the_rest(settings):
    settings.library.mkdir()
    Backlog(settings.library).tell(7)

    assert queued(settings, scope=(Filter("type", "txt"),)).incomplete.queued == 0


def test_an_index_that_is_rebuilt_lacks_nothing_meanwhile(settings):
    seen = []
    with open_syncer(settings, lambda event: None) as syncer:
        syncer.sync(CancelToken())

    with open_syncer(settings, lambda event: seen.append(queued(settings).incomplete.queued), rebuild=True) as syncer:
        syncer.sync(CancelToken())

    assert set(seen) == {0}
