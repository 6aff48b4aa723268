"""From a file to the index: split, enriched, encoded and stored in that order; when it was read is said, and said truly."""

from __future__ import annotations

import os
from dataclasses import replace
from datetime import datetime

import numpy as np
import pytest
from library_players import Desk, MemoryIndex, TextExtractor, WholeSplitter
from note_library import NoteLibrary

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Root
from pincite.domain.search import Order
from pincite.library.survey import Library
from pincite.library.sync import Syncer
from pincite.splitting.auto import FunctionSplitter
from pincite.splitting.enrichers import FunctionEnricher


def saved(path, text, moment=1_600_000_000):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    os.utime(path, (moment, moment))


class Recorder:
    """Plays encoder and index at once, and writes down who was called with what."""

    id, dim = "recorder/2", 2

    def __init__(self):
        self.calls = []

    def supports(self, language):
        return True

    def encode(self, texts):
        self.calls.append(("encode", list(texts)))
        return np.ones((len(texts), 2), np.float32)


class RecordingIndex(MemoryIndex):
    """Says when it publishes, and encodes with the context, as the real one does."""

    def __init__(self, calls):
        super().__init__()
        self.fail = lambda: calls.append(("store",))


def test_functions_split_and_enrich_before_anything_is_stored_or_encoded(tmp_path):
    saved(tmp_path / "notes" / "weir.txt", "The weir is high.")
    recorder = Recorder()

    def split(document, source):
        recorder.calls.append(("split", document.text))
        return WholeSplitter().split(document, source)

    def enrich(document, chunks):
        recorder.calls.append(("enrich", len(chunks)))
        return [replace(chunk, context="Notes > Weir") for chunk in chunks]

    root = Root("id", str(tmp_path / "notes"), "notes")
    index = RecordingIndex(recorder.calls)
    syncer = Syncer(
        index, TextExtractor, FunctionSplitter(split), Library((root,)), lambda _: None, workers=1, encoder=recorder, enricher=FunctionEnricher(enrich)
    )
    try:
        syncer.sync(CancelToken())
        syncer.embed(CancelToken())
    finally:
        syncer.close()

    assert [call[0] for call in recorder.calls if call != ("encode", ["awake"])] == ["split", "enrich", "store", "encode"]
    assert index.source("weir.txt").documents[0].chunks[0].context == "Notes > Weir"


@pytest.fixture
def desk(tmp_path):
    folder = tmp_path / "tree"
    folder.mkdir()
    made = Desk(folder)
    yield made, folder
    made.close()


def test_when_a_file_was_indexed_changes_with_its_text_alone(desk):
    library, folder = desk
    saved(folder / "a.txt", "one")
    library.sync()
    first = library.index.source("a.txt").indexed_at

    library.sync()
    unchanged = library.index.source("a.txt").indexed_at
    saved(folder / "a.txt", "one", 1_600_000_100)
    library.sync()
    touched = library.index.source("a.txt").indexed_at
    saved(folder / "a.txt", "two", 1_600_000_200)
    library.sync()
    changed = library.index.source("a.txt").indexed_at

    assert first == unchanged == touched
    assert datetime.fromisoformat(first).utcoffset() is not None
    assert datetime.fromisoformat(changed) > datetime.fromisoformat(first)


@pytest.fixture
def library(tmp_path):
    made = NoteLibrary(tmp_path)
    yield made
    made.searcher.close()


def test_documents_are_listed_by_their_path(library):
    library.put_files(dict.fromkeys(("b/z.md", "a/y.md", "c.md", "a/b/x.md"), "a heron"))
    library.put_files({"a/a.md": "a heron"})

    listed = [hit.passage.relative for hit in library.ask("", order=Order("path"), limit=None).hits]

    assert listed == sorted(listed)
    assert len(listed) == 5


def test_a_document_without_a_member_is_its_file(library):
    library.put(weir="the weir")

    passage = library.ask("weir").hits[0].passage

    assert (passage.member, passage.path) == ("", os.path.join(library.root.path, "weir.md"))
    assert passage.id.startswith("weir.md")


def test_around_a_passage_its_neighbours_and_its_document_are_offered(library):
    from pincite.domain.search import Query

    library.put(handbook=(["first things\n", "the heron\n", "last things\n"], {}))

    hit = library.ask("heron").hits[0]
    reading = library.searcher.read(hit.passage, Query("heron"), CancelToken())

    assert (hit.passage.title, hit.passage.passage, hit.passage.passages) == ("handbook", 2, 3)
    assert [stretch.passage.text.strip() for stretch in reading.stretches] == ["first things", "the heron", "last things"]
    assert reading.focus == 1
