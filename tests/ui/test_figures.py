"""The library in numbers: what is said, and what is not said where it means nothing."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QPushButton

from pincite.library.counters import Counted, Latency
from pincite.library.overview import Overview, RootState
from pincite.ui.figures.sheet import FiguresSheet
from pincite.ui.figures.values import as_text, sections_of
from pincite.workers.searching import Figures

YARD = Overview(
    generation=4, roots=(RootState("/yard", "yard", available=True, files=1200), RootState("/drive/\udcff", "drive", available=False, files=1)), files=1201, documents=1300, articles=0,
    passages=8200, skipped=12, cut=1, quarantined=0, without_vectors=0, reasons=(("password", 12),), indexed_at="2026-03-01T09:30:00", size=4_200_000,
)
BUSY = Counted(searches=40, semantic_calls=38, both_channel_hits=90, total=Latency(61_500, 240_000), embed=Latency(9_000, 30_000), index=Latency(52_500, 210_000))


def lines(figures):
    return {name: value for section in sections_of(figures) for name, value in section.lines}


def test_every_folder_is_named_with_its_files():
    said = lines(Figures(YARD, Counted()))

    assert said["/yard"] == "1,200 files"
    assert said["/drive/\ufffd"] == "1 file; not connected"


def test_contents_are_exact_and_say_what_is_missing():
    said = lines(Figures(replace(YARD, without_vectors=300, articles=7), Counted()))

    assert said["Documents"] == "1,300 (7 articles among them)"
    assert said["Searched by meaning"] == "all but 300 passages"
    assert said["Left out"] == "12 files, and 1 cut short"
    assert said["Last change"] == "2026-03-01 09:30"
    assert said["Size of the index"] == "4.2 MB"


def test_times_are_said_only_once_something_was_measured():
    before, after = lines(Figures(YARD, Counted())), lines(Figures(YARD, BUSY))

    assert "A search took" not in before
    assert after["A search took"] == "61.5 ms on average, 240.0 ms at most"
    assert after["Searches"] == "40, 38 of them by meaning, too"


def test_quarantine_is_named_only_where_something_is_in_it():
    assert "In quarantine" not in lines(Figures(YARD, BUSY))
    assert lines(Figures(replace(YARD, quarantined=2), BUSY))["In quarantine"] == "2 documents"


def test_the_sheet_shows_every_line_and_copies_them(desk, qtbot):
    sections = sections_of(Figures(YARD, BUSY))
    desk.window.show_figures(sections)
    sheet = desk.window.findChild(FiguresSheet)

    shown = {label.text() for label in sheet.findChildren(QLabel)}
    next(button for button in sheet.findChild(QDialogButtonBox).findChildren(QPushButton) if button.text() == "Copy").click()

    assert {value for section in sections for _, value in section.lines} <= shown
    assert QGuiApplication.clipboard().text() == as_text(sections)
    sheet.close()
