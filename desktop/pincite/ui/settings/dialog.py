"""What the user can decide in the window: folders, what is left out, how it looks. The file keeps the rest."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QPushButton,
    QSpinBox,
    QTabWidget,
    QVBoxLayout,
    QWidget,
)

from pincite.domain.errors import SettingsError
from pincite.settings import FILE_NAME, Settings, moved, with_folders
from pincite.ui.text import for_tip, shown
from pincite.ui.theme.labels import PlainLabel
from pincite.ui.theme.room import within_screen
from pincite.ui.theme.theme import LARGEST_SCALE, SMALLEST_SCALE, ThemeSource

LISTS = (
    ("hidden", "Hidden files and folders"),
    ("secrets", "Keys and password stores"),
    ("caches", "Caches"),
    ("dependencies", "Installed libraries (node_modules, virtual environments)"),
    ("version-control", "Version-control folders"),
    ("generated", "Generated files (minified scripts, lock files)"),
    ("temporary", "Editors' temporary files"),
    ("trash", "Trash"),
)
"""What is left out by default, each switchable."""


class SettingsDialog(QDialog):
    """Edits a copy; `decided` carries the new `Settings` when "Save" is pressed."""

    decided = Signal(object)

    def __init__(self, settings: Settings, source: ThemeSource, parent: QWidget | None = None, *, away: tuple[str, ...] = ()) -> None:
        """*away* are the paths of folders that were not found."""
        super().__init__(parent)
        self._settings, self._source, self._away = settings, source, away
        self.setWindowTitle("Settings")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        column = QVBoxLayout(self)
        tabs = QTabWidget(self)
        tabs.addTab(self._folders_tab(), "Folders")
        tabs.addTab(self._reading_tab(), "What is read")
        tabs.addTab(self._look_tab(), "Appearance")
        column.addWidget(tabs, 1)
        where = PlainLabel(f"Kept in {settings.library / FILE_NAME}", "quiet-words", self)
        where.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        where.setWordWrap(True)
        column.addWidget(where)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Save | QDialogButtonBox.StandardButton.Cancel, self)
        buttons.accepted.connect(self._save)
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(within_screen(self, source.theme.px(620), source.theme.px(560)))

    def decided_settings(self) -> Settings:
        """The settings as they stand in the dialog."""
        reading = replace(
            self._settings.reading,
            also_read=tuple(name for name, box in self._lists.items() if not box.isChecked()),
            exclude=tuple(line.strip() for line in self._exclude.toPlainText().splitlines() if line.strip()),
            gitignore=self._gitignore.isChecked(),
            max_file_mb=self._limit.value(),
            ocr=self._ocr.isChecked(),
        )
        look = replace(
            self._settings.appearance,
            theme=self._theme.currentData(),
            contrast=self._contrast.currentData(),
            text_scale=self._scale.value() / 100,
            single_keys=self._single.isChecked(),
        )
        kept = {self._list.item(i).data(Qt.ItemDataRole.UserRole) for i in range(self._list.count())}
        roots = tuple(root for root in self._settings.roots if root.path in kept)
        return replace(self._settings, roots=roots, reading=reading, appearance=look)

    def add_folder(self, path: str) -> None:
        """Add a folder to the list; one inside another adds nothing."""
        self._change_folders(lambda settings: with_folders(settings, (path,)))

    def locate_folder(self, old: str, new: str) -> None:
        """The folder at *old* lies at *new* now; what is known of its files is kept."""
        self._change_folders(lambda settings: moved(settings, old, new))

    def _change_folders(self, change: Callable[[Settings], Settings]) -> None:
        try:
            self._settings = change(self._settings)
        except SettingsError as error:
            self._refusal.setText(str(error))
        else:
            self._refusal.clear()
        self._refusal.setVisible(bool(self._refusal.text()))
        self._fill()

    # ------------------------------------------------------------------------------ tabs

    def _folders_tab(self) -> QWidget:
        tab = QWidget(self)
        column = QVBoxLayout(tab)
        words = PlainLabel("These folders are read, with everything below them. Removing one forgets its text at once.", "quiet-words", tab)
        words.setWordWrap(True)
        self._list = QListWidget(tab)
        self._list.setAccessibleName("Folders")
        add, remove = QPushButton("Add a folder…", tab), QPushButton("Remove", tab)
        add.clicked.connect(lambda: self._choose_folder("Add a folder", self.add_folder))
        locate = QPushButton("Locate…", tab)
        locate.setToolTip("The chosen folder lies somewhere else now: say where; what is known of its files is kept")
        locate.clicked.connect(self._locate)
        remove.clicked.connect(self._remove)
        remove_all = QPushButton("Remove all", tab)
        remove_all.setToolTip("Forget every folder and all of its text")
        remove_all.clicked.connect(self._remove_all)
        row = QHBoxLayout()
        row.addWidget(add)
        row.addWidget(locate)
        row.addWidget(remove)
        row.addWidget(remove_all)
        row.addStretch(1)
        column.addWidget(words)
        column.addWidget(self._list, 1)
        self._refusal = PlainLabel("", "message", tab)
        self._refusal.setWordWrap(True)
        self._refusal.hide()
        column.addWidget(self._refusal)
        column.addLayout(row)
        self._fill()
        return tab

    def _reading_tab(self) -> QWidget:
        tab, reading = QWidget(self), self._settings.reading
        column = QVBoxLayout(tab)
        column.addWidget(PlainLabel("Left out", "facet-name", tab))
        self._lists: dict[str, QCheckBox] = {}
        for name, words in LISTS:
            box = QCheckBox(words, tab)
            box.setChecked(name not in reading.also_read)
            self._lists[name] = box
            column.addWidget(box)
        self._gitignore = QCheckBox("What .gitignore files name", tab)
        self._gitignore.setChecked(reading.gitignore)
        self._ocr = QCheckBox("Read scans with text recognition (needs tesseract)", tab)
        self._ocr.setChecked(reading.ocr)
        self._limit = QSpinBox(tab)
        self._limit.setRange(1, 10_000)
        self._limit.setSuffix(" MB")
        self._limit.setValue(reading.max_file_mb)
        self._exclude = QPlainTextEdit("\n".join(reading.exclude), tab)
        self._exclude.setPlaceholderText("Your own patterns, one a line: drafts/**, *.bak")
        self._exclude.setAccessibleName("Patterns to leave out")
        form = QFormLayout()
        form.addRow("Files larger than", self._limit)
        column.addWidget(self._gitignore)
        column.addLayout(form)
        column.addWidget(self._exclude, 1)
        column.addWidget(self._ocr)
        return tab

    def _look_tab(self) -> QWidget:
        tab, look = QWidget(self), self._settings.appearance
        form = QFormLayout(tab)
        self._theme = QComboBox(tab)
        for words, value in (("Like the system", "system"), ("Light", "light"), ("Dark", "dark")):
            self._theme.addItem(words, value)
        self._theme.setCurrentIndex(self._theme.findData(look.theme))
        self._contrast = QComboBox(tab)
        for words, value in (("Like the system", "system"), ("Normal", "normal"), ("High", "high")):
            self._contrast.addItem(words, value)
        self._contrast.setCurrentIndex(self._contrast.findData(look.contrast))
        self._scale = QSpinBox(tab)
        self._scale.setRange(round(SMALLEST_SCALE * 100), round(LARGEST_SCALE * 100))
        self._scale.setSingleStep(10)
        self._scale.setSuffix(" %")
        self._scale.setValue(round(look.text_scale * 100))
        self._single = QCheckBox("Single letters are shortcuts in lists (n, x, /, Space)", tab)
        self._single.setChecked(look.single_keys)
        form.addRow("Colours", self._theme)
        form.addRow("Contrast", self._contrast)
        form.addRow("Text size", self._scale)
        form.addRow(self._single)
        return tab

    def _fill(self) -> None:
        self._list.clear()
        for root in self._settings.roots:
            item = QListWidgetItem(shown(root.path) + ("  —  not found" if root.path in self._away else ""))
            item.setData(Qt.ItemDataRole.UserRole, root.path)
            item.setToolTip(for_tip(root.path))
            self._list.addItem(item)

    def _choose_folder(self, words: str, take: Callable[[str], object]) -> None:
        dialog = QFileDialog(self, words, str(Path.home()))
        dialog.setFileMode(QFileDialog.FileMode.Directory)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(take)
        dialog.open()

    def _chosen(self) -> str:
        """The path of the chosen folder, "" if none is."""
        row = self._list.currentRow()
        return str(self._list.item(row).data(Qt.ItemDataRole.UserRole)) if row >= 0 else ""

    def _locate(self) -> None:
        if path := self._chosen():
            self._choose_folder("Where the folder lies now", lambda new: self.locate_folder(path, new))

    def _remove(self) -> None:
        if path := self._chosen():
            self._settings = replace(self._settings, roots=tuple(root for root in self._settings.roots if root.path != path))
            self._fill()

    def _remove_all(self) -> None:
        self._settings = replace(self._settings, roots=())
        self._fill()

    def _save(self) -> None:
        self.decided.emit(self.decided_settings())
        self.accept()
