"""The text view: what was indexed, in the reading face, with rulers and marked words.

Of a long document a window around the match is laid out: first what a screen shows, then a slice a turn of the loop.
"""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QKeyEvent, QPalette, QShowEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QFrame, QTextEdit, QVBoxLayout, QWidget

from pincite.domain.whole_document import WholeDocument
from pincite.ui.preview.document import SLICE, Block, Match, Setting, blocks, next_slice, window_around
from pincite.ui.preview.tables import Table
from pincite.ui.preview.text_formats import current_mark, marked_text, plain_text, ruler_block, ruler_text, table_frame, text_block
from pincite.ui.text import utf16_ranges
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import Face, Theme, ThemeSource


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
    """Lays out a `WholeDocument` and goes to its matches.

    `_window` are the stretches that are to be shown, `_laid` those that stand in the document already; `_starts` has the first and
    last position of each match there, by stretch and number in it, and `_blocks` where each stretch begins.
    """

    key_pressed = Signal(object)

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._source = source
        self._reading = WholeDocument(())
        self._matches: tuple[Match, ...] = ()
        self._current = -1
        self._window = self._laid = range(0)
        self._stale = False  # laid out only when it is looked at
        self._starts: dict[tuple[int, int], tuple[int, int]] = {}
        self._blocks: dict[int, int] = {}
        self._growth = QTimer(self)
        self._growth.timeout.connect(self._grow)
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

    def show_reading(self, reading: WholeDocument, matches: tuple[Match, ...], current: int) -> None:
        """Show *reading*, at match *current* (from 0), or at its focus if that is -1."""
        self._reading, self._matches, self._current = reading, matches, current
        self._growth.stop()
        self._stale = True
        if self.isVisible():
            self._lay_out()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._stale:
            self._lay_out()
        elif self._laid != self._window:
            self._growth.start()

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self._growth.stop()

    def show_notice(self, text: str) -> None:
        """Say *text* above the document; "" says nothing."""
        self._notice.setText(text)
        self._notice.setVisible(bool(text))

    def go_to(self, current: int) -> None:
        """Go to a match; the document is laid out around it if that was not done yet."""
        self._current = current
        if self._stale:
            return
        if 0 <= current < len(self._matches) and self._matches[current].stretch not in self._laid:
            self._lay_out()
        else:
            self.show_current()

    def go_to_stretch(self, number: int) -> None:
        """Bring the beginning of a stretch into view."""
        if number not in self._laid:
            self._lay_out_around(number)
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
        edge = self._laid.start - 1 if backward else self._laid.stop
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
        """Lay out anew, at the current match."""
        at_match = 0 <= self._current < len(self._matches)
        self._lay_out_around(self._matches[self._current].stretch if at_match else self._reading.focus)
        self.show_current()

    def _lay_out_around(self, centre: int) -> None:
        """Lay out what a screen shows around stretch *centre*; the rest of the window follows."""
        self._stale = False
        self.text.clear()  # first: a new face has Qt lay out whatever still stands there
        self._dress()
        self._starts.clear()
        self._blocks.clear()
        self._window = window_around(self._reading, centre)
        self._laid = window_around(self._reading, centre, SLICE)
        self._insert_slice(self._laid, QTextCursor(self.text.document()))
        cut = len(self._window) < len(self._reading.stretches)
        self.show_notice("A long document: the part around the match is shown. Matches and the strip on the right lead to the rest." if cut else "")
        if self._laid != self._window:
            self._growth.start()

    def _dress(self) -> None:
        theme, document = self._source.theme, self.text.document()
        palette = self.text.palette()
        colours = ((QPalette.ColorRole.Base, theme.color("surface")), (QPalette.ColorRole.Text, theme.color("text")))
        if any(palette.color(role) != colour for role, colour in colours):  # setting it, even to the same, has Qt polish everything inside
            for role, colour in colours:
                palette.setColor(role, colour)
            self.text.setPalette(palette)
        document.setDocumentMargin(theme.px(18))
        document.setDefaultFont(theme.font(14, face=Face.READING))

    def _grow(self) -> None:
        """Lay out one slice more."""
        part = next_slice(self._reading, self._laid, self._window)
        if part.start >= self._laid.stop:
            cursor = QTextCursor(self.text.document())
            cursor.movePosition(QTextCursor.MoveOperation.End)
            self._insert_slice(part, cursor)
        else:
            self._insert_above(part)
        self._laid = range(min(self._laid.start, part.start), max(self._laid.stop, part.stop))
        if self._laid == self._window:
            self._growth.stop()

    def _insert_above(self, part: range) -> None:
        """Lay *part* out above the rest; what is seen stays where it is."""
        document, bar = self.text.document(), self.text.verticalScrollBar()
        seen, length = QTextCursor(document.begin().next()), document.characterCount()
        top = self.text.cursorRect(seen).top()
        starts, places = self._starts, self._blocks
        self._starts, self._blocks = {}, {}
        self._insert_slice(part, QTextCursor(document))
        down = document.characterCount() - length
        self._starts |= {match: (start + down, end + down) for match, (start, end) in starts.items()}
        self._blocks |= {stretch: place + down for stretch, place in places.items()}
        bar.setValue(bar.value() + self.text.cursorRect(seen).top() - top)

    def _insert_slice(self, part: range, cursor: QTextCursor) -> None:
        cursor.beginEditBlock()
        for block in blocks(self._reading, part, self._window.start):
            self._insert(cursor, self._source.theme, block)
        cursor.endEditBlock()

    def _insert(self, cursor: QTextCursor, theme: Theme, block: Block) -> None:
        if block.ruler:
            cursor.insertBlock(ruler_block(theme), plain_text(theme))
            cursor.insertText(block.ruler, ruler_text(theme))
        cursor.insertBlock(text_block(theme, block.setting), plain_text(theme, block.setting))
        self._blocks.setdefault(block.stretch, cursor.position())
        if block.table is None:
            self._write(cursor, block, block.setting)
        else:
            self._insert_table(cursor, theme, block.stretch, block.table)

    def _insert_table(self, cursor: QTextCursor, theme: Theme, stretch: int, table: Table) -> None:
        """Set *table* out, cell by cell in reading order, so that what was written stays where it is; *cursor* stands behind it then."""
        frame = cursor.insertTable(len(table.rows), table.width, table_frame(theme))
        for i, row in enumerate(table.rows):
            for j, cell in enumerate(row):
                here = frame.cellAt(i, j).firstCursorPosition()
                self._write(here, Block(stretch, cell.text, cell.marks, cell.first), Setting.HEADING if table.headed and i == 0 else Setting.PROSE)
        cursor.setPosition(frame.lastPosition() + 1)

    def _write(self, cursor: QTextCursor, block: Block, setting: Setting) -> None:
        """Write a block's text with its marks, and remember where they stand."""
        plain, mark = plain_text(self._source.theme, setting), marked_text(self._source.theme, setting)
        base, at = cursor.position(), 0
        text = block.text.replace("\n", "\u2028")  # a line end inside one paragraph
        for i, ((start, end), place) in enumerate(zip(block.marks, utf16_ranges(text, block.marks), strict=True)):
            cursor.insertText(text[at:start], plain)
            cursor.insertText(text[start:end], mark)
            self._starts[block.stretch, block.first + i] = (base + place[0], base + place[1])
            at = end
        cursor.insertText(text[at:], plain)

    def show_current(self) -> None:
        """Bring the current match, or the beginning of what was found, into view."""
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
        selection.cursor, selection.format = cursor, current_mark(self._source.theme)  # pyright: ignore[reportAttributeAccessIssue]  # plain fields of a C++ struct
        self.text.setExtraSelections([selection])
        self._scroll_to(place[0], 0.33)

    def _scroll_to(self, position: int, share: float) -> None:
        """Bring a character to *share* of the height, counted from the top."""
        cursor = QTextCursor(self.text.document())
        cursor.setPosition(min(position, self.text.document().characterCount() - 1))
        self.text.setTextCursor(cursor)
        bar = self.text.verticalScrollBar()
        bar.setValue(bar.value() + self.text.cursorRect(cursor).top() - round(self.text.viewport().height() * share))
