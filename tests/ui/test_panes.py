"""Where the preview is: beside the list, below it, or away; kept with the window, and never in the way of a narrow one."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from pincite.ui.panes import Panes, Placement
from pincite.ui.theme.theme import ThemeSource


@pytest.fixture
def panes(qtbot):
    made = Panes(*(QLabel(name) for name in ("facets", "results", "reading", "account")), ThemeSource("light"))
    qtbot.addWidget(made)
    made.resize(1400, 800)
    made.show()
    made.arrange(1400)
    return made


def test_the_key_goes_through_all_placements(asked, qtbot):
    window, seen = asked.window, []
    window.resize(1400, 900)

    for _ in range(4):
        results, side = window.results, window.panes.side
        below = side.mapTo(window, side.rect().topLeft()).y() > results.mapTo(window, results.rect().topLeft()).y()
        seen.append("off" if side.isHidden() else "below" if below else "right")
        qtbot.keyClick(window, Qt.Key.Key_P, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier)
        window.panes._inner.refresh()

    assert seen == ["right", "below", "off", "right"]


def test_space_brings_the_preview_back_where_it_was(panes):
    panes.place(Placement.BELOW)

    panes.toggle_preview(1400)
    away = panes.placement
    panes.toggle_preview(1400)

    assert (away, panes.placement) == (Placement.OFF, Placement.BELOW)


def test_sizes_and_placement_are_kept(panes, qtbot):
    panes.place(Placement.BELOW)
    panes._inner.setSizes([500, 300])
    kept = panes.state()
    other = Panes(*(QLabel(name) for name in ("facets", "results", "reading", "account")), ThemeSource("light"))
    qtbot.addWidget(other)
    other.resize(1400, 800)
    other.show()

    other.restore(kept)
    other.arrange(1400)

    assert other.placement is Placement.BELOW
    assert other._inner.orientation() is Qt.Orientation.Vertical
    assert other._inner.sizes() == panes._inner.sizes()


@pytest.mark.parametrize("kept", [{}, {"placement": "upside down", "outer": None}, {"placement": 3, "inner": "rubbish"}])
def test_what_cannot_be_understood_changes_nothing(panes, kept):
    panes.restore(kept)

    assert panes.placement is Placement.RIGHT


@pytest.mark.parametrize("placement", list(Placement))
def test_a_narrow_window_shows_one_pane(panes, placement):
    panes.place(placement)
    panes.arrange(600)
    list_alone = panes.side.isHidden()

    panes.toggle_preview(600)
    panes.arrange(600)

    assert list_alone
    assert not panes.side.isHidden()
    assert panes._results.isHidden()


def test_the_account_is_shown_even_where_the_preview_was_away(panes):
    panes.place(Placement.OFF)

    panes.explain(True)
    panes.arrange(1400)

    assert not panes.side.isHidden()
    assert panes.side.currentWidget() is panes._account
