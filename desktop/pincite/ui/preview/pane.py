"""The preview pane: title, place and matches above; the text or the page below; ticks on the right."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QSizePolicy, QStackedWidget, QToolButton, QVBoxLayout, QWidget

from pincite.domain.whole_document import WholeDocument
from pincite.ui.preview.document import Match
from pincite.ui.preview.find_bar import FindBar
from pincite.ui.preview.minimap import Minimap
from pincite.ui.preview.outline_view import OutlineView
from pincite.ui.preview.page_client import DrawnPage
from pincite.ui.preview.page_view import PageView
from pincite.ui.preview.presenter import PreviewHead, Way
from pincite.ui.preview.text_view import TextView
from pincite.ui.theme.flow import FlowLayout
from pincite.ui.theme.icons import icon
from pincite.ui.theme.labels import ElidedLabel, PlainLabel
from pincite.ui.theme.theme import ThemeSource

KEYS = "Choose a result to read it here.\n\nn and Shift+n go from match to match.\nEnter opens the source at its place.\nCtrl+Shift+C copies passage and citation."
"""What the empty pane says."""


class PreviewPane(QFrame):
    """Lays the preview out and emits wishes."""

    stepped = Signal(int)
    sought = Signal(float)
    way_chosen = Signal(object)
    scale_wanted = Signal(float)
    turned = Signal(int)
    acted = Signal(str)
    back_pressed = Signal()
    stretch_wanted = Signal(int)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self._source = source
        self._icons: dict[QToolButton, str] = {}
        self._places: list[int] = []
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._head = QFrame(self)
        self._head.setObjectName("pane-head")
        column.addWidget(self._head)
        self.find_bar = FindBar(self)
        column.addWidget(self.find_bar)
        self._lay_out_head()
        self._body = QStackedWidget(self)
        self.text, self.page = TextView(source, self._body), PageView(source, self._body)
        hint = PlainLabel(KEYS, "hint", self._body)
        hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        hint.setWordWrap(True)
        for view in (hint, self.text, self.page):
            self._body.addWidget(view)
        self.minimap, self.outline = Minimap(source, self), OutlineView(source, self)
        self.outline.hide()
        row = QHBoxLayout()
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(self.outline)
        row.addWidget(self._body, 1)
        row.addWidget(self.minimap)
        column.addLayout(row, 1)
        self._end = PlainLabel("", "end-note", self)
        self._end.hide()
        column.addWidget(self._end)
        self._connect()
        self._dress()
        self.show_head(PreviewHead())

    # ------------------------------------------------------------------------------ shown

    def show_head(self, head: PreviewHead) -> None:
        """Show title, place and matches; an empty title shows the hint."""
        empty = not head.title
        self.outline.setVisible(self._outlined.isChecked() and not empty)
        self._head.setVisible(not empty)
        self.minimap.setVisible(not empty)
        self._title.setText(head.title)
        self._place.setText(head.citation)
        self._matches.setText(head.matches)
        self._end.hide()
        self._switch.setVisible(head.paged)
        for button in self._ways.buttons():
            button.setChecked(button.property("way") == head.way.value)
        page = head.way is Way.PAGE and head.paged
        self._zooms.setVisible(page)
        self._percent.setText(f"{self.page.percent} %")
        self._body.setCurrentIndex(0 if empty else 2 if page else 1)

    def show_reading(self, reading: WholeDocument, matches: tuple[Match, ...], current: int) -> None:
        """Show a document's text and outline."""
        self._places = [match.stretch for match in matches]
        self.text.show_reading(reading, matches, current)
        self.outline.show_reading(reading, self._places[current] if 0 <= current < len(matches) else reading.focus)

    def go_to_match(self, current: int) -> None:
        """Go to a match, in the text and in the outline."""
        self.text.go_to(current)
        if 0 <= current < len(self._places):
            self.outline.show_current(self._places[current])

    def show_page(self, page: DrawnPage, current: int) -> None:
        """Show a drawn page."""
        self.page.show_page(page, current)
        self._percent.setText(f"{self.page.percent} %")

    def show_end(self, direction: int) -> None:
        """Say that there is no further match."""
        where = "last" if direction > 0 else "first"
        self._end.setText(f"This is the {where} match — press again for the {'next' if direction > 0 else 'previous'} result.")
        self._end.show()

    def at_end(self) -> bool:
        """Whether it was just said that there is no further match."""
        return self._end.isVisible()

    def set_back(self, on: bool) -> None:
        """Offer the way back to the list, where the pane took its place."""
        self._back.setVisible(on)

    def focus_text(self) -> None:
        """Put the keyboard into the document."""
        (self.page if self._body.currentIndex() == 2 else self.text.text).setFocus(Qt.FocusReason.ShortcutFocusReason)

    # ------------------------------------------------------------------------------ layout

    def _lay_out_head(self) -> None:
        column = QVBoxLayout(self._head)
        column.setContentsMargins(16, 12, 12, 12)
        column.setSpacing(7)
        first, second = QHBoxLayout(), QHBoxLayout()
        self._back = self._tool("chevron-left", "Back to the list (Esc)", self.back_pressed.emit)
        self._back.hide()
        self._title = ElidedLabel("", "pane-title", self._head)
        first.addWidget(self._back)
        first.addWidget(self._title, 1)
        for name, tip, action in (
            ("open", "Open at the match (Enter)", "open"),
            ("copy", "Copy citation (Ctrl+Shift+C)", "copy"),
            ("folder", "Show in folder (Ctrl+Shift+Enter)", "folder"),
        ):
            first.addWidget(self._tool(name, tip, lambda action=action: self.acted.emit(action)))
        self._place = PlainLabel("", "citation", self._head)
        self._matches = PlainLabel("", "quiet-words", self._head)
        left = QWidget(self._head)
        flow = FlowLayout(left, gap=6)
        flow.addWidget(self._place)
        flow.addWidget(self._steps())
        policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        left.setSizePolicy(policy)
        flow.addWidget(self._outline_button())
        flow.addWidget(self._way_switch())
        flow.addWidget(self._zoom_buttons())
        second.addWidget(left, 1)
        column.addLayout(first)
        column.addLayout(second)

    def _steps(self) -> QWidget:
        steps = QWidget(self._head)
        row = QHBoxLayout(steps)
        row.setContentsMargins(2, 0, 0, 0)
        row.setSpacing(2)
        row.addWidget(self._matches)
        row.addWidget(self._tool("chevron-left", "Previous match (Shift+N)", lambda: self.stepped.emit(-1), small=True))
        row.addWidget(self._tool("chevron-right", "Next match (N)", lambda: self.stepped.emit(1), small=True))
        return steps

    def _outline_button(self) -> QToolButton:
        self._outlined = QToolButton(self._head)
        self._outlined.setObjectName("link")
        self._outlined.setText("Outline")
        self._outlined.setCheckable(True)
        self._outlined.setToolTip("The headings of this document, and where its matches are (Ctrl+Shift+O)")
        return self._outlined

    def toggle_outline(self) -> None:
        """Show the headings beside the document, or hide them."""
        self._outlined.toggle()

    def _way_switch(self) -> QFrame:
        self._switch = QFrame(self._head)
        self._switch.setObjectName("switch")
        row = QHBoxLayout(self._switch)
        row.setContentsMargins(2, 2, 2, 2)
        row.setSpacing(0)
        self._ways = QButtonGroup(self)
        for way, words in ((Way.TEXT, "Text"), (Way.PAGE, "Page")):
            button = QToolButton(self._switch)
            button.setText(words)
            button.setCheckable(True)
            button.setProperty("way", way.value)
            button.clicked.connect(lambda _checked=False, way=way: self.way_chosen.emit(way))
            self._ways.addButton(button)
            row.addWidget(button)
        return self._switch

    def _zoom_buttons(self) -> QWidget:
        self._zooms = QWidget(self._head)
        row = QHBoxLayout(self._zooms)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        self._percent = QToolButton(self._zooms)
        self._percent.setObjectName("link")
        self._percent.setToolTip("Fit the width")
        self._percent.setAccessibleName("Fit the width")
        self._percent.clicked.connect(lambda: self.page.set_zoom(None))
        for words, name, factor in (("−", "Smaller", 1 / 1.2), ("", "", 0.0), ("+", "Larger", 1.2)):
            if not words:
                row.addWidget(self._percent)
                continue
            button = QToolButton(self._zooms)
            button.setObjectName("link")
            button.setText(words)
            button.setAccessibleName(name)
            button.clicked.connect(lambda _checked=False, factor=factor: self.page.set_zoom(self.page.zoom * factor))
            row.addWidget(button)
        return self._zooms

    def _tool(self, name: str, tip: str, act: Callable[[], object], *, small: bool = False) -> QToolButton:
        button = QToolButton(self._head)
        button.setObjectName("quiet")
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setProperty("small", small)
        button.clicked.connect(lambda _checked=False: act())
        self._icons[button] = name
        return button

    def _connect(self) -> None:
        self.minimap.sought.connect(self.sought)
        self.outline.chosen.connect(self.stretch_wanted)
        self._outlined.toggled.connect(self.outline.setVisible)
        self.page.scale_wanted.connect(lambda: self.scale_wanted.emit(self.page.wanted_scale()))
        for view in (self.text, self.page):
            view.key_pressed.connect(self._key)
        self.find_bar.sought.connect(lambda words, direction: self.find_bar.show_found(found=self.text.find_words(words, direction)))  # pyright: ignore[reportUnknownLambdaType, reportUnknownArgumentType]  # a signal carries objects
        self.find_bar.closed.connect(self.focus_text)
        self._source.changed.connect(self._dress)

    def open_find(self) -> None:
        """Find words in the text of this document."""
        if not self._head.isHidden():
            self.way_chosen.emit(Way.TEXT)
            self.find_bar.open()

    def _key(self, event: QKeyEvent) -> None:
        key, shift = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if key == Qt.Key.Key_N and not event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.stepped.emit(-1 if shift else 1)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and self._body.currentIndex() == 2:
            self.turned.emit(1 if key == Qt.Key.Key_PageDown else -1)
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.acted.emit("open")
        elif key == Qt.Key.Key_Escape:
            self.back_pressed.emit()
        else:
            return
        event.accept()

    def _dress(self) -> None:
        theme = self._source.theme
        for button, name in self._icons.items():
            size = theme.px(14 if button.property("small") else 17)
            side = theme.px(24 if button.property("small") else 30)
            button.setIcon(icon(name, theme.color("muted"), size))
            button.setIconSize(QSize(size, size))
            button.setFixedSize(side, side)
