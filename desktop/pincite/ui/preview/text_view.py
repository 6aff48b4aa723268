"""The text view: what was indexed, in the reading face, with rulers and marked words; long documents a window at a time."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QKeyEvent,
    QPalette,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextEdit, QVBoxLayout, QWidget

from pincite.domain.reading import Reading
from pincite.ui.preview.document import Block, Match, Setting, blocks, window_around
from pincite.ui.text import utf16_ranges
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import Face, Theme, ThemeSource

LINE_HEIGHT = 118.0
"""Percent of the face's own height, which for a serif is about 1.3 of its size: together about 1.5."""


class ReadingText(QTextEdit):
    """The text itself. Read only, selectable, plain: nothing in it is followed, loaded or run."""

    key_pressed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("reading")
        self.setReadOnly(True)
        self.setAcceptRichText(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("Text of the document")
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.ignore()
        self.key_pressed.emit(event)
        if not event.isAccepted():
            event.accept()
            super().keyPressEvent(event)


class TextView(QWidget):
    """Lays out a `Reading` and goes to its matches."""

    key_pressed = Signal(object)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._reading = Reading(())
        self._matches: tuple[Match, ...] = ()
        self._current = -1
        self._window = range(0)
        self._stale = False  # laid out only when it is looked at
        self._starts: dict[tuple[int, int], tuple[int, int]] = {}
        self._blocks: dict[int, int] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        self._notice = PlainLabel("", "notice", self)
        self._notice.setWordWrap(True)
        self._notice.hide()
        self.text = ReadingText(self)
        self.text.key_pressed.connect(self.key_pressed)
        column.addWidget(self._notice)
        column.addWidget(self.text, 1)
        source.changed.connect(self._lay_out)

    def show_reading(self, reading: Reading, matches: tuple[Match, ...], current: int) -> None:
        """Show *reading*, at match *current* (from 0), or at its focus if that is -1."""
        self._reading, self._matches, self._current = reading, matches, current
        self._window = window_around(reading, matches[current].stretch if 0 <= current < len(matches) else reading.focus)
        self._stale = True
        if self.isVisible():
            self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._lay_out()

    def show_notice(self, text: str) -> None:
        """Say *text* above the document; "" says nothing."""
        self._notice.setText(text)
        self._notice.setVisible(bool(text))

    def go_to(self, current: int) -> None:
        """Go to a match; another window is laid out if it lies outside this one."""
        self._current = current
        if self._stale:
            return
        if 0 <= current < len(self._matches) and self._matches[current].stretch not in self._window:
            self._window = window_around(self._reading, self._matches[current].stretch)
            self._lay_out()
        else:
            self._show_current()

    def go_to_stretch(self, number: int) -> None:
        """Bring the beginning of a stretch into view."""
        if number not in self._window:
            self._window = window_around(self._reading, number)
            self._lay_out()
        self._scroll_to(self._blocks.get(number, 0), 0.1)

    def find_words(self, words: str, direction: int) -> bool:
        """Select the next (1) or previous (-1) place of *words*, or extend the last one (0); round the ends. Whether there is one."""
        cursor = self.text.textCursor()
        if direction == 0:
            cursor.setPosition(cursor.selectionStart())
            self.text.setTextCursor(cursor)
        flags = QTextDocument.FindFlag.FindBackward if direction < 0 else QTextDocument.FindFlag(0)
        if not words or self.text.find(words, flags):
            return True
        backward, total = direction < 0, len(self._reading.stretches)
        edge = self._window.start - 1 if backward else self._window.stop
        for i in range(total):
            number = (edge - i if backward else edge + i) % total
            if words.casefold() in self._reading.stretches[number].passage.text.casefold():
                self.go_to_stretch(number)
                if not backward and self.text.find(words, flags):
                    return True
                break
        self.text.moveCursor(QTextCursor.MoveOperation.End if backward else QTextCursor.MoveOperation.Start)
        return self.text.find(words, flags)

    # ------------------------------------------------------------------------------ layout

    def _lay_out(self) -> None:
        self._stale = False
        theme = self._source.theme
        palette = self.text.palette()
        palette.setColor(QPalette.ColorRole.Base, theme.color("surface"))
        palette.setColor(QPalette.ColorRole.Text, theme.color("text"))
        self.text.setPalette(palette)
        document = self.text.document()
        document.setDocumentMargin(theme.px(18))
        document.setDefaultFont(theme.font(14, face=Face.READING))
        self.text.clear()
        self._starts.clear()
        self._blocks.clear()
        cursor = QTextCursor(document)
        cursor.beginEditBlock()
        for block in blocks(self._reading, self._window):
            self._insert(cursor, theme, block)
        cursor.endEditBlock()
        cut = len(self._window) < len(self._reading.stretches)
        self.show_notice("A long document: the part around the match is shown. Matches and the strip on the right lead to the rest." if cut else "")
        self._show_current()

    def _insert(self, cursor: QTextCursor, theme: Theme, block: Block) -> None:
        if block.ruler:
            cursor.insertBlock(_ruler_block(theme), _plain(theme))
            cursor.insertText(block.ruler, _ruler(theme))
        plain, mark = _plain(theme, block.setting), _mark(theme, block.setting)
        cursor.insertBlock(_text_block(theme, block.setting), plain)
        base, at = cursor.position(), 0
        self._blocks.setdefault(block.stretch, base)
        text = block.text.replace("\n", "\u2028")  # a line end inside one paragraph
        for i, ((start, end), place) in enumerate(zip(block.marks, utf16_ranges(text, block.marks), strict=True)):
            cursor.insertText(text[at:start], plain)
            cursor.insertText(text[start:end], mark)
            self._starts[block.stretch, block.first + i] = (base + place[0], base + place[1])
            at = end
        cursor.insertText(text[at:], plain)

    def _show_current(self) -> None:
        if not 0 <= self._current < len(self._matches):
            self.text.setExtraSelections([])
            self._scroll_to(self._blocks.get(self._reading.focus, 0), 0.1)
            return
        match = self._matches[self._current]
        siblings = [other for other in self._matches if other.stretch == match.stretch]
        place = self._starts.get((match.stretch, siblings.index(match)))
        if place is None:
            return
        selection = QTextEdit.ExtraSelection()
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(place[0])
        cursor.setPosition(place[1], QTextCursor.MoveMode.KeepAnchor)
        style = QTextCharFormat()
        style.setBackground(self._source.theme.color("mark_line"))
        style.setForeground(QColor("#1F1D1A"))
        selection.cursor, selection.format = cursor, style  # pyright: ignore[reportAttributeAccessIssue]  # plain fields of a C++ struct
        self.text.setExtraSelections([selection])
        self._scroll_to(place[0], 0.33)

    def _scroll_to(self, position: int, share: float) -> None:
        """Bring a character to *share* of the height, counted from the top."""
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(min(position, self.text.document().characterCount() - 1))
        self.text.setTextCursor(cursor)
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.value() + self.text.cursorRect(cursor).top() - round(self.text.viewport().height() * share))


def _plain(theme: Theme, setting: Setting = Setting.PROSE) -> QTextCharFormat:
    style = QTextCharFormat()
    style.setForeground(theme.color("text"))
    if setting is Setting.CODE:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPixelSize(theme.px(12.5))
        style.setFont(font)
    elif setting is Setting.HEADING:
        style.setFontWeight(QFont.Weight.Bold)
    return style


def _mark(theme: Theme, setting: Setting) -> QTextCharFormat:
    style = _plain(theme, setting)
    style.setFontWeight(QFont.Weight.Bold)
    style.setBackground(theme.color("mark"))
    style.setFontUnderline(True)
    style.setUnderlineColor(theme.color("mark_line"))
    return style


def _ruler(theme: Theme) -> QTextCharFormat:
    style = QTextCharFormat()
    style.setFont(theme.font(11.5, 600))
    style.setForeground(theme.color("accent"))
    return style


def _ruler_block(theme: Theme) -> QTextBlockFormat:
    block = QTextBlockFormat()
    block.setTopMargin(theme.px(14))
    block.setBottomMargin(theme.px(4))
    return block


def _text_block(theme: Theme, setting: Setting) -> QTextBlockFormat:
    block = QTextBlockFormat()
    percent = 125.0 if setting is Setting.CODE else LINE_HEIGHT
    block.setLineHeight(percent, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
    block.setTopMargin(theme.px(4))
    block.setBottomMargin(theme.px(6))
    return block
