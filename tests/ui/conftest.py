"""A window on the boat yard, answered at once by a searcher that stands in for the engine."""

from __future__ import annotations

import boatyard
import pytest
from PySide6.QtWidgets import QApplication

from pincite.domain.cancel import CancelToken
from pincite.ui.actions import CardActions
from pincite.ui.main_window import MainWindow
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.results.answer import answer_of
from pincite.ui.results.model import ResultsModel
from pincite.ui.theme.theme import ThemeSource


class Desk:
    """The window with its presenters, and everything that was asked."""

    def __init__(self, reply=boatyard.answer):
        self.source = ThemeSource("light")
        self.search = SearchPresenter(ResultsModel(), "/yard")
        self.preview = PreviewPresenter()
        self.actions = CardActions()
        self.window = MainWindow(self.source, self.search, self.preview, self.actions)
        self.searcher = boatyard.FakeSearcher(reply)
        self.pages, self.opened = [], []
        self.search.asked.connect(self.answer)
        self.preview.read_wanted.connect(lambda passage, query: self.preview.show_reading(self.searcher.read(passage, query, CancelToken())))
        self.preview.page_wanted.connect(self.pages.append)
        self.actions.open = lambda card: self.opened.append(card.id)

    def answer(self, query):
        self.search.show_answer(answer_of(self.searcher.search(query, CancelToken()), "/yard"))
        self.search.turns.finish()

    @property
    def view(self):
        return self.window.results.view

    @property
    def field(self):
        return self.window.header.field


@pytest.fixture
def desk(qtbot):
    if QApplication.style().name() != "fusion":
        QApplication.setStyle("Fusion")
    made = Desk()
    qtbot.addWidget(made.window)
    made.window.resize(1440, 900)  # as wide as on a desk: the offscreen platform's screen is 800 by 800
    made.window.show()
    qtbot.waitExposed(made.window)
    return made


@pytest.fixture
def asked(desk, qtbot):
    """The desk with the varnish question answered."""
    qtbot.keyClicks(desk.field, "how long must spar varnish cure before sea trials?")
    desk.search.ask_now()
    return desk
