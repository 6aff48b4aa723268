"""The window as a person uses it: from the keyboard, in any width, and without ever taking a name for markup."""

from __future__ import annotations

from dataclasses import replace

import boatyard
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QGuiApplication
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit

from pincite.domain.search import Filter, Mode
from pincite.ui.asked import Asked
from pincite.ui.facets.row import FacetRow
from pincite.ui.main_window import Page
from pincite.ui.results.answer import answer_of
from pincite.ui.results.counts import Counts
from pincite.ui.results.model import ResultsModel, RowRole
from pincite.ui.results.pane import ResultsPane
from pincite.ui.search_bar.chips import FilterButton, TermLabel
from pincite.ui.theme.theme import ThemeSource

NASTY = ("<img src=x>.md", "&Save.md", "<b>bold</b> & <script>alert(1)</script>", "a\nb\tc.md", "bad\udcffbytes.txt", "שלום עולם.md")


def rows(window):
    return {row.accessibleName().split(",")[0]: row for row in window.facets.findChildren(FacetRow) if row.isVisible()}


def test_typing_asks_once_when_the_typing_pauses(desk, qtbot):
    qtbot.keyClicks(desk.field, "spar varnish")

    qtbot.waitUntil(lambda: bool(desk.searcher.asked))

    assert [query.text for query in desk.searcher.asked] == ["spar varnish"]
    assert desk.window.page is Page.RESULTS


def test_the_main_journey_needs_no_mouse(asked, qtbot):
    desk = asked

    qtbot.keyClick(desk.field, Qt.Key.Key_Down)
    qtbot.keyClick(desk.view, Qt.Key.Key_Down)
    second = desk.view.card().id
    qtbot.keyClick(desk.view, Qt.Key.Key_Right)
    opened = desk.search.model.rowCount()
    qtbot.keyClick(desk.view, Qt.Key.Key_Left)
    qtbot.keyClick(desk.view, Qt.Key.Key_Return)
    qtbot.keyClick(desk.view, Qt.Key.Key_Up)
    qtbot.keyClick(desk.view, Qt.Key.Key_Up)

    assert second == "p2"
    assert opened == desk.search.model.rowCount() + 1
    assert desk.opened == ["p2"]
    assert desk.field.hasFocus()
    assert desk.field.text() == "how long must spar varnish cure before sea trials?"


def test_a_copied_citation_holds_quote_place_and_path(asked, qtbot):
    qtbot.keyClick(asked.window, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier)

    data = QGuiApplication.clipboard().mimeData()
    assert "“A spar varnish is touch-dry overnight" in data.text()
    assert "Finishing Handbook for Small Craft (E. Marlow, 1987), p. xii (12 of 340), handbook.pdf" in data.text()
    assert "pincite://passage/p1?page=12" in data.text()
    assert data.text().rstrip().endswith("/yard/manuals/finishing/handbook.pdf")
    assert data.hasHtml()


def test_a_facet_value_goes_in_out_and_off(asked, qtbot):
    row = rows(asked.window)["PDF"]

    qtbot.mouseClick(row, Qt.MouseButton.LeftButton)
    chosen = asked.search.state.filters
    qtbot.keyClick(rows(asked.window)["PDF"], Qt.Key.Key_X)
    excluded = asked.search.state.filters
    qtbot.keyClick(rows(asked.window)["not PDF"], Qt.Key.Key_X)

    assert chosen == (Filter("type", "pdf"),)
    assert excluded == (Filter("type", "pdf", exclude=True),)
    assert asked.search.state.filters == ()
    assert [query.filters for query in asked.searcher.asked[1:]] == [chosen, excluded, ()]


def test_alt_click_excludes(asked, qtbot):
    qtbot.mouseClick(rows(asked.window)["Markdown"], Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier)

    assert asked.search.state.filters == (Filter("type", "md", exclude=True),)


def test_every_choice_has_a_chip_that_takes_it_back(asked, qtbot):
    asked.search.toggle("type", "pdf")
    asked.search.toggle("concept", "Draft notes", exclude=True)
    chips = [chip for chip in asked.window.chips.findChildren(FilterButton) if not chip.isHidden()]

    qtbot.mouseClick(chips[0], Qt.MouseButton.LeftButton)

    assert [chip.accessibleName() for chip in chips] == ["Filter type: PDF, press to remove", "Filter not Draft notes, press to remove"]
    assert asked.search.state.filters == (Filter("concept", "Draft notes", exclude=True),)


def test_backspace_in_an_empty_field_drops_the_last_choice(asked, qtbot):
    asked.search.toggle("type", "pdf")
    asked.search.toggle("type", "md")
    asked.field.selectAll()
    qtbot.keyClick(asked.field, Qt.Key.Key_Backspace)

    qtbot.keyClick(asked.field, Qt.Key.Key_Backspace)

    assert asked.search.state.filters == (Filter("type", "pdf"),)


def test_words_that_were_not_searched_are_told_apart(asked):
    names = [label.accessibleName() for label in asked.window.chips.findChildren(TermLabel) if not label.isHidden()]

    assert "spar, in 10 documents" in names
    assert "how long must before, not searched" in names


def test_alt_left_returns_to_the_question_before(asked, qtbot):
    qtbot.keyClick(asked.field, Qt.Key.Key_Return)
    asked.search.ask("caulking")
    asked.search.remember()

    qtbot.keyClick(asked.window, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)

    assert asked.field.text() == "how long must spar varnish cure before sea trials?"
    assert asked.searcher.asked[-1].text == asked.field.text()


def test_escape_empties_the_field_and_shows_the_atlas(asked, qtbot):
    qtbot.keyClick(asked.field, Qt.Key.Key_Escape)

    assert asked.window.page is Page.ATLAS
    assert asked.field.text() == ""


def test_an_answer_that_comes_after_the_field_was_emptied_is_not_shown(desk):
    desk.search.clear()

    desk.search.show_answer(answer_of(boatyard.answer(Asked("late").query())))

    assert desk.window.page is Page.ATLAS


def test_a_refused_question_leaves_the_results_standing(asked):
    from pincite.domain.errors import QuestionError

    before = asked.search.model.rowCount()
    asked.search.show_refusal(QuestionError("The bracket is never closed.", 3))

    message = asked.window.results.findChild(QLabel, "message")
    assert (message.text(), message.isVisible()) == ("The bracket is never closed.", True)
    assert asked.search.model.rowCount() == before


def test_ctrl_e_changes_how_the_text_is_read(asked, qtbot):
    qtbot.keyClick(asked.window, Qt.Key.Key_E, Qt.KeyboardModifier.ControlModifier)

    assert asked.search.state.mode is Mode.QUERY
    assert asked.searcher.asked[-1].mode is Mode.QUERY


def test_nothing_found_always_gives_a_reason(desk):
    desk.searcher.reply = lambda query: boatyard.nothing(query, hidden=7)
    desk.search.toggle("type", "pdf")
    desk.search.ask("caulking")

    words = desk.window.results.empty.findChild(QLabel, "empty-reasons").text()
    buttons = [button.text() for button in desk.window.results.empty.findChildren(QAbstractButton) if button.text()]
    assert "7 documents would match without your filters." in words
    assert "No document holds “caulking”." in words
    assert "Show all 7" in buttons


def test_selection_survives_an_update_of_the_list(asked):
    asked.view.select(asked.search.model.index_of("p2"))
    asked.searcher.reply = lambda query: boatyard.answer(query, hits=(boatyard.HITS[2], *boatyard.HITS[:2]))

    asked.search.ask_now()

    assert asked.view.card().id == "p2"


def test_more_is_asked_for_at_the_end_of_the_list(asked, qtbot):
    last = asked.search.model.index(asked.search.model.rowCount() - 1)
    assert asked.search.model.row(last).role is RowRole.MORE_DOCUMENTS

    asked.view.select(last)
    qtbot.keyClick(asked.view, Qt.Key.Key_Return)

    assert asked.searcher.asked[-1].limit == 2 * asked.searcher.asked[0].limit


@pytest.mark.parametrize(("width", "facets", "list_", "side"), [(1440, True, True, True), (860, False, True, True), (620, False, True, False)])
def test_the_width_decides_which_parts_are_shown(asked, qtbot, width, facets, list_, side):
    asked.window.resize(width, 800)

    qtbot.waitUntil(lambda: asked.window.width() == width)

    assert asked.window.facets.isVisible() is facets
    assert asked.window.results.isVisible() is list_
    assert asked.window.preview.isVisible() is side


def test_in_a_narrow_window_the_preview_takes_the_place_of_the_list(asked, qtbot):
    asked.window.resize(620, 800)
    asked.view.setFocus()

    qtbot.keyClick(asked.view, Qt.Key.Key_Space)
    reading = (asked.window.results.isVisible(), asked.window.preview.isVisible())
    asked.window.preview.back_pressed.emit()

    assert reading == (False, True)
    assert asked.window.results.isVisible()


def test_text_grows_and_shrinks_by_keys(asked, qtbot):
    for _ in range(20):
        qtbot.keyClick(asked.window, Qt.Key.Key_Equal, Qt.KeyboardModifier.ControlModifier)
    largest = asked.source.theme.scale
    qtbot.keyClick(asked.window, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)

    assert largest == 2.0
    assert asked.source.theme.scale == 1.0


@pytest.mark.parametrize("name", NASTY)
def test_names_are_shown_letter_by_letter(desk, qtbot, name):
    card = boatyard.hit(f"Text with {name}", "", id="n", title=name, relative=f"notes/{name}", path=f"/yard/notes/{name}", type="md")
    facets = {"tag": (boatyard.Count(name, 3),), "folder": (boatyard.Count(name, 2),)}
    desk.searcher.reply = lambda query: boatyard.answer(query, hits=(card,), facets=facets, related=())
    desk.window.header.set_library(name)

    desk.search.ask("text")
    desk.search.toggle("tag", name)
    desk.window.grab()

    labels = [label for label in desk.window.findChildren(QLabel) if label.textFormat() is not Qt.TextFormat.PlainText and label.text()]
    tips = [row.toolTip() for row in desk.window.findChildren(FacetRow) if not row.isHidden()]
    assert labels == []
    assert all("<img" not in tip and "<script" not in tip for tip in tips)
    assert desk.window.header.findChild(QAbstractButton, "library").text().count("&") % 2 == 0


def test_every_control_has_a_name(asked):
    asked.window.toggle_explain()
    nameless = []
    for widget in [*asked.window.findChildren(QAbstractButton), *asked.window.findChildren(QLineEdit)]:
        if widget.isVisible():
            interface = QAccessible.queryAccessibleInterface(widget)
            if not interface.text(QAccessible.Text.Name).strip():
                nameless.append((type(widget).__name__, widget.objectName()))

    assert nameless == []


def test_a_card_is_read_aloud_whole(asked):
    interface = QAccessible.queryAccessibleInterface(asked.view)

    first = interface.child(0).text(QAccessible.Text.Name)

    assert interface.role() is QAccessible.Role.List
    for part in ("Finishing Handbook", "p. xii (12 of 340)", "touch-dry overnight", "words, meaning", "1 of 4"):
        assert part in first


def test_the_count_is_announced(asked):
    label = asked.window.results.findChild(QLabel, "documents")

    assert label.accessibleName() == "128 passages in 41 documents, 12 queued, 3 skipped"


def test_f6_goes_round_the_parts(asked, qtbot):
    asked.field.setFocus()
    focused = []
    for _ in range(4):
        qtbot.keyClick(asked.window, Qt.Key.Key_F6)
        focused.append(type(asked.window.focusWidget()).__name__)

    assert focused[-1] == "SearchField"
    assert len(set(focused)) == 4


def test_related_documents_stand_apart(desk):
    desk.searcher.reply = lambda query: boatyard.answer(query, hits=boatyard.HITS[:1], related=boatyard.HITS[3:], total_documents=1)

    desk.search.ask("varnish")

    model = desk.search.model
    roles = [model.row(model.index(i)).role for i in range(model.rowCount())]
    assert roles == [RowRole.CARD, RowRole.HEADING, RowRole.CARD]


def test_a_changed_file_says_so(desk):
    desk.searcher.reply = lambda query: boatyard.answer(query, hits=(replace(boatyard.HITS[0], state="missing"),))

    desk.search.ask("varnish")

    assert "file missing" in desk.view.card().state


@pytest.mark.parametrize(("width", "shown"), [(900, (True, True)), (380, (False, False))])
def test_what_has_no_room_above_the_list_gives_way(qtbot, width, shown):
    pane = ResultsPane(ResultsModel(), ThemeSource("light"))
    qtbot.addWidget(pane)
    pane.resize(width, 500)
    pane.show()

    pane.show_counts(Counts("2,009 documents", "7,401 passages · 24 ms", "83 skipped, 58,590 not by meaning yet"))

    assert (pane._why.isVisibleTo(pane), pane._copy.isVisibleTo(pane)) == shown
    assert pane._documents.width() >= pane._documents.sizeHint().width()


def test_the_language_model_is_asked_by_enter_alone(desk, qtbot):
    asked = []
    desk.search.asked.connect(asked.append)
    desk.search.can_judge = True

    desk.search.ask("varnish")
    desk.window.wishes.submit()

    assert [query.judged for query in asked] == [False, True]


def test_enter_asks_no_language_model_where_none_is_set(desk):
    asked = []
    desk.search.asked.connect(asked.append)

    desk.search.ask("varnish")
    desk.window.wishes.submit()

    assert [query.judged for query in asked] == [False, False]


def test_the_field_takes_the_room_of_facets_that_are_a_drawer(desk):
    desk.window.resize(1400, 800)
    wide = desk.window.header._side.width()

    desk.window.resize(800, 700)

    assert desk.window.panes.with_drawer(800)
    assert desk.window.header._side.width() < wide
