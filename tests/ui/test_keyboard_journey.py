"""From the question to a copied citation without a mouse."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


def test_a_question_leads_to_a_copied_citation_by_keys_alone(desk, qtbot):
    qtbot.keyClicks(desk.field, "how long must spar varnish cure")
    qtbot.keyClick(desk.field, Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: desk.view.card() is not None and len(desk.preview.reading.stretches) > 1)

    qtbot.keyClick(desk.field, Qt.Key.Key_Down)
    listed = desk.view.hasFocus()
    qtbot.keyClick(desk.window, Qt.Key.Key_1, CTRL)
    qtbot.keyClick(desk.view, Qt.Key.Key_N)
    second = desk.preview.current
    qtbot.keyClick(desk.view, Qt.Key.Key_N, SHIFT)
    qtbot.keyClick(desk.window, Qt.Key.Key_C, CTRL | SHIFT)

    assert listed
    assert (second, desk.preview.current) == (1, 0)
    assert "p. xii (12 of 340)" in QGuiApplication.clipboard().text()
    QGuiApplication.clipboard().clear()


def test_right_opens_the_passages_of_a_card_and_left_closes_them(asked, qtbot):
    qtbot.keyClick(asked.window, Qt.Key.Key_1, CTRL)
    closed = asked.search.model.rowCount()

    qtbot.keyClick(asked.view, Qt.Key.Key_Right)
    opened = asked.search.model.rowCount()
    qtbot.keyClick(asked.view, Qt.Key.Key_Down)
    qtbot.keyClick(asked.view, Qt.Key.Key_Left)

    assert opened > closed
    assert asked.search.model.rowCount() == closed
    assert asked.view.currentIndex() == asked.search.model.first_card()


def test_the_ends_of_the_list_are_one_key_away(asked, qtbot):
    qtbot.keyClick(asked.window, Qt.Key.Key_2, CTRL)

    qtbot.keyClick(asked.view, Qt.Key.Key_End)
    last = asked.view.currentIndex().row()
    qtbot.keyClick(asked.view, Qt.Key.Key_Home)
    first = asked.view.currentIndex().row()
    qtbot.keyClick(asked.view, Qt.Key.Key_PageDown)

    assert (first, last) == (0, asked.search.model.rowCount() - 1)
    assert asked.view.currentIndex().row() > 0


def test_a_number_goes_to_that_card(asked, qtbot):
    qtbot.keyClick(asked.window, Qt.Key.Key_3, CTRL)

    assert asked.view.card().id == "p3"
    assert asked.view.hasFocus()


def test_escape_steps_back_from_the_document_to_the_atlas(asked, qtbot):
    asked.window.preview.focus_text()
    where = []
    for _ in range(3):
        qtbot.keyClick(asked.window.focusWidget(), Qt.Key.Key_Escape)
        where.append(asked.window.focusWidget())

    assert where[:2] == [asked.view, asked.field]
    assert asked.search.state.empty
