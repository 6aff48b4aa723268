"""Whatever the bytes and whatever the name: documents or a reason, sections in order and within the text, no other error."""

from __future__ import annotations

import unicodedata
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pincite.domain.documents import Document
from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors
from pincite.extraction.readers import READERS
from pincite.extraction.source_file import Options, SourceFile

HEADS = (
    b"", b"%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n", b"PK\x03\x04\x14\x00", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", b"{\\rtf1 ", b"<html><body>",
    b"\x1f\x8b\x08", b"---\ntitle: [", b"\xff\xfe", b"From a@b.example Thu Jan  1 00:00:00 1970\n", b'{"cells": [', b"\xef\xbb\xbf", b"WEBVTT\n\n",
)
SAMPLE = Path(__file__).parents[2] / "resources" / "sample-library"
OPTIONS = Options(max_text=100_000, max_pages=50, max_members=50, max_unpacked=5_000_000)


def sound(document: Document) -> None:
    assert document.type
    at = 0
    for section in document.sections:
        assert at <= section.start <= section.end <= len(document.text)
        at = section.end
    assert unicodedata.is_normalized("NFC", document.text)
    if document.lines is not None:
        assert list(document.lines.offsets) == sorted(set(document.lines.offsets))
        assert len(document.lines.offsets) == len(document.lines.lines)
    assert [page.number for page in document.pages] == list(range(1, len(document.pages) + 1))


def read(name: str, data: bytes) -> None:
    try:
        documents = Extractors(OPTIONS).read(SourceFile(name, data))
    except UnreadableError:
        return
    assert documents
    for document in documents:
        sound(document)


@given(st.sampled_from(sorted(READERS)), st.sampled_from(HEADS), st.binary(max_size=600))
@settings(max_examples=250, deadline=None)
def test_random_bytes_under_every_suffix(extension, head, tail):
    read(f"x.{extension}", head + tail)


@given(st.sampled_from(sorted(READERS)), st.text(max_size=400))
@settings(max_examples=200, deadline=None)
def test_random_text_under_every_suffix(extension, text):
    read(f"x.{extension}", text.encode("utf-8", "replace"))


@cache
def samples() -> tuple[tuple[str, bytes], ...]:
    files = [path for path in sorted(SAMPLE.rglob("*")) if path.is_file() and path.suffix.lstrip(".").lower() in READERS]
    return tuple((path.name, path.read_bytes()) for path in files)


@given(st.data())
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_spoilt_documents_are_read_or_refused(data):
    if not samples():
        pytest.skip("the sample library is not here")
    name, content = data.draw(st.sampled_from(samples()))
    start = data.draw(st.integers(0, len(content)))
    length = data.draw(st.integers(0, 200))
    put = data.draw(st.binary(max_size=50))

    read(name, content[:start] + put + content[start + length :])


@pytest.mark.long
@given(st.sampled_from(sorted(READERS)), st.sampled_from(HEADS), st.binary(max_size=5_000))
@settings(max_examples=30_000, deadline=None)
def test_many_random_bytes_are_read_or_refused_under_every_suffix(extension, head, tail):
    read(f"x.{extension}", head + tail)
