"""Search by meaning is an exact scan: nothing is built, nothing is approximate, and a file that is damaged or gone is only "not encoded yet"."""

from __future__ import annotations

import numpy as np
import pytest
from samples import source

from pincite.index import open_index

DIM = 48
ENCODER = "toy/48"


def unit(rows):
    return (rows / np.linalg.norm(rows, axis=1, keepdims=True)).astype(np.float32)


def encode_all(index, seed=7):
    """Give every passage a vector of its own, by its text key."""
    snapshot = index.snapshot()
    keys = [key for key, _ in snapshot.texts_without_vectors(100_000)]
    snapshot.close()
    index.put_vectors(ENCODER, keys, unit(np.random.default_rng(seed).normal(size=(len(keys), DIM))))
    return keys


@pytest.fixture
def index(tmp_path):
    made = open_index(tmp_path / "library", (), ENCODER)
    writer = made.writer()
    for n in range(40):
        writer.put(source(f"{n}.md", [f"passage {n} {part} of a note on reeds" for part in range(25)], facets={"shelf": [f"s{n % 4}"]}))
    writer.commit()
    return made


@pytest.fixture
def encoded(index):
    encode_all(index)
    return index


def test_the_nearest_are_those_of_a_plain_scan(encoded):
    snapshot = encoded.snapshot()
    passages, rows = snapshot.vector_rows()

    for seed in range(100, 108):
        asked = unit(np.random.default_rng(seed).normal(size=(1, DIM)))[0]
        found = snapshot.nearest(asked, None, 10)
        cosines = rows @ asked
        assert found.passages.tolist() == passages[np.argsort(-cosines, kind="stable")[:10]].tolist()
        assert np.allclose(found.scores, np.sort(cosines)[::-1][:10], atol=1e-5)


def test_a_vector_is_found_as_soon_as_it_is_put_with_nothing_to_build(index):
    before = index.snapshot()
    encode_all(index)

    after = index.snapshot()

    assert before.nearest(np.eye(DIM, dtype=np.float32)[0], None, 3).passages.tolist() == []
    assert len(after.nearest(np.eye(DIM, dtype=np.float32)[0], None, 3).passages) == 3


def test_vectors_read_back_in_another_process_as_they_were_put(encoded, tmp_path):
    passages, rows = encoded.snapshot().vector_rows()

    again_passages, again_rows = open_index(tmp_path / "library", (), ENCODER).snapshot().vector_rows()

    assert again_passages.tolist() == passages.tolist()
    assert np.array_equal(again_rows, rows)
    assert np.allclose(np.linalg.norm(again_rows, axis=1), 1, atol=0.01)


def test_what_a_caller_does_to_its_vectors_changes_nothing(encoded):
    snapshot = encoded.snapshot()
    _, rows = snapshot.vector_rows()
    kept = rows.copy()

    rows[:] = 0

    assert np.array_equal(snapshot.vector_rows()[1], kept)


@pytest.mark.parametrize("damage", ["cut", "emptied", "overwritten", "removed"])
def test_a_damaged_file_of_vectors_is_filled_again_and_words_are_found_meanwhile(encoded, tmp_path, damage):
    (file,) = tmp_path.rglob("*.vec")
    data = file.read_bytes()
    if damage == "removed":
        file.unlink()
    else:
        file.write_bytes({"cut": data[: len(data) // 2 + 3], "emptied": b"", "overwritten": b"\xa5" * len(data)}[damage])

    opened = open_index(tmp_path / "library", (), ENCODER)
    missing = opened.snapshot().passage_count - opened.snapshot().vector_count
    encode_all(opened)

    assert missing > 0
    assert opened.snapshot().passage_count == opened.snapshot().vector_count == 1_000
    assert len(opened.snapshot().texts_without_vectors(5)) == 0


def test_passages_of_a_document_come_in_their_order_and_documents_by_their_selection(encoded):
    from pincite.domain.search import Filter

    snapshot = encoded.snapshot()

    chosen = np.flatnonzero(snapshot.document_mask([Filter("shelf", "s2")])).tolist()
    listed = [snapshot.passages(snapshot.passages_of(number).tolist()) for number in chosen]

    assert len(listed) == 10
    assert all([passage.passage for passage in passages] == list(range(1, 26)) for passages in listed)
    assert {passages[0].relative for passages in listed} == {f"{n}.md" for n in range(40) if n % 4 == 2}
