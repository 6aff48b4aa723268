"""An index is built beside another one, and takes its place in one step; whatever happens, one of them answers."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from samples import source, stamp, terms

from pincite.domain.documents import FileStamp, Reason, Root, Skipped, Source
from pincite.domain.errors import IndexLockedError, IndexVersionError
from pincite.index import WhooshIndex, arrays, open_index, open_to_write
from pincite.index.places import FILE, RENEWED

ROOTS = [Root("notes", "/home/ines", "Notes"), Root("drive", "/media/drive", "Drive")]
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are made by fork")


def put(index: WhooshIndex, *sources: Source | Skipped) -> None:
    writer = index.writer()
    for one in sources:
        if isinstance(one, Skipped):
            writer.skip(one)
        else:
            writer.put(one)
    writer.commit()


def on_drive(name: str, text: str) -> Source:
    made = source(name, [text])
    return Source(FileStamp("drive", name, 10, 20, 3), made.content_sha, made.version, made.documents, made.indexed_at)


def found(folder: Path, text: str = "heron lamp") -> list[str]:
    snapshot = open_index(folder, ROOTS).snapshot()
    return sorted(passage.text for passage in snapshot.passages(snapshot.match(terms(text)).passages))


def to_write(folder: Path, told: list[str] | None = None, *, anew: bool = False) -> WhooshIndex:
    return open_to_write(folder, ROOTS, "", (told if told is not None else []).append, anew=anew)


def make_older(folder: Path, change: tuple[str, str] = ("pincite-", "older-")) -> None:
    """As if another version had written the index that answers."""
    manifest = open_index(folder).place / "manifest.json"
    manifest.write_text(manifest.read_text().replace(*change))


def litter(folder: Path) -> list[str]:
    """What is in the folder beside the index that answers, and its locks."""
    index = open_index(folder, ROOTS)
    named = {f"{entry.segment_id()}.seg" for entry in index.opened()[0].segments} | {"manifest.json", f"_MAIN_{index.generation()}.toc"}
    every = {path for path in folder.rglob("*") if path.is_file()}
    return sorted(str(p.relative_to(folder)) for p in every - {index.place / name for name in named} if p.name not in {FILE, "MAIN_WRITELOCK"})


@pytest.fixture
def older(tmp_path: Path) -> Path:
    """A library whose index was written with another analyzer."""
    put(to_write(tmp_path), source("a.md", ["an old heron"]), source("b.md", ["an old lamp"]), on_drive("c.md", "a lamp on a drive"))
    make_older(tmp_path)
    return tmp_path


def test_the_index_of_another_analyzer_answers_until_the_new_one_is_whole(older):
    told: list[str] = []
    reader = open_index(older, ROOTS)
    before = reader.state()

    index = to_write(older, told)
    put(index, source("a.md", ["a new heron"]))
    meanwhile = found(older)
    taken = index.take_over()

    assert told == ["The index was written by another version of Pincite. A new one is being built from the documents."]
    assert meanwhile == ["a lamp on a drive", "an old heron", "an old lamp"]
    assert taken
    assert found(older) == ["a new heron"]
    assert reader.snapshot().passage_count == 1
    assert reader.state() > before
    assert litter(older) == []


def test_an_index_that_cannot_be_read_leaves_the_answers_to_the_one_being_built(tmp_path):
    put(to_write(tmp_path), source("a.md", ["an old heron"]))
    make_older(tmp_path, ('"format": ', '"format": 9'))
    with pytest.raises(IndexVersionError, match="another version"):
        open_index(tmp_path)

    index = to_write(tmp_path)
    put(index, source("a.md", ["a new heron"]))

    assert found(tmp_path) == ["a new heron"]
    assert index.take_over()
    assert found(tmp_path) == ["a new heron"]
    assert litter(tmp_path) == []


def test_what_could_not_be_read_again_is_brought_along(older):
    put_skipped = Skipped(FileStamp("drive", "bad.pdf", 1, 1, 1), Reason.DAMAGED, "torn", "v1")
    make_older(older, ("older-", "pincite-"))
    put(to_write(older), put_skipped)
    make_older(older)
    index = to_write(older)
    put(index, source("a.md", ["a new heron"]))

    index.take_over(["drive"])

    assert found(older) == ["a lamp on a drive", "a new heron"]
    assert put_skipped in [state.skipped for state in open_index(older, ROOTS).snapshot().sources()]


def test_an_index_that_was_begun_is_gone_on_with(older):
    put(to_write(older), source("a.md", ["a new heron"]))

    again = to_write(older)

    assert [state.stamp.relative for state in again.snapshot().sources()] == ["a.md"]
    assert again.take_over()
    assert not again.take_over()
    assert found(older) == ["a new heron"]


def test_a_second_order_to_build_anew_begins_anew(older):
    put(to_write(older, anew=True), source("a.md", ["a new heron"]))

    index = to_write(older, anew=True)

    assert index.snapshot().passage_count == 0
    assert found(older) == ["a lamp on a drive", "an old heron", "an old lamp"]


def test_each_renewal_goes_to_the_other_place(tmp_path):
    places: list[str] = []
    for number in range(3):
        index = to_write(tmp_path, anew=True)
        put(index, source("a.md", [f"a heron in round {number}"]))
        index.take_over()
        places.append(index.place.name)

        assert found(tmp_path) == [f"a heron in round {number}"]
        assert litter(tmp_path) == []
    assert places == [RENEWED, tmp_path.name, RENEWED]


def test_two_that_build_the_same_index_share_it(older):
    first, second = to_write(older), to_write(older)
    put(first, source("a.md", ["a new heron"]))
    put(second, source("b.md", ["a new lamp"]))

    taken = second.take_over(), first.take_over()

    assert taken == (True, False)
    put(first, source("d.md", ["one more lamp"]))
    assert found(older) == ["a new heron", "a new lamp", "one more lamp"]


def test_a_writer_that_goes_on_with_the_old_index_moves_to_the_new_one(tmp_path):
    follower = to_write(tmp_path)
    put(follower, source("a.md", ["an old heron"]))
    index = to_write(tmp_path, anew=True)
    put(index, source("a.md", ["a new heron"]))
    under_way = follower.writer()

    with pytest.raises(IndexLockedError):
        index.take_over()
    under_way.commit()
    index.take_over()
    put(follower, source("b.md", ["a lamp"]))

    assert found(tmp_path) == ["a lamp", "a new heron"]


def test_vectors_of_texts_that_are_still_to_be_read_are_kept(older):
    answering = open_index(older, ROOTS)
    import numpy as np

    missing = answering.snapshot().texts_without_vectors(9)
    answering.put_vectors("", [key for key, _ in missing], np.eye(len(missing), dtype=np.float32))
    index = to_write(older)
    put(index, source("a.md", ["an old heron"]))

    dropped = index.prune_vectors()
    index.take_over(["notes", "drive"])

    assert dropped == 0
    assert open_index(older, ROOTS).snapshot().vector_count == 3


@pytest.mark.parametrize("harm", [Path.unlink, lambda path: path.write_bytes(b""), lambda path: path.write_text('{"answering": "sent"}')])
def test_the_newest_commit_answers_where_the_file_of_places_is_damaged(older, harm):
    index = to_write(older)
    put(index, source("a.md", ["a new heron"]))
    index.take_over()

    harm(older / FILE)

    assert found(older) == ["a new heron"]
    put(to_write(older), source("b.md", ["a new lamp"]))
    assert found(older) == ["a new heron", "a new lamp"]


def renew(folder: Path) -> None:
    index = to_write(folder)
    put(index, source("a.md", ["a new heron"]), Skipped(stamp("bad.md"), Reason.DAMAGED))
    put(index, source("b.md", ["a new lamp"]))
    index.take_over(["drive"])


@needs_fork
@pytest.mark.parametrize("step", [11, pytest.param(1, marks=pytest.mark.long)])
def test_a_renewal_killed_at_any_file_operation_leaves_one_that_answers_and_no_litter(older, tmp_path, monkeypatch, step):
    old, new = ["a lamp on a drive", "an old heron", "an old lamp"], ["a lamp on a drive", "a new heron", "a new lamp"]
    last, seen = False, set[bool]()
    for number in range(1, 1000, step):
        folder = tmp_path.with_name(f"{tmp_path.name}-{number}")
        shutil.copytree(older, folder)

        last = not killed(monkeypatch, number, lambda folder=folder: renew(folder))

        assert found(folder) in (old, new), f"killed at operation {number}"
        seen.add(found(folder) == new)
        renew(folder)
        to_write(folder)
        assert found(folder) == new
        assert litter(folder) == []
        shutil.rmtree(folder)
        if last:
            break
    assert last
    assert seen == {False, True}


def killed(patch: pytest.MonkeyPatch, number: int, work: Callable[[], None]) -> bool:
    """Do *work* in a child that dies at its file operation of this *number*; whether it came so far."""
    child = os.fork()
    if child == 0:
        left = [number]

        def watched(call: Callable[..., object]) -> Callable[..., object]:
            def operate(*arguments: object, **keywords: object) -> object:
                left[0] -= 1
                if not left[0]:
                    os._exit(9)
                return call(*arguments, **keywords)

            return operate

        for module, name in [(os, "fsync"), (os, "replace"), (os, "open"), (os, "remove"), (os, "unlink"), (arrays, "sink_bytes")]:
            patch.setattr(module, name, watched(getattr(module, name)))
        work()
        os._exit(0)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
