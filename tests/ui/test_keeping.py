"""What the person says of answers, and questions that found nothing: kept in the library, shown where they belong."""

from __future__ import annotations

import boatyard
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu

from pincite.domain.search import Query
from pincite.ui.asked import Asked
from pincite.ui.atlas.tiles import LinkRow
from pincite.ui.keeping import Keeping
from pincite.ui.main_window import Page
from pincite.workers.errands import Errands
from pincite.workers.feedback import labels, unanswered
from pincite.workers.user_store import saved_searches

QUESTION = "how long must spar varnish cure before sea trials?"


@pytest.fixture
def errands(qapp):
    made = Errands()
    yield made
    made.close()


@pytest.fixture
def keeping(desk, errands, tmp_path):
    made = Keeping(errands, desk.search, desk.window)
    made._finished.setInterval(0)
    made.open(tmp_path)
    return made


def done(qtbot, errands, wanted):
    return qtbot.waitSignal(errands.done, check_params_cb=lambda name, value: name == wanted)


def test_the_word_of_a_person_is_kept_and_shown_on_the_card(keeping, desk, errands, qtbot, tmp_path):
    desk.search.ask(QUESTION)

    with done(qtbot, errands, "label"):
        desk.window.wishes.act("not-answered", desk.view.card())

    (said,) = labels(tmp_path)
    assert (said.question, said.passage, said.answered) == (QUESTION, "p1", False)
    assert desk.search.model.row(desk.search.model.index_of("p1")).said is False
    assert "you said it did not answer" in desk.search.model._spoken(desk.search.model.row(desk.search.model.index_of("p1")))


def test_the_same_word_again_takes_it_back(keeping, desk, errands, qtbot, tmp_path):
    desk.search.ask(QUESTION)
    with done(qtbot, errands, "label"):
        desk.window.wishes.act("answered", desk.view.card())
    before = labels(tmp_path)

    with done(qtbot, errands, "label"):
        desk.window.wishes.act("answered", desk.view.card())

    assert len(before) == 1
    assert labels(tmp_path) == ()
    assert desk.search.model.row(desk.search.model.index_of("p1")).said is None


@pytest.mark.parametrize("way", ["key", "menu"])
def test_a_saved_search_is_removed_by_its_key_or_its_menu(keeping, desk, errands, qtbot, tmp_path, way):
    for text in ("varnish", "sails"):
        desk.search.ask(text)
        with done(qtbot, errands, "saved"):
            keeping.save()
    desk.search.clear()
    desk.window.show_page(Page.ATLAS)
    atlas = desk.window.atlas

    def row(name):
        return next((one for one in atlas.findChildren(LinkRow) if one.accessibleName() == name), None)

    qtbot.waitUntil(lambda: row("sails") is not None)
    with done(qtbot, errands, "saved"):
        if way == "key":
            row("sails").setFocus()
            qtbot.keyClick(row("sails"), Qt.Key.Key_Delete)
        else:
            row("sails").actions()[0].trigger()

    assert [one.name for one in saved_searches(tmp_path)] == ["varnish"]
    qtbot.waitUntil(lambda: row("sails") is None and row("varnish") is not None)


def test_it_belongs_to_its_question_alone(keeping, desk, errands, qtbot):
    desk.search.ask(QUESTION)
    with done(qtbot, errands, "label"):
        desk.window.wishes.act("answered", desk.view.card())

    desk.search.ask("another question")
    other = desk.search.model.row(desk.search.model.index_of("p1")).said
    desk.search.ask(QUESTION)

    assert other is None
    assert desk.search.model.row(desk.search.model.index_of("p1")).said is True


def test_a_question_that_finds_nothing_is_listed_and_asked_again(keeping, desk, errands, qtbot, tmp_path):
    desk.searcher.reply = boatyard.nothing
    with done(qtbot, errands, "unanswered"):
        desk.search.ask("quernstone")
    qtbot.waitUntil(lambda: bool(keeping._vain))
    desk.search.clear()

    desk.window.atlas.vain_chosen.emit("quernstone")

    assert [(one.text, one.times) for one in unanswered(tmp_path)] == [("quernstone", 1)]
    assert desk.search.state == Asked("quernstone")


def test_it_leaves_the_list_once_it_finds_something(keeping, desk, errands, qtbot, tmp_path):
    desk.searcher.reply = boatyard.nothing
    with done(qtbot, errands, "unanswered"):
        desk.search.ask("varnish")
    qtbot.waitUntil(lambda: bool(keeping._vain))
    desk.searcher.reply = boatyard.answer

    desk.search.ask_now()
    qtbot.waitUntil(lambda: not keeping._vain)

    assert unanswered(tmp_path) == ()


def test_letters_on_the_way_to_a_question_are_not_kept(keeping, desk, qtbot):
    desk.searcher.reply = boatyard.nothing
    keeping._finished.setInterval(60_000)
    desk.search.ask("quern")

    desk.search.type_text("quernstone")

    assert not keeping._finished.isActive()


def test_the_copies_of_a_card_are_listed_and_lead_to_their_folder(asked, qtbot):
    index = asked.search.model.index_of("p2")
    asked.view.select(index)
    chosen = []
    asked.view.copy_chosen.connect(chosen.append)
    asked.window.wishes.actions.show_in_folder = lambda path: None

    menu = asked.view._copies_menu(asked.view.card())
    menu.actions()[0].trigger()

    assert isinstance(menu, QMenu)
    assert menu.actions()[0].text() == "/yard/copy/tern.md"
    assert chosen == ["/yard/copy/tern.md"]


def test_pressing_the_number_of_copies_opens_them(asked):
    index = asked.search.model.index_of("p2")
    row, rect = asked.search.model.row(index), asked.view.visualRect(asked.search.model.index_of("p2"))
    delegate = asked.view._delegate

    hits = [delegate.action_at(row, rect, point) for point in (rect.topLeft(), _copies_centre(delegate, row, rect))]

    assert hits == ["", "copies"]


def _copies_centre(delegate, row, rect):
    from pincite.ui.results.card_foot import foot_parts

    theme = delegate._source.theme
    parts = foot_parts(theme, row.card, delegate._foot(theme, row.card, delegate._box(theme, row, rect)))
    return next(part.rect.center() for part in parts if part.role == "copies")


def test_a_judge_that_says_nothing_is_not_quoted():
    from pincite.ui.results.card import card_for

    hit = boatyard.hit("Varnish.", scores={"p_answers": 0.003, "specificity": 0.0})

    assert "judged" not in card_for(hit).facts
    assert "judged 0.91" in card_for(boatyard.HITS[0]).facts
    assert card_for(boatyard.answer(Query("x")).hits[1]).copies == "+1 copy"
