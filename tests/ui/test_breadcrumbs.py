"""The breadcrumb of a card: each folder in it can be pressed, and keeps that folder alone."""

from __future__ import annotations

import boatyard
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QFontMetrics, QMouseEvent
from PySide6.QtWidgets import QApplication

from pincite.domain.search import Filter
from pincite.ui.results.card import card_for
from pincite.ui.text import middle_elided


def point_on(desk, words):
    """A point on the step *words* of the first card's breadcrumb, in the list."""
    index, view = desk.search.model.index_of("p1"), desk.view
    row, rect = desk.search.model.row(index), desk.view.visualRect(desk.search.model.index_of("p1"))
    delegate = view._delegate
    theme = delegate._source.theme
    place = delegate._place(theme, delegate._box(theme, row, rect))
    metrics = QFontMetrics(theme.font(12))
    label = metrics.horizontalAdvance(row.card.trail[: row.card.trail.index(words)])
    from pincite.ui.results.card_place import _label, _rest

    left = _rest(theme, _label(theme, row.card, place, trail=True), place).x()
    return QPoint(left + label + 3, place.center().y())


def test_pressing_a_folder_keeps_it_alone(asked, qtbot):
    point = point_on(asked, "finishing")

    qtbot.mouseClick(asked.view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    assert asked.search.state.filters == (Filter("folder", "manuals/finishing"),)


def test_what_is_no_folder_cannot_be_pressed(asked, qtbot):
    point = point_on(asked, "Curing")

    qtbot.mouseClick(asked.view.viewport(), Qt.MouseButton.LeftButton, pos=point)

    assert asked.search.state.filters == ()


def moved_to(viewport, point):
    """The pointer's shape after it was moved to *point*: sent as an event, since the real pointer is not ours to move."""
    there = QPointF(point)
    left = Qt.MouseButton.NoButton
    QApplication.sendEvent(viewport, QMouseEvent(QEvent.Type.MouseMove, there, viewport.mapToGlobal(there), left, left, Qt.KeyboardModifier.NoModifier))
    return viewport.cursor().shape()


def test_the_pointer_shows_what_can_be_pressed(asked):
    viewport = asked.view.viewport()

    shapes = [moved_to(viewport, point_on(asked, words)) for words in ("manuals", "Curing", "finishing")]

    assert shapes == [Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor, Qt.CursorShape.PointingHandCursor]


def test_the_menu_does_the_same_from_the_keyboard(asked):
    asked.window.wishes.act("only-folder", asked.view.card())

    assert asked.search.state.filters == (Filter("folder", "manuals/finishing"),)


@pytest.mark.parametrize("depth", [0, 1, 3, 12])
def test_a_long_way_loses_its_middle_and_no_step_its_folder(depth):
    folders = tuple(f"f{i}" for i in range(depth))
    values = tuple("/".join(folders[: i + 1]) for i in range(depth))
    card = card_for(boatyard.hit("Varnish.", relative="/".join((*folders, "log.md")), type="md", facets={"folder": values}))

    assert len(card.crumbs) <= 6
    assert all(value.rsplit("/", 1)[-1] == words for words, value in card.crumbs if value)
    assert card.crumbs[-1] == ("log.md", "")


def test_eliding_keeps_both_ends():
    assert middle_elided(tuple("abcdefgh"), 4, "…") == ("a", "…", "g", "h")
    assert middle_elided(tuple("abc"), 4, "…") == ("a", "b", "c")
