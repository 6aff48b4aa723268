"""What took long to get is kept in a file, and the file is never in the way."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.cache import CacheFile


def test_what_is_kept_serves_others_and_later_times(tmp_path):
    first, beside = CacheFile(tmp_path / "c.sqlite3"), CacheFile(tmp_path / "c.sqlite3")

    first.update({"a": "one"})
    first.update({"a": "two"})
    first.close()

    assert beside.get("a") == CacheFile(tmp_path / "c.sqlite3").get("a") == "two"
    assert beside.get("b") is None


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_any_text_is_kept_whole_or_not_at_all(tmp_path_factory, text):
    kept = CacheFile(tmp_path_factory.mktemp("cache") / "c.sqlite3")

    kept.update({"a": text})

    whole = not any("\ud800" <= c <= "\udfff" for c in text)
    assert kept.get("a") == (text if whole else None)
    kept.close()


def test_only_the_newest_are_kept(tmp_path):
    kept = CacheFile(tmp_path / "c.sqlite3", most=3)

    for letter in "abcadef":
        kept.update({letter: letter})

    assert [letter for letter in "abcdef" if kept.get(letter)] == ["d", "e", "f"]


def test_only_its_owner_can_read_it(tmp_path):
    CacheFile(tmp_path / "c.sqlite3").update({"a": "one"})

    assert (tmp_path / "c.sqlite3").stat().st_mode & 0o077 == 0


def test_a_torn_file_is_begun_anew(tmp_path):
    (tmp_path / "c.sqlite3").write_bytes(b"no database " * 400)

    CacheFile(tmp_path / "c.sqlite3").update({"a": "one"})

    assert CacheFile(tmp_path / "c.sqlite3").get("a") == "one"


def test_a_file_that_is_torn_while_it_is_open_holds_nothing(tmp_path):
    kept = CacheFile(tmp_path / "c.sqlite3")
    kept.update({"a": "one"})
    (tmp_path / "c.sqlite3").write_bytes(b"no database " * 4000)

    kept.update({"b": "two"})

    assert kept.get("a") is None


@pytest.mark.parametrize("place", ["missing/c.sqlite3", "folder"])
def test_where_there_is_no_file_memory_serves(tmp_path, place):
    (tmp_path / "folder").mkdir()
    kept = CacheFile(tmp_path / place)

    kept.update({"a": "one"})

    assert kept.get("a") == "one"
    assert (tmp_path / "folder").is_dir()


def test_a_file_that_another_process_holds_is_left_alone(tmp_path, monkeypatch):
    monkeypatch.setattr("pincite.cache.BUSY_S", 0)
    CacheFile(tmp_path / "c.sqlite3").update({"a": "one"})
    with closing(sqlite3.connect(tmp_path / "c.sqlite3")) as other:
        other.execute("BEGIN EXCLUSIVE")
        CacheFile(tmp_path / "c.sqlite3").update({"a": "two"})

    assert CacheFile(tmp_path / "c.sqlite3").get("a") == "one"
