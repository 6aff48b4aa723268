"""The index follows the disk: what a person does to files, and what the index says after."""

from __future__ import annotations

import os
import shutil
import threading

import pytest
from library_players import MemoryIndex, old

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Reason
from pincite.domain.errors import Cancelled, IndexLockedError, StorageError
from pincite.domain.events import Committed, LeftOut, Notice, Reading, Scanning, Synced
from pincite.library.batch import BATCH
from pincite.sources.walk import Place


def test_a_first_run_reads_everything_and_says_so(tree, desks):
    old(tree / "a.txt", "anchor")
    old(tree / "deep" / "b.md", "bollard")
    desk = desks(tree)

    synced = desk.sync()

    assert desk.index.texts() == {"a.txt": "anchor", "deep/b.md": "bollard"}
    assert synced.added == (str(tree / "a.txt"), str(tree / "deep" / "b.md"))
    assert (synced.documents, synced.passages, synced.unchanged) == (2, 2, 0)
    assert desk.of(Scanning)[-1].found == 2
    assert (desk.of(Reading)[-1].done, desk.of(Reading)[-1].total) == (2, 2)
    assert desk.of(Synced) == [synced]


def test_an_unchanged_library_is_looked_at_and_not_opened(tree, desks):
    old(tree / "a.txt", "anchor")
    desk = desks(tree)
    desk.sync()
    commits = desk.index.commits

    synced = desk.sync()

    assert desk.opened == []
    assert desk.index.commits == commits
    assert synced.unchanged == 1
    assert synced.added == synced.updated == synced.deleted == ()


def test_a_saved_file_replaces_its_older_self(tree, desks):
    note = old(tree / "a.txt", "old turnip")
    desk = desks(tree)
    desk.sync()

    temporary = old(tree / ".goutputstream-RX1", "new radish")
    temporary.replace(note)
    synced = desk.sync()

    assert desk.index.texts() == {"a.txt": "new radish"}
    assert synced.updated == (str(note),)


def test_a_file_with_an_old_date_is_new_all_the_same(tree, desks):
    desk = desks(tree)
    desk.sync()

    old(tree / "letter.txt", "parchment", moment=1_000_000_000)
    desk.sync()

    assert desk.index.texts() == {"letter.txt": "parchment"}


def test_a_changed_file_of_the_same_size_and_date_is_noticed_by_its_inode(tree, desks):
    note = old(tree / "a.txt", "north")
    desk = desks(tree)
    desk.sync()

    old(tree / "b.new", "south").replace(note)
    synced = desk.sync()

    assert desk.index.texts() == {"a.txt": "south"}
    assert synced.updated == (str(note),)


def test_a_touched_file_is_compared_and_not_read_anew(tree, desks):
    note = old(tree / "a.txt", "anchor")
    desk = desks(tree)
    desk.sync()
    before = desk.index.source("a.txt")

    os.utime(note, (1_700_000_000, 1_700_000_000))
    synced = desk.sync()

    assert desk.opened == []
    assert synced.updated == ()
    assert desk.index.source("a.txt").stamp.mtime_ns == 1_700_000_000_000_000_000
    assert desk.index.source("a.txt").indexed_at == before.indexed_at


def test_a_renamed_file_takes_its_text_along(tree, desks):
    note = old(tree / "a.txt", "inkwell")
    desk = desks(tree)
    desk.sync()

    note.rename(tree / "b.txt")
    synced = desk.sync()

    assert desk.opened == []
    assert desk.index.texts() == {"b.txt": "inkwell"}
    assert (synced.added, synced.deleted) == ((str(tree / "b.txt"),), (str(note),))


def test_a_file_that_becomes_another_kind_is_read_anew(tree, desks):
    note = old(tree / "a.txt", "inkwell")
    desk = desks(tree)
    desk.sync()

    note.rename(tree / "a.md")
    desk.sync()

    assert desk.opened == [str(tree / "a.md")]
    assert desk.index.source("a.md").documents[0].facets["type"] == ("md",)


def test_a_renamed_folder_is_found_at_its_new_place_only_and_counted_there(tree, desks):
    old(tree / "bar" / "abc.txt", "compass")
    old(tree / "bar" / "deep" / "def.md", "sextant")
    desk = desks(tree)
    desk.sync()

    (tree / "bar").rename(tree / "foo")
    desk.sync()

    assert desk.opened == []
    assert desk.index.texts() == {"foo/abc.txt": "compass", "foo/deep/def.md": "sextant"}
    assert desk.index.source("foo/deep/def.md").documents[0].facets["folder"] == ("foo", "foo/deep")


def test_a_folder_moved_out_takes_its_files_along(tree, desks):
    old(tree / "keep.md", "lantern")
    old(tree / "bar" / "deep" / "def.md", "sextant")
    desk = desks(tree)
    desk.sync()

    (tree / "bar").rename(tree.parent / "outside")
    synced = desk.sync()

    assert desk.index.texts() == {"keep.md": "lantern"}
    assert synced.deleted == (str(tree / "bar" / "deep" / "def.md"),)


def test_a_move_into_quarantine_reads_the_file_anew(tree, desks):
    note = old(tree / "a.txt", "rumour")
    desk = desks(tree)
    desk.sync()

    (tree / "quarantine").mkdir()
    note.rename(tree / "quarantine" / "a.txt")
    desk.sync()

    assert desk.index.source("quarantine/a.txt").documents[0].quarantined


def test_a_copied_back_drive_costs_a_comparison(tmp_path, desks):
    home, usb = tmp_path / "home", tmp_path / "usb"
    old(home / "here.md", "hygrometer")
    old(usb / "dial.md", "barometer")
    desk = desks(home, usb)
    desk.sync()

    usb.rename(tmp_path / "usb.away")
    away = desk.sync()
    kept = desk.index.texts()
    shutil.copytree(tmp_path / "usb.away", usb)
    shutil.rmtree(tmp_path / "usb.away")
    back = desk.sync()

    assert away.unavailable == (str(usb),)
    assert kept == desk.index.texts() == {"here.md": "hygrometer", "dial.md": "barometer"}
    assert desk.opened == []
    assert back.unavailable == back.added == back.updated == back.deleted == ()
    assert any("usb" in notice.text for notice in desk.of(Notice))


def test_what_cannot_be_read_is_listed_and_the_rest_is_found(tree, desks):
    old(tree / "good.md", "thistle")
    old(tree / "rubbish.md", "x").write_bytes(b"\xff\xfe\x00\x81")
    old(tree / "empty.txt", "")
    (tree / "gone.md").symlink_to("no-such-file.md")
    old(tree / "folder.md" / "inside.md", "thistle inside")
    desk = desks(tree)

    synced = desk.sync()

    assert set(desk.index.texts()) == {"good.md", "folder.md/inside.md"}
    assert desk.index.reasons() == {"rubbish.md": Reason.DAMAGED, "empty.txt": Reason.EMPTY, "gone.md": Reason.VANISHED}
    assert {(os.path.basename(path), reason) for path, reason, _ in synced.skipped} >= {("rubbish.md", "damaged"), ("empty.txt", "empty")}
    assert {os.path.basename(event.path) for event in desk.of(LeftOut)} == {"rubbish.md", "empty.txt", "gone.md"}


def test_a_skipped_file_is_not_tried_again_until_it_changes(tree, desks):
    bad = old(tree / "bad.md", "x")
    bad.write_bytes(b"\xff")
    os.utime(bad, (1_600_000_000, 1_600_000_000))
    desk = desks(tree)
    desk.sync()

    again = desk.sync()
    untouched = list(desk.opened)
    old(bad, "mended", moment=1_650_000_000)
    desk.sync()

    assert untouched == []
    assert [os.path.basename(path) for path, _, _ in again.skipped] == ["bad.md"]
    assert desk.index.texts() == {"bad.md": "mended"}


def test_a_newer_reader_tries_again_what_an_older_one_gave_up_on(tree, desks):
    old(tree / "bad.md", "x").write_bytes(b"\xff")
    old(tree / "good.md", "anchor")
    index = MemoryIndex()
    desks(tree, index=index, version="1").sync()

    newer = desks(tree, index=index, version="2")
    newer.sync()

    assert sorted(map(os.path.basename, newer.opened)) == ["bad.md", "good.md"]


def test_a_bug_in_a_reader_sets_one_file_aside(tree, desks, caplog):
    old(tree / "a.txt", "anchor")
    old(tree / "b.txt", "bollard")

    def stumble(path):
        if path.endswith("a.txt"):
            raise ZeroDivisionError

    desk = desks(tree, before=stumble)

    desk.sync()

    assert desk.index.texts() == {"b.txt": "bollard"}
    assert desk.index.reasons() == {"a.txt": Reason.DAMAGED}
    assert "ZeroDivisionError" in caplog.text


def test_a_file_that_vanishes_while_it_is_read_is_not_in_the_index(tree, desks):
    old(tree / "a.txt", "anchor")
    old(tree / "b.txt", "bollard")
    desk = desks(tree, before=lambda path: os.unlink(path) if path.endswith("a.txt") else None)

    synced = desk.sync()

    assert desk.index.texts() == {"b.txt": "bollard"}
    assert synced.skipped == ()


def test_a_file_that_changes_while_it_is_read_is_read_again(tree, desks):
    note = old(tree / "a.txt", "first half")
    changes = iter([lambda: old(note, "first half, second half", moment=1_650_000_000)])
    desk = desks(tree, before=lambda path: next(changes, lambda: None)())

    desk.sync()

    assert desk.index.texts() == {"a.txt": "first half, second half"}
    assert desk.sync().unchanged == 1


def test_a_file_that_is_written_to_all_the_time_is_indexed_and_tried_again_later(tree, desks):
    log = old(tree / "a.log", "line\n")
    moments = iter(range(1_600_000_001, 1_700_000_000))

    def grow(path):
        with open(path, "a") as file:
            file.write("line\n")
        os.utime(path, (moment := next(moments), moment))

    desk = desks(tree, before=grow)

    desk.sync()

    assert "line" in desk.index.texts()["a.log"]
    assert desk.index.source("a.log").stamp.size < log.stat().st_size


def test_only_the_places_asked_for_are_compared(tree, desks):
    old(tree / "a" / "one.txt", "one")
    old(tree / "b" / "two.txt", "two")
    desk = desks(tree)
    desk.sync()

    (tree / "a" / "one.txt").unlink()
    (tree / "b" / "two.txt").unlink()
    old(tree / "a" / "deep" / "three.txt", "three")
    desk.sync({"id-tree": [Place("a", deep=False)]})

    assert desk.index.texts() == {"b/two.txt": "two"}


def test_what_happens_in_a_folder_that_is_left_out_changes_nothing(tree, desks):
    old(tree / ".gitignore", "build/\n")
    old(tree / "build" / "deep" / "a.o", "object")
    desk = desks(tree)
    desk.sync()
    commits, told = desk.index.commits, len(desk.events)

    old(tree / "build" / "deep" / "b.o", "object")
    desk.sync({"id-tree": [Place("build/deep", deep=False)]})

    assert desk.index.commits == commits
    assert len(desk.of(Synced)) == 1
    assert not [event for event in desk.events[told:] if isinstance(event, LeftOut)]


def test_stopping_keeps_what_was_read(tree, desks):
    for number in range(20):
        old(tree / f"{number:02}.txt", f"text {number}")
    token, stopped = CancelToken(), threading.Event()
    read = []

    def stop_at_the_tenth(path):
        read.append(path)
        if len(read) == 10:
            token.cancel()
            stopped.wait()

    desk = desks(tree, workers=1, before=stop_at_the_tenth)

    with pytest.raises(Cancelled):
        desk.sync(token=token)
    kept = desk.index.texts()
    stopped.set()

    assert len(kept) == 9
    resumed = desk.sync()
    assert len(desk.index.texts()) == 20
    assert len(resumed.added) == 11


def test_paused_work_begins_no_file_and_shows_what_is_read(tree, desks):
    for number in range(8):
        old(tree / f"{number}.txt", f"text {number}")
    paused = threading.Event()
    desk = desks(tree, workers=1)

    def pause_once(path):
        if len(desk.opened) == 3 and not paused.is_set():
            desk.syncer.gate.pause()
            paused.set()

    desk.syncer._crew._make = lambda make=desk.syncer._crew._make: _with_before(make(), pause_once)
    worker = threading.Thread(target=desk.sync)
    worker.start()
    assert paused.wait(5)
    while not any(notice.text == "Paused." for notice in desk.of(Notice)):
        assert worker.is_alive()
    held = len(desk.index.texts())
    desk.syncer.gate.resume()
    worker.join(10)

    assert 1 <= held <= 4
    assert len(desk.index.texts()) == 8


def _with_before(reader, before):
    reader._extractor._before = before
    return reader


def test_a_locked_index_ends_the_run_and_changes_nothing(tree, desks):
    old(tree / "a.txt", "anchor")
    desk = desks(tree)
    writer = desk.index.writer()

    with pytest.raises(IndexLockedError):
        desk.sync()

    writer.cancel()
    assert desk.index.texts() == {}
    desk.sync()
    assert desk.index.texts() == {"a.txt": "anchor"}


def test_a_full_disk_leaves_the_last_commit_and_the_next_run_goes_on(tree, desks):
    old(tree / "a.txt", "anchor")
    desk = desks(tree)

    def full():
        raise StorageError("the disk is full")

    desk.index.fail = full
    with pytest.raises(StorageError):
        desk.sync()
    desk.index.fail = lambda: None
    synced = desk.sync()

    assert synced.added == (str(tree / "a.txt"),)


def test_a_document_that_the_index_refuses_is_set_aside(tree, desks, monkeypatch, caplog):
    old(tree / "a.txt", "anchor")
    old(tree / "b.txt", "bollard")
    desk = desks(tree)
    writer_of = desk.index.writer

    def picky():
        writer = writer_of()
        put = writer.put

        def refuse(source):
            if source.stamp.relative == "a.txt":
                raise ValueError("no")
            put(source)

        writer.put = refuse
        return writer

    monkeypatch.setattr(desk.index, "writer", picky)

    desk.sync()

    assert desk.index.texts() == {"b.txt": "bollard"}
    assert desk.index.reasons() == {"a.txt": Reason.DAMAGED}
    assert "refused" in caplog.text


def test_another_writer_s_commit_is_read_before_the_next_look(tree, desks):
    old(tree / "a.txt", "anchor")
    index = MemoryIndex()
    first, second = desks(tree, index=index), desks(tree, index=index)
    first.sync()

    synced = second.sync()

    assert synced.unchanged == 1
    assert second.opened == []


def test_results_grow_while_a_first_run_goes_on(tree, desks):
    files = 2 * BATCH + 1
    for number in range(files):
        old(tree / f"{number}.txt", f"text {number}")
    desk = desks(tree)

    desk.sync()

    counts = [event.passages for event in desk.of(Committed)]
    assert len(counts) >= 3
    assert counts == sorted(counts)
    assert counts[-1] == files


def test_names_that_are_no_unicode_are_indexed_under_their_own_bytes(tree, desks):
    path = os.fsencode(tree) + b"/caf\xe9 #1 100%.txt"
    try:
        with open(path, "wb") as file:
            file.write(b"espresso")
    except OSError:
        pytest.skip("this file system takes only Unicode names")
    os.utime(path, (1_600_000_000, 1_600_000_000))
    desk = desks(tree)

    synced = desk.sync()

    assert os.fsencode(synced.added[0]) == path
    assert desk.sync().unchanged == 1


def test_a_root_within_a_root_is_walked_once(tree, desks):
    old(tree / "a.txt", "anchor")
    old(tree / "inner" / "b.txt", "bollard")
    desk = desks(tree, tree / "inner")

    synced = desk.sync()

    assert sorted(desk.index.committed) == [("id-inner", "b.txt"), ("id-tree", "a.txt")]
    assert len(synced.added) == 2


def test_the_revision_is_that_of_the_work_tree_and_absent_outside(tree, desks):
    commit = "0123456789abcdef0123456789abcdef01234567"
    old(tree / "vault" / ".git" / "HEAD", "ref: refs/heads/main\n")
    old(tree / "vault" / ".git" / "refs" / "heads" / "main", commit + "\n")
    old(tree / "vault" / "notes" / "in.md", "inside")
    old(tree / "out.md", "outside")
    desk = desks(tree)

    desk.sync()

    assert desk.index.source("vault/notes/in.md").revision == commit
    assert desk.index.source("out.md").revision is None
