"""The main window: lays the parts out, connects views with presenters, and follows its own width. It decides nothing else."""

from __future__ import annotations

from enum import IntEnum

from PySide6.QtCore import QModelIndex, Qt, Signal
from PySide6.QtGui import QCloseEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QLayout, QStackedWidget, QVBoxLayout, QWidget

from pincite.domain.search import Mode, SearchResult
from pincite.ui.actions import CardActions
from pincite.ui.asked import Asked
from pincite.ui.atlas.view import AtlasView
from pincite.ui.attention.view import AttentionView
from pincite.ui.explain.account import Account, account_of
from pincite.ui.explain.panel import ExplainPanel
from pincite.ui.facets.panel import FacetPanel
from pincite.ui.figures.sheet import FiguresSheet
from pincite.ui.figures.values import Section
from pincite.ui.first_run.view import FirstRunView
from pincite.ui.panes import Panes
from pincite.ui.presenter import SearchPresenter
from pincite.ui.preview.pane import PreviewPane
from pincite.ui.preview.presenter import PreviewPresenter
from pincite.ui.progress.strip import StatusStrip
from pincite.ui.results.card import ResultCard
from pincite.ui.results.pane import ResultsPane
from pincite.ui.search_bar.chips import Chips
from pincite.ui.search_bar.header import Header
from pincite.ui.theme.painting import load_faces
from pincite.ui.theme.room import within_screen
from pincite.ui.theme.stylesheet import style_sheet
from pincite.ui.theme.theme import ThemeSource
from pincite.ui.wiring import connect_preview, connect_search
from pincite.ui.wishes import Wishes


class Page(IntEnum):
    """What fills the window."""

    FIRST_RUN = 0
    ATLAS = 1
    RESULTS = 2
    ATTENTION = 3


class MainWindow(QWidget):
    """Header, chips, one page, status strip."""

    wished = Signal(str)
    """A wish that the application answers: "settings", "pause", "check", "save", "attention", "figures"."""
    closed = Signal()

    def __init__(self, source: ThemeSource, search: SearchPresenter, preview: PreviewPresenter, actions: CardActions) -> None:
        super().__init__()
        self.setObjectName("window")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setWindowTitle("Pincite")
        self._source, self._search, self._preview, self._actions = source, search, preview, actions
        self._question: object = None
        self._chosen = ""
        self._build()
        self.wishes = Wishes(self, source, search, preview, actions)
        self.wishes.passed_on.connect(self.wished)
        connect_search(self, search, self.wishes)
        connect_preview(self, preview, self.wishes)
        actions.said.connect(self.strip.say)
        source.changed.connect(self._dress)
        self._dress()
        self.resize(within_screen(self, 1440, 900))
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
        self.facets, self.results = FacetPanel(source, self), ResultsPane(self._search.model, source, self)
        self.preview, self.explain = PreviewPane(source, self), ExplainPanel(source, self)
        self.panes = Panes(self.facets, self.results, self.preview, self.explain, source, self)
        for page in (self.first_run, self.atlas, self.panes, self.attention):
            self._pages.addWidget(page)
        column.addWidget(self.header)
        column.addWidget(self.chips)
        column.addWidget(self._pages, 1)
        column.addWidget(self.strip)

    def rehearse(self) -> None:
        """Paint the results once where nobody sees it: loading faces and making rows would hold up the first answer."""
        self.facets.rehearse()
        load_faces(self._source.theme)
        self.panes.resize(self.size())
        self.panes.grab()

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

    def show_figures(self, sections: tuple[Section, ...]) -> None:
        """Show a library's figures on a sheet of their own."""
        sheet = FiguresSheet(sections, self._source, self)
        sheet.copied.connect(lambda text: self.wishes.actions.copy_text(text, "Figures"))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]  # a signal carries objects
        sheet.open()

    def leave_attention(self) -> None:
        """Back to what is asked, or to the atlas."""
        self.show_page(Page.ATLAS if self._search.state.empty else Page.RESULTS)

    def show_asked(self, asked: Asked) -> None:
        """Something else is asked now."""
        self.header.set_text(asked.text)
        self.header.set_mode(asked.mode)
        self.results.show_order(asked.order)
        self.facets.show_asked(asked)
        if asked.empty:
            self.show_page(Page.ATLAS)
        elif self._search.result is not None or self.page is Page.ATTENTION:
            self.show_page(Page.RESULTS)

    def show_answer(self, result: SearchResult) -> None:
        """The question is answered: choose a card; its document follows."""
        self.show_page(Page.RESULTS)
        view, model, query = self.results.view, self._search.model, result.query
        question = (query.text, query.mode, query.filters, query.order)
        stay = model.index_of(self._chosen) if question == self._question else QModelIndex()
        if stay.isValid():
            view.select(stay)  # the same question again: the list has moved, the reader has not
        else:
            view.select(model.first_card())
            view.scrollToTop()
        card, self._question = view.card(), question
        self._chosen = card.id if card else ""
        self._search.turns.put("reading", self._read_current)
        self.header.set_history(self._search.history())

    def select(self, card: ResultCard) -> None:
        """A card was chosen in the list."""
        if not self._search.updating:
            self._chosen = card.id
            self._search.turns.put("reading", self._read_current)
            self._arrange()

    def _read_current(self) -> None:
        """Show the document of the current card."""
        card = self.results.view.card()
        if card is None:
            self._preview.clear()
        else:
            self._preview.show_card(card, self._search.query())
        self._show_account()

    def enter_list(self) -> None:
        """From the field into the list."""
        view = self.results.view
        if view.currentIndex().row() <= 0:
            view.select(self._search.model.first_card())
        else:
            view.move_by(1)
        view.setFocus()

    def open_passages(self, card: ResultCard) -> None:
        """Show the other passages of a card."""
        self._search.model.open_passages(card.id, self._search.passages_of(card))

    # ------------------------------------------------------------------------------ explanation and preview

    def toggle_explain(self) -> None:
        """Show why these results, or the preview again."""
        self.panes.explain(not self.panes.explaining)
        self._search.set_explaining(self.panes.explaining)
        self._show_account()
        self._arrange()

    def account(self) -> Account:
        """Why these results, in words and numbers."""
        card, result = self.results.view.card(), self._search.result
        return account_of(result, card.hit if card else None) if result else Account()

    def _show_account(self) -> None:
        if self.panes.explaining:
            self.explain.show_account(self.account())

    def toggle_preview(self) -> None:
        """Show the preview, or the list alone."""
        self.panes.toggle_preview(self.width())
        self._arrange()
        if self.panes.reading and self.panes.single(self.width()):
            self.preview.focus_text()

    def cycle_preview(self) -> None:
        """Put the preview beside the list, below it, or away."""
        self.panes.cycle_placement()
        self._arrange()
        self._search.turns.put("match", self.preview.text.show_current)  # once it is laid out at its new width

    def leave_preview(self) -> None:
        """From the preview back to the list."""
        self.panes.reading = False
        self._arrange()
        self.results.view.setFocus()

    def pass_end(self, direction: int) -> None:
        """Past the last match (1) or the first (-1): say so, and the next time go on to the next result."""
        if self.preview.at_end():
            self.results.view.move_by(direction)
        else:
            self.preview.show_end(direction)

    # ------------------------------------------------------------------------------ width and look

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def toggle_drawer(self) -> None:
        """Show the facets in a narrow window, or the list again."""
        self.panes.drawer_open = not self.panes.drawer_open
        self._arrange()
        if self.panes.drawer_open:
            self.facets.focus_first()

    def _arrange(self) -> None:
        """Show the parts that this width has room for."""
        single = self.panes.single(self.width())
        self.panes.arrange(self.width())
        self.preview.set_back(single)
        drawer = self.panes.with_drawer(self.width())
        self.results.set_compact(single, drawer=drawer)
        self.header.set_compact(single, drawer=drawer)
        self.strip.set_compact(single)

    def cycle(self, step: int) -> None:
        """Put the keyboard into the next (1) or previous (-1) part."""
        parts: list[QWidget] = [self.header.field]
        if self.page is Page.RESULTS:
            parts += [part for part in (self.facets, self.results.view, self.panes.side) if part.isVisible()]
        elif self.page is Page.ATLAS:
            parts.append(self.atlas)
        focus = QApplication.focusWidget()
        here = next((i for i, part in enumerate(parts) if focus is not None and (part is focus or part.isAncestorOf(focus))), 0)
        target = parts[(here + step) % len(parts)]
        if target is self.facets:
            self.facets.focus_first()
        elif target is self.panes.side and not self.panes.explaining:
            self.preview.focus_text()
        else:
            target.setFocus(Qt.FocusReason.ShortcutFocusReason)

    def _dress(self) -> None:
        self.setStyleSheet(style_sheet(self._source.theme))
        self._arrange()

    def closeEvent(self, event: QCloseEvent) -> None:
        self.closed.emit()
        super().closeEvent(event)
