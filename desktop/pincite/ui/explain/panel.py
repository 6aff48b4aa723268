"""Why these results: in place of the preview, what was searched, what counted for this passage, what was left out."""

from __future__ import annotations

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QScrollArea, QToolButton, QVBoxLayout, QWidget

from pincite.ui.explain.account import Account
from pincite.ui.search_bar.chips import TermLabel
from pincite.ui.theme.flow import FlowLayout
from pincite.ui.theme.labels import ElidedLabel, PlainLabel
from pincite.ui.theme.painting import draw_bar, draw_line
from pincite.ui.theme.theme import ThemeSource


class PartBars(QWidget):
    """Named bars with their values on the right."""

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._account = Account()

    def show_account(self, account: Account) -> None:
        """Show these parts."""
        self._account = account
        self.setAccessibleName("; ".join(f"{part.name} {part.value}" for part in account.parts))
        self.setFixedHeight(self.sizeHint().height())
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, len(self._account.parts) * self._source.theme.px(24))

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, row = self._source.theme, self._source.theme.px(24)
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        name_width, value_width = theme.px(148), theme.px(72)
        for i, part in enumerate(self._account.parts):
            y = i * row
            draw_line(painter, QRect(0, y, name_width, row), part.name, theme.font(13), theme.color("muted"))
            track = QRectF(name_width, y + row / 2 - theme.px(3), self.width() - name_width - value_width, theme.px(6))
            draw_bar(painter, track, 1.0, theme.color("line2"))
            draw_bar(painter, track, part.share, theme.color("accent"))
            value = QRect(self.width() - value_width, y, value_width, row)
            draw_line(painter, value, part.value, theme.font(13), theme.color("text"), Qt.AlignmentFlag.AlignRight)
        painter.end()


class ExplainPanel(QFrame):
    """Shows an `Account`."""

    copy_wanted = Signal()
    closed = Signal()

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("explain")
        self._source = source
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        head = QFrame(self)
        head.setObjectName("pane-head")
        row = QHBoxLayout(head)
        row.setContentsMargins(16, 10, 12, 10)
        row.addWidget(PlainLabel("Why these results", "pane-title", head), 1)
        for words, signal in (("Copy as text", self.copy_wanted), ("Close", self.closed)):
            button = QToolButton(head)
            button.setObjectName("link")
            button.setText(words)
            button.clicked.connect(signal)
            row.addWidget(button)
        column.addWidget(head)
        self._area = QScrollArea(self)
        self._area.setObjectName("plain-area")
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        column.addWidget(self._area, 1)

    def show_account(self, account: Account) -> None:
        """Show this account from the top."""
        inside = QWidget()
        inside.setObjectName("surface")
        column = QVBoxLayout(inside)
        column.setContentsMargins(16, 14, 16, 16)
        column.setSpacing(6)
        self._heading(column, "The question, as given", "")
        question = PlainLabel(account.question, "reading-words", inside)
        question.setWordWrap(True)
        column.addWidget(question)
        self._heading(column, "What was searched", "any of these words, rarest first")
        self._terms(column, account)
        if account.parts:
            self._heading(column, f"This passage: {account.title}", account.place)
            bars = PartBars(self._source, inside)
            bars.show_account(account)
            column.addWidget(bars)
        if account.drops:
            self._heading(column, "Considered and left out", account.considered)
            for title, why in account.drops:
                column.addLayout(self._pair(title, why))
        if account.notes:
            self._heading(column, "Notes", "")
            for note in account.notes:
                label = PlainLabel(note, "quiet-words", inside)
                label.setWordWrap(True)
                column.addWidget(label)
        column.addStretch(1)
        self._area.setWidget(inside)

    def _heading(self, column: QVBoxLayout, left: str, right: str) -> None:
        row = QHBoxLayout()
        row.setContentsMargins(0, 10, 0, 0)
        row.addWidget(ElidedLabel(left, "facet-name", self), 1)
        if right:
            row.addWidget(PlainLabel(right, "facet-name", self))
        column.addLayout(row)

    def _terms(self, column: QVBoxLayout, account: Account) -> None:
        box = QWidget(self)
        flow = FlowLayout(box)
        for chip in account.terms:
            flow.addWidget(TermLabel(chip, self._source, box))
        column.addWidget(box)

    def _pair(self, left: str, right: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.addWidget(ElidedLabel(left, "", self), 3)
        row.addWidget(PlainLabel(right, "quiet-words", self), 0)
        return row
