"""`pincite moved`: a folder that lies somewhere else now is known there, and is not read again."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from pincite.__main__ import main


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Twelve notes, written a day ago, and indexed."""
    notes = tmp_path / "notes"
    notes.mkdir()
    for number in range(12):
        (notes / f"{number}.md").write_text(f"# Knot {number}\n\nA hawser is a thick rope.\n", encoding="utf-8")
        os.utime(notes / f"{number}.md", ns=(1_700_000_000_123_456_789, 1_700_000_000_123_456_789))
    library = tmp_path / "library"
    main(["index", str(notes), "--library", str(library), "--no-vectors", "--quiet"])
    return library


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, object]:
    capsys.readouterr()
    assert main([*words, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def copied(tmp_path: Path) -> Path:
    """The notes as they are after a copy to another drive: the same times, other inodes."""
    there = tmp_path / "drive" / "notes"
    shutil.copytree(tmp_path / "notes", there, copy_function=shutil.copy2)
    shutil.rmtree(tmp_path / "notes")
    return there


def test_the_files_of_a_folder_on_another_drive_are_known_without_being_read(library, tmp_path, capsys, monkeypatch):
    there = copied(tmp_path)
    opened: list[str] = []
    monkeypatch.setattr("pincite.library.reader.FileReader._sha", lambda _, stamp: opened.append(stamp.relative))

    moved = printed(capsys, "moved", str(tmp_path / "notes"), str(there), "--library", str(library))
    looked = printed(capsys, "index", "--library", str(library), "--no-vectors")

    assert moved == {"path": str(there), "files": 12}
    assert (looked["added"], looked["updated"], looked["deleted"], looked["unchanged"]) == ([], [], [], 12)
    assert opened == []
    found = printed(capsys, "search", "hawser", "--library", str(library), "--channel", "keyword")
    assert {Path(str(hit["path"])).parent for hit in found["results"]} == {there}  # type: ignore[attr-defined, index]


def test_a_file_that_was_changed_on_the_way_is_read(library, tmp_path, capsys):
    there = copied(tmp_path)
    (there / "3.md").write_text("# Knot 3\n\nA marlinspike opens it.\n", encoding="utf-8")

    moved = printed(capsys, "moved", "notes", str(there), "--library", str(library))
    looked = printed(capsys, "index", "--library", str(library), "--no-vectors")

    assert moved["files"] == 11
    assert looked["updated"] == [str(there / "3.md")]


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [("nowhere", "notes", "nowhere is not a folder of this library"), ("notes", "gone", "There is no folder"), ("notes", "other/below", "overlaps with")],
)
def test_what_cannot_be_done_is_one_sentence_and_changes_nothing(library, tmp_path, capsys, monkeypatch, old, new, sentence):
    (tmp_path / "other" / "below").mkdir(parents=True)
    main(["index", str(tmp_path / "other"), "--library", str(library), "--no-vectors", "--quiet"])
    before = (library / "settings.toml").read_bytes()
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()

    status = main(["moved", old, new, "--library", str(library)])

    said = capsys.readouterr().err
    assert status == 1
    assert sentence in said
    assert said.count("\n") == 1
    assert (library / "settings.toml").read_bytes() == before


def test_a_library_and_its_folder_may_be_moved_together(library, tmp_path, capsys):
    home = tmp_path.with_name(tmp_path.name + "-moved")
    shutil.move(tmp_path, home)

    looked = printed(capsys, "index", "--library", str(home / "library"), "--no-vectors")

    assert looked["unchanged"] == 12
    shutil.move(home, tmp_path)
