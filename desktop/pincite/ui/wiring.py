"""Which signal of the window goes to which slot of its presenters, and back."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pincite.ui.explain.account import as_text
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.wishes import Wishes

if TYPE_CHECKING:
    from pincite.ui.main_window import MainWindow


def connect_search(window: MainWindow, search: SearchPresenter, wishes: Wishes) -> None:
    """Header, chips, facets, atlas and list with what is asked."""
    header, results = window.header, window.results
    header.text_edited.connect(search.type_text)
    header.submitted.connect(wishes.submit)
    header.mode_chosen.connect(search.set_mode)
    header.history_chosen.connect(search.ask)
    header.button_pressed.connect(wishes.press)
    header.field.went_down.connect(window.enter_list)
    header.field.paged.connect(results.view.move_by)
    header.field.dropped_last.connect(search.drop_last_filter)
    header.field.escaped.connect(search.clear)
    window.chips.removed.connect(search.drop_filters)
    window.facets.chosen.connect(search.toggle)
    window.facets.values_chosen.connect(search.choose_values)
    window.atlas.chosen.connect(search.toggle)
    window.atlas.years_chosen.connect(lambda years: search.choose_values("year", years))  # pyright: ignore[reportUnknownLambdaType]
    window.atlas.document_chosen.connect(search.ask)
    window.atlas.attention_wanted.connect(lambda: window.wished.emit("attention"))
    search.asked_changed.connect(window.show_asked)
    search.chips_changed.connect(window.chips.show_row)
    search.counts_changed.connect(results.show_counts)
    search.emptiness_changed.connect(results.show_emptiness)
    search.facets_changed.connect(window.facets.show_counts)
    search.told.connect(results.show_told)
    search.answered.connect(window.show_answer)
    results.order_chosen.connect(search.set_order)
    results.form_chosen.connect(wishes.copy_results)
    results.attention_wanted.connect(lambda: window.wished.emit("attention"))
    results.explain_wanted.connect(window.toggle_explain)
    results.facets_wanted.connect(window.toggle_drawer)
    results.phrase_wanted.connect(search.keep_phrase)
    results.way_chosen.connect(wishes.go_way)
    results.view.more_wanted.connect(search.show_more)
    results.view.selected.connect(window.select)
    results.view.acted.connect(wishes.act)
    results.view.folder_chosen.connect(lambda folder: search.toggle("folder", folder))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]  # a signal carries objects
    results.view.copy_chosen.connect(wishes.actions.show_in_folder)
    results.view.opened.connect(window.open_passages)
    results.view.closed.connect(lambda card: search.model.close_passages(card.id))  # pyright: ignore[reportUnknownLambdaType]
    results.view.left_upwards.connect(header.field.setFocus)
    results.view.wished.connect(wishes.do)


def connect_preview(window: MainWindow, preview: PreviewPresenter, wishes: Wishes) -> None:
    """Preview, account and report of left-out files."""
    pane = window.preview
    preview.head_changed.connect(pane.show_head)
    preview.reading_changed.connect(pane.show_reading)
    preview.match_changed.connect(pane.go_to_match)
    preview.stretch_changed.connect(pane.text.go_to_stretch)
    preview.page_changed.connect(pane.show_page)
    preview.page_awaited.connect(pane.page.show_waiting)
    preview.page_failed.connect(pane.page.show_failure)
    preview.ticks_changed.connect(pane.minimap.show_ticks)
    preview.ended.connect(window.pass_end)
    pane.stepped.connect(preview.step)
    pane.sought.connect(preview.seek)
    pane.stretch_wanted.connect(preview.go_to_stretch)
    pane.way_chosen.connect(preview.set_way)
    pane.scale_wanted.connect(preview.set_scale)
    pane.turned.connect(preview.turn)
    pane.acted.connect(wishes.do)
    pane.back_pressed.connect(window.leave_preview)
    window.explain.closed.connect(window.toggle_explain)
    window.explain.copy_wanted.connect(lambda: wishes.actions.copy_text(as_text(window.account()), "Account"))
    window.attention.closed.connect(window.leave_attention)
    window.attention.copied.connect(wishes.actions.copy_text)
    window.attention.folder_wanted.connect(wishes.actions.show_in_folder)
    window.strip.attention_pressed.connect(lambda: window.wished.emit("attention"))
    window.strip.locate_pressed.connect(lambda: window.wished.emit("locate"))
