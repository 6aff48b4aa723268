"""The indexer's loop with a real watchdog on real folders: what is saved is found, and orders are obeyed."""

from __future__ import annotations

import os
import sys
import threading
import time
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "library"))

from library_players import Desk, TextExtractor, WholeSplitter  # the players stand in the other room

from pincite.domain.documents import Root
from pincite.domain.events import Committed, Notice, Synced
from pincite.library.sync import Syncer
from pincite.sources.rules import Rules
from pincite.sources.watch import Bell, Watcher
from pincite.workers.indexer import Indexer

WITHIN_S = 60.0
"""Longer than anything takes on a machine that is busy with something else."""


class Follower:
    """An indexer that runs on a thread; `until` waits for a fact."""

    def __init__(self, *folders: Path) -> None:
        self.desk = Desk(*folders)
        self.index = self.desk.index
        self.events = self.desk.events
        self._changed = threading.Condition()
        bell = Bell()
        syncer = Syncer(
            self.index, lambda: TextExtractor(self.desk.opened), WholeSplitter(), self.desk.library, self._hear, workers=1
        )
        self.indexer = Indexer(syncer, Watcher(self.desk.library.roots, self.desk.library.rules, bell), bell, self._hear)
        self._thread = threading.Thread(target=self.indexer.run)
        self._thread.start()
        self.until(lambda: self.desk.of(Synced))

    def _hear(self, event) -> None:
        with self._changed:
            self.events.append(event)
            self._changed.notify_all()

    def until(self, fact) -> None:
        with self._changed:
            assert self._changed.wait_for(fact, WITHIN_S), f"never came true; last events: {self.events[-5:]}"

    def texts(self):
        return self.index.texts()

    def stop(self) -> None:
        self.indexer.stop()
        self._thread.join(WITHIN_S)
        assert not self._thread.is_alive()


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    folder.mkdir()
    return folder


@pytest.fixture
def follow():
    followers = []

    def start(*folders):
        followers.append(Follower(*folders))
        return followers[-1]

    yield start
    for follower in followers:
        follower.stop()


def test_a_saved_note_is_found_and_a_deleted_one_is_gone(tree, follow):
    follower = follow(tree)

    (tree / "note.md").write_text("lantern")
    follower.until(lambda: follower.texts() == {"note.md": "lantern"})
    (tree / "note.md").unlink()
    follower.until(lambda: follower.texts() == {})

    assert follower.desk.of(Synced)[-1].deleted == (str(tree / "note.md"),)


def test_an_editor_s_save_by_rename_shows_the_new_text_only(tree, follow):
    (tree / "paper.md").write_text("old turnip")
    follower = follow(tree)

    (tree / ".goutputstream-RX1").write_text("new radish")
    (tree / ".goutputstream-RX1").rename(tree / "paper.md")
    follower.until(lambda: follower.texts() == {"paper.md": "new radish"})

    assert not any("goutputstream" in path for path in follower.desk.opened)


def test_a_renamed_folder_s_files_are_found_at_their_new_place_only(tree, follow):
    (tree / "bar" / "deep").mkdir(parents=True)
    (tree / "bar" / "deep" / "def.md").write_text("sextant")
    follower = follow(tree)

    (tree / "bar").rename(tree / "foo")
    follower.until(lambda: follower.texts() == {"foo/deep/def.md": "sextant"})
    (tree / "foo" / "deep" / "def.md").write_text("octant!")
    follower.until(lambda: follower.texts() == {"foo/deep/def.md": "octant!"})


def test_a_folder_that_is_copied_in_is_read_to_the_bottom(tree, follow):
    follower = follow(tree)

    deep = tree / "a" / "b" / "c"
    deep.mkdir(parents=True)
    (deep / "x.md").write_text("bottom")

    follower.until(lambda: follower.texts() == {"a/b/c/x.md": "bottom"})


def test_a_folder_moved_out_is_gone_and_what_happens_there_rings_nothing(tree, tmp_path, follow):
    (tree / "bar").mkdir()
    (tree / "bar" / "abc.txt").write_text("compass")
    follower = follow(tree)

    (tree / "bar").rename(tmp_path / "outside")
    follower.until(lambda: follower.texts() == {})
    (tmp_path / "outside" / "new.txt").write_text("elsewhere")
    (tree / "here.txt").write_text("here")

    follower.until(lambda: follower.texts() == {"here.txt": "here"})


def test_a_changed_ignore_file_is_obeyed_at_once(tree, follow):
    (tree / "drafts").mkdir()
    (tree / "drafts" / "a.md").write_text("draft")
    follower = follow(tree)
    follower.until(lambda: "drafts/a.md" in follower.texts())

    (tree / ".gitignore").write_text("drafts/\n")

    follower.until(lambda: follower.texts() == {})


def test_a_root_that_goes_away_is_kept_and_followed_again_when_it_is_back(tree, tmp_path, follow):
    (tree / "a.md").write_text("barometer")
    follower = follow(tree)

    tree.rename(tmp_path / "away")
    follower.until(lambda: any(synced.unavailable for synced in follower.desk.of(Synced)))
    kept = follower.texts()
    (tmp_path / "away").rename(tree)
    follower.until(lambda: not follower.desk.of(Synced)[-1].unavailable)
    (tree / "b.md").write_text("thermometer")

    follower.until(lambda: follower.texts() == {"a.md": "barometer", "b.md": "thermometer"})
    assert kept == {"a.md": "barometer"}


def test_while_paused_nothing_is_read_and_afterwards_everything(tree, follow):
    follower = follow(tree)

    follower.indexer.obey("pause\n")
    (tree / "a.md").write_text("anchor")
    (tree / "b.md").write_text("bollard")
    held = follower.texts()
    follower.indexer.obey("resume\n")

    follower.until(lambda: follower.texts() == {"a.md": "anchor", "b.md": "bollard"})
    assert held == {}


def test_a_rescan_looks_at_everything(tree, follow):
    follower = follow(tree)
    before = len(follower.desk.of(Synced))

    follower.indexer.obey("rescan")

    follower.until(lambda: len(follower.desk.of(Synced)) > before)


def test_an_index_that_another_process_writes_is_waited_for(tree, follow):
    follower = follow(tree)
    writer = follower.index.writer()

    (tree / "a.md").write_text("anchor")
    follower.until(lambda: any("another process" in notice.text for notice in follower.desk.of(Notice)))
    writer.cancel()

    follower.until(lambda: follower.texts() == {"a.md": "anchor"})


def test_an_unknown_order_is_no_order(tree, follow):
    follower = follow(tree)

    follower.indexer.obey("fly")
    follower.indexer.obey("")
    (tree / "a.md").write_text("anchor")

    follower.until(lambda: follower.texts() == {"a.md": "anchor"})


def test_reading_a_library_does_not_ring_its_own_bell(tree):
    for number in range(20):
        (tree / f"{number}.md").write_text("text")
    root = Root("r", str(tree), "tree")
    bell = Bell()
    watcher = Watcher([root], Rules(), bell)
    watcher.start()
    try:
        for path in tree.iterdir():
            path.read_text()
        (tree / "last.md").write_text("text")
        assert bell.wait(WITHIN_S)
        bell.settle(0.3, WITHIN_S, time.monotonic)
        _, rings = bell.collect()
    finally:
        watcher.stop()

    assert rings <= 4


@pytest.mark.long
def test_a_burst_of_ten_thousand_changes_leaves_the_index_equal_to_the_disk(tree, follow):
    follower = follow(tree)

    for number in range(10_000):
        (tree / f"{number}.md").write_text(f"text {number}")
        if number % 3 == 1:
            os.unlink(tree / f"{number}.md")
        elif number % 3 == 2:
            (tree / f"{number}.md").rename(tree / f"{number}.txt")
    disk = {path.name: path.read_text() for path in tree.iterdir()}

    with follower._changed:
        assert follower._changed.wait_for(lambda: follower.texts() == disk, 60)
    assert follower.desk.of(Committed)
