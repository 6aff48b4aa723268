"""Whatever happens to the writer or to the disk, the last commit stands, and damage is noticed."""

from __future__ import annotations

import errno
import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path
from threading import Thread

import numpy as np
import pytest
from samples import source, stamp, terms

from pincite.domain.documents import Reason, Root, Skipped
from pincite.domain.errors import IndexDamagedError, IndexLockedError, IndexVersionError, StorageError
from pincite.index import arrays, open_index, open_to_write

ROOT = Root("notes", "/home/ines", "Notes")
needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="children are made by fork")


def fill(folder: Path) -> None:
    """Two commits, a skipped file and vectors."""
    index = open_index(folder, [ROOT])
    writer = index.writer()
    for number in range(20):
        writer.put(source(f"{number}.md", [f"a heron by pond {number}", "a lamp"], title="Pond", facets={"type": ("md",)}))
    writer.skip(Skipped(stamp("bad.md"), Reason.DAMAGED))
    writer.commit()
    edit(folder)
    missing = index.snapshot().texts_without_vectors(100)
    index.put_vectors("", [key for key, _ in missing], np.eye(len(missing), dtype=np.float32))


def edit(folder: Path) -> int:
    """One more commit."""
    writer = open_index(folder, [ROOT]).writer()
    writer.put(source("0.md", ["a kettle instead"]))
    writer.remove([("notes", "1.md")])
    writer.touch(stamp("2.md", size=99))
    return writer.commit()


def state(folder: Path) -> tuple[list[str], list[str], int]:
    """What is in the index, read to the last byte."""
    index = open_index(folder, [ROOT])
    index.check()
    snapshot = index.snapshot()
    matches = snapshot.match(terms("heron kettle lamp"))
    found = [f"{p.id} {p.text} {p.size}" for p in snapshot.passages(matches.passages)]
    snapshot.facet_counts(snapshot.document_mask([]))
    snapshot.phrase(terms("a heron"))
    return sorted(found), sorted(str(s) for s in snapshot.sources()), snapshot.vector_count


class Operations:
    """Counts what touches the disk, and does something at one of them."""

    def __init__(self, patch: pytest.MonkeyPatch, at: int, action: Callable[[], None]) -> None:
        self.count = 0
        self._at = at
        self._action = action
        for module, name in [(os, "fsync"), (os, "replace"), (os, "open"), (os, "remove"), (arrays, "sink_bytes")]:
            patch.setattr(module, name, self._watched(getattr(module, name)))

    def _watched(self, call: Callable[..., object]) -> Callable[..., object]:
        def watched(*arguments: object, **keywords: object) -> object:
            self.count += 1
            if self.count == self._at:
                self._action()
            return call(*arguments, **keywords)

        return watched


@needs_fork
def test_a_writer_killed_at_any_file_operation_leaves_the_old_commit_or_the_new_one(tmp_path, monkeypatch):
    fill(tmp_path / "before")
    before = state(tmp_path / "before")
    shutil.copytree(tmp_path / "before", tmp_path / "after")
    with monkeypatch.context() as patch:
        counted = Operations(patch, 0, lambda: None)
        edit_again(tmp_path / "after")
    after = state(tmp_path / "after")

    seen: set[bool] = set()
    for number in range(1, counted.count + 1):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "before", folder)
        child = os.fork()
        if child == 0:
            Operations(monkeypatch, number, lambda: os._exit(9))
            edit_again(folder)
            os._exit(0)
        os.waitpid(child, 0)

        found = state(folder)
        assert found in (before, after), f"killed at operation {number}"
        seen.add(found == after)
        edit_again(folder)
        assert state(folder) == after
        assert garbage(folder) == []
        shutil.rmtree(folder)

    assert seen == {False, True}
    assert counted.count > 20


def edit_again(folder: Path) -> None:
    """A commit that can be repeated and leaves the same state."""
    writer = open_index(folder, [ROOT]).writer()
    writer.put(source("3.md", ["a kettle on the marsh"]))
    writer.put(source("new.md", ["a heron comes"]))
    writer.remove([("notes", "4.md")])
    writer.commit()


def garbage(folder: Path) -> list[str]:
    """Files that belong to no commit."""
    index = open_index(folder, [ROOT])
    named = {f"{view.segment.name}.seg" for view in index.snapshot()._views}
    tables = {f"_MAIN_{index.generation()}.toc"}
    vectors = {path.name for path in folder.glob("vectors-*.vec")}
    return sorted({path.name for path in folder.iterdir()} - named - tables - vectors - {"manifest.json", "MAIN_WRITELOCK"})


@needs_fork
@pytest.mark.long
def test_a_writer_killed_at_200_random_moments_never_loses_a_commit(tmp_path):
    folder = tmp_path / "library"
    fill(folder)
    chooser = random.Random(5)
    for _ in range(200):
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            for number in range(10_000):
                writer = open_index(folder, [ROOT]).writer()
                writer.put(source(f"{number % 50}.md", [f"a heron in round {number}", "and a lamp"]))
                os.write(write, writer.commit().to_bytes(8, "little"))
            os._exit(0)
        os.close(write)
        time.sleep(chooser.random() * 0.15)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        told = os.read(read, 1 << 20)
        os.close(read)
        promised = int.from_bytes(told[-8:], "little") if told else 0

        assert open_index(folder, [ROOT]).generation() >= promised
        state(folder)
    edit_again(folder)
    assert garbage(folder) == []


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EROFS, errno.EIO])
def test_a_disk_that_is_full_or_read_only_at_any_operation_is_one_sentence_and_loses_nothing(tmp_path, monkeypatch, code):
    fill(tmp_path / "before")
    before = state(tmp_path / "before")
    with monkeypatch.context() as patch:
        shutil.copytree(tmp_path / "before", tmp_path / "counted")
        counted = Operations(patch, 0, lambda: None)
        edit_again(tmp_path / "counted")
    after = state(tmp_path / "counted")

    def refuse() -> None:
        raise OSError(code, os.strerror(code))

    sentences: list[str] = []
    for number in range(1, counted.count + 1, 3):
        folder = tmp_path / str(number)
        shutil.copytree(tmp_path / "before", folder)
        with monkeypatch.context() as patch:
            Operations(patch, number, refuse)
            try:
                edit_again(folder)
            except StorageError as error:
                sentences.append(str(error))

        assert state(folder) in (before, after)
        edit_again(folder)
        assert state(folder) == after
        shutil.rmtree(folder)
    assert len(sentences) > 3
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in sentences)


def test_a_full_disk_keeps_nothing_of_what_could_not_be_written(tmp_path, monkeypatch):
    fill(tmp_path)
    before = files_of(tmp_path)

    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with monkeypatch.context() as patch:
        patch.setattr(arrays, "sink_bytes", full)
        with pytest.raises(StorageError, match="disk is full"):
            edit_again(tmp_path)

    assert files_of(tmp_path) == before


def files_of(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir() if path.name != "MAIN_WRITELOCK")


def halve(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def empty(path: Path) -> None:
    path.write_bytes(b"")


@pytest.mark.parametrize("harm", [halve, empty, Path.unlink])
def test_any_file_cut_emptied_or_deleted_is_noticed_and_healed_by_a_new_index(tmp_path, harm):
    fill(tmp_path / "sound")
    sound = state(tmp_path / "sound")
    for name in files_of(tmp_path / "sound"):
        folder = tmp_path / "harmed"
        shutil.copytree(tmp_path / "sound", folder)

        harm(folder / name)

        if name.startswith("vectors-"):
            assert state(folder)[:2] == sound[:2], "a lost vector is only one that is not there yet"
        else:
            with pytest.raises((IndexDamagedError, IndexVersionError), match="rebuilt"):
                state(folder)
            open_to_write(folder, [ROOT], "", lambda _: None).take_over()
            assert open_index(folder, [ROOT]).snapshot().passage_count == 0
        shutil.rmtree(folder)


def test_any_flipped_bit_is_noticed(tmp_path):
    fill(tmp_path / "sound")
    sound = state(tmp_path / "sound")
    chooser = random.Random(3)
    missed: list[str] = []
    for name in files_of(tmp_path / "sound"):
        data = (tmp_path / "sound" / name).read_bytes()
        for _ in range(40):
            folder = tmp_path / "harmed"
            shutil.copytree(tmp_path / "sound", folder)
            place = chooser.randrange(len(data))
            harmed = bytearray(data)
            harmed[place] ^= 1 << chooser.randrange(8)

            (folder / name).write_bytes(harmed)

            try:
                found = state(folder)
                if found[:2] != sound[:2]:
                    missed.append(f"{name} at {place}")
            except (IndexDamagedError, IndexVersionError):
                pass
            shutil.rmtree(folder)

    assert missed == []


def test_an_index_of_another_analyzer_answers_and_is_not_written(tmp_path):
    fill(tmp_path)
    manifest = tmp_path / "manifest.json"

    manifest.write_text(manifest.read_text().replace("pincite-", "other-"))

    assert open_index(tmp_path).snapshot().passage_count > 0
    with pytest.raises(IndexVersionError, match="another version"):
        open_index(tmp_path).writer()


def test_a_foreign_class_in_the_table_of_contents_is_never_made(tmp_path, monkeypatch):
    import pickle

    from pincite.index import storage, toc

    class Trap:
        def __reduce__(self):
            return (os.system, ("exit 1",))

    fill(tmp_path)
    table = next(tmp_path.glob("*.toc"))
    body = table.read_bytes()[: -len(storage.TRAILER) - 4]
    start = max(body.rfind(b"\x80" + bytes([protocol])) for protocol in range(2, 6))
    table.write_bytes(body[:start] + pickle.dumps([Trap()]))
    storage.seal(table)

    with pytest.raises(IndexDamagedError, match="cannot be read"):
        toc.read_contents(storage.DurableStorage(str(tmp_path)))


def test_the_library_folder_is_its_owners_alone(tmp_path):
    fill(tmp_path / "library")

    assert (tmp_path / "library").stat().st_mode & 0o077 == 0
    assert all(path.stat().st_mode & 0o077 == 0 for path in (tmp_path / "library").glob("*.seg"))


@needs_fork
def test_another_process_that_writes_is_named_and_its_death_frees_the_index(tmp_path):
    fill(tmp_path)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        held = open_index(tmp_path).writer()
        os.write(write, b"x")
        time.sleep(60)
        held.cancel()
        os._exit(0)
    os.read(read, 1)

    with pytest.raises(IndexLockedError, match="Another process"):
        open_index(tmp_path).writer()
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)

    open_index(tmp_path).writer().cancel()


def test_a_source_that_cannot_be_analysed_leaves_the_transaction_as_it_was(tmp_path):
    index = open_index(tmp_path)
    writer = index.writer()
    writer.put(source("good.md", ["a heron"]))

    with pytest.raises(AttributeError):
        writer.put(source("bad.md", ["fine", "fine"]).__class__(stamp("bad.md"), "", "", (None,), ""))  # type: ignore[arg-type]
    writer.put(source("better.md", ["a lamp"]))
    writer.commit()

    assert sorted(s.stamp.relative for s in index.snapshot().sources()) == ["better.md", "good.md"]


def test_eight_threads_each_see_one_whole_commit_while_another_writes(tmp_path):
    index = open_index(tmp_path)
    rounds = 25

    def write(number: int) -> None:
        writer = index.writer()
        for name in range(6):
            writer.put(source(f"{name}.md", [f"heron round{number}"]))
        writer.commit()

    write(0)
    torn: list[str] = []
    done: list[bool] = []

    def read() -> None:
        while not done:
            snapshot = index.snapshot()
            texts = {p.text for p in snapshot.passages(snapshot.match(terms("heron")).passages)}
            if len(texts) != 1 or snapshot.passage_count != 6:
                torn.append(repr(texts))
            snapshot.close()

    threads = [Thread(target=read) for _ in range(8)]
    for thread in threads:
        thread.start()
    for number in range(1, rounds):
        write(number)
    done.append(True)
    for thread in threads:
        thread.join()

    assert torn == []
    assert [p.text for p in index.snapshot().passages([0])] == [f"heron round{rounds - 1}"]
