"""`pincite libraries`, and a library that is named instead of pointed at."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.__main__ import main
from pincite.settings import Settings, libraries_folder, save


@pytest.fixture
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The platform's data folder with two libraries: Boats holds one note, Letters nothing yet."""
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.delenv("PINCITE_LIBRARY", raising=False)
    monkeypatch.chdir(tmp_path)
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "rope.md").write_text("A hawser is a thick rope.\n", encoding="utf-8")
    for name in ("Boats", "Letters"):
        save(Settings(libraries_folder() / name.casefold(), name=name))
    main(["index", str(notes), "--library", "boats", "--no-vectors", "--quiet"])
    return libraries_folder()


def test_each_library_is_listed_with_what_it_holds_and_where_it_is(shelf, capsys):
    status = main(["libraries", "--json", "--library", "Boats"])

    boats, letters = json.loads(capsys.readouterr().out)["libraries"]
    assert status == 0
    assert (boats["name"], boats["path"], boats["documents"], boats["current"]) == ("Boats", str(shelf / "boats"), 1, True)
    assert (letters["name"], letters["documents"], letters["current"]) == ("Letters", 0, False)


def test_the_list_for_a_person_marks_the_one_in_use(shelf, capsys):
    main(["libraries", "--library", "Boats"])

    printed = capsys.readouterr().out
    assert "* Boats: 1 document, 1 passage" in printed
    assert "  Letters: nothing is indexed yet" in printed


def test_a_library_is_found_by_its_name_however_it_is_spelled(shelf, capsys):
    status = main(["search", "--library", "bOATS", "--channel", "keyword", "--json", "hawser"])

    assert (status, json.loads(capsys.readouterr().out)["total_documents"]) == (0, 1)


def test_a_folder_of_that_name_comes_before_the_library(shelf, tmp_path, capsys):
    (tmp_path / "Boats").mkdir()

    main(["status", "--library", "Boats", "--json"])

    assert json.loads(capsys.readouterr().out)["library"] == str(tmp_path / "Boats")


def test_a_name_that_two_libraries_have_is_asked_back(shelf, capsys):
    save(Settings(shelf / "other", name="boats"))

    status = main(["status", "--library", "Boats"])

    assert status == 1
    assert capsys.readouterr().err.startswith("pincite: Several libraries are called Boats; please name one by its folder: ")


def test_a_library_that_cannot_be_read_is_listed_with_the_reason(shelf, capsys):
    (shelf / "letters" / "settings.toml").write_text('name = "Letters"\ncolour = "red"\n', encoding="utf-8")

    status = main(["libraries", "--library", "Boats"])

    assert status == 0
    assert "there is no setting 'colour'" in capsys.readouterr().out


def test_a_library_cannot_read_its_own_folder(shelf, capsys):
    status = main(["index", str(shelf / "letters"), "--library", "Letters"])

    assert status == 1
    assert "is the folder of the library itself" in capsys.readouterr().err
