"""The plan is a pure diff; these are its laws."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import FileStamp, Reason, Skipped, SourceState
from pincite.library.plan import giving_up, plan

NOW_NS = 1_800_000_000 * 10**9
LONG_AGO_NS = 1_600_000_000 * 10**9 + 123
READ_AT = "2026-11-30T20:00:00+00:00"


def stamp(relative="a.md", size=10, mtime_ns=LONG_AGO_NS, inode=7, root="r"):
    return FileStamp(root, relative, size, mtime_ns, inode)


def state(one, sha="sha", version="1", indexed_at=READ_AT, skipped=None):
    return SourceState(one, sha, version, indexed_at, 1, 1, skipped)


def known(*states):
    return {one.stamp.key: one for one in states}


def planned(found, states=(), version="1"):
    return plan(found, known(*states), version, NOW_NS)


def test_a_new_file_is_read():
    todo = planned([stamp()])

    assert todo.read == (stamp(),)


def test_an_unchanged_file_is_left_alone():
    todo = planned([stamp()], [state(stamp())])

    assert todo.empty
    assert todo.unchanged == 1


def test_another_size_or_another_version_is_read():
    assert planned([stamp(size=11)], [state(stamp())]).read == (stamp(size=11),)
    assert planned([stamp()], [state(stamp())], version="2").read == (stamp(),)


def test_another_date_or_inode_with_the_same_size_is_compared():
    later, other = stamp(mtime_ns=LONG_AGO_NS + 10**9), stamp(inode=8)

    assert [doubt.stamp for doubt in planned([later], [state(stamp())]).doubts] == [later]
    assert [doubt.stamp for doubt in planned([other], [state(stamp())]).doubts] == [other]


def test_a_file_system_without_inodes_is_believed():
    assert planned([stamp(inode=0)], [state(stamp(inode=0))]).unchanged == 1


def test_a_file_changed_within_a_tick_of_its_reading_is_compared():
    read = datetime(2026, 11, 30, 20, 0, 0, 500_000, tzinfo=UTC)
    fresh_ns = int(read.timestamp() * 10**6) * 1000 - 10_000_000
    whole_ns = int(read.timestamp()) * 10**9

    def doubted(mtime_ns, moment):
        one = stamp(mtime_ns=mtime_ns)
        return bool(planned([one], [state(one, indexed_at=moment.isoformat())]).doubts)

    assert doubted(fresh_ns, read)
    assert not doubted(fresh_ns, read + timedelta(seconds=1))
    assert doubted(whole_ns, read + timedelta(seconds=1))
    assert not doubted(whole_ns, read + timedelta(seconds=3))


def test_a_missing_file_is_removed():
    assert planned([], [state(stamp())]).removals == (("r", "a.md"),)


def test_a_renamed_file_is_moved_by_its_inode():
    todo = planned([stamp("b.md")], [state(stamp())])

    assert [(move.state.stamp.relative, move.stamp.relative) for move in todo.moves] == [("a.md", "b.md")]
    assert todo.read == todo.removals == ()


def test_a_file_that_came_back_with_another_inode_is_compared_with_the_one_that_left():
    todo = planned([stamp("x/a.md", inode=99), stamp("y/c.md", inode=98)], [state(stamp("a.md")), state(stamp("c.md", inode=8))])

    assert {(doubt.state.stamp.relative, doubt.stamp.relative) for doubt in todo.doubts} == {("a.md", "x/a.md"), ("c.md", "y/c.md")}


def test_another_suffix_is_another_kind_of_file():
    todo = planned([stamp("a.txt")], [state(stamp("a.md"))])

    assert todo.read == (stamp("a.txt"),)
    assert todo.removals == (("r", "a.md"),)


def test_a_copy_is_no_move():
    todo = planned([stamp("a.md"), stamp("b.md", inode=8)], [state(stamp("a.md"))])

    assert todo.read == (stamp("b.md", inode=8),)
    assert todo.unchanged == 1


def test_what_another_version_read_does_not_move():
    todo = planned([stamp("b.md")], [state(stamp("a.md"), version="0")])

    assert todo.read == (stamp("b.md"),)
    assert todo.removals == (("r", "a.md"),)


def test_a_skipped_file_waits_until_it_changes():
    bad = state(stamp(), skipped=Skipped(stamp(), Reason.DAMAGED, "", "1"))

    assert planned([stamp()], [bad]).unchanged == 1
    assert planned([stamp(size=11)], [bad]).read
    assert planned([stamp(mtime_ns=LONG_AGO_NS + 1)], [bad]).read
    assert planned([stamp()], [bad], version="2").read


def test_a_file_that_lacked_a_program_is_tried_again_once_there_are_others():
    lacking = Skipped(stamp(), Reason.HELPER_MISSING, "install antiword", giving_up("1", "catdoc", Reason.HELPER_MISSING))
    remembered = known(state(stamp(), version="1", skipped=lacking))

    same = plan([stamp()], remembered, "1", NOW_NS, tools="catdoc")
    more = plan([stamp()], remembered, "1", NOW_NS, tools="antiword catdoc")

    assert same.empty
    assert more.read == (stamp(),)


def test_a_file_that_was_kept_out_from_outside_is_read_as_soon_as_it_may_come_in():
    for reason in (Reason.EXCLUDED, Reason.TOO_LARGE, Reason.CLOUD_ONLY, Reason.NO_PERMISSION):
        assert planned([stamp()], [state(stamp(), skipped=Skipped(stamp(), reason))]).read == (stamp(),)


def test_what_is_left_out_is_remembered_once():
    skipped = Skipped(stamp(), Reason.EXCLUDED, "exclude: *.md")

    assert planned([skipped]).skips == (skipped,)
    assert planned([skipped], [state(stamp())]).skips == (skipped,)
    assert planned([skipped], [state(stamp(), skipped=skipped)]).empty
    assert planned([skipped], [state(stamp(), skipped=Skipped(stamp(), Reason.EXCLUDED, "another rule"))]).skips == (skipped,)


def test_a_folder_that_cannot_be_looked_into_keeps_what_is_known_of_it():
    closed = Skipped(FileStamp("r", "closed/", 0, 0), Reason.NO_PERMISSION)
    root = Skipped(FileStamp("r", "./", 0, 0), Reason.DAMAGED)
    states = [state(stamp("closed/deep/a.md")), state(stamp("closed-2.md", inode=8))]

    assert planned([closed], states).removals == (("r", "closed-2.md"),)
    assert planned([root], states).removals == ()


def test_an_excluded_folder_loses_what_is_known_of_it():
    out = Skipped(FileStamp("r", "out/", 0, 0), Reason.EXCLUDED, "exclude: out/")

    assert planned([out], [state(stamp("out/a.md"))]).removals == (("r", "out/a.md"),)


def test_new_and_small_files_come_first():
    small_old, small_new = stamp("small-old.md", size=1_000), stamp("small-new.md", size=1_000, mtime_ns=NOW_NS - 10**9)
    large_new = stamp("large-new.md", size=50_000_000, mtime_ns=NOW_NS - 10**9)

    read = planned([large_new, small_old, small_new]).read

    assert read[0] == small_new
    assert set(read[1:]) == {small_old, large_new}


names = st.sampled_from([f"{folder}{name}" for folder in ("", "x/", "x/y/") for name in ("a.md", "b.md", "c.txt")])
stamps = st.builds(
    stamp, relative=names, size=st.integers(0, 3), mtime_ns=st.integers(0, 3).map(lambda n: LONG_AGO_NS + n), inode=st.integers(0, 4)
)


def skips(one):
    return Skipped(one, Reason.DAMAGED, "", "1")


states = stamps.flatmap(lambda one: st.sampled_from([state(one), state(one, version="0"), state(one, skipped=skips(one))]))
entries = stamps.flatmap(lambda one: st.sampled_from([one, Skipped(one, Reason.TOO_LARGE)]))


def key_of(entry):
    return (entry.stamp if isinstance(entry, Skipped) else entry).key


found_lists = st.lists(entries, max_size=9, unique_by=key_of)


@given(found_lists, st.lists(states, max_size=9, unique_by=lambda one: one.stamp.key))
def test_every_file_has_one_fate(found, remembered):
    todo = planned(found, remembered)

    there = [one.key for one in todo.read] + [d.stamp.key for d in todo.doubts] + [m.stamp.key for m in todo.moves]
    left = [one.stamp.key for one in todo.skips]
    came_from = [m.state.stamp.key for m in todo.moves] + [d.state.stamp.key for d in todo.doubts if d.state.stamp.key != d.stamp.key]
    gone = [*todo.removals, *came_from]
    present = {key_of(one) for one in found}
    assert len(there) == len(set(there))
    assert len(gone) == len(set(gone))
    assert len(left) == len(set(left))
    assert set(there) | set(left) <= present
    assert set(gone) == {one.stamp.key for one in remembered} - present
    assert len(there) + todo.unchanged + len(left) <= len(present)


@given(found_lists, st.lists(states, max_size=9, unique_by=lambda one: one.stamp.key))
def test_after_the_plan_is_carried_out_there_is_nothing_to_do(found, remembered):
    after = {
        key_of(one): state(one.stamp, skipped=one) if isinstance(one, Skipped) else state(one) for one in found
    }

    again = plan(found, after, "1", NOW_NS)

    assert again.empty
