"""The indexer as a process: how it begins, what it says, and every way in which it ends."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from pincite.domain.errors import IndexLockedError
from pincite.domain.events import Failed
from pincite.workers.following import follow

PLAYERS = Path(__file__).resolve().parent.parent / "library"
CHILD = textwrap.dedent(
    """
    import sys
    sys.path.insert(0, sys.argv[1])
    from pathlib import Path
    from library_players import Desk
    from pincite.sources.watch import Bell, Watcher
    from pincite.workers.following import follow
    from pincite.workers.indexer import Indexer

    def make(emit):
        desk, bell = Desk(Path(sys.argv[2])), Bell()
        desk.syncer._emit = emit
        return Indexer(desk.syncer, Watcher(desk.library.roots, desk.library.rules, bell), bell, emit)

    sys.exit(follow(make, sys.stdin, json_lines=True, show=print))
    """
)


@pytest.fixture
def tree(tmp_path):
    folder = tmp_path / "tree"
    folder.mkdir()
    (folder / "a.md").write_text("anchor")
    return folder


@pytest.fixture
def start(tree):
    children = []

    def begin(**more):
        options = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True} | more
        child = subprocess.Popen([sys.executable, "-c", CHILD, str(PLAYERS), str(tree)], **options)
        children.append(child)
        return child

    yield begin
    for child in children:
        child.kill()
        child.wait()
        for stream in (child.stdin, child.stdout):
            if stream:
                stream.close()


def until(child, name):
    """The next event of this name, and those before it."""
    seen = []
    for line in child.stdout:
        seen.append(json.loads(line))
        if seen[-1]["event"] == name:
            return seen
    raise AssertionError(f"ended without {name!r}: {seen}")


def test_it_says_what_it_does_in_lines_and_ends_when_its_input_is_closed(start, tree):
    child = start()
    first = until(child, "synced")
    (tree / "b.md").write_text("bollard")
    second = until(child, "synced")
    child.stdin.close()

    assert first[-1]["added"] == [str(tree / "a.md")]
    assert second[-1]["added"] == [str(tree / "b.md")]
    assert "committed" in [event["event"] for event in second]
    assert child.wait(15) == 0


def test_it_obeys_orders_on_its_input(start, tree):
    child = start()
    until(child, "synced")

    child.stdin.write("rescan\n")
    child.stdin.flush()
    again = until(child, "synced")
    child.stdin.write("stop\n")
    child.stdin.flush()

    assert again[-1]["unchanged"] == 1
    assert child.wait(15) == 0


@pytest.mark.skipif(sys.platform == "win32", reason="Windows ends processes in its own way")
@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_it_ends_cleanly_on_a_signal(start, number, status):
    child = start()
    until(child, "synced")

    child.send_signal(number)

    assert child.wait(15) == status


def test_an_input_that_nobody_holds_does_not_end_it(start, tree):
    child = start(stdin=subprocess.DEVNULL)
    until(child, "synced")

    (tree / "b.md").write_text("bollard")

    assert until(child, "synced")[-1]["added"] == [str(tree / "b.md")]


def test_a_pipe_that_was_never_held_does_not_end_it_either(start, tree):
    reading, writing = os.pipe()
    os.close(writing)
    child = start(stdin=reading)
    os.close(reading)
    until(child, "synced")

    (tree / "b.md").write_text("bollard")

    assert until(child, "synced")[-1]["added"] == [str(tree / "b.md")]


def test_a_library_that_cannot_be_opened_is_one_sentence():
    events = []

    def make(emit):
        raise IndexLockedError("another process is writing this index")

    status = follow(make, io.StringIO(), json_lines=False, show=events.append)

    assert status == 1
    assert events == [Failed("another process is writing this index")]
