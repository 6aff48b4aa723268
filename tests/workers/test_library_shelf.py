"""The libraries of a person, side by side: listed by name, made anew beside the others, never touched by being looked at."""

from __future__ import annotations

import pytest

from pincite.settings import Settings, libraries_folder, load, save, with_folders
from pincite.workers.libraries import libraries, new_library


@pytest.fixture(autouse=True)
def shelf(tmp_path, monkeypatch):
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return libraries_folder()


def test_every_library_is_listed_by_its_name(shelf, tmp_path):
    save(with_folders(Settings(shelf / "default"), ("/yard/letters",)))
    save(Settings(shelf / "b", name="Boats"))
    elsewhere = tmp_path / "stick" / "archive"

    listed = libraries(elsewhere)

    assert [entry.name for entry in listed] == ["archive", "Boats", "letters"]
    assert listed[0].path == str(elsewhere)


def test_a_damaged_one_is_listed_after_its_folder_and_left_as_it_is(shelf):
    torn = shelf / "torn" / "settings.toml"
    torn.parent.mkdir(parents=True)
    torn.write_bytes(b'name = "To\xff')

    listed = libraries(shelf / "default")

    assert [entry.name for entry in listed] == ["default", "torn"]
    assert torn.read_bytes() == b'name = "To\xff'


@pytest.mark.parametrize("name", ["Letters", "Письма 1994", "../../etc", "///", "CON: a*b?"])
def test_a_new_library_has_a_folder_of_its_own(shelf, name):
    one, other = new_library(name, "/yard/letters"), new_library(name, "/yard/plans")

    assert one.library.parent == other.library.parent == shelf
    assert one.library != other.library
    assert (load(one.library).name, [root.path for root in load(other.library).roots]) == (name, ["/yard/plans"])
