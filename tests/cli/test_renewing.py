"""An index of another version: it answers while a new one is built, and what could not be read again is kept."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from pincite.__main__ import main


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """Two folders, indexed; then it is as if an older Pincite had done so."""
    for name, text in (("notes", "A hawser is a thick rope.\n"), ("drive", "A marlinspike opens a rope.\n")):
        (tmp_path / name).mkdir()
        (tmp_path / name / f"{name}.md").write_text(text, encoding="utf-8")
    library = tmp_path / "library"
    main(["index", str(tmp_path / "notes"), str(tmp_path / "drive"), "--library", str(library), "--no-vectors", "--quiet"])
    manifest = library / "manifest.json"
    manifest.write_text(manifest.read_text().replace("pincite-", "older-"))
    return library


def paths(library: Path, capsys: pytest.CaptureFixture[str], question: str) -> list[str]:
    capsys.readouterr()
    assert main(["search", "--library", str(library), "--json", "--channel", "keyword", question]) == 0
    return sorted(Path(hit["path"]).name for hit in json.loads(capsys.readouterr().out)["results"])


def test_the_old_index_answers_before_and_the_new_one_after_the_next_look(library, capsys):
    before = paths(library, capsys, "rope")

    status = main(["index", "--library", str(library), "--no-vectors"])

    assert status == 0
    assert "A new one is being built" in capsys.readouterr().err
    assert before == paths(library, capsys, "rope") == ["drive.md", "notes.md"]
    main(["index", "--library", str(library), "--no-vectors"])
    assert "another version" not in capsys.readouterr().err


def test_what_a_drive_held_that_is_away_meanwhile_stays_searchable(library, capsys, tmp_path):
    shutil.move(tmp_path / "drive", tmp_path / "unplugged")

    main(["index", "--library", str(library), "--no-vectors", "--quiet"])

    assert paths(library, capsys, "rope") == ["drive.md", "notes.md"]


def test_a_folder_forgotten_meanwhile_is_in_neither_index(library, tmp_path, capsys):
    main(["forget", str(tmp_path / "drive"), "--library", str(library)])

    assert paths(library, capsys, "rope") == ["notes.md"]
    assert not [path for path in library.rglob("*") if path.is_file() and b"marlinspike" in path.read_bytes()]


def test_a_rebuild_leaves_one_index_and_no_trace_of_another(library, capsys):
    main(["index", "--library", str(library), "--no-vectors", "--quiet"])

    main(["index", "--library", str(library), "--no-vectors", "--quiet", "--rebuild"])

    assert paths(library, capsys, "rope") == ["drive.md", "notes.md"]
    assert len([*library.rglob("*.toc")]) == 1


@pytest.fixture
def harmed(tmp_path: Path) -> Path:
    """A library whose index opens, but holds flipped bytes."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "a.md").write_text("A hawser is a thick rope.\n", encoding="utf-8")
    library = tmp_path / "library"
    main(["index", str(tmp_path / "notes"), "--library", str(library), "--no-vectors", "--quiet"])
    segment = next(library.glob("*.seg"))
    data = segment.read_bytes()
    segment.write_bytes(data[:8] + bytes(byte ^ 0xFF for byte in data[8 : len(data) // 3]) + data[len(data) // 3 :])
    return library


def test_damage_that_a_question_meets_is_healed_by_the_next_look(harmed, capsys):
    status = main(["search", "--library", str(harmed), "--channel", "keyword", "rope"])
    said = capsys.readouterr().err

    main(["index", "--library", str(harmed), "--no-vectors", "--quiet"])

    assert (status, said.count("\n")) == (1, 1)
    assert "damaged" in said
    assert paths(harmed, capsys, "rope") == ["a.md"]
    assert not [*harmed.rglob("*.damaged")]


def test_a_check_finds_damage_before_a_question_does(harmed, capsys):
    main(["check", "--library", str(harmed)])
    said = capsys.readouterr().err
    repaired = main(["check", "--library", str(harmed), "--repair"])

    assert "damaged" in said
    assert repaired == 0
    assert paths(harmed, capsys, "rope") == ["a.md"]
