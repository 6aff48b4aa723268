"""The panes of an answer: facets, list, and the preview beside or below it; and which of them the window has room for."""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum

from PySide6.QtCore import QByteArray, Qt
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from pincite.ui.theme.theme import ThemeSource

FACETS_BELOW, PREVIEW_BELOW = 900, 640
"""Widths under which the facets become a drawer, and the preview takes the place of the list."""
FACETS, LIST, PREVIEW = 264, 680, 496
"""The panes' widths at first."""


class Placement(Enum):
    """Where the preview is."""

    RIGHT = "right"
    BELOW = "below"
    OFF = "off"


NEXT = {Placement.RIGHT: Placement.BELOW, Placement.BELOW: Placement.OFF, Placement.OFF: Placement.RIGHT}
"""What follows when the placement is cycled through."""


class Panes(QSplitter):
    """Lays three panes out. *reading* shares its place with *account*, the explanation of the results."""

    def __init__(
        self, facets: QWidget, results: QWidget, reading: QWidget, account: QWidget, source: ThemeSource, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self._source, self._facets, self._results, self._reading_pane, self._account = source, facets, results, reading, account
        self.placement = self._shown_at = Placement.RIGHT
        self.explaining = self.reading = self.drawer_open = False
        self.side = QStackedWidget(self)
        self.side.addWidget(reading)
        self.side.addWidget(account)
        self._inner = QSplitter(Qt.Orientation.Horizontal, self)
        for pane, narrowest, share in ((results, 300, 3), (self.side, 280, 2)):
            pane.setMinimumSize(narrowest, 140)
            self._inner.addWidget(pane)
            self._inner.setStretchFactor(self._inner.count() - 1, share)
        facets.setMinimumWidth(200)
        for splitter in (self, self._inner):
            splitter.setChildrenCollapsible(False)
            splitter.setHandleWidth(1)
        self.addWidget(facets)
        self.addWidget(self._inner)
        self.setStretchFactor(1, 1)
        self.setSizes([FACETS, LIST + PREVIEW])
        self._inner.setSizes([LIST, PREVIEW])

    # ------------------------------------------------------------------------------ wishes

    def toggle_preview(self, width: int) -> None:
        """Show the preview, or the list alone; in a window of *width* px that has room for one, the one or the other."""
        if self.single(width):
            self.reading = not self.reading
        elif self.placement is Placement.OFF:
            self.place(self._shown_at)
        else:
            self.place(Placement.OFF)

    def cycle_placement(self) -> None:
        """Beside the list, below it, not at all."""
        self.place(NEXT[self.placement])

    def place(self, placement: Placement) -> None:
        """Put the preview there."""
        self.placement = placement
        if placement is not Placement.OFF and placement is not self._shown_at:
            self._shown_at = placement
            self._inner.setOrientation(Qt.Orientation.Vertical if placement is Placement.BELOW else Qt.Orientation.Horizontal)
            self._inner.setSizes([LIST, PREVIEW])  # a width is no height

    def explain(self, on: bool) -> None:
        """Show the account in place of the preview, or the preview again."""
        self.explaining = on
        self.side.setCurrentWidget(self._account if on else self._reading_pane)
        if self.placement is Placement.OFF:
            self.place(self._shown_at)

    # ------------------------------------------------------------------------------ room

    def single(self, width: int) -> bool:
        """Whether a window of *width* px has room for one pane only."""
        return width < PREVIEW_BELOW * self._source.theme.scale

    def with_drawer(self, width: int) -> bool:
        """Whether the facets are a drawer at *width* px."""
        return width < FACETS_BELOW * self._source.theme.scale

    def arrange(self, width: int) -> None:
        """Show the panes that *width* px have room for."""
        drawer, single = self.with_drawer(width), self.single(width)
        replaced = single and (self.reading or self.explaining)
        shown = self.placement is not Placement.OFF and not single and not (drawer and self.drawer_open)
        self._facets.setVisible((not drawer or self.drawer_open) and not replaced)
        self.side.setVisible(replaced or shown)
        self._results.setVisible(not replaced)

    # ------------------------------------------------------------------------------ kept

    def state(self) -> dict[str, object]:
        """Sizes and placement, to be kept."""
        return {"outer": self.saveState(), "inner": self._inner.saveState(), "shown_at": self._shown_at.value, "placement": self.placement.value}

    def restore(self, state: Mapping[str, object]) -> None:
        """Sizes and placement as they were kept; what is missing or unknown stays as it is."""
        known = {placement.value: placement for placement in Placement}
        for name in ("shown_at", "placement"):
            if state.get(name) in known:
                self.place(known[str(state[name])])
        for splitter, name in ((self, "outer"), (self._inner, "inner")):
            kept = state.get(name)
            if isinstance(kept, QByteArray):
                splitter.restoreState(kept)
