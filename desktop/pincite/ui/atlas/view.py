"""The start page: what the library holds, as cards that filter when they are pressed."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QScrollArea, QWidget

from pincite.ui.atlas.tiles import Card, LinkRow, ValueTile
from pincite.ui.atlas.treemap import Treemap
from pincite.ui.atlas.values import Atlas, Recent
from pincite.ui.facets.histogram import YearHistogram
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import ThemeSource

RECENT = 8
"""Documents under "recently changed"."""
COLUMN = 330
"""Pixels of a column at 100 %; the window decides how many there are."""


class AtlasView(QScrollArea):
    """Lays the cards out in as many columns as fit."""

    chosen = Signal(str, str, bool)
    years_chosen = Signal(object)
    document_chosen = Signal(str)
    """A file's name."""
    attention_wanted = Signal()
    search_chosen = Signal(str)

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
        self._recent: tuple[Recent, ...] = ()
        self._columns = 0
        self._inside = QWidget(self)
        self._inside.setObjectName("atlas-inside")
        self.setWidget(self._inside)
        source.changed.connect(self._rebuild)

    def show_atlas(self, atlas: Atlas) -> None:
        """Show what the library holds."""
        if atlas != self._atlas:
            self._atlas = atlas
            self._rebuild()

    def show_attention(self, groups: tuple[str, ...]) -> None:
        """Show what needs attention, a line for each reason."""
        if groups != self._groups:
            self._groups = groups
            self._rebuild()

    def show_recent(self, recent: tuple[Recent, ...]) -> None:
        """Show the files that changed lately."""
        if recent != self._recent:
            self._recent = recent
            self._rebuild()

    def show_saved(self, saved: tuple[str, ...]) -> None:
        """Show the saved searches."""
        if saved != self._saved:
            self._saved = saved
            self._rebuild()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wanted_columns() != self._columns:
            self._rebuild()

    def _wanted_columns(self) -> int:
        wide = self.viewport().width()
        return 4 if wide >= self._source.theme.px(3.1 * COLUMN) else 2 if wide >= self._source.theme.px(1.9 * COLUMN) else 1

    # ------------------------------------------------------------------------------ cards

    def _rebuild(self) -> None:
        self._columns = self._wanted_columns()
        position = self.verticalScrollBar().value()
        self._inside = QWidget(self)
        self._inside.setObjectName("atlas-inside")
        grid = QGridLayout(self._inside)
        grid.setContentsMargins(16, 16, 16, 16)
        grid.setSpacing(12)
        placed = _placed(self._cards(), self._columns)
        for card, row, column, span in placed:
            grid.addWidget(card, row, column, 1, span)
        for column in range(self._columns):
            grid.setColumnStretch(column, 1)
        grid.setRowStretch(max((row for _, row, _, _ in placed), default=0) + 1, 1)
        self.setWidget(self._inside)
        self.verticalScrollBar().setValue(position)

    def _cards(self) -> list[tuple[Card, int]]:
        """(card, columns it would like) in the order they are set."""
        atlas = self._atlas
        if not atlas.documents:
            return [(self._nothing(), self._columns)]
        tiles: list[tuple[Card, int]] = [(self._tile(i), 1) for i in range(len(atlas.tiles))]
        cards: list[tuple[Card, int]] = []
        if len(atlas.fields) > 1:
            cards.append((self._folders(), 2))
        cards += tiles[:2]
        if len(atlas.years) > 1:
            cards.append((self._years(), 2))
        cards += tiles[2:3]
        if self._recent:
            cards.append((self._recent_card(), 1))
        if self._groups or self._saved:
            cards.append((self._attention(), 1))
        return [*cards, *tiles[3:]]

    def _nothing(self) -> Card:
        card = Card("Nothing is indexed yet", "", self._inside)
        words = PlainLabel("Documents appear here as they are read. You can ask at once: answers grow with the index.", "quiet-words", card)
        words.setWordWrap(True)
        card.column.addWidget(words)
        if self._groups:
            self._add_groups(card)
        return card

    def _folders(self) -> Card:
        card = Card("Folders", self._atlas.total, self._inside)
        treemap = Treemap(self._source, card)
        treemap.show_fields(self._atlas.fields)
        treemap.chosen.connect(self.chosen)
        card.column.addWidget(treemap, 1)
        return card

    def _tile(self, i: int) -> Card:
        tile = ValueTile(self._atlas.tiles[i], self._source, self._inside)
        tile.chosen.connect(self.chosen)
        return tile

    def _years(self) -> Card:
        undated = f"no date {self._atlas.undated:,}  ·  " if self._atlas.undated else ""
        card = Card("Years", f"{undated}drag to choose", self._inside)
        histogram = YearHistogram(self._source, card, height=170, most_bars=24)
        histogram.show_years(self._atlas.years, None)
        histogram.range_chosen.connect(self._choose_years)
        card.column.addWidget(histogram, 1)
        return card

    def _choose_years(self, first: int, last: int) -> None:
        inside = tuple(str(year) for year, _ in self._atlas.years if first <= year <= last)
        if inside:
            self.years_chosen.emit(inside)

    def _recent_card(self) -> Card:
        today = sum(recent.today for recent in self._recent)
        card = Card("Recently changed", f"today {today}" if today else "", self._inside)
        for recent in self._recent[:RECENT]:
            row = LinkRow(recent.name, recent.when, self._source, parent=card)
            row.clicked.connect(lambda _checked=False, name=recent.name: self.document_chosen.emit(name))
            card.column.addWidget(row)
        card.column.addStretch(1)
        return card

    def _attention(self) -> Card:
        card = Card("Needs attention" if not self._saved else "Saved searches", "", self._inside)
        for text in self._saved[:6]:
            row = LinkRow(text, "", self._source, parent=card)
            row.clicked.connect(lambda _checked=False, text=text: self.search_chosen.emit(text))
            card.column.addWidget(row)
        if self._saved and self._groups:
            card.column.addSpacing(6)
            card.column.addWidget(PlainLabel("Needs attention", "card-title", card))
        self._add_groups(card)
        card.column.addStretch(1)
        return card

    def _add_groups(self, card: Card) -> None:
        for words in self._groups[:6]:
            row = LinkRow(words, "", self._source, warning=True, parent=card)
            row.clicked.connect(self.attention_wanted)
            card.column.addWidget(row)


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


