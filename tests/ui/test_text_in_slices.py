"""A long document is laid out a slice a turn of the loop: what is read stays where it is, and all of it comes."""

from __future__ import annotations

import boatyard
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Location
from pincite.domain.whole_document import Stretch, WholeDocument
from pincite.ui.preview.document import blocks, matches_of, next_slice, window_around
from pincite.ui.preview.text_view import TextView
from pincite.ui.theme.theme import ThemeSource

WORDS = "The third plank took the longest, and the keel waited for it under its tarpaulin. "


def long_reading(stretches: int, paragraphs: int = 3, focus: int = 0) -> WholeDocument:
    """A log book: each stretch its heading, a few paragraphs, and "keel" marked in the first of them."""
    made: list[Stretch] = []
    for i in range(stretches):
        text = "\n\n".join([WORDS * 4] * paragraphs) + f"\n\nEntry {i} ends."
        found = text.index("keel")
        passage = boatyard.passage(id=f"log-{i}", text=text, offset=i * 10_000, length=len(text), type="txt", location=Location(heading_path=(f"Day {i}",)))
        made.append(Stretch(passage, ((found, found + 4),)))
    return WholeDocument(tuple(made), focus)


@pytest.fixture
def view(qtbot):
    made = TextView(ThemeSource("light"))
    made.resize(480, 640)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitExposed(made)
    return made


def test_the_first_turn_lays_out_only_what_a_screen_needs(view):
    reading = long_reading(40, focus=20)

    view.show_reading(reading, matches_of(reading), 20)

    assert 20 in view._laid
    assert len(view._laid) < len(view._window) == 40


def test_all_of_it_comes_and_the_reader_stays(view, qtbot):
    reading = long_reading(40, focus=20)
    view.show_reading(reading, matches_of(reading), 20)
    seen = view.text.cursorForPosition(view.text.viewport().rect().center()).block().text()

    qtbot.waitUntil(lambda: view._laid == view._window)

    assert view.text.cursorForPosition(view.text.viewport().rect().center()).block().text() == seen
    assert [f"Entry {i} ends." in view.text.toPlainText() for i in range(40)] == [True] * 40


@pytest.mark.parametrize("match", [0, 19, 21, 39])
def test_every_match_is_found_wherever_its_slice_was_put(view, qtbot, match):
    reading = long_reading(40, focus=20)
    view.show_reading(reading, matches_of(reading), 20)
    qtbot.waitUntil(lambda: view._laid == view._window)

    view.go_to(match)

    (selection,) = view.text.extraSelections()
    assert selection.cursor.selectedText() == "keel"
    assert view.text.toPlainText()[: selection.cursor.position()].count("keel") == match * 12 + 1


def test_a_match_that_is_not_laid_out_yet_is_gone_to_at_once(view):
    reading = long_reading(40, focus=20)
    view.show_reading(reading, matches_of(reading), 20)

    view.go_to(2)

    assert 2 in view._laid
    assert view.text.extraSelections()[0].cursor.selectedText() == "keel"


def test_a_newer_document_drops_what_is_left_of_the_older(view, qtbot):
    old, new = long_reading(40, focus=20), long_reading(2)
    view.show_reading(old, matches_of(old), 20)

    view.show_reading(new, matches_of(new), 0)
    qtbot.waitUntil(lambda: view._laid == view._window)

    assert "Entry 5 ends." not in view.text.toPlainText()
    assert not view._growth.isActive()


@given(st.integers(1, 30), st.integers(0, 29), st.integers(200, 9000))
def test_slices_put_together_are_the_whole(stretches, centre, size):
    reading = long_reading(stretches, paragraphs=1)
    window, laid = range(stretches), window_around(reading, centre, size)
    above, below = [], blocks(reading, laid, window.start)

    while laid != window:
        part = next_slice(reading, laid, window, size)
        assert len(part) > 0
        if part.start >= laid.stop:
            below += blocks(reading, part, window.start)
        else:
            above = blocks(reading, part, window.start) + above
        laid = range(min(laid.start, part.start), max(laid.stop, part.stop))

    assert above + below == blocks(reading, window)
