"""All results of the list are copied in the form that is chosen."""

from __future__ import annotations

import csv
import io

import pytest
from PySide6.QtGui import QGuiApplication

from pincite.domain.forms import FORMS


def choose(desk, words):
    menu = desk.window.results._copy.menu()
    next(action for action in menu.actions() if action.text() == words).trigger()
    return QGuiApplication.clipboard().text()


def test_every_form_is_offered(desk):
    assert [action.text() for action in desk.window.results._copy.menu().actions()] == list(FORMS.values())


@pytest.mark.parametrize(("words", "begins"), [("Plain text", ""), ("Markdown", "# "), ("Bibliography (BibTeX)", "@misc{")])
def test_all_results_are_copied(asked, words, begins):
    copied = choose(asked, words)

    assert copied.startswith(begins)
    assert all(hit.passage.title.split()[0] in copied for hit in asked.search.result.hits)


def test_a_table_has_a_row_for_each_result(asked):
    rows = list(csv.DictReader(io.StringIO(choose(asked, "Table (CSV)"))))

    assert [row["title"] for row in rows] == [hit.passage.title for hit in asked.search.result.hits]


def test_where_nothing_was_asked_nothing_is_copied(desk):
    QGuiApplication.clipboard().setText("before")

    assert choose(desk, "Markdown") == "before"
