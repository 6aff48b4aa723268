"""Markdown's tables are set as tables, with the matches where they were."""

from __future__ import annotations

import boatyard
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QTextTable

from pincite.domain.whole_document import Stretch, WholeDocument
from pincite.ui.preview.document import blocks, matches_of
from pincite.ui.preview.tables import table_of
from pincite.ui.preview.text_view import TextView
from pincite.ui.theme.theme import ThemeSource

TABLE = "| Sail | Area | Made of |\n|------|-----:|:--------|\n| Jib | 12 m² | **Dacron** |\n| Main \\| reefed | 21 m² | Hemp |"
WORDS = st.text(st.characters(codec="utf-8", categories=("L", "N")), max_size=6)


def reading_of(text, *words):
    marks = tuple(sorted((text.index(word), text.index(word) + len(word)) for word in words))
    return WholeDocument((Stretch(boatyard.passage(id="sails", text=text, offset=0, length=len(text), type="md"), marks),))


@pytest.fixture
def view(qtbot):
    made = TextView(ThemeSource("light"))
    made.resize(480, 640)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def texts(table):
    return [[cell.text for cell in row] for row in table.rows]


def test_a_table_is_taken_apart_into_cells_as_they_read():
    found = table_of(TABLE, ())

    assert found is not None
    assert found.headed
    assert texts(found) == [["Sail", "Area", "Made of"], ["Jib", "12 m²", "Dacron"], ["Main | reefed", "21 m²", "Hemp"]]


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("Sail | Area\n--- | ---\nJib | 12", [["Sail", "Area"], ["Jib", "12"]]),
        ("| Jib | 12 |\n| Main | 21 |", [["Jib", "12"], ["Main", "21"]]),
        ("| a | b |\n|---|---|\n| only one |", [["a", "b"], ["only one", ""]]),
    ],
)
def test_tables_are_known_in_every_form_they_are_written_in(text, rows):
    found = table_of(text, ())

    assert found is not None
    assert texts(found) == rows


@pytest.mark.parametrize("text", ["", "One | stroke in a sentence.", "A sentence.\nAnother | one.", "| alone |", "---|---", "| Jib | 12 |", "a | b\nc | d"])
def test_what_is_no_table_stays_prose(text):
    found = table_of(text, ())

    assert found is None


def test_a_match_across_cells_leaves_the_text_as_it_is():
    start = TABLE.index("Jib")

    found = table_of(TABLE, ((start, start + 9),))

    assert found is None


@given(st.lists(st.lists(WORDS, min_size=2, max_size=4), min_size=1, max_size=5))
def test_what_stands_in_the_cells_is_what_was_written(rows):
    width = max(map(len, rows))
    rows = [row + [""] * (width - len(row)) for row in rows]
    lines = ["| " + " | ".join(row) + " |" for row in rows]

    found = table_of("\n".join([lines[0], "|" + "---|" * width, *lines[1:]]), ())

    assert found is not None
    assert texts(found) == rows


def test_matches_in_a_table_are_gone_to_and_text_goes_on_below_it(view):
    reading = reading_of(f"Sails of the sloop\n\n{TABLE}\n\nThe hemp is old.", "sloop", "Dacron", "Hemp", "old")

    view.show_reading(reading, matches_of(reading), 2)

    document = view.text.document()
    marked = ["".join(document.characterAt(i) for i in range(*view._starts[0, number])) for number in range(4)]
    tables = [frame for frame in document.rootFrame().childFrames() if isinstance(frame, QTextTable)]
    assert marked == ["sloop", "Dacron", "Hemp", "old"]
    assert [(table.rows(), table.columns()) for table in tables] == [(3, 3)]
    assert document.lastBlock().text() == "The hemp is old."


def test_a_table_in_a_note_of_another_kind_stays_as_it_is():
    reading = WholeDocument((Stretch(boatyard.passage(id="sails", text=TABLE, offset=0, length=len(TABLE), type="txt"), ()),))

    made = blocks(reading, range(1))

    assert [block.table for block in made] == [None]
