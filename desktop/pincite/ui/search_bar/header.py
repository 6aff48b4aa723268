"""The header: which library, what is asked, how it is read, and the window's few buttons."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QLineEdit, QMenu, QSizePolicy, QToolButton, QWidget

from pincite.domain.search import Mode
from pincite.ui.text import for_button
from pincite.ui.theme.icons import icon
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import ThemeSource

BUTTONS = (
    ("star", "Save this search (Ctrl+D)"),
    ("history", "Questions asked before"),
    ("help", "Manual (F1)"),
    ("settings", "Settings (Ctrl+,)"),
)
"""The buttons on the right: icon and what it does."""
LIBRARY_WISHES = (
    ("New library…", "new-library"),
    ("Add a folder…", "add-folder"),
    ("Add a web page…", "add-page"),
    ("This library in numbers…", "figures"),
    ("Check the folders now", "check"),
    ("Settings of this library…", "settings"),
)
"""What the library's menu offers below the libraries: words and the wish."""


class SearchField(QLineEdit):
    """Where the question is typed. Down goes into the list without losing the text; Backspace in an empty field drops a chip."""

    went_down = Signal()
    paged = Signal(int)
    dropped_last = Signal()
    escaped = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key == Qt.Key.Key_Down:
            self.went_down.emit()
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp):
            self.paged.emit(5 if key == Qt.Key.Key_PageDown else -5)
        elif key == Qt.Key.Key_Backspace and not self.text():
            self.dropped_last.emit()
        elif key == Qt.Key.Key_Escape:
            self.escaped.emit()
        else:
            super().keyPressEvent(event)


class Header(QFrame):
    """The top bar. Emits wishes; shows what it is told."""

    text_edited = Signal(str)
    submitted = Signal()
    mode_chosen = Signal(object)
    button_pressed = Signal(str)
    library_chosen = Signal(str)
    history_chosen = Signal(str)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("header")
        self._source = source
        self.field = SearchField(self)
        self._buttons: dict[str, QToolButton] = {}
        self._compact = self._drawer = False
        self._lay_out()
        self.set_libraries((), "")
        self.field.textEdited.connect(self.text_edited)
        self.field.returnPressed.connect(self.submitted)
        source.changed.connect(self._dress)
        self._dress()

    def set_text(self, text: str) -> None:
        """Put *text* into the field unless it is there already."""
        if self.field.text() != text:
            self.field.setText(text)

    def set_mode(self, mode: Mode) -> None:
        """Show how the text is read."""
        for button in self._modes.buttons():
            button.setChecked(button.property("mode") == mode.value)
        self.field.setPlaceholderText("Ask your documents…" if mode is Mode.QUESTION else 'Query: "phrases", AND OR NOT, field:value, wild*')

    def set_library(self, name: str) -> None:
        """Show the library's name."""
        self._library.setText("  " + for_button(name))  # the style sets icon and words too close
        self._library.setAccessibleName(f"Library {name}")
        self._fit_side()

    def set_libraries(self, entries: tuple[tuple[str, str], ...], current: str) -> None:
        """List libraries, (folder, name) each, the one in the folder *current* ticked; below them what can be done with it."""
        menu = self._library.menu()
        menu.clear()
        names = [name for _, name in entries]
        for path, name in entries:
            words = f"{name} — {path}" if names.count(name) > 1 else name
            action = menu.addAction(for_button(words))
            action.setCheckable(True)
            action.setChecked(path == current)
            action.triggered.connect(lambda _checked=False, path=path: self.library_chosen.emit(path))
        menu.addSeparator()
        for words, wish in LIBRARY_WISHES:
            menu.addAction(words).triggered.connect(lambda _checked=False, wish=wish: self.button_pressed.emit(wish))

    def set_history(self, texts: tuple[str, ...]) -> None:
        """Fill the history menu, the newest first."""
        menu = self._history_menu
        menu.clear()
        for text in texts[:20]:
            action = QAction(for_button(text if len(text) < 70 else text[:69] + "…"), menu)
            action.triggered.connect(lambda _checked=False, text=text: self.history_chosen.emit(text))
            menu.addAction(action)
        if not texts:
            menu.addAction("Nothing was asked yet").setEnabled(False)

    def set_compact(self, compact: bool, *, drawer: bool = False) -> None:
        """Leave only what must be there in a narrow window; the field begins above the list, or at the library's name if the facets are a *drawer*."""
        self._library.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly if compact else Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self._compact, self._drawer = compact, drawer
        self._fit_side()
        for name in ("star", "history", "help"):
            self._buttons[name].setVisible(not compact)

    def _fit_side(self) -> None:
        widest = self._source.theme.px(44 if self._compact else 248)
        self._side.setFixedWidth(min(widest, self._library.sizeHint().width()) if self._drawer and not self._compact else widest)

    def show_history(self) -> None:
        """Open the menu of earlier questions."""
        button = self._buttons["history"]
        self._history_menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def library_menu(self) -> QMenu:
        """The menu behind the library's name."""
        return self._library.menu()

    def _lay_out(self) -> None:
        row = QHBoxLayout(self)
        row.setContentsMargins(14, 10, 14, 10)
        row.setSpacing(8)
        self._side = QWidget(self)
        side = QHBoxLayout(self._side)
        side.setContentsMargins(0, 0, 0, 0)
        self._library = QToolButton(self)
        self._library.setObjectName("library")
        self._library.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._library.setMenu(QMenu(self._library))
        self._library.setToolTip("This library, and the others")
        self._library.setAccessibleName("Library")
        side.addWidget(self._library, 0, Qt.AlignmentFlag.AlignLeft)
        row.addWidget(self._side)
        row.addWidget(self._search_box(), 1)
        self._history_menu = QMenu(self)
        for name, tip in BUTTONS:
            row.addWidget(self._button(name, tip))

    def _search_box(self) -> QFrame:
        box = QFrame(self)
        box.setObjectName("search-box")
        row = QHBoxLayout(box)
        row.setContentsMargins(12, 0, 5, 0)
        row.setSpacing(8)
        self._glass = PlainLabel(parent=box)
        self.field.setObjectName("search")
        self.field.setAccessibleName("Question")
        self.field.setClearButtonEnabled(False)
        row.addWidget(self._glass)
        row.addWidget(self.field, 1)
        switch = QFrame(box)
        switch.setObjectName("switch")
        modes = QHBoxLayout(switch)
        modes.setContentsMargins(2, 2, 2, 2)
        modes.setSpacing(0)
        self._modes = QButtonGroup(self)
        for mode, words, tip in (
            (Mode.QUESTION, "Question", "Plain words; nothing in them is syntax"),
            (Mode.QUERY, "Query", 'Operators: "phrases", AND OR NOT, field:value (Ctrl+E)'),
        ):
            button = QToolButton(switch)
            button.setText(words)
            button.setCheckable(True)
            button.setToolTip(tip)
            button.setProperty("mode", mode.value)
            button.clicked.connect(lambda _checked=False, mode=mode: self.mode_chosen.emit(mode))
            self._modes.addButton(button)
            modes.addWidget(button)
        row.addWidget(switch)
        return box

    def _button(self, name: str, tip: str) -> QToolButton:
        button = QToolButton(self)
        button.setObjectName("quiet")
        button.setToolTip(tip)
        button.setAccessibleName(tip)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.clicked.connect(lambda: self.button_pressed.emit(name))
        self._buttons[name] = button
        return button

    def _dress(self) -> None:
        theme = self._source.theme
        size = theme.px(18)
        for name, button in self._buttons.items():
            button.setIcon(icon(name, theme.color("muted"), size))
            button.setIconSize(QSize(size, size))
            button.setFixedSize(theme.px(38), theme.px(36))
        self._library.setIcon(icon("pincite", theme.color("accent"), theme.px(24)))
        self._library.setIconSize(QSize(theme.px(24), theme.px(24)))
        self._glass.setPixmap(icon("search", theme.color("muted"), size).pixmap(size, size))
        self._fit_side()
        box = self.findChild(QFrame, "search-box")
        if box:
            box.setFixedHeight(theme.px(40))
            box.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setFixedHeight(theme.px(40) + 20)
