"""A first run in processes of their own: it gives the same index, and survives whatever happens to them."""

from __future__ import annotations

import os
import signal
import threading

import numpy as np
import pytest

from pincite.assembly import open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Root
from pincite.domain.errors import Cancelled
from pincite.domain.events import Committed, Notice
from pincite.domain.search import Term
from pincite.index import open_index
from pincite.index.storage import DurableStorage
from pincite.index.toc import read_contents
from pincite.library import remote, sync
from pincite.library.outcomes import stamp_of
from pincite.settings import Settings
from pincite.settings.values import Meaning

WORDS = "harbour kettle morning boat lantern letter garden winter bridge market river stone".split()


@pytest.fixture
def folder(tmp_path):
    documents = tmp_path / "documents"
    documents.mkdir()
    for number in range(60):
        words = [WORDS[(number * step) % len(WORDS)] for step in range(1, 40)]
        (documents / f"note {number:02}.md").write_text(f"# Note {number}\n\nSerial{number} {' '.join(words)}.\n", "utf-8")
    return documents


@pytest.fixture
def settings(tmp_path, folder):
    return Settings(tmp_path / "library", roots=(Root("r", str(folder), "documents"),), meaning=Meaning(encoder="none"))


@pytest.fixture
def much(monkeypatch):
    """Few files are much already."""
    monkeypatch.setattr(sync, "MANY_FILES", 2)


def answers(settings, term):
    snapshot = open_index(settings.library, settings.roots).snapshot()
    try:
        found = snapshot.match([Term(term, term, (term,))])
        order = {
            snapshot.passages([number])[0].relative: float(score)
            for number, score in zip(found.passages.tolist(), found.scores, strict=True)
        }
        return snapshot.document_count, order
    finally:
        snapshot.close()


def committed_files(settings):
    return {entry.filename for entry in read_contents(DurableStorage(str(settings.library))).segments}


def test_builders_make_the_same_index_as_one_process(tmp_path, settings, monkeypatch):
    import dataclasses

    alone = dataclasses.replace(settings, library=tmp_path / "alone")
    with open_syncer(alone, lambda event: None) as syncer:
        syncer.sync(CancelToken())
    monkeypatch.setattr(sync, "MANY_FILES", 2)

    with open_syncer(settings, lambda event: None) as syncer:
        done = syncer.sync(CancelToken())

    assert len(done.added) == 60
    for word in ("kettl", "harbour", "note"):
        (count, scores), (other_count, other_scores) = answers(settings, word), answers(alone, word)
        assert count == other_count == 60
        assert scores.keys() == other_scores.keys()
        np.testing.assert_allclose([scores[key] for key in sorted(scores)], [other_scores[key] for key in sorted(scores)], rtol=1e-5)


def test_nothing_of_the_builders_is_left_when_the_run_is_over(settings, much):
    with open_syncer(settings, lambda event: None) as syncer:
        syncer.sync(CancelToken())

    names = {path.name for path in settings.library.iterdir()}
    assert "building" not in names
    assert {name for name in names if name.endswith(".seg")} == committed_files(settings)


def test_a_changed_file_replaces_what_was_known_of_it(folder, settings, much):
    with open_syncer(settings, lambda event: None) as syncer:
        syncer.sync(CancelToken())
        for number in range(30):
            (folder / f"note {number:02}.md").write_text(f"# Note {number}\n\nAnother text with a heron in it.\n", "utf-8")

        done = syncer.sync(CancelToken())

    assert len(done.updated) == 30
    count, herons = answers(settings, "heron")
    assert (count, len(herons)) == (60, 30)
    assert answers(settings, "serial7")[1] == {}


def test_a_builder_that_is_killed_costs_only_time(settings, much, monkeypatch):
    killed: list[int] = []
    do = remote.RemoteReader.do

    def kill_once(self, task):
        outcome = do(self, task)
        if len(killed) < 3 and len(self._filed) >= 5:
            killed.append(self._child.pid)
            os.kill(self._child.pid, signal.SIGKILL)
        return outcome

    monkeypatch.setattr(remote.RemoteReader, "do", kill_once)

    with open_syncer(settings, lambda event: None) as syncer:
        done = syncer.sync(CancelToken())

    assert len(killed) == 3
    assert len(set(done.added)) == len(done.added) == 60
    assert answers(settings, "note")[0] == 60


def test_a_file_at_which_builders_end_twice_is_set_aside(folder, settings, much, monkeypatch):
    do = remote.RemoteReader.do

    def kill_at(self, task):
        if stamp_of(task).relative == "note 07.md":
            self.warm()
            os.kill(self._child.pid, signal.SIGKILL)
        return do(self, task)

    monkeypatch.setattr(remote.RemoteReader, "do", kill_at)

    with open_syncer(settings, lambda event: None) as syncer:
        done = syncer.sync(CancelToken())

    assert len(done.added) == 59
    assert [path for path, *_ in done.skipped] == [str(folder / "note 07.md")]


def test_stopping_keeps_what_builders_hold(settings, much, monkeypatch):
    token = CancelToken()
    do = remote.RemoteReader.do

    def stop_after(self, task):
        outcome = do(self, task)
        if len(self._filed) >= 8:
            token.cancel()
        return outcome

    monkeypatch.setattr(remote.RemoteReader, "do", stop_after)

    with open_syncer(settings, lambda event: None) as syncer, pytest.raises(Cancelled):
        syncer.sync(token)

    assert answers(settings, "note")[0] >= 8


def test_a_pause_publishes_what_builders_hold(settings, much, monkeypatch):
    events: list[object] = []
    do = remote.RemoteReader.do

    def emit(event):
        events.append(event)
        if event == Notice("Paused."):
            threading.Timer(0, syncer.gate.resume).start()

    def pause_after(self, task):
        outcome = do(self, task)
        if len(self._filed) == 6 and not any(isinstance(event, Notice) for event in events):
            syncer.gate.pause()
        return outcome

    monkeypatch.setattr(remote.RemoteReader, "do", pause_after)
    syncer = open_syncer(settings, emit)

    with syncer:
        done = syncer.sync(CancelToken())

    paused = events.index(Notice("Paused."))
    assert any(isinstance(event, Committed) and event.documents >= 6 for event in events[:paused])
    assert len(done.added) == 60
