"""What the window remembers of one library: where it stood, and its panes."""

from __future__ import annotations

from pincite.ui.panes import Placement
from pincite.ui.window_state import WindowState


def test_the_window_is_as_it_was_left(desk, tmp_path):
    window = desk.window
    window.panes.place(Placement.BELOW)
    window.resize(760, 700)  # within the offscreen screen
    WindowState(tmp_path, window, desk.search).store()
    window.panes.place(Placement.OFF)
    window.resize(700, 600)

    state = WindowState(tmp_path, window, desk.search)
    state.place()
    state.lay_out()

    assert (window.width(), window.height()) == (760, 700)
    assert window.panes.placement is Placement.BELOW


def test_no_library_is_begun_for_it(desk, tmp_path):
    WindowState(tmp_path / "none", desk.window, desk.search).store()

    assert not (tmp_path / "none").exists()


def test_nothing_remembered_changes_nothing(desk, tmp_path):
    before = desk.window.size()

    WindowState(tmp_path, desk.window, desk.search).place()

    assert desk.window.size() == before
