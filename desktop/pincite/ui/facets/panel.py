"""The panel beside the results: every facet with its values, and the years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLineEdit, QScrollArea, QToolButton, QVBoxLayout, QWidget

from pincite.domain.search import Count
from pincite.ui.asked import Asked
from pincite.ui.facets.histogram import YearHistogram
from pincite.ui.facets.row import FacetRow
from pincite.ui.facets.values import Facet, facets_to_show, undated, years
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import ThemeSource

ROWS = 7
"""Values of a facet shown before "more"."""
ROWS_FOR_THE_REST = 4
"""The same for facets after the first three."""
MOST_ROWS = 60
"""Values shown after "more"; a filter box finds the others."""


class FacetSection(QWidget):
    """One facet: heading, rows, "more n" that opens a box to filter them."""

    chosen = Signal(str, str, bool)

    def __init__(self, key: str, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.key = key
        self._source = source
        self._facet = Facet(key, "", ())
        self._rows: list[FacetRow] = []
        self._opened = False
        self._at_first = ROWS
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QHBoxLayout()
        head.setContentsMargins(2, 0, 0, 2)
        self._name = PlainLabel("", "facet-name", self)
        self._more = QToolButton(self)
        self._more.setObjectName("link")
        self._more.clicked.connect(self._toggle)
        head.addWidget(self._name, 1)
        head.addWidget(self._more)
        self._name.setMinimumHeight(source.theme.px(24))
        column.addLayout(head)
        self._filter = QLineEdit(self)
        self._filter.setObjectName("small-field")
        self._filter.setPlaceholderText("Filter…")
        self._filter.textChanged.connect(self._fill)
        self._filter.hide()
        column.addWidget(self._filter)
        self._column = column

    def show_facet(self, facet: Facet, at_first: int) -> None:
        """Show these values."""
        self._facet, self._at_first = facet, at_first
        self._name.setText(facet.name)
        self._filter.setAccessibleName(f"Filter {facet.name}")
        self._fill()

    def _fill(self) -> None:
        needle = self._filter.text().strip().casefold() if self._opened else ""
        values = [value for value in self._facet.values if needle in value.name.casefold()]
        chosen = sum(value.state != "off" for value in values)
        shown = values[: MOST_ROWS if self._opened else max(self._at_first, chosen)]
        while len(self._rows) < len(shown):
            self._rows.append(self._new_row())
        for i, row in enumerate(self._rows):
            if i < len(shown):
                row.show_value(shown[i])
            row.setVisible(i < len(shown))
        hidden = len(self._facet.values) - len(shown)
        self._more.setVisible(self._opened or hidden > 0)
        self._more.setText("less" if self._opened else f"more {hidden:,}")
        self._more.setAccessibleName(f"{self._more.text()} values of {self._facet.name}")

    def _new_row(self) -> FacetRow:
        row = FacetRow(self._source, self)
        row.chosen.connect(self._emit)
        self._column.addWidget(row)
        return row

    def _emit(self, value: str, exclude: bool) -> None:
        self.chosen.emit(self.key, value, exclude)

    def _toggle(self) -> None:
        self._opened = not self._opened
        self._filter.setVisible(self._opened)
        if self._opened:
            self._filter.setFocus()
        else:
            self._filter.clear()
        self._fill()


class YearSection(QWidget):
    """The years under their heading, which names the range."""

    range_chosen = Signal(int, int)
    cleared = Signal()

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        head = QHBoxLayout()
        head.setContentsMargins(2, 0, 2, 0)
        head.addWidget(PlainLabel("Year", "facet-name", self), 1)
        self._range = PlainLabel("", "facet-name", self)
        head.addWidget(self._range)
        column.addLayout(head)
        self.histogram = YearHistogram(source, self)
        self.histogram.range_chosen.connect(self.range_chosen)
        self.histogram.cleared.connect(self.cleared)
        column.addWidget(self.histogram)

    def show_counts(self, counts: Sequence[Count], asked: Asked) -> None:
        """Show the years of these counts, the chosen ones set off."""
        bars = years(counts)
        chosen = sorted(int(choice.value) for choice in asked.filters if choice.key == "year" and choice.value.isdigit() and not choice.exclude)
        span = (chosen[0], chosen[-1]) if chosen else None
        self.setVisible(len(bars) > 1 or bool(chosen))
        self.histogram.show_years(bars, span, undated(counts))
        if bars:
            first, last = span or (bars[0][0], bars[-1][0])
            self._range.setText(str(first) if first == last else f"{first} – {last}")


class FacetPanel(QScrollArea):
    """All facets. `chosen` carries key, value and whether to exclude."""

    chosen = Signal(str, str, bool)
    values_chosen = Signal(str, object)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("facets")
        self.setAccessibleName("Facets")
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._source = source
        self._counts: Mapping[str, Sequence[Count]] = {}
        self._asked = Asked()
        self._sections: dict[str, FacetSection] = {}
        inside = self._inside = QWidget(self)
        inside.setObjectName("facets-inside")
        self._column = QVBoxLayout(inside)
        self._column.setContentsMargins(14, 14, 12, 16)
        self._column.setSpacing(18)
        self._years = YearSection(source, inside)
        self._years.range_chosen.connect(self._choose_years)
        self._years.cleared.connect(lambda: self.values_chosen.emit("year", ()))
        self._years.hide()
        self._column.addWidget(self._years)
        self._column.addStretch(1)
        self.setWidget(inside)

    def show_counts(self, counts: Mapping[str, Sequence[Count]]) -> None:
        """Counts of the answer that is shown."""
        self._counts = counts
        self._fill()

    def show_asked(self, asked: Asked) -> None:
        """The choices that hold now; their counts follow with the answer."""
        changed = asked.filters != self._asked.filters
        self._asked = asked
        if self._counts and changed:
            self._fill()

    def rehearse(self, keys: tuple[str, ...] = ("type", "folder", "author", "tag", "language")) -> None:
        """Make the rows that the first answer will fill, one facet a turn of the loop: all at once would hold the window up."""
        if self._counts or not keys:
            return
        values = tuple(Count(str(i), 1) for i in range(ROWS))
        for facet in facets_to_show({keys[0]: values}, self._asked):
            section = self._sections.get(facet.key) or self._new_section(facet.key)
            section.show_facet(facet, ROWS)
            section.hide()
        QTimer.singleShot(0, self, lambda: self.rehearse(keys[1:]))

    def focus_first(self) -> None:
        """Put the keyboard on the first value."""
        for row in self.findChildren(FacetRow):
            if row.isVisible():
                row.setFocus(Qt.FocusReason.ShortcutFocusReason)
                return

    def _fill(self) -> None:
        self._inside.setUpdatesEnabled(False)
        facets = facets_to_show(self._counts, self._asked)
        shown = {facet.key for facet in facets}
        for i, facet in enumerate(facets):
            section = self._sections.get(facet.key) or self._new_section(facet.key)
            section.show_facet(facet, ROWS if i < 3 else ROWS_FOR_THE_REST)
            place = i if i < 2 else i + 1
            if self._column.indexOf(section) != place:
                self._column.insertWidget(place, section)
        for key, section in self._sections.items():
            section.setVisible(key in shown)
        if self._column.indexOf(self._years) != min(2, len(facets)):
            self._column.insertWidget(min(2, len(facets)), self._years)
        self._years.show_counts(self._counts.get("year", ()), self._asked)
        self._inside.setUpdatesEnabled(True)

    def _new_section(self, key: str) -> FacetSection:
        section = FacetSection(key, self._source, self)
        section.chosen.connect(self.chosen)
        self._sections[key] = section
        return section

    def _choose_years(self, first: int, last: int) -> None:
        inside = tuple(str(year) for year, _ in years(self._counts.get("year", ())) if first <= year <= last)
        self.values_chosen.emit("year", inside or (str(first),))
