"""The main window: lays the parts out, connects views with presenters, and follows its own width. It decides nothing else."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QByteArray, QModelIndex, Qt, Signal
from PySide6.QtGui import QCloseEvent, QKeySequence, QResizeEvent, QShortcut
from PySide6.QtWidgets import QApplication, QLayout, QSplitter, QStackedWidget, QVBoxLayout, QWidget

from pincite.domain.search import Mode, SearchResult
from pincite.ui.actions import CardActions
from pincite.ui.asked import Asked
from pincite.ui.atlas.view import AtlasView
from pincite.ui.attention.view import AttentionView
from pincite.ui.explain.account import Account, account_of, as_text
from pincite.ui.explain.panel import ExplainPanel
from pincite.ui.facets.panel import FacetPanel
from pincite.ui.first_run.view import FirstRunView
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.pane import PreviewPane
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.progress.strip import StatusStrip
from pincite.ui.results.card import ResultCard
from pincite.ui.results.pane import ResultsPane
from pincite.ui.search_bar.chips import Chips
from pincite.ui.search_bar.header import Header
from pincite.ui.shortcuts.keys import SHORTCUTS
from pincite.ui.shortcuts.sheet import KeySheet
from pincite.ui.theme.stylesheet import style_sheet
from pincite.ui.theme.theme import ThemeSource

FACETS_BELOW, PREVIEW_BELOW = 900, 640
"""Widths under which the facets become a drawer, and the preview takes the place of the list."""
SIZES = [264, 680, 496]
"""The panes' widths at first."""


class Page(IntEnum):
    """What fills the window."""

    FIRST_RUN = 0
    ATLAS = 1
    RESULTS = 2
    ATTENTION = 3


class MainWindow(QWidget):
    """Header, chips, one page, status strip."""

    wished = Signal(str)
    """A wish that the application answers: "settings", "pause", "check", "save", "attention"."""
    closed = Signal()

    def __init__(self, source: ThemeSource, search: SearchPresenter, preview: PreviewPresenter, actions: CardActions) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("Pincite")
        self._source, self._search, self._preview, self._actions = source, search, preview, actions
        self._drawer_open = False
        self._preview_on = True
        self._explaining = False
        self._reading = False
        self._question: object = None
        self._build()
        self._connect_search()
        self._connect_preview()
        self._connect_shortcuts()
        source.changed.connect(self._dress)
        self._dress()
        self.resize(1440, 900)
        self.header.set_mode(Mode.QUESTION)
        self.show_page(Page.ATLAS)
        self.header.field.setFocus()

    # ------------------------------------------------------------------------------ building

    def _build(self) -> None:
        source = self._source
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.setSizeConstraint(QLayout.SizeConstraint.SetNoConstraint)  # `_arrange` makes room; parts must not forbid it
        self.setMinimumSize(420, 320)
        self.header, self.chips, self.strip = Header(source, self), Chips(source, self), StatusStrip(source, self)
        self.chips.hide()
        self._pages = QStackedWidget(self)
        self.first_run, self.atlas = FirstRunView(source, self), AtlasView(source, self)
        self.attention = AttentionView(source, self)
        self._split = QSplitter(Qt.Orientation.Horizontal, self)
        self._split.setChildrenCollapsible(False)
        self._split.setHandleWidth(1)
        self.facets, self.results = FacetPanel(source, self), ResultsPane(self._search.model, source, self)
        self._side = QStackedWidget(self)
        self.preview, self.explain = PreviewPane(source, self), ExplainPanel(source, self)
        self._side.addWidget(self.preview)
        self._side.addWidget(self.explain)
        for i, (part, narrowest) in enumerate(((self.facets, 200), (self.results, 300), (self._side, 280))):
            part.setMinimumWidth(narrowest)
            self._split.addWidget(part)
            self._split.setStretchFactor(i, (0, 3, 2)[i])
        self._split.setSizes(SIZES)
        for page in (self.first_run, self.atlas, self._split, self.attention):
            self._pages.addWidget(page)
        column.addWidget(self.header)
        column.addWidget(self.chips)
        column.addWidget(self._pages, 1)
        column.addWidget(self.strip)

    def rehearse(self) -> None:
        """Paint the results once where nobody sees it: loading faces and styles would hold up the first answer."""
        self._split.resize(self.size())
        self._split.grab()

    def _connect_search(self) -> None:
        search, header, results = self._search, self.header, self.results
        header.text_edited.connect(search.type_text)
        header.submitted.connect(self._submit)
        header.mode_chosen.connect(search.set_mode)
        header.history_chosen.connect(search.ask)
        header.button_pressed.connect(self._press)
        header.field.went_down.connect(self._enter_list)
        header.field.paged.connect(results.view.move_by)
        header.field.dropped_last.connect(search.drop_last_filter)
        header.field.escaped.connect(search.clear)
        self.chips.removed.connect(search.drop_filters)
        self.facets.chosen.connect(search.toggle)
        self.facets.values_chosen.connect(search.choose_values)
        self.atlas.chosen.connect(search.toggle)
        self.atlas.years_chosen.connect(lambda years: search.choose_values("year", years))  # pyright: ignore[reportUnknownLambdaType]
        self.atlas.search_chosen.connect(search.ask)
        self.atlas.document_chosen.connect(search.ask)
        self.atlas.attention_wanted.connect(lambda: self.wished.emit("attention"))
        search.asked_changed.connect(self._show_asked)
        search.chips_changed.connect(self.chips.show_row)
        search.counts_changed.connect(results.show_counts)
        search.emptiness_changed.connect(results.show_emptiness)
        search.facets_changed.connect(self.facets.show_counts)
        search.told.connect(results.show_told)
        search.answered.connect(self._after_answer)
        results.order_chosen.connect(search.set_order)
        results.attention_wanted.connect(lambda: self.wished.emit("attention"))
        results.explain_wanted.connect(self.toggle_explain)
        results.facets_wanted.connect(self._toggle_drawer)
        results.phrase_wanted.connect(search.keep_phrase)
        results.way_chosen.connect(self._go_way)
        results.view.more_wanted.connect(search.show_more)
        results.view.selected.connect(self._select)
        results.view.acted.connect(self.act)
        results.view.opened.connect(self._open_passages)
        results.view.closed.connect(lambda card: search.model.close_passages(card.id))  # pyright: ignore[reportUnknownLambdaType]
        results.view.left_upwards.connect(header.field.setFocus)
        results.view.wished.connect(self.do)

    def _connect_preview(self) -> None:
        preview, pane = self._preview, self.preview
        preview.head_changed.connect(pane.show_head)
        preview.reading_changed.connect(pane.show_reading)
        preview.match_changed.connect(pane.text.go_to)
        preview.page_changed.connect(pane.show_page)
        preview.page_awaited.connect(pane.page.show_waiting)
        preview.page_failed.connect(pane.page.show_failure)
        preview.ticks_changed.connect(pane.minimap.show_ticks)
        preview.ended.connect(self._pass_end)
        pane.stepped.connect(preview.step)
        pane.sought.connect(preview.seek)
        pane.way_chosen.connect(preview.set_way)
        pane.scale_wanted.connect(preview.set_scale)
        pane.turned.connect(preview.turn)
        pane.acted.connect(self.do)
        pane.back_pressed.connect(self._leave_preview)
        self.explain.closed.connect(self.toggle_explain)
        self.explain.copy_wanted.connect(lambda: self._actions.copy_text(as_text(self._account()), "Account"))
        self.attention.closed.connect(self.leave_attention)
        self.attention.copied.connect(self._actions.copy_text)
        self.attention.folder_wanted.connect(self._actions.show_in_folder)
        self.strip.attention_pressed.connect(lambda: self.wished.emit("attention"))
        self._actions.said.connect(self.strip.say)

    def _connect_shortcuts(self) -> None:
        for shortcut in SHORTCUTS:
            if not shortcut.local:
                for keys in shortcut.keys:
                    made = QShortcut(QKeySequence(keys), self)
                    made.setAutoRepeat(shortcut.wish in ("next-match", "previous-match", "larger", "smaller"))
                    made.activated.connect(lambda wish=shortcut.wish: self.do(wish))

    # ------------------------------------------------------------------------------ wishes

    def do(self, wish: str) -> None:
        """Do what a key or a button asks for; what is not the window's business is passed on."""
        search = self._search
        local = {
            "field": lambda: (self.header.field.setFocus(), self.header.field.selectAll()),
            "preview": self._toggle_preview, "preview-place": self._toggle_preview, "explain": self.toggle_explain,
            "next-match": lambda: self._preview.step(1), "previous-match": lambda: self._preview.step(-1),
            "panes": lambda: self._cycle(1), "panes-back": lambda: self._cycle(-1),
            "back": search.go_back, "forward": search.go_forward, "history": self.header.show_history,
            "mode": lambda: search.set_mode(Mode.QUERY if search.state.mode is Mode.QUESTION else Mode.QUESTION),
            "larger": lambda: self._source.set_scale(self._source.theme.scale + 0.1),
            "smaller": lambda: self._source.set_scale(self._source.theme.scale - 0.1),
            "plain-size": lambda: self._source.set_scale(1.0),
            "help": lambda: KeySheet(self._source, self).open(), "quit": self.close,
        }
        if wish in local:
            local[wish]()
        elif wish.startswith("card-"):
            self.results.view.select(search.model.card_index(int(wish[5:])))
            self.results.view.setFocus()
        elif wish in ("open", "copy", "folder", "default", "path", "like", "text"):
            card = self.results.view.card() or self._preview.card
            if card:
                self.act(wish, card)
        else:
            self.wished.emit(wish)

    def act(self, action: str, card: ResultCard) -> None:
        """Do something with a card."""
        passage, actions = card.hit.passage, self._actions
        self._search.remember()
        match action:
            case "open":
                self._search.model.mark_visited(card.id)
                actions.open(card)
            case "default":
                actions.open_by_default(card)
            case "folder":
                actions.show_in_folder(passage.path)
            case "copy":
                actions.copy_citation(card)
            case "text":
                actions.copy_text(passage.text)
            case "path":
                actions.copy_text(passage.path, "Path")
            case "like":
                self._search.ask(" ".join(passage.text.split()[:60]))
            case "hide-type":
                self._search.toggle("type", passage.type, exclude=True)
            case "hide-folder" if card.folders:
                self._search.toggle("folder", card.folders[-1][1], exclude=True)
            case "preview":
                self._toggle_preview()
            case _:
                pass

    def _press(self, button: str) -> None:
        self.do({"star": "save"}.get(button, button))

    def _submit(self) -> None:
        self._search.ask_now()
        self._search.remember()

    def _go_way(self, way: str) -> None:
        if way == "clear-filters":
            self._search.drop_filters(self._search.state.filters)
        elif way == "clear":
            self._search.clear()
        else:
            self.wished.emit(way)

    # ------------------------------------------------------------------------------ pages

    def show_page(self, page: Page) -> None:
        """Fill the window with *page*."""
        self._pages.setCurrentIndex(page)
        self.header.setVisible(page is not Page.FIRST_RUN)
        self.strip.setVisible(page is not Page.FIRST_RUN)
        if page is Page.FIRST_RUN:
            self.chips.hide()

    @property
    def page(self) -> Page:
        """What fills the window."""
        return Page(self._pages.currentIndex())

    def leave_attention(self) -> None:
        """Back to what is asked, or to the atlas."""
        self.show_page(Page.ATLAS if self._search.state.empty else Page.RESULTS)

    def _show_asked(self, asked: Asked) -> None:
        self.header.set_text(asked.text)
        self.header.set_mode(asked.mode)
        self.facets.show_asked(asked)
        if asked.empty:
            self.show_page(Page.ATLAS)
        elif self._search.result is not None or self.page is Page.ATTENTION:
            self.show_page(Page.RESULTS)

    def _after_answer(self, result: SearchResult) -> None:
        self.show_page(Page.RESULTS)
        view, model, query = self.results.view, self._search.model, result.query
        question = (query.text, query.mode, query.filters, query.order)
        read = self._preview.card
        stay = model.index_of(read.id) if read is not None and question == self._question else QModelIndex()
        if stay.isValid():
            view.select(stay)  # the same question again: the list has moved, the reader has not
        else:
            view.select(model.first_card())
            view.scrollToTop()
        self._question = question
        card = view.card()
        if card is None:
            self._preview.clear()
        else:
            self._preview.show_card(card, self._search.query())
        self.header.set_history(self._search.history())
        self._show_account()

    def _select(self, card: ResultCard) -> None:
        if self._search.updating:
            return
        self._preview.show_card(card, self._search.query())
        self._show_account()
        self._arrange()

    def _enter_list(self) -> None:
        view = self.results.view
        if view.currentIndex().row() <= 0:
            view.select(self._search.model.first_card())
        else:
            view.move_by(1)
        view.setFocus()

    def _open_passages(self, card: ResultCard) -> None:
        self._search.model.open_passages(card.id, self._search.passages_of(card))

    # ------------------------------------------------------------------------------ explanation and preview

    def toggle_explain(self) -> None:
        """Show why these results, or the preview again."""
        self._explaining = not self._explaining
        self._search.set_explaining(self._explaining)
        self._side.setCurrentWidget(self.explain if self._explaining else self.preview)
        self._preview_on = True
        self._show_account()
        self._arrange()

    def _account(self) -> Account:
        card, result = self.results.view.card(), self._search.result
        return account_of(result, card.hit if card else None) if result else Account()

    def _show_account(self) -> None:
        if self._explaining:
            self.explain.show_account(self._account())

    def _toggle_preview(self) -> None:
        if self.width() < PREVIEW_BELOW:
            self._reading = not self._reading
        else:
            self._preview_on = not self._preview_on
        self._arrange()
        if self._reading and self.width() < PREVIEW_BELOW:
            self.preview.focus_text()

    def _leave_preview(self) -> None:
        self._reading = False
        self._arrange()
        self.results.view.setFocus()

    def _pass_end(self, direction: int) -> None:
        if self.preview.at_end():
            self.results.view.move_by(direction)
        else:
            self.preview.show_end(direction)

    # ------------------------------------------------------------------------------ width and look

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _toggle_drawer(self) -> None:
        self._drawer_open = not self._drawer_open
        self._arrange()
        if self._drawer_open:
            self.facets.focus_first()

    def _arrange(self) -> None:
        """Show the parts that this width has room for."""
        scale = self._source.theme.scale
        drawer, single = self.width() < FACETS_BELOW * scale, self.width() < PREVIEW_BELOW * scale
        replaced = single and (self._reading or self._explaining)
        self.facets.setVisible((not drawer or self._drawer_open) and not replaced)
        self._side.setVisible(replaced or (self._preview_on and not single and not (drawer and self._drawer_open)))
        self.results.setVisible(not replaced)
        self.preview.set_back(single)
        self.results.set_compact(single, drawer=drawer)
        self.header.set_compact(single)
        self.strip.set_compact(single)

    def _cycle(self, step: int) -> None:
        parts: list[QWidget] = [self.header.field]
        if self.page is Page.RESULTS:
            parts += [part for part in (self.facets, self.results.view, self._side) if part.isVisible()]
        elif self.page is Page.ATLAS:
            parts.append(self.atlas)
        focus = QApplication.focusWidget()
        here = next((i for i, part in enumerate(parts) if focus is not None and (part is focus or part.isAncestorOf(focus))), 0)
        target = parts[(here + step) % len(parts)]
        if target is self.facets:
            self.facets.focus_first()
        elif target is self._side and not self._explaining:
            self.preview.focus_text()
        else:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _dress(self) -> None:
        self.setStyleSheet(style_sheet(self._source.theme))
        self._arrange()

    # ------------------------------------------------------------------------------ state

    def splitter_state(self) -> QByteArray:
        """The panes' sizes, to be kept."""
        return self._split.saveState()

    def restore_splitter(self, state: QByteArray) -> None:
        """Give the panes the sizes they had."""
        self._split.restoreState(state)

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        super().closeEvent(event)
