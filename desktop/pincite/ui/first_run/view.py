"""The first screen: one headline, the folders that exist, and two buttons."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QCheckBox, QFrame, QHBoxLayout, QMenu, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from pincite.ui.first_run.choices import FolderChoice, left_out_words, where_words
from pincite.ui.text import for_tip, shown
from pincite.ui.theme.icons import icon
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.painting import draw_line, rounded
from pincite.ui.theme.theme import ThemeSource

WIDE = 640
"""Pixels of the column at 100 %."""


class FolderRow(QCheckBox):
    """One folder with its count and its estimate."""

    def __init__(self, choice: FolderChoice, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.choice, self._source = choice, source
        self.setChecked(choice.chosen)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.show_choice(choice)

    def show_choice(self, choice: FolderChoice) -> None:
        """Show what was counted meanwhile; a tick of the user's stays."""
        self.choice = choice
        self.setAccessibleName(f"{choice.name}, {choice.counted}, {choice.estimate}")
        self.setToolTip(for_tip(choice.path))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(200, self._source.theme.px(40))

    def hitButton(self, _pos: object) -> bool:
        return True

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, choice, on = self._source.theme, self.choice, self.isChecked()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect())
        if on or self.underMouse():
            rounded(painter, box, theme.px(5), theme.color("accent_soft" if on else "line2"))
        if self.hasFocus():
            rounded(painter, box, theme.px(5), None, theme.color("accent"), 2.0)
        side = theme.px(14)
        place = QRectF(theme.px(12), (self.height() - side) / 2, side, side)
        rounded(painter, place, theme.px(4), theme.color("accent" if on else "surface"), theme.color("accent" if on else "faint"), 1.2)
        if on:
            small = theme.px(11)
            tick = icon("check", theme.color("on_accent"), small).pixmap(QSize(small, small), self.devicePixelRatioF())
            painter.drawPixmap(round(place.x() + (side - small) / 2), round(place.y() + (side - small) / 2), tick)
        right = theme.px(84)
        draw_line(painter, QRect(theme.px(46), 0, self.width() - theme.px(250), self.height()), choice.name, theme.font(13.5, 600 if on else 400), theme.color("accent" if on else "text"))
        quiet = theme.font(12)
        middle = QRect(self.width() - right - theme.px(140), 0, theme.px(120), self.height())
        draw_line(painter, middle, choice.counted, quiet, theme.color("faint"), Qt.AlignmentFlag.AlignRight)
        last = QRect(self.width() - right - theme.px(12), 0, right, self.height())
        draw_line(painter, last, choice.estimate, quiet, theme.color("faint"), Qt.AlignmentFlag.AlignRight)
        painter.end()


class FirstRunView(QWidget):
    """Lays out the choices; `started` carries the chosen paths."""

    started = Signal(object)
    sample_wanted = Signal()
    folder_wanted = Signal()
    settings_wanted = Signal()

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("first-run")
        self._source = source
        self._rows: dict[str, FolderRow] = {}
        self._choices: tuple[FolderChoice, ...] = ()
        outer = QHBoxLayout(self)
        self._column = QWidget(self)
        outer.addStretch(1)
        outer.addWidget(self._column, 100)
        outer.addStretch(1)
        column = QVBoxLayout(self._column)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(12)
        column.addStretch(5)
        column.addLayout(self._headline())
        self._words = PlainLabel("", "lead", self)
        self._words.setWordWrap(True)
        column.addWidget(self._words)
        self._box = QFrame(self)
        self._box.setObjectName("card")
        self._list = QVBoxLayout(self._box)
        self._list.setContentsMargins(8, 8, 8, 8)
        self._list.setSpacing(0)
        self._choose = QPushButton("Choose a folder…", self._box)
        self._choose.setObjectName("row-link")
        self._choose.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._choose.clicked.connect(self.folder_wanted)
        self._list.addWidget(self._choose)
        column.addSpacing(4)
        column.addWidget(self._box)
        column.addLayout(self._left_out_line())
        column.addSpacing(4)
        column.addLayout(self._buttons())
        column.addStretch(6)
        source.changed.connect(self._dress)
        self._dress()

    def show_library(self, library: str, notices: Sequence[str] = ()) -> None:
        """Say where the index will be, after what must be known before."""
        self._words.setText(
            "".join(f"{shown(notice)}\n\n" for notice in notices) + "Pincite reads the folders you choose and keeps an index in your own data folder. "
            "Nothing leaves this computer. One button removes everything again."
        )
        self._words.setToolTip(for_tip(where_words(library)))

    def show_choices(self, choices: Sequence[FolderChoice]) -> None:
        """Show these folders, or what was counted in them meanwhile."""
        self._choices = tuple(choices)
        for choice in choices:
            row = self._rows.get(choice.path)
            if row is None:
                row = self._rows[choice.path] = FolderRow(choice, self._source, self._box)
                row.toggled.connect(self._count_chosen)
                self._list.insertWidget(self._list.count() - 1, row)
            else:
                row.show_choice(choice)
        self._left_out.setText(left_out_words(self._choices))
        self._count_chosen()
        if self._choose.hasFocus() and self._rows:
            next(iter(self._rows.values())).setFocus()

    def choose(self, path: str) -> None:
        """Tick a folder."""
        if path in self._rows:
            self._rows[path].setChecked(True)

    def suggest(self, path: str) -> None:
        """Tick a folder, unless the user ticked one."""
        if not self.chosen():
            self.choose(path)

    def chosen(self) -> tuple[str, ...]:
        """The ticked folders."""
        return tuple(path for path, row in self._rows.items() if row.isChecked())

    def _headline(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(14)
        self._logo = PlainLabel("", "", self)
        self._title = PlainLabel("Find the passage, see where it stands", "headline", self)
        self._title.setWordWrap(True)
        row.addWidget(self._logo)
        row.addWidget(self._title, 1)
        return row

    def _left_out_line(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._left_out = PlainLabel("", "quiet-words", self)
        self._left_out.setWordWrap(True)
        change = QToolButton(self)
        change.setObjectName("link")
        change.setText("Change")
        change.clicked.connect(self.settings_wanted)
        row.addWidget(self._left_out, 1)
        row.addWidget(change)
        return row

    def _buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(12)
        self._start = QPushButton("Start reading", self)
        self._start.setObjectName("primary")
        self._start.clicked.connect(lambda: self.started.emit(self.chosen()))
        sample = QPushButton("Try the sample library", self)
        sample.setObjectName("secondary")
        sample.clicked.connect(self.sample_wanted)
        row.addWidget(self._start)
        row.addWidget(sample)
        row.addStretch(1)
        self._libraries = QToolButton(self)
        self._libraries.setObjectName("link")
        self._libraries.setText("Other libraries  ▾")
        self._libraries.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._libraries.hide()
        row.addWidget(self._libraries)
        return row

    def offer_libraries(self, menu: QMenu, *, others: bool) -> None:
        """Lead to the *others*, if there are any, by the *menu* that lists them."""
        self._libraries.setMenu(menu)
        self._libraries.setVisible(others)

    def _count_chosen(self) -> None:
        self._start.setEnabled(bool(self.chosen()))

    def _dress(self) -> None:
        theme = self._source.theme
        side = theme.px(44)
        self._logo.setPixmap(icon("pincite", theme.color("accent"), side).pixmap(QSize(side, side), self.devicePixelRatioF()))
        self._column.setMaximumWidth(theme.px(WIDE) + 32)
