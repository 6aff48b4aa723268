"""The rows of the result list: cards, the passages of opened cards, headings between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from PySide6.QtCore import QAbstractListModel, QMimeData, QModelIndex, QObject, QPersistentModelIndex, Qt, QUrl

from pincite.domain.citation import plain_uri
from pincite.domain.wording import heading_of_related
from pincite.ui.quoting import citation_plain
from pincite.ui.results.card import ResultCard

AnyIndex = QModelIndex | QPersistentModelIndex

ROW_ROLE = Qt.ItemDataRole.UserRole + 1
"""The `Row` itself."""
PASSAGES_AT_ONCE = 5
"""Passages that an opened card shows before it offers more."""


class RowRole(Enum):
    """What a row is."""

    CARD = "card"
    PASSAGE = "passage"
    MORE_PASSAGES = "more passages"
    HEADING = "heading"
    MORE_DOCUMENTS = "more documents"


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the list. `number` counts cards from 1; `card` is the row's own, or its parent's for "more passages".

    `said` is the person's own word on it: whether it answered, None if they said nothing.
    """

    role: RowRole
    text: str = ""
    card: ResultCard | None = None
    number: int = 0
    visited: bool = False
    opened: bool = False
    said: bool | None = None

    @property
    def key(self) -> tuple[RowRole, str]:
        """What stays the same when the list is updated."""
        return (self.role, self.card.id if self.card else self.text)


class ResultsModel(QAbstractListModel):
    """Keeps rows that stay where they are, so that selection and scrolling survive an update."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: list[Row] = []
        self._cards: tuple[ResultCard, ...] = ()
        self._related: tuple[ResultCard, ...] = ()
        self._passages: dict[str, tuple[ResultCard, ...]] = {}
        self._opened: dict[str, int] = {}
        self._visited: set[str] = set()
        self._said: Mapping[str, bool] = {}
        self._unshown = 0

    def set_cards(self, cards: Sequence[ResultCard], related: Sequence[ResultCard] = (), unshown: int = 0) -> None:
        """Show these; *related* under a heading of their own; *unshown* documents can still be asked for."""
        self._cards, self._related, self._unshown = tuple(cards), tuple(related), unshown
        self._refresh()

    def open_passages(self, card_id: str, passages: Sequence[ResultCard]) -> None:
        """Show the other *passages* of a card below it, five at a time."""
        self._passages[card_id] = tuple(passages)
        self._opened[card_id] = self._opened.get(card_id, 0) + PASSAGES_AT_ONCE
        self._refresh()

    def close_passages(self, card_id: str) -> None:
        """Show the card alone again."""
        self._opened.pop(card_id, None)
        self._refresh()

    def mark_visited(self, card_id: str) -> None:
        """Remember that this was opened."""
        self._visited.add(card_id)
        self._refresh()

    def set_said(self, said: Mapping[str, bool]) -> None:
        """Show which passages, by id, the person said did answer this question or did not."""
        if said != self._said:
            self._said = said
            self._refresh()

    def row(self, index: AnyIndex) -> Row | None:
        """The row at *index*, None if there is none."""
        return self._rows[index.row()] if index.isValid() and index.row() < len(self._rows) else None

    def first_card(self) -> QModelIndex:
        """Index of the first card; invalid if there is none."""
        return self.card_index(1)

    def card_index(self, number: int) -> QModelIndex:
        """Index of the card with this number, from 1; invalid if there is none."""
        for i, row in enumerate(self._rows):
            if row.role is RowRole.CARD and row.number == number:
                return self.index(i)
        return QModelIndex()

    def index_of(self, card_id: str) -> QModelIndex:
        """Index of the card or passage with this id; invalid if it is not shown."""
        for i, row in enumerate(self._rows):
            if row.role in (RowRole.CARD, RowRole.PASSAGE) and row.card and row.card.id == card_id:
                return self.index(i)
        return QModelIndex()

    # ------------------------------------------------------------------------------ Qt

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  # Qt's own default, never changed
        return 0 if parent.isValid() else len(self._rows)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        row = self.row(index)
        if row is None:
            return None
        if role == ROW_ROLE:
            return row
        if role == Qt.ItemDataRole.DisplayRole:
            return row.card.title if row.card else row.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self._spoken(row)
        return None

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        row = self.row(index)
        if row is None or row.role is RowRole.HEADING:
            return Qt.ItemFlag.NoItemFlags
        plain = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return plain | Qt.ItemFlag.ItemIsDragEnabled if row.card else plain

    def mimeData(self, indexes: Sequence[QModelIndex]) -> QMimeData:
        """A dragged card is its file, and its citation as text."""
        data = QMimeData()
        cards = [row.card for row in map(self.row, indexes) if row and row.card]
        data.setUrls([QUrl.fromEncoded(plain_uri(card.hit.passage.path).encode()) for card in cards])
        data.setText("\n".join(citation_plain(card) for card in cards))
        return data

    # ------------------------------------------------------------------------------ rows

    def _spoken(self, row: Row) -> str:
        if row.card is None or row.role is RowRole.MORE_PASSAGES:
            return row.text
        total = len(self._cards) + len(self._related)
        place = f"{row.number} of {total}" if row.role is RowRole.CARD else "passage"
        said = {None: "", True: "; you said it answered", False: "; you said it did not answer"}[row.said]
        return f"{row.card.spoken}; {place}{said}" + ("; opened before" if row.visited else "")

    def _refresh(self) -> None:
        """Replace what differs; equal rows at either end stay, so that views keep their selection."""
        new, old = self._wanted(), self._rows
        head = 0
        while head < min(len(new), len(old)) and new[head].key == old[head].key:
            head += 1
        tail = 0
        while tail < min(len(new), len(old)) - head and new[-1 - tail].key == old[-1 - tail].key:
            tail += 1
        if len(old) - tail > head:
            self.beginRemoveRows(QModelIndex(), head, len(old) - tail - 1)
            self._rows = old[:head] + old[len(old) - tail :]
            self.endRemoveRows()
        if len(new) - tail > head:
            self.beginInsertRows(QModelIndex(), head, len(new) - tail - 1)
            self._rows = new
            self.endInsertRows()
        self._rows = new
        if new:
            self.dataChanged.emit(self.index(0), self.index(len(new) - 1))

    def _wanted(self) -> list[Row]:
        rows: list[Row] = []
        for number, card in enumerate(self._cards, 1):
            rows += self._rows_of(card, number)
        if self._unshown:
            rows.append(Row(RowRole.MORE_DOCUMENTS, f"Show more — {self._unshown:,} not shown yet"))
        if self._related:
            rows.append(Row(RowRole.HEADING, heading_of_related(card.hit for card in self._related)))
            for number, card in enumerate(self._related, len(self._cards) + 1):
                rows += self._rows_of(card, number)
        return rows

    def _rows_of(self, card: ResultCard, number: int) -> list[Row]:
        shown = self._opened.get(card.id, 0)
        rows = [Row(RowRole.CARD, card=card, number=number, visited=card.id in self._visited, opened=bool(shown), said=self._said.get(card.id))]
        passages = self._passages.get(card.id, ())
        rows += [Row(RowRole.PASSAGE, card=passage, visited=passage.id in self._visited) for passage in passages[:shown]]
        if shown and len(passages) > shown:
            rows.append(Row(RowRole.MORE_PASSAGES, f"{len(passages) - shown:,} more passages of this document", card))
        return rows
