"""What an answer brings is shown in pieces, one a turn of the loop; a newer answer takes the place of what is left."""

from __future__ import annotations

from dataclasses import replace

import boatyard
import pytest

from pincite.domain.search import Count
from pincite.ui.asked import Asked
from pincite.ui.presenter import SCREENFUL, SearchPresenter
from pincite.ui.results.answer import answer_of
from pincite.ui.results.model import ResultsModel, RowRole
from pincite.ui.turns import Turns


@pytest.fixture
def turns(qapp):
    return Turns()


@pytest.fixture
def presenter(qapp):
    made = SearchPresenter(ResultsModel())
    made.state = Asked("varnish")
    return made


def answer(text="varnish", cards=20, **changes):
    hits = tuple(boatyard.hit(f"Log entry {i}: varnish.", "varnish", id=f"{text}-{i}") for i in range(cards))
    return answer_of(boatyard.answer(Asked(text).query(), hits=hits, total_documents=cards, **changes))


def cards_of(presenter):
    rows = (presenter.model.row(presenter.model.index(i)) for i in range(presenter.model.rowCount()))
    return [row.card.id for row in rows if row.role is RowRole.CARD]


def test_each_step_has_a_turn_of_its_own(turns, qtbot):
    done, passes = [], []
    turns.put("first", lambda: done.append("first"))
    turns.put("second", lambda: done.append("second"))

    turns._timer.timeout.connect(lambda: passes.append(len(done)))
    qtbot.waitUntil(lambda: turns.idle)

    assert done == ["first", "second"]
    assert passes == [1, 2]


def test_a_step_that_is_put_again_is_done_once(turns, qtbot):
    done = []
    turns.put("step", lambda: done.append("old"))

    turns.put("step", lambda: done.append("new"))
    qtbot.waitUntil(lambda: turns.idle)

    assert done == ["new"]


def test_what_is_dropped_is_not_done(turns):
    done = []
    turns.put("step", lambda: done.append("done"))

    turns.drop()
    turns.finish()

    assert done == []


def test_a_new_answer_shows_a_screenful_at_once_and_the_rest_after(presenter):
    presenter.show_answer(answer())
    at_once = len(cards_of(presenter))

    presenter.turns.finish()

    assert at_once == SCREENFUL
    assert len(cards_of(presenter)) == 20


def test_the_same_question_again_keeps_every_card_where_it_is(presenter):
    presenter.show_answer(answer())
    presenter.turns.finish()

    presenter.show_answer(answer())

    assert len(cards_of(presenter)) == 20


def test_nothing_of_an_older_answer_follows_a_newer_one(presenter):
    shown = []
    presenter.facets_changed.connect(shown.append)
    presenter.show_answer(answer("old", facets={"type": (Count("pdf", 1),)}))

    presenter.show_answer(answer("new", cards=3, facets={"type": (Count("md", 1),)}))
    presenter.turns.finish()

    assert cards_of(presenter) == ["new-0", "new-1", "new-2"]
    assert shown == [{"type": (Count("md", 1),)}]


def test_nothing_follows_once_the_field_is_emptied(presenter):
    chips = []
    presenter.show_answer(answer())
    presenter.chips_changed.connect(chips.append)

    presenter.clear()
    presenter.turns.finish()

    assert [row.empty for row in chips] == [True]


def test_what_is_only_related_is_listed_with_a_remark(presenter):
    told, empty = [], []
    presenter.told.connect(told.append)
    presenter.emptiness_changed.connect(empty.append)

    presenter.show_answer(answer(cards=0, related=boatyard.HITS[3:]))
    presenter.turns.finish()

    assert [message.text for message in told] == ["No passage answers this in its words. What follows is only related by meaning."]
    assert [emptiness.headline for emptiness in empty] == [""]
    assert cards_of(presenter) == [hit.passage.id for hit in boatyard.HITS[3:]]


def test_what_shares_words_but_answers_nothing_is_not_called_related_by_meaning(presenter):
    told = []
    presenter.told.connect(told.append)

    presenter.show_answer(answer(cards=0, related=(replace(boatyard.HITS[0], found_by=("words",)), *boatyard.HITS[3:])))
    presenter.turns.finish()

    rows = [presenter.model.row(presenter.model.index(n)) for n in range(presenter.model.rowCount())]
    headings = [row.text for row in rows if row.role is RowRole.HEADING]
    assert [message.text for message in told] == ["Nothing here seems to answer this. What follows shares words with it."]
    assert headings == ["Related"]


@pytest.mark.parametrize(("cards", "copies", "apart", "total", "unshown"), [(0, 0, 8, 8, 0), (3, 0, 0, 8, 5), (3, 1, 2, 8, 0), (20, 0, 0, 20, 0), (4, 0, 9, 8, 0)])
def test_what_stands_somewhere_is_not_still_to_be_shown(cards, copies, apart, total, unshown):
    hits = tuple(replace(boatyard.HITS[0], copies=("/a",) * copies) for _ in range(cards))
    related = (replace(boatyard.HITS[0], found_by=("words",)),) * apart + boatyard.HITS[3:]

    assert answer_of(boatyard.answer(Asked("rope").query(), hits=hits, related=related, total_documents=total)).unshown == unshown
