"""Decides what the preview shows: which document, which match of how many, text or page, and what to ask for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from pincite.domain.search import Query
from pincite.domain.whole_document import WholeDocument
from pincite.domain.wording import counted
from pincite.ui.preview.document import Match, first_glance, first_match, matches_of, share_of
from pincite.ui.preview.page_client import DrawnPage, PageRequest
from pincite.ui.results.card import ResultCard
from pincite.ui.results.citation import citation

HOLD_MS = 60
"""Silence after a selection before the whole document is read; so that holding Down reads only the last."""


class Way(Enum):
    """How a document is shown."""

    TEXT = "text"
    PAGE = "page"


@dataclass(frozen=True, slots=True)
class PreviewHead:
    """The words above the document."""

    title: str = ""
    citation: str = ""
    matches: str = ""
    paged: bool = False
    way: Way = Way.TEXT


class PreviewPresenter(QObject):
    """Holds the document that is read. Views connect to its signals; its slots are their wishes and the answers."""

    read_wanted = Signal(object, object)
    """A `Passage` and the `Query` whose words are to be marked."""
    page_wanted = Signal(object)
    head_changed = Signal(object)
    reading_changed = Signal(object, object, int)
    """A `WholeDocument`, its matches, and the current one."""
    match_changed = Signal(int)
    stretch_changed = Signal(int)
    """The stretch, by number, whose beginning is gone to."""
    page_changed = Signal(object, int)
    """A `DrawnPage` and which of its matches is current."""
    page_failed = Signal(str)
    page_awaited = Signal()
    ticks_changed = Signal(object, int)
    ended = Signal(int)
    """The last (1) or first (-1) match was passed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.card: ResultCard | None = None
        self.reading = WholeDocument(())
        self.matches: tuple[Match, ...] = ()
        self.current = -1
        self.prefers_page = True
        self._query = Query("")
        self._scale = 1.0
        self._page = 0
        self._drawn: DrawnPage | None = None
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(HOLD_MS)
        self._hold.timeout.connect(self._want_document)

    # ------------------------------------------------------------------------------ wishes

    def show_card(self, card: ResultCard, query: Query) -> None:
        """Show this card's document at its match: the passage at once, the rest when it is read."""
        if self.card is not None and self.card.id == card.id and self._query == query and len(self.reading.stretches) > 1:
            return
        self.card, self._query, self._drawn = card, query, None
        self._take(first_glance(card.hit))
        if self.way is Way.PAGE:
            self.page_awaited.emit()
        self._hold.start()

    def clear(self) -> None:
        """Show nothing."""
        self.card, self.reading, self.matches, self.current = None, WholeDocument(()), (), -1
        self._hold.stop()
        self._tell()

    def step(self, direction: int) -> None:
        """Go to the next match (1) or the one before (-1); past the ends, tell so."""
        if not self.matches or not 0 <= self.current + direction < len(self.matches):
            self.ended.emit(direction)
            return
        self.current += direction
        self._go()

    def seek(self, share: float) -> None:
        """Go to the match nearest to *share* of the document."""
        if self.matches:
            self.current = min(range(len(self.matches)), key=lambda i: abs(self.matches[i].share - share))
            self._go()

    def go_to_stretch(self, number: int) -> None:
        """Go to the beginning of a stretch; the matches stay as they are."""
        if 0 <= number < len(self.reading.stretches):
            self.stretch_changed.emit(number)
            page = self.reading.stretches[number].passage.location.page
            if self.way is Way.PAGE and page is not None:
                self._want_page(page)

    def set_way(self, way: Way) -> None:
        """Show the text or the page."""
        self.prefers_page = way is Way.PAGE
        self._tell()
        if self.way is Way.PAGE:
            self._want_page()

    def set_scale(self, scale: float) -> None:
        """The page view wants its page at *scale* pixels a point."""
        if abs(scale - self._scale) > 0.01:
            self._scale = scale
            if self.way is Way.PAGE and self.card is not None:
                self._want_page()

    def turn(self, pages: int) -> None:
        """Go on by *pages*, without leaving the match behind for good."""
        if self._drawn is not None:
            page = min(max(1, self._page + pages), self._drawn.pages)
            if page != self._page:
                self._want_page(page)

    @property
    def way(self) -> Way:
        """How the document is shown now."""
        return Way.PAGE if self.prefers_page and self._paged() else Way.TEXT

    # ------------------------------------------------------------------------------ answers

    @Slot(object)
    def show_reading(self, reading: WholeDocument) -> None:
        """The document is read; one that was asked for another card is dropped."""
        if self.card is None or not reading.stretches:
            return
        focus = reading.stretches[min(reading.focus, len(reading.stretches) - 1)]
        if focus.passage.id == self.card.hit.passage.id:
            self._take(reading)
            if self.way is Way.PAGE:
                self._want_page()

    @Slot(object)
    def show_page(self, page: DrawnPage) -> None:
        """A page is drawn; one of another document is dropped."""
        if self.card is not None and page.request.path == self.card.hit.passage.path and self.way is Way.PAGE:
            self._drawn, self._page = page, page.page
            self.page_changed.emit(page, self._match_on_page())
            self._tell()

    @Slot(str)
    def show_page_failure(self, reason: str) -> None:
        """The page could not be drawn."""
        self.page_failed.emit(reason)

    # ------------------------------------------------------------------------------ inside

    def _take(self, reading: WholeDocument) -> None:
        assert self.card is not None
        self.reading, self.matches = reading, matches_of(reading)
        self.current = first_match(self.matches, reading, self.card.hit)
        self.reading_changed.emit(reading, self.matches, self.current)
        self._tell()

    def _go(self) -> None:
        self.match_changed.emit(self.current)
        self._tell()
        if self.way is Way.PAGE:
            if self._drawn is not None and self._drawn.page == self._page_of_match():
                self.page_changed.emit(self._drawn, self._match_on_page())
            else:
                self._want_page()

    def _want_document(self) -> None:
        if self.card is not None:
            self.read_wanted.emit(self.card.hit.passage, self._query)

    def _want_page(self, page: int | None = None) -> None:
        if self.card is None:
            return
        number = page or self._page_of_match() or 1
        self._page = number
        self.page_wanted.emit(PageRequest(self.card.hit.passage.path, number, self._scale, self._words_on(number)))

    def _words_on(self, page: int) -> tuple[str, ...]:
        """The words that are marked on a page, as they are written there."""
        words = [
            stretch.passage.text[start:end]
            for stretch in self.reading.stretches
            if stretch.passage.location.page == page
            for start, end in stretch.marks
        ]
        return tuple(dict.fromkeys(words))

    def _page_of_match(self) -> int | None:
        number = self.matches[self.current].stretch if 0 <= self.current < len(self.matches) else self.reading.focus
        return self.reading.stretches[number].passage.location.page if number < len(self.reading.stretches) else None

    def _match_on_page(self) -> int:
        """Which of the page's matches, from 0, is the current one; -1 if it is on another page."""
        page = self._page_of_match()
        if page != self._page or not 0 <= self.current < len(self.matches):
            return -1
        stretches = self.reading.stretches
        return sum(stretches[match.stretch].passage.location.page == page for match in self.matches[: self.current])

    def _paged(self) -> bool:
        passage = self.card.hit.passage if self.card else None
        return passage is not None and passage.type == "pdf" and not passage.member and passage.location.page is not None

    def _tell(self) -> None:
        card, total = self.card, len(self.matches)
        if card is None:
            self.head_changed.emit(PreviewHead())
            self.ticks_changed.emit((), -1)
            return
        words = f"match {self.current + 1:,} of {total:,}" if self.current >= 0 else counted(total, "match", "matches") if total else "by meaning"
        place = card.citation
        if 0 <= self.current < total:
            passage = self.reading.stretches[self.matches[self.current].stretch].passage
            place = card.citation if passage.id == card.hit.passage.id else citation(passage)
        self.head_changed.emit(PreviewHead(card.title, place, words, self._paged(), self.way))
        ticks = tuple(match.share for match in self.matches) or (share_of(self.reading, self.reading.focus),)
        self.ticks_changed.emit(ticks, self.current if self.matches else 0)
