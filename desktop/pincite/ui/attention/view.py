"""The table of files that could not be read."""

from __future__ import annotations

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, QSortFilterProxyModel, Qt, Signal
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHBoxLayout, QHeaderView, QLineEdit, QPushButton, QTableView, QVBoxLayout, QWidget

from pincite.domain.wording import counted
from pincite.ui.attention.rows import AttentionRow, as_text
from pincite.ui.text import for_tip
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.theme import ThemeSource

AnyIndex = QModelIndex | QPersistentModelIndex

COLUMNS = (("File", "name"), ("Folder", "folder"), ("Reason", "reason"), ("Detail", "detail"), ("Size", "size"), ("What to do", "advice"))
"""Headings and the fields under them."""


class AttentionModel(QAbstractTableModel):
    """The rows as a table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.rows: tuple[AttentionRow, ...] = ()

    def set_rows(self, rows: tuple[AttentionRow, ...]) -> None:
        """Show these."""
        self.beginResetModel()
        self.rows = rows
        self.endResetModel()

    def rowCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  # Qt's own default, never changed
        return 0 if parent.isValid() else len(self.rows)

    def columnCount(self, parent: AnyIndex = QModelIndex()) -> int:  # noqa: B008  # as above
        return 0 if parent.isValid() else len(COLUMNS)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        text: str = getattr(self.rows[index.row()], COLUMNS[index.column()][1])
        if role == Qt.ItemDataRole.DisplayRole:
            return text
        return for_tip(text) if role == Qt.ItemDataRole.ToolTipRole and text else None

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if role == Qt.ItemDataRole.DisplayRole and orientation is Qt.Orientation.Horizontal:
            return COLUMNS[section][0]
        return None


class AttentionView(QFrame):
    """Heading, filter box, table and what can be done with it."""

    closed = Signal()
    copied = Signal(str)
    folder_wanted = Signal(str)
    retry_wanted = Signal()
    ignored = Signal(object)
    """The rules that leave the chosen files out for good, a tuple of patterns."""

    def __init__(self, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("attention")
        self._source = source
        self.model = AttentionModel(self)
        self._filtered = QSortFilterProxyModel(self)
        self._filtered.setSourceModel(self.model)
        self._filtered.setFilterKeyColumn(-1)
        self._filtered.setFilterCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        column = QVBoxLayout(self)
        column.setContentsMargins(24, 20, 24, 20)
        column.setSpacing(12)
        column.addLayout(self._head())
        self.table = QTableView(self)
        self._set_table()
        column.addWidget(self.table, 1)
        column.addLayout(self._foot())
        source.changed.connect(self._dress)
        self._dress()

    def show_rows(self, rows: tuple[AttentionRow, ...], needing: int) -> None:
        """Show these files, *needing* of which need somebody."""
        self.model.set_rows(rows)
        quiet = len(rows) - needing
        parts = [counted(needing, "file needs", "files need") + " attention"] if needing else ["Nothing needs attention"]
        if quiet:
            parts.append(f"{quiet:,} left out on purpose or for good reason")
        self._title.setText("  ·  ".join(parts))

    def _head(self) -> QHBoxLayout:
        row = QHBoxLayout()
        self._title = PlainLabel("Looking…", "pane-title", self)
        self._filter = QLineEdit(self)
        self._filter.setObjectName("small-field")
        self._filter.setPlaceholderText("Filter by name, folder or reason…")
        self._filter.setAccessibleName("Filter the files")
        self._filter.setMaximumWidth(self._source.theme.px(280))
        self._filter.textChanged.connect(self._filtered.setFilterFixedString)
        row.addWidget(self._title, 1)
        row.addWidget(self._filter, 1)
        return row

    def _foot(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        for words, name, act in (
            ("Back", "secondary", self.closed.emit),
            ("Try all again", "secondary", self.retry_wanted.emit),
            ("Show in folder", "secondary", self._show_in_folder),
            ("Ignore for good", "secondary", self._ignore),
            ("Copy report", "secondary", lambda: self.copied.emit(as_text(self.model.rows))),
            ("Copy without paths", "secondary", lambda: self.copied.emit(as_text(self.model.rows, paths=False))),
        ):
            button = QPushButton(words, self)
            button.setObjectName(name)
            button.clicked.connect(act)
            row.addWidget(button)
        row.addStretch(1)
        return row

    def _set_table(self) -> None:
        table = self.table
        table.setObjectName("table")
        table.setAccessibleName("Files that need attention")
        table.setModel(self._filtered)
        table.setSortingEnabled(True)
        table.sortByColumn(-1, Qt.SortOrder.AscendingOrder)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setShowGrid(False)
        table.setAlternatingRowColors(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        header = table.horizontalHeader()
        header.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        header.setStretchLastSection(True)
        header.setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        header.setHighlightSections(False)

    def _dress(self) -> None:
        theme = self._source.theme
        self.table.verticalHeader().setDefaultSectionSize(theme.px(30))
        self.table.horizontalHeader().setFixedHeight(theme.px(34))
        for i, width in enumerate((230, 210, 250, 200, 80)):
            self.table.setColumnWidth(i, theme.px(width))

    def _ignore(self) -> None:
        chosen = [self.model.rows[self._filtered.mapToSource(index).row()].rule for index in self.table.selectionModel().selectedRows()]
        if rules := tuple(rule for rule in chosen if rule):
            self.ignored.emit(rules)

    def _show_in_folder(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self.folder_wanted.emit(self.model.rows[self._filtered.mapToSource(index).row()].path)
