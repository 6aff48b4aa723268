"""What keeps the index honest beside the syncing: vectors, the check, forgetting, trying again."""

from __future__ import annotations

import os
import threading

import numpy as np
import pytest
from library_players import MemoryIndex, old

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Reason
from pincite.domain.errors import Cancelled
from pincite.domain.events import Embedding


class LengthEncoder:
    """A vector that says how long a text is."""

    id = "length/2"
    dim = 2

    def __init__(self, before=lambda: None):
        self.encoded = []
        self.before = before

    def supports(self, language):
        return True

    def encode(self, texts):
        if list(texts) != ["awake"]:  # what loads the model is no passage
            self.before()
            self.encoded += texts
        return np.array([[1, len(text)] for text in texts], np.float32)


def write_texts(tree, count):
    for number in range(count):
        old(tree / f"{number}.txt", f"text {number}")


def test_every_passage_gets_its_vector_once(tree, desks):
    write_texts(tree, 20)
    encoder = LengthEncoder()
    desk = desks(tree, encoder=encoder)
    desk.sync()

    complete = desk.syncer.embed(CancelToken())
    again = desk.syncer.embed(CancelToken())

    assert complete
    assert again
    assert sorted(encoder.encoded) == sorted(f"text {number}" for number in range(20))
    assert len(desk.index.vectors) == 20
    assert desk.of(Embedding)[-1] == Embedding(20, 20, 20)


def test_what_is_computed_is_told_apart_from_what_is_kept(tree, desks):
    write_texts(tree, 6)
    encoder = LengthEncoder()
    first = desks(tree, encoder=encoder)
    first.sync()
    first.syncer.embed(CancelToken())
    old(tree / "new.txt", "another text")
    old(tree / "copy.txt", "text 1")

    later = desks(tree, encoder=encoder, index=first.index)
    later.sync()
    later.syncer.embed(CancelToken())

    assert later.of(Embedding)[-1] == Embedding(8, 8, 1)
    assert encoder.encoded[-1] == "another text"


def test_without_any_kept_vector_everything_is_encoded_anew(tree, desks):
    write_texts(tree, 6)
    encoder = LengthEncoder()
    desk = desks(tree, encoder=encoder)
    desk.sync()
    desk.syncer.embed(CancelToken())

    desk.index.vectors.clear()
    desk.syncer.embed(CancelToken())

    assert sorted(encoder.encoded) == sorted(2 * [f"text {number}" for number in range(6)])


def test_encoding_yields_to_better_things_and_goes_on_where_it_was(tree, desks):
    write_texts(tree, 40)
    encoder = LengthEncoder()
    desk = desks(tree, encoder=encoder)
    desk.sync()

    complete = desk.syncer.embed(CancelToken(), lambda: len(encoder.encoded) >= 16)
    stored = len(desk.index.vectors)
    desk.syncer.embed(CancelToken())

    assert not complete
    assert stored == 16
    assert len(encoder.encoded) == 40


def test_stopping_the_encoding_keeps_what_is_encoded(tree, desks):
    write_texts(tree, 40)
    token = CancelToken()
    encoder = LengthEncoder()
    encoder.before = lambda: token.cancel() if len(encoder.encoded) >= 8 else None
    desk = desks(tree, encoder=encoder)
    desk.sync()

    with pytest.raises(Cancelled):
        desk.syncer.embed(token)

    assert len(desk.index.vectors) == len(encoder.encoded) < 40


def test_a_model_that_takes_long_to_load_keeps_nobody_waiting(tree, desks):
    old(tree / "a.txt", "anchor")
    loaded = threading.Event()
    encoder = LengthEncoder()
    encode = encoder.encode
    encoder.encode = lambda texts: loaded.wait(15) and encode(texts)
    desk = desks(tree, encoder=encoder)
    desk.sync()

    first = desk.syncer.embed(CancelToken(), lambda: True)
    loaded.set()
    second = desk.syncer.embed(CancelToken())

    assert (first, second) == (False, True)
    assert encoder.encoded == ["anchor"]


def test_without_an_encoder_there_is_nothing_to_encode(tree, desks):
    desk = desks(tree)

    assert desk.syncer.embed(CancelToken())


def test_a_moved_file_keeps_its_vectors(tree, desks):
    note = old(tree / "a.txt", "anchor")
    encoder = LengthEncoder()
    desk = desks(tree, encoder=encoder)
    desk.sync()
    desk.syncer.embed(CancelToken())

    note.rename(tree / "b.txt")
    desk.sync()
    desk.syncer.embed(CancelToken())

    assert encoder.encoded == ["anchor"]


def test_a_check_names_what_is_missing_stale_and_ghost_and_repairs_only_that(tree, desks):
    for name in ("kept.txt", "lost.txt", "stale.txt", "ghost.txt", "touched.txt"):
        old(tree / name, f"{name} of old")
    index = MemoryIndex()
    desks(tree, index=index).sync()
    del index.committed["id-tree", "lost.txt"]
    old(tree / "stale.txt", "stale.txt of new", moment=1_650_000_000)
    old(tree / "touched.txt", "touched.txt of old", moment=1_650_000_000)
    (tree / "ghost.txt").unlink()
    desk = desks(tree, index=index)

    found = desk.syncer.check(CancelToken())
    untouched = dict(index.committed)
    desk.syncer.check(CancelToken(), repair=True)

    assert found.missing == (str(tree / "lost.txt"),)
    assert found.stale == (str(tree / "stale.txt"),)
    assert found.ghost == (str(tree / "ghost.txt"),)
    assert ("id-tree", "ghost.txt") in untouched
    assert sorted(os.path.basename(path) for path in desk.opened) == ["lost.txt", "stale.txt"]
    assert desk.syncer.check(CancelToken()).sound


def test_a_check_holds_nothing_against_what_is_left_out(tree, desks):
    old(tree / "good.txt", "anchor")
    old(tree / "bad.txt", "x").write_bytes(b"\xff")
    desk = desks(tree)
    desk.sync()

    assert desk.syncer.check(CancelToken()).sound


def test_a_check_leaves_a_root_that_is_away_alone(tree, tmp_path, desks):
    old(tree / "a.txt", "anchor")
    desk = desks(tree)
    desk.sync()
    tree.rename(tmp_path / "away")

    found = desk.syncer.check(CancelToken(), repair=True)

    assert found.sound
    assert desk.index.texts() == {"a.txt": "anchor"}


def test_a_forgotten_folder_leaves_no_trace_and_the_others_stay(tmp_path, desks):
    home, vault = tmp_path / "home", tmp_path / "vault"
    old(home / "a.txt", "anchor")
    old(vault / "b.txt", "bollard")
    old(vault / "bad.txt", "x").write_bytes(b"\xff")
    desk = desks(home, vault, encoder=LengthEncoder())
    desk.sync()
    desk.syncer.embed(CancelToken())

    forgotten = desk.syncer.forget(desk.library.roots[1])

    assert forgotten == 1
    assert desk.index.texts() == {"a.txt": "anchor"}
    assert desk.index.reasons() == {}
    assert list(desk.index.vectors) == ["length/2:key of anchor"]
    assert desk.index.compactions == 1


def test_what_belongs_to_no_folder_any_more_is_forgotten_at_the_next_start(tmp_path, desks):
    home, vault = tmp_path / "home", tmp_path / "vault"
    old(home / "a.txt", "anchor")
    old(vault / "b.txt", "bollard")
    index = MemoryIndex()
    desks(home, vault, index=index).sync()

    desks(home, index=index).sync()

    assert index.texts() == {"a.txt": "anchor"}


def test_what_was_left_out_is_tried_again_on_demand(tree, desks):
    old(tree / "a.txt", "anchor")
    old(tree / "x" / "b.txt", "bollard")
    old(tree / "x-2" / "c.txt", "capstan")
    broken = [True]

    def stumble(path):
        if broken[0]:
            raise OSError(5, "Input/output error")

    desk = desks(tree, before=stumble)
    desk.sync()
    broken[0] = False

    desk.syncer.retry(str(tree / "x"))
    desk.sync()
    some = desk.index.texts()
    desk.syncer.retry()
    desk.sync()

    assert some == {"x/b.txt": "bollard"}
    assert len(desk.index.texts()) == 3
    assert Reason.DAMAGED not in desk.index.reasons().values()
