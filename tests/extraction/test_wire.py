"""What crosses the pipe comes back as it was, and rubbish is told from it."""

from __future__ import annotations

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Document, LineMap, Location, OutlineEntry, Page, Reason, Section
from pincite.domain.errors import UnreadableError
from pincite.extraction.wire import FrameTooLargeError, from_json, read_frame, refusal_from_json, refusal_to_json, to_json, write_frame

DOCUMENT = Document(
    type="pdf",
    text="one two\n\ud800 три",
    sections=(Section(0, 3, Location(page=1, page_label="i", heading_path=("A", "B"), anchor="b")), Section(4, 9, Location(cell="S!A1", time_ms=0))),
    title="T",
    member="in/a.pdf",
    language="en",
    encoding="utf-8",
    lines=LineMap((0, 8), (1, 2)),
    pages=(Page(1, 0, 3, "i"), Page(2, 4, 4)),
    outline=(OutlineEntry(1, "A", line=1, page=None, anchor="a"),),
    metadata={"n": 1, "f": 1.5, "t": True, "none": None, "l": ["a", 1, ["b"]]},
    tags=("x",),
    aliases=("y",),
    links=("z",),
    notices=("w",),
    cut=True,
)


def through(message: dict) -> dict:
    stream = io.BytesIO()
    write_frame(stream, message)
    stream.seek(0)
    found = read_frame(stream)
    assert found is not None
    return found


def test_a_document_comes_back_as_it_was():
    assert from_json(through(to_json(DOCUMENT))) == DOCUMENT


def test_a_refusal_comes_back_as_it_was():
    error = refusal_from_json(through(refusal_to_json(UnreadableError(Reason.NO_TEXT, "a scan", (DOCUMENT,)))))

    assert (error.reason, error.detail, error.documents) == (Reason.NO_TEXT, "a scan", (DOCUMENT,))


@given(st.text(st.characters(codec=None)), st.text())
def test_any_text_comes_back(text, title):
    document = Document("txt", text, (Section(0, len(text)),), title=title)

    assert from_json(through(to_json(document))) == document


@pytest.mark.parametrize("data", [b"", b"\x00", b"\x00\x00\x00\x05ab"])
def test_a_cut_stream_has_no_message(data):
    assert read_frame(io.BytesIO(data)) is None


def test_a_frame_over_the_limit_is_not_read():
    with pytest.raises(FrameTooLargeError):
        read_frame(io.BytesIO(b"\xff\xff\xff\xff"), limit=1000)


@pytest.mark.parametrize("data", [b"\x00\x00\x00\x02[]", b"\x00\x00\x00\x02xx"])
def test_rubbish_is_an_error(data):
    with pytest.raises(ValueError):
        read_frame(io.BytesIO(data))
