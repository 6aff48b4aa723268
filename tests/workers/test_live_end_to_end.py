"""The whole chain with nothing replaced: real files, watchdog, readers in child processes, the real index, and a real search."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from queue import Empty, Queue
from threading import Thread

import pytest

from pincite import assembly, settings
from pincite.domain.cancel import CancelToken
from pincite.domain.events import Committed, Synced
from pincite.domain.search import Channel, Query
from pincite.workers.wire import from_line

WITHIN_S = 180.0
"""Longer than anything takes on a machine that is busy with something else."""


class Live:
    """`pincite index --watch --json` on a folder, and a searcher beside it."""

    def __init__(self, library, tree):
        self.configuration = settings.with_folders(settings.load(library), (str(tree),))
        settings.save(self.configuration)
        command = [sys.executable, "-m", "pincite", "--library", str(library), "index", "--watch", "--json", "--no-vectors"]
        self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.events = Queue()
        Thread(target=self._listen, daemon=True).start()
        self.until(lambda event: isinstance(event, Synced))
        self.searcher = assembly.open_searcher(self.configuration)

    def _listen(self):
        for line in self.child.stdout:
            self.events.put(from_line(line))

    def until(self, fact):
        end = time.monotonic() + WITHIN_S
        while time.monotonic() < end:
            try:
                if fact(self.events.get(timeout=1)):
                    return
            except Empty:
                pass
        raise AssertionError("the event never came")

    def found(self, word):
        result = self.searcher.search(Query(word, channel=Channel.KEYWORD, limit=None), CancelToken())
        return sorted(hit.passage.relative for hit in result.hits)

    def finds(self, word, expected):
        """Whether it comes to that; asked after each commit alone, since a search takes the processor from the indexer."""
        end = time.monotonic() + WITHIN_S
        while (found := self.found(word)) != expected and time.monotonic() < end:
            with contextlib.suppress(AssertionError):
                self.until(lambda event: isinstance(event, Committed))
        return found == expected

    def close(self):
        self.searcher.close()
        self.child.stdin.close()
        try:
            return self.child.wait(20)
        finally:
            self.child.kill()
            self.child.wait()
            self.child.stdout.close()


@pytest.fixture
def live(tmp_path):
    (tmp_path / "tree" / "bar" / "deep").mkdir(parents=True)
    (tmp_path / "tree" / "keep.md").write_text("# Keep\n\na lantern stays\n")
    (tmp_path / "tree" / "bar" / "deep" / "def.md").write_text("# Leave\n\nthe sextant leaves\n")
    live = Live(tmp_path / "library", tmp_path / "tree")
    yield live
    live.close()


def test_what_the_disk_holds_is_what_the_search_says(live, tmp_path):
    tree = tmp_path / "tree"

    assert live.finds("lantern", ["keep.md"])
    (tree / ".goutputstream-RX1").write_text("# Keep\n\na beacon instead\n")
    (tree / ".goutputstream-RX1").rename(tree / "keep.md")
    assert live.finds("beacon", ["keep.md"])
    assert live.found("lantern") == []

    (tree / "bar").rename(tree / "foo")
    assert live.finds("sextant", ["foo/deep/def.md"])

    (tree / "keep.md").unlink()
    assert live.finds("beacon", [])

    assert live.close() == 0


@pytest.mark.long
def test_a_thousand_files_written_in_a_burst_are_all_found(live, tmp_path):
    for number in range(1_000):
        (tmp_path / "tree" / f"{number}.md").write_text(f"# Note {number}\n\nthe periwinkle of {number}\n")

    assert live.finds("periwinkle", sorted(f"{number}.md" for number in range(1_000)))
