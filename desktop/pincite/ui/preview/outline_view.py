"""The outline beside the document: headings as a tree, quiet counts of matches, a click leads there."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTreeWidget, QTreeWidgetItem, QWidget

from pincite.domain.whole_document import WholeDocument
from pincite.domain.wording import counted
from pincite.ui.preview.outline import Heading, heading_at, outline_of
from pincite.ui.text import for_tip
from pincite.ui.theme.theme import ThemeSource

MOST = 400
"""Headings that are listed; a document with more is a dictionary."""
STRETCH = Qt.ItemDataRole.UserRole
"""Where an item's heading begins."""


class OutlineView(QTreeWidget):
    """`chosen` carries the number of the stretch that a heading begins. It is filled only while somebody looks at it."""

    chosen = Signal(int)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._reading, self._listed = WholeDocument(()), WholeDocument(())
        self._outline: tuple[Heading, ...] = ()
        self._items: list[QTreeWidgetItem] = []
        self._stretch = 0
        self.setObjectName("outline")
        self.setAccessibleName("Outline of the document")
        self.setColumnCount(2)
        self.setHeaderHidden(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        header = self.header()
        header.setStretchLastSection(False)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(1, QHeaderView.ResizeMode.ResizeToContents)
        self.itemClicked.connect(self._choose)
        self.itemActivated.connect(self._choose)
        source.changed.connect(self._dress)
        self._dress()

    def show_reading(self, reading: WholeDocument, stretch: int) -> None:
        """Show the headings of *reading*, the one over *stretch* set off."""
        self._reading, self._stretch = reading, stretch
        if self.isVisible():
            self._fill()

    def show_current(self, stretch: int) -> None:
        """Set off the heading that *stretch* stands under."""
        self._stretch = stretch
        number = heading_at(self._outline, stretch)
        if 0 <= number < len(self._items):
            self.setCurrentItem(self._items[number])

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._fill()

    def _fill(self) -> None:
        if self._reading is not self._listed:
            self._listed, self._outline = self._reading, outline_of(self._reading)[:MOST]
            self.clear()
            self._items = []
            above: list[QTreeWidgetItem] = []
            for heading in self._outline:
                del above[heading.level :]
                item = QTreeWidgetItem([heading.text, f"{heading.matches:,}" if heading.matches else ""])
                item.setData(0, STRETCH, heading.stretch)
                item.setToolTip(0, for_tip(f"{heading.text} — {counted(heading.matches, 'match', 'matches')}"))
                item.setTextAlignment(1, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
                item.setForeground(1, self._source.theme.color("faint"))
                above[-1].addChild(item) if above else self.addTopLevelItem(item)
                above.append(item)
                self._items.append(item)
            self.expandAll()
        self.show_current(self._stretch)

    def _choose(self, item: QTreeWidgetItem) -> None:
        self.chosen.emit(item.data(0, STRETCH))

    def _dress(self) -> None:
        self.setIndentation(self._source.theme.px(12))
        self.setFixedWidth(self._source.theme.px(190))
