"""The table of the five source systems has every row, each with tests that exist."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parents[2]
TABLE = CHECKOUT / "tests" / "source_systems.md"
ROWS = {"000": 48, "001": 83, "002": 44, "003": 94, "004": 22}
"""Rows of each source system in the specification."""
_ROW = re.compile(r"^\| (00\d)-(\d\d) \| (.+) \|$", re.MULTILINE)
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def rows() -> dict[str, str]:
    """Row id to its cell of tests."""
    return {f"{system}-{number}": cell for system, number, cell in _ROW.findall(TABLE.read_text("utf-8"))}


@cache
def known_in(path: str) -> frozenset[str]:
    file = CHECKOUT / path
    return frozenset(re.findall(r"^def (test_\w+)\(", file.read_text("utf-8"), re.MULTILINE)) if file.exists() else frozenset()


def test_every_row_is_in_the_table_once():
    ids = [f"{system}-{number}" for system, number, _ in _ROW.findall(TABLE.read_text("utf-8"))]

    assert ids == [f"{system}-{number:02}" for system, count in ROWS.items() for number in range(1, count + 1)]


def test_every_test_that_the_table_names_exists():
    named = {(path, test) for cell in rows().values() for path, test in _TEST.findall(cell)}

    assert named
    assert sorted(f"{path}::{test}" for path, test in named if test not in known_in(path)) == []


def test_every_row_has_a_test_and_nothing_else():
    bare = [row for row, cell in rows().items() if not _TEST.search(cell)]
    odd = [row for row, cell in rows().items() if _TEST.sub("", cell).replace("<br>", "").strip()]

    assert (bare, odd) == ([], [])
