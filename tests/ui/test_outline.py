"""The outline of the document that is read: its headings, the matches under each, and a click that leads there."""

from __future__ import annotations

import boatyard
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt

from pincite.domain.documents import Location
from pincite.domain.whole_document import Stretch, WholeDocument
from pincite.ui.preview.outline import Heading, heading_at, outline_of


def reading_of(*parts):
    """A document of stretches: heading path, and how many words in it are marked."""
    stretches = []
    for i, (path, marks) in enumerate(parts):
        text = "keel " * 8
        passage = boatyard.passage(id=f"s{i}", text=text, offset=100 * i, length=len(text), type="md", location=Location(heading_path=tuple(path), line=i))
        stretches.append(Stretch(passage, tuple((5 * n, 5 * n + 4) for n in range(marks))))
    return WholeDocument(tuple(stretches))


def test_headings_come_in_order_with_the_matches_below_them():
    reading = reading_of((["Hull"], 1), (["Hull", "Keel"], 2), (["Hull", "Keel"], 1), (["Hull", "Ribs"], 0), (["Rig"], 3))

    outline = outline_of(reading)

    assert outline == (Heading("Hull", 0, 0, 4), Heading("Keel", 1, 1, 3), Heading("Ribs", 1, 3, 0), Heading("Rig", 0, 4, 3))
    assert [heading_at(outline, i) for i in range(5)] == [0, 1, 1, 2, 3]


def test_the_same_heading_twice_is_two_lines_when_another_stands_between():
    reading = reading_of((["Notes"], 1), (["Plan"], 0), (["Notes"], 2))

    assert outline_of(reading) == (Heading("Notes", 0, 0, 1), Heading("Plan", 0, 1, 0), Heading("Notes", 0, 2, 2))


paths = st.lists(st.sampled_from("abc"), max_size=3)


@given(st.lists(st.tuples(paths, st.integers(0, 3)), max_size=12))
def test_every_match_under_a_heading_is_counted_once_at_each_level(parts):
    outline = outline_of(reading_of(*parts))

    assert sum(heading.matches for heading in outline if heading.level == 0) == sum(marks for path, marks in parts if path)
    assert [heading.stretch for heading in outline] == sorted(heading.stretch for heading in outline)


def test_it_is_opened_by_a_key_and_leads_to_its_place(asked, qtbot):
    window, pane = asked.window, asked.window.preview
    qtbot.waitUntil(lambda: len(asked.preview.reading.stretches) > 1)
    asked.preview.show_reading(asked.preview.reading)
    qtbot.keyClick(window, Qt.Key.Key_O, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)
    reading = reading_of((["Hull"], 1), (["Rig"], 1))
    wanted = []
    pane.stretch_wanted.connect(wanted.append)

    pane.show_reading(reading, (), -1)
    pane.outline.itemClicked.emit(pane.outline.topLevelItem(1), 0)

    assert pane.outline.isVisible()
    assert [pane.outline.topLevelItem(i).text(0) for i in range(2)] == ["Hull", "Rig"]
    assert wanted == [1]


def test_nothing_is_made_while_nobody_looks(asked):
    pane = asked.window.preview

    pane.show_reading(reading_of((["Hull"], 1)), (), -1)

    assert not pane.outline.isVisible()
    assert pane.outline.topLevelItemCount() == 0


def test_the_heading_of_the_current_match_is_set_off(asked):
    pane = asked.window.preview
    pane.toggle_outline()
    reading = reading_of((["Hull"], 1), (["Rig"], 1))
    from pincite.ui.preview.document import matches_of

    pane.show_reading(reading, matches_of(reading), 0)
    first = pane.outline.currentItem().text(0)
    pane.go_to_match(1)

    assert (first, pane.outline.currentItem().text(0)) == ("Hull", "Rig")
