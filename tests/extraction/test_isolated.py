"""Extraction in child processes: what a parser does to itself, it does to nobody else."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors
from pincite.extraction.isolated import Isolated
from pincite.extraction.source_file import Options

HOSTILE = [sys.executable, str(Path(__file__).with_name("hostile_child.py"))]
posix = pytest.mark.skipif(os.name != "posix", reason="limits of a process are POSIX")


@pytest.fixture
def hostile() -> Iterator[Isolated]:
    with Isolated(deadline_s=3, memory_bytes=700_000_000, output_bytes=8_000_000, command=HOSTILE) as isolated:
        yield isolated


@pytest.fixture
def wish(tmp_path: Path):
    def write(text: str, name: str = "wish.txt") -> str:
        path = tmp_path / name
        path.write_text(text + "\n", encoding="utf-8")
        return str(path)

    return write


def refusal(isolated: Isolated, path: str) -> UnreadableError:
    with pytest.raises(UnreadableError) as caught:
        isolated.extract(path)
    return caught.value


def test_a_child_reads_what_this_process_reads(tmp_path):
    path = tmp_path / "notes.md"
    path.write_text("---\ntitle: Boats\nlang: en\ndepth: 2.5\n---\n# Hulls\n\n## Oak\n\nкорпус\n", encoding="utf-8")

    with Isolated() as isolated:
        found = isolated.extract(str(path))

    assert found == list(Extractors().extract(str(path)))


def test_a_refusal_crosses_with_its_documents(tmp_path):
    (tmp_path / "empty.md").touch()

    with Isolated() as isolated:
        error = refusal(isolated, str(tmp_path / "empty.md"))

    assert error.reason is Reason.EMPTY
    assert error.documents[0].title == "empty"


def test_names_that_are_no_utf8_are_opened_by_their_bytes(tmp_path):
    path = os.path.join(os.fsencode(tmp_path), b"gr\xf6\xdfe #1.txt")
    try:
        with open(path, "wb") as file:
            file.write(b"a boat\n")
    except OSError:
        pytest.skip("this file system takes no such names")

    with Isolated() as isolated:
        (document,) = isolated.extract(os.fsdecode(path))

    assert document.text == "a boat\n"


@pytest.mark.parametrize("kind", ["hang", "write"])
def test_a_parser_that_never_returns_is_killed_at_the_deadline(hostile, wish, kind):
    error = refusal(hostile, wish(kind))

    assert error.reason is Reason.TOO_SLOW
    assert hostile.extract(wish("fine"))[0].text == "fine\n"


def test_a_file_is_not_slow_because_others_had_the_processor(wish, monkeypatch):
    monkeypatch.setattr("pincite.extraction.isolated.starved_s", lambda process: time.monotonic())  # it was let run at no moment
    monkeypatch.setattr("pincite.extraction.isolated.LONGEST", 10_000)

    with Isolated(deadline_s=0.01, command=HOSTILE) as reader:
        (document,) = reader.extract(wish("nap"))

    assert document.text == "awake again"


def test_a_file_is_given_up_some_day_although_others_had_the_processor(wish, monkeypatch):
    monkeypatch.setattr("pincite.extraction.isolated.starved_s", lambda process: time.monotonic())

    with Isolated(deadline_s=0.2, command=HOSTILE) as reader:
        error = refusal(reader, wish("sleep"))

    assert error.reason is Reason.TOO_SLOW


@posix
def test_a_parser_that_eats_memory_is_stopped(hostile, wish):
    error = refusal(hostile, wish("eat"))

    assert error.reason is Reason.TOO_LARGE
    assert hostile.extract(wish("fine"))[0].text == "fine\n"


def test_text_without_end_is_refused(hostile, wish):
    error = refusal(hostile, wish("flood"))

    assert error.reason is Reason.TOO_LARGE
    assert hostile.extract(wish("fine"))[0].text == "fine\n"


def test_a_crash_is_tried_once_more_and_then_refused(hostile, wish):
    error = refusal(hostile, wish("crash"))

    assert error.reason is Reason.DAMAGED
    assert "crashed twice" in error.detail
    assert hostile.extract(wish("fine"))[0].text == "fine\n"


@posix
@pytest.mark.parametrize("kind", ["connect", "save", "run"])
def test_a_parser_may_not_reach_out(hostile, wish, tmp_path, kind):
    hostile.extract(wish("fine"))

    error = refusal(hostile, wish(kind))

    assert error.reason is Reason.DAMAGED
    assert not list(tmp_path.glob("*.saved"))


@posix
@pytest.mark.parametrize("kind", ["connect", "save", "run", "start", "escape"])
def test_with_programs_allowed_a_parser_may_still_not_reach_out(wish, tmp_path, kind):
    with Isolated(Options(helpers=("true",)), deadline_s=5, command=HOSTILE) as isolated:
        error = refusal(isolated, wish(kind))

    assert error.reason is Reason.DAMAGED
    assert not list(tmp_path.glob("*.saved"))


@posix
def test_only_the_programs_that_are_named_may_be_started_and_only_their_folder_be_written(wish):
    with Isolated(Options(helpers=("cat",)), deadline_s=5, command=HOSTILE) as isolated:
        (document,) = isolated.extract(wish("cat some words"))

    assert document.text == "cat some words"


def test_a_child_that_cannot_start_is_a_reason():
    with Isolated(command=["no-such-program-anywhere"]) as isolated:
        assert refusal(isolated, "x.txt").reason is Reason.HELPER_MISSING


def test_a_child_that_speaks_rubbish_is_a_reason(wish):
    with Isolated(command=[sys.executable, "-c", "print('hello, I am no child', flush=True); input()"], deadline_s=5) as isolated:
        assert refusal(isolated, wish("fine")).reason in (Reason.DAMAGED, Reason.TOO_LARGE)


def test_several_threads_have_a_child_each(tmp_path):
    paths = []
    for number in range(30):
        path = tmp_path / f"{number}.txt"
        path.write_text(f"note {number}\n", encoding="utf-8")
        paths.append(str(path))

    with Isolated() as isolated, ThreadPoolExecutor(2) as pool:
        texts = [documents[0].text for documents in pool.map(isolated.extract, paths)]

    assert texts == [f"note {number}\n" for number in range(30)]


def test_closing_stops_what_is_under_way(wish):
    isolated = Isolated(deadline_s=60, command=HOSTILE)
    isolated.extract(wish("fine"))
    path = wish("sleep")
    caught: list[UnreadableError] = []

    def read() -> None:
        try:
            isolated.extract(path)
        except UnreadableError as error:
            caught.append(error)

    thread = threading.Thread(target=read)
    thread.start()
    while not isolated.busy:
        pass
    isolated.close()
    thread.join(10)

    assert not thread.is_alive()
    assert len(caught) == 1
    with pytest.raises(UnreadableError):
        isolated.extract(path)


@posix
def test_an_interrupt_of_the_terminal_does_not_reach_a_child(wish):
    before = signal.getsignal(signal.SIGINT)
    with Isolated(command=HOSTILE) as isolated:
        isolated.extract(wish("fine"))

        assert all(os.getpgid(pid) != os.getpgid(0) for pid in isolated.children)
        assert signal.getsignal(signal.SIGINT) is before
        assert isolated.extract(wish("fine"))[0].text == "fine\n"


def test_options_reach_the_parser(wish):
    with Isolated(Options(max_text=10)) as isolated:
        (document,) = isolated.extract(wish("a long text of many words"))

    assert document.cut
    assert len(document.text) == 10


@pytest.mark.long
def test_hostile_files_spoil_none_of_a_thousand_neighbours(tmp_path, wish):
    for number in range(1000):
        (tmp_path / f"n{number}.txt").write_text(f"neighbour {number}\n", encoding="utf-8")
    hostiles = [wish("hang", "a.txt"), wish("eat", "b.txt"), wish("write", "c.txt")]
    paths = [*hostiles, *(str(tmp_path / f"n{number}.txt") for number in range(1000))]

    def read(path: str) -> str:
        try:
            return hostile.extract(path)[0].text
        except UnreadableError as error:
            return error.reason.code

    # The one that eats must be stopped by its memory, also on a machine so busy that eating takes seconds.
    with Isolated(deadline_s=20, memory_bytes=700_000_000, output_bytes=8_000_000, command=HOSTILE) as hostile, ThreadPoolExecutor(2) as pool:
        outcomes = list(pool.map(read, paths))

    assert outcomes[:3] == ["took-too-long", "too-large", "took-too-long"]
    assert outcomes[3:] == [f"neighbour {number}\n" for number in range(1000)]
