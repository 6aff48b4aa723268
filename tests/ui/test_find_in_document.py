"""Ctrl+F in the preview: starts empty, goes on and back, round the ends, and leaves the question alone."""

from __future__ import annotations

import boatyard
import pytest
from PySide6.QtCore import Qt

from pincite.domain.whole_document import Stretch, WholeDocument


@pytest.fixture
def finding(asked, qtbot):
    qtbot.waitUntil(lambda: len(asked.preview.reading.stretches) > 1)
    qtbot.keyClick(asked.window, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    return asked


def test_it_starts_with_nothing_and_leaves_the_question_alone(finding, qtbot):
    bar, questions = finding.window.preview.find_bar, len(finding.searcher.asked)

    qtbot.keyClicks(bar.field, "oxygen")

    assert bar.field.text() == "oxygen"
    assert finding.window.preview.text.text.textCursor().selectedText() == "oxygen"
    assert len(finding.searcher.asked) == questions
    assert finding.field.text() == "how long must spar varnish cure before sea trials?"


def test_next_and_previous_go_round(finding, qtbot):
    bar, text = finding.window.preview.find_bar, finding.window.preview.text.text
    qtbot.keyClicks(bar.field, "oxygen")
    first = text.textCursor().selectionStart()

    qtbot.keyClick(bar.field, Qt.Key.Key_Return)
    second = text.textCursor().selectionStart()
    qtbot.keyClick(bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    back = text.textCursor().selectionStart()

    assert second != first
    assert back == first


def test_words_that_are_not_there_are_said_to_be_so(finding, qtbot):
    bar = finding.window.preview.find_bar

    qtbot.keyClicks(bar.field, "quernstone")

    assert bar._note.text() == "not in this document"


def test_escape_leaves_it(finding, qtbot):
    bar = finding.window.preview.find_bar

    qtbot.keyClick(bar.field, Qt.Key.Key_Escape)

    assert bar.isHidden()
    assert finding.window.results.isVisible()


def test_words_beyond_the_part_that_is_laid_out_are_found(desk, qtbot):
    far = boatyard.hit("The tern nests on the far skerry.", "", id="far", offset=900_000)
    long = [Stretch(boatyard.hit("Oil takes up oxygen for days. " * 400, "", id=f"s{n}", offset=n * 20_000).passage, ()) for n in range(12)]
    view = desk.window.preview.text
    view.text.show()
    view.show_reading(WholeDocument((*long, Stretch(far.passage, ()))), (), -1)
    view._lay_out()
    before = view.text.toPlainText()

    found = view.find_words("far skerry", 1)

    assert "skerry" not in before
    assert found
    assert view.text.textCursor().selectedText() == "far skerry"
