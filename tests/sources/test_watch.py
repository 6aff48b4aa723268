"""The bell and who rings it."""

from __future__ import annotations

import os
import sys
import threading
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Root
from pincite.domain.errors import PinciteError
from pincite.sources import roots as roots_room
from pincite.sources.roots import absence, expect_folder, file_system_of
from pincite.sources.rules import Rules
from pincite.sources.walk import Place
from pincite.sources.watch import MANY, Bell, Watcher, fewest

WITHIN_S = 15.0


def root_of(folder):
    return Root(f"id-{folder.name}", str(folder), folder.name)


@pytest.fixture
def watch():
    watchers = []

    def start(*folders, rules=None, **more):
        bell = Bell()
        watcher = Watcher([root_of(folder) for folder in folders], rules or Rules(), bell, **more)
        watchers.append(watcher)
        watcher.start()
        return watcher, bell

    yield start
    for watcher in watchers:
        watcher.stop()


def heard(bell, place, root):
    """Wait until *place* was rung for."""
    places = set()
    end = time.monotonic() + WITHIN_S
    while time.monotonic() < end:
        bell.wait(1)
        touched, _ = bell.collect()
        places |= touched.get(root, set())
        if place in places:
            return True
    return False


def test_a_bell_keeps_where_it_rang_until_somebody_collects():
    bell = Bell()
    bell.ring("r", Place("a", deep=False))
    bell.ring("r", Place("a", deep=False))
    bell.ring("s", Place("b"))

    first, rings = bell.collect()

    assert first == {"r": {Place("a", deep=False)}, "s": {Place("b")}}
    assert rings == 3
    assert bell.collect() == ({}, 0)
    assert not bell.rung


def test_the_whole_root_stands_for_its_places_and_for_too_many_of_them():
    bell = Bell()
    for number in range(MANY + 10):
        bell.ring("r", Place(str(number), deep=False))
    bell.ring("s", Place("a"))
    bell.ring("s", Place())

    touched, _ = bell.collect()

    assert touched == {"r": {Place()}, "s": {Place()}}


def test_waking_ends_a_wait_even_if_it_comes_first():
    bell = Bell()
    bell.wake()

    rang = bell.wait(WITHIN_S)

    assert not rang


def test_a_burst_is_waited_out_and_an_endless_one_is_not():
    bell, stop = Bell(), threading.Event()

    def ring_on():
        while not stop.wait(0.005):
            bell.ring("r", Place("a"))

    ringer = threading.Thread(target=ring_on)
    ringer.start()

    bell.settle(0.2, 0.5, time.monotonic)
    still_ringing = not stop.is_set()
    stop.set()
    ringer.join()
    bell.settle(0.01, WITHIN_S, time.monotonic)

    assert still_ringing


folders = st.lists(st.sampled_from(["a", "b", "ab"]), max_size=3).map("/".join)
places = st.lists(st.builds(Place, folders, st.booleans()), max_size=8)


def covers(place, folder):
    return folder == place.folder or (place.deep and (not place.folder or folder.startswith(place.folder + "/")))


@given(places, folders)
def test_the_fewest_places_cover_what_all_cover_and_none_twice(rung, folder):
    few = fewest(rung)

    assert any(covers(place, folder) for place in few) == any(covers(place, folder) for place in rung)
    assert sum(place.deep and covers(place, folder) for place in few) <= 1
    assert len(few) <= len(set(rung))


def test_a_saved_file_rings_for_its_folder(tmp_path, watch):
    (tmp_path / "a").mkdir()
    _, bell = watch(tmp_path)

    (tmp_path / "a" / "note.md").write_text("text")

    assert heard(bell, Place("a", deep=False), f"id-{tmp_path.name}")


def test_a_new_folder_rings_for_all_that_is_in_it(tmp_path, watch):
    _, bell = watch(tmp_path)

    (tmp_path / "a").mkdir()

    assert heard(bell, Place("a"), f"id-{tmp_path.name}")


def test_a_root_reached_by_a_link_rings_too(tmp_path, watch):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to("real")
    _, bell = watch(tmp_path / "link")

    (tmp_path / "real" / "note.md").write_text("text")

    assert heard(bell, Place("", deep=False), "id-link")


def test_what_is_left_out_by_name_does_not_ring(tmp_path, watch):
    (tmp_path / ".git").mkdir()
    _, bell = watch(tmp_path)

    (tmp_path / ".git" / "index").write_text("text")
    (tmp_path / ".note.md.swp").write_text("text")
    (tmp_path / "note.md").write_text("text")
    assert bell.wait(WITHIN_S)
    bell.settle(0.3, WITHIN_S, time.monotonic)
    touched, _ = bell.collect()

    assert touched == {f"id-{tmp_path.name}": {Place("", deep=False)}}


def test_a_changed_ignore_file_rings_for_everything_below_it(tmp_path, watch):
    (tmp_path / "a").mkdir()
    _, bell = watch(tmp_path)

    (tmp_path / "a" / ".gitignore").write_text("*.log\n")

    assert heard(bell, Place("a"), f"id-{tmp_path.name}")


def test_a_root_that_vanishes_and_returns_is_watched_again(tmp_path, watch):
    tree = tmp_path / "tree"
    tree.mkdir()
    watcher, bell = watch(tree)

    tree.rename(tmp_path / "away")
    gone = watcher.renew()
    tree.mkdir()
    back = watcher.renew()
    quiet = watcher.renew()
    bell.collect()
    (tree / "note.md").write_text("text")

    assert gone == back == (root_of(tree),)
    assert quiet == ()
    assert heard(bell, Place("", deep=False), "id-tree")


def test_a_system_without_watches_to_give_is_told_of(tmp_path, watch):
    def refuse():
        raise OSError(24, "inotify instance limit reached")

    watcher, _ = watch(tmp_path, observer=refuse)

    assert [one.root for one in watcher.unwatched] == [root_of(tmp_path)]
    assert "no more watches" in watcher.unwatched[0].why


def test_the_kernel_s_limit_of_watches_is_told_of(tmp_path, watch, monkeypatch):
    monkeypatch.setattr("pincite.sources.watch.watches_are_used_up", lambda path: True)

    watcher, _ = watch(tmp_path)

    assert "no more watches" in watcher.unwatched[0].why


def test_a_network_drive_is_told_of(tmp_path, watch, monkeypatch):
    monkeypatch.setattr("pincite.sources.watch.sends_no_events", lambda path: True)

    watcher, _ = watch(tmp_path)

    assert "network drive" in watcher.unwatched[0].why


def test_a_missing_root_is_neither_watched_nor_an_error(tmp_path, watch):
    watcher, _ = watch(tmp_path / "nowhere")

    assert watcher.unwatched == ()


def test_absence_says_why(tmp_path):
    (tmp_path / "file").write_text("text")
    (tmp_path / "empty").mkdir()

    assert absence(str(tmp_path)) == absence(str(tmp_path / "empty")) == ""
    assert absence(str(tmp_path / "nowhere")) == "it is not there"
    assert absence(str(tmp_path / "file")) == "it is not a folder"


def test_an_empty_mount_point_is_a_drive_that_is_away(tmp_path, monkeypatch):
    (tmp_path / "vera" / "stick").mkdir(parents=True)
    monkeypatch.setattr(roots_room, "MOUNT_PARENTS", (str(tmp_path),))

    bare = absence(str(tmp_path / "vera" / "stick"))
    monkeypatch.setattr(roots_room.os.path, "ismount", lambda path: path.endswith("stick"))
    mounted = absence(str(tmp_path / "vera" / "stick"))

    assert bare == "its drive is not connected"
    assert mounted == ""


def test_the_nearest_mount_decides_the_file_system():
    mounts = "/dev/sda1 / ext4 rw 0 0\nserver:/x /srv/my\\040share nfs4 rw 0 0\nx /srv/my\\040share/local ext4 rw 0 0\n"

    assert file_system_of("/srv/my share/a", mounts) == "nfs4"
    assert file_system_of("/srv/my share/local/a", mounts) == "ext4"
    assert file_system_of("/srv/my shares", mounts) == "ext4"
    assert file_system_of("/srv", "") == ""


@pytest.mark.skipif(sys.platform != "linux", reason="inotify is Linux's")
def test_a_folder_that_watchdog_meets_twice_ends_nothing(tmp_path, watch):
    from watchdog.observers.inotify_c import InotifyConstants, InotifyFD

    watch(tmp_path)
    shared, path = InotifyFD.get_instance(), os.fsencode(tmp_path)
    first = shared.add_callback(path, InotifyConstants.IN_MODIFY, lambda event: None, 1)

    second = shared.add_callback(path, InotifyConstants.IN_MODIFY, lambda event: None, 1)

    assert first == second
    shared.remove_callbacks([(first, 1)])


@pytest.mark.parametrize(("name", "said"), [("gone", "There is no folder .*gone; please check its name"), ("a.md", "a.md is a file; please name the folder")])
def test_a_folder_that_a_person_names_is_there_or_said_not_to_be(tmp_path, name, said):
    (tmp_path / "a.md").write_text("rope")

    with pytest.raises(PinciteError, match=said):
        expect_folder(str(tmp_path / name))

    expect_folder(str(tmp_path))
