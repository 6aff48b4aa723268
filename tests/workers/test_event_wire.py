"""Events cross the border between processes and come out the same."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import FileStamp, Reason, Skipped
from pincite.domain.events import Committed, Embedding, Failed, LeftOut, Notice, Reading, Scanning, Synced
from pincite.workers.wire import from_line, to_line

texts = st.text(st.characters(), max_size=20) | st.binary(max_size=12).map(lambda raw: raw.decode("utf-8", "surrogateescape"))
counts = st.integers(0, 2**63)
seconds = st.floats(0, 1e9)
stamps = st.builds(FileStamp, texts, texts, counts, counts, counts)
skipped = st.builds(Skipped, stamps, st.sampled_from(Reason), texts)
paths = st.lists(texts, max_size=3).map(tuple)
events = st.one_of(
    st.builds(Scanning, counts),
    st.builds(Reading, counts, counts, texts, seconds, st.none() | seconds),
    st.builds(Committed, counts, counts, counts),
    st.builds(Embedding, counts, counts, counts),
    st.builds(LeftOut, texts, skipped),
    st.builds(Synced, paths, paths, paths, counts, st.lists(st.tuples(texts, texts, texts), max_size=2).map(tuple), counts, counts, seconds, paths),
    st.builds(Notice, texts, st.sampled_from(["info", "warning", "error"])),
    st.builds(Failed, texts),
)


@given(events)
def test_an_event_comes_out_as_it_went_in_on_one_line(event):
    line = to_line(event)

    assert from_line(line) == event
    assert line.isascii()
    assert "\n" not in line
    assert "event" in json.loads(line)


@pytest.mark.parametrize("line", ["", "\n", "{", "[]", "7", "null", '{"event": "dance"}', '{"event": "scanning"}', '{"event": ["scanning"]}', '{"event": "left_out"}'])
def test_a_line_that_is_no_event_is_passed_over(line):
    assert from_line(line) is None


def test_the_result_of_a_run_reads_like_the_command_line_s():
    line = to_line(Synced(added=("/a.md",), skipped=(("/b.pdf", "password", "locked"),), documents=1, passages=3, elapsed_s=0.5))

    assert json.loads(line) == {
        "event": "synced", "added": ["/a.md"], "updated": [], "deleted": [], "unchanged": 0,
        "skipped": [{"path": "/b.pdf", "reason": "password", "detail": "locked"}],
        "documents": 1, "passages": 3, "elapsed_s": 0.5, "unavailable": [],
    }  # fmt: skip
