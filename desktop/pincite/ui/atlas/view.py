"""The start page: what the library holds, as cards that filter when they are pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from pincite.ui.atlas.tiles import Card, LinkTile, ValueTile
from pincite.ui.atlas.treemap import Treemap
from pincite.ui.atlas.values import Atlas, Link, Recent
from pincite.ui.facets.histogram import YearHistogram
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import ThemeSource

RECENT = 8
"""Files under "recently changed"."""
LINES = 6
"""Saved searches, and reasons for attention."""
COLUMN = 330
"""Pixels of a column at 100 %; the window decides how many there are."""


class AtlasView(QScrollArea):
    """Fills the cards when it is looked at, and lays them out in as many columns as fit."""

    chosen = Signal(str, str, bool)
    years_chosen = Signal(object)
    document_chosen = Signal(str)
    """A file's name."""
    attention_wanted = Signal()
    search_chosen = Signal(str)
    """A saved search's name."""
    search_dropped = Signal(str)
    """The name of a saved search that is wanted no more."""
    vain_chosen = Signal(str)
    """A question that found nothing, to be asked again."""

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("atlas")
        self.setAccessibleName("Atlas of the library")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._source = source
        self._atlas = Atlas()
        self._groups: tuple[str, ...] = ()
        self._saved: tuple[str, ...] = ()
        self._vain: tuple[tuple[str, int], ...] = ()
        self._recent: tuple[Recent, ...] = ()
        self._tiles: list[ValueTile] = []
        self._placed: list[tuple[Card, int, int, int]] = []
        self._inside = QWidget(self)
        self._inside.setObjectName("atlas-inside")
        self._grid = QGridLayout(self._inside)
        self._grid.setContentsMargins(16, 16, 16, 16)
        self._grid.setSpacing(12)
        self._make_cards()
        self.setWidget(self._inside)
        self._soon = QTimer(self)  # several answers come at once; they are one change
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._fill)
        source.changed.connect(self._later)

    def show_atlas(self, atlas: Atlas) -> None:
        """Show what the library holds."""
        self._atlas = atlas
        self._later()

    def show_attention(self, groups: tuple[str, ...]) -> None:
        """Show what needs attention, a line for each reason."""
        self._groups = groups
        self._later()

    def show_recent(self, recent: tuple[Recent, ...]) -> None:
        """Show the files that changed lately."""
        self._recent = recent
        self._later()

    def show_saved(self, saved: tuple[str, ...]) -> None:
        """Show the saved searches."""
        self._saved = saved
        self._later()

    def show_vain(self, questions: tuple[tuple[str, int], ...]) -> None:
        """Show the questions that found nothing, and how often each was asked."""
        self._vain = questions
        self._later()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    # ------------------------------------------------------------------------------ cards

    def _make_cards(self) -> None:
        source, inside = self._source, self._inside
        self._nothing = Card("Nothing is indexed yet", "", inside)
        words = PlainLabel("Documents appear here as they are read. You can ask at once: answers grow with the index.", "quiet-words", inside)
        words.setWordWrap(True)
        self._nothing.column.addWidget(words)
        self._folders, self._years = Card("Folders", "", inside), Card("Years", "", inside)
        self._treemap = Treemap(source, self._folders)
        self._treemap.chosen.connect(self.chosen)
        self._folders.column.addWidget(self._treemap, 1)
        self._histogram = YearHistogram(source, self._years, height=170, most_bars=24)
        self._histogram.range_chosen.connect(self._choose_years)
        self._years.column.addWidget(self._histogram, 1)
        self._changed, self._attention, self._questions = (LinkTile(source, inside) for _ in range(3))
        self._searches = LinkTile(source, inside, removable=True)
        self._changed.pressed.connect(self.document_chosen)
        self._searches.pressed.connect(self.search_chosen)
        self._searches.removed.connect(self.search_dropped)
        self._attention.pressed.connect(self._want_attention)
        self._questions.pressed.connect(self.vain_chosen)
        for card in (self._nothing, self._folders, self._years, self._changed, self._searches, self._attention, self._questions):
            card.hide()

    def _later(self) -> None:
        if self.isVisible():
            self._soon.start()

    def _fill(self) -> None:
        atlas = self._atlas
        while len(self._tiles) < len(atlas.tiles):
            tile = ValueTile(self._source, self._inside)
            tile.chosen.connect(self.chosen)
            tile.hide()
            self._tiles.append(tile)
        for tile, values in zip(self._tiles, atlas.tiles, strict=False):
            tile.show_tile(values)
        self._folders.set_note(atlas.total)
        self._treemap.show_fields(atlas.fields)
        undated = f"no date {atlas.undated:,}  ·  " if atlas.undated else ""
        self._years.set_note(f"{undated}drag to choose")
        self._histogram.show_years(atlas.years, None)
        today = sum(recent.today for recent in self._recent)
        lines = tuple(Link(recent.name, recent.when, recent.name) for recent in self._recent[:RECENT])
        self._changed.show_links("Recently changed", f"today {today}" if today else "", lines)
        self._searches.show_links("Saved searches", "", tuple(Link(name, "", name) for name in self._saved[:LINES]))
        asked = tuple(Link(text, f"{times} times" if times > 1 else "", text) for text, times in self._vain[:LINES])
        self._questions.show_links("Found nothing", "", asked)
        self._attention.show_links("Needs attention", "", tuple(Link(words, "", words, warning=True) for words in self._groups[:LINES]))
        self._place()

    def _cards(self) -> list[tuple[Card, int]]:
        """(card, columns it would like) of those that have something to say, in their order."""
        atlas = self._atlas
        tiles: list[tuple[Card, int]] = [(tile, 1) for tile in self._tiles[: len(atlas.tiles)]]
        wished: list[tuple[Card, int, bool]] = [
            (self._nothing, 4, not atlas.documents),
            (self._folders, 2, len(atlas.fields) > 1),
            *((tile, width, True) for tile, width in tiles[:2]),
            (self._years, 2, len(atlas.years) > 1),
            *((tile, width, True) for tile, width in tiles[2:3]),
            (self._changed, 1, bool(self._recent)),
            (self._searches, 1, bool(self._saved)),
            (self._attention, 1, bool(self._groups)),
            (self._questions, 1, bool(self._vain)),
            *((tile, width, True) for tile, width in tiles[3:]),
        ]
        return [(card, width) for card, width, wanted in wished if wanted]

    def _place(self) -> None:
        columns = self._columns()
        placed = _placed(self._cards(), columns)
        if placed == self._placed:
            return
        self._inside.setUpdatesEnabled(False)
        for card, _, _, _ in self._placed:
            self._grid.removeWidget(card)
            card.hide()
        for card, row, column, span in placed:
            self._grid.addWidget(card, row, column, 1, span)
            card.show()
        last = max((row for _, row, _, _ in placed), default=0)
        for row in range(self._grid.rowCount()):
            self._grid.setRowStretch(row, 1 if row > last else 0)
        self._grid.setRowStretch(last + 1, 1)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)
        self._placed = placed
        self._inside.setUpdatesEnabled(True)

    def _columns(self) -> int:
        wide = self.viewport().width()
        return 4 if wide >= self._source.theme.px(3.1 * COLUMN) else 2 if wide >= self._source.theme.px(1.9 * COLUMN) else 1

    def _want_attention(self, _words: str) -> None:
        self.attention_wanted.emit()

    def _choose_years(self, first: int, last: int) -> None:
        inside = tuple(str(year) for year, _ in self._atlas.years if first <= year <= last)
        if inside:
            self.years_chosen.emit(inside)


def _placed(cards: list[tuple[Card, int]], columns: int) -> list[tuple[Card, int, int, int]]:
    """(card, row, column, span): cards in order, wrapped at *columns*; the last ones of a row share the room that is left."""
    rows: list[list[tuple[Card, int]]] = [[]]
    for card, wish in cards:
        span = min(wish, columns)
        if sum(width for _, width in rows[-1]) + span > columns:
            rows.append([])
        rows[-1].append((card, span))
    placed: list[tuple[Card, int, int, int]] = []
    for number, row in enumerate(rows):
        spare, column = columns - sum(width for _, width in row), 0
        for i, (card, span) in enumerate(row):
            wide = span + spare // len(row) + (1 if i >= len(row) - spare % len(row) else 0)
            placed.append((card, number, column, wide))
            column += wide
    return placed
