"""Windows open no larger than their screen."""

from __future__ import annotations

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from pincite.ui.main_window import MainWindow
from pincite.ui.theme.room import within_screen


def test_a_size_that_fits_stays(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)

    assert within_screen(widget, 300, 200) == QSize(300, 200)


def test_a_size_that_does_not_fit_is_cut_in_that_direction(qtbot):
    widget = QWidget()
    qtbot.addWidget(widget)
    room = widget.screen().availableSize()

    cut = within_screen(widget, room.width() * 3, 200)

    assert 0 < cut.width() <= room.width()
    assert cut.height() == 200


def test_the_main_window_opens_within_the_screen(desk):
    window = MainWindow(desk.source, desk.search, desk.preview, desk.actions)
    room = window.screen().availableSize()

    assert window.width() <= room.width()
    assert window.height() <= room.height()
    window.deleteLater()
