"""The window that the manual is read in: contents on the left, a page on the right. Nothing comes from the network."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QPixmap, QShowEvent, QTextDocument
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QListWidget, QListWidgetItem, QTextBrowser, QVBoxLayout, QWidget

from pincite.ui.manual.pages import FIRST, contents, page_html
from pincite.ui.theme.room import within_screen
from pincite.ui.theme.theme import Theme, ThemeSource

PICTURE_WIDTH = 560
"""Pixels at 100 % to which pictures are fitted."""


class ManualPage(QTextBrowser):
    """One page. Loads pages and pictures of the manual's own folder, and nothing else."""

    def __init__(self, folder: Path, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._folder, self._source = folder.resolve(), source
        self.setObjectName("reading")
        self.setAccessibleName("Page of the manual")
        self.setOpenExternalLinks(False)
        self.document().setDocumentMargin(source.theme.px(24))
        self.document().setDefaultFont(source.theme.font(14))
        self.document().setDefaultStyleSheet(_page_style(source.theme))

    def loadResource(self, type: int, name: QUrl | str) -> object:  # noqa: A002  # Qt's name
        path = self._own(QUrl(name))
        if path is None:
            return None
        if path.suffix == ".md":
            return page_html(path.read_text("utf-8"))
        picture = QPixmap(str(path))
        width = self._source.theme.px(PICTURE_WIDTH)
        return picture.scaledToWidth(width, Qt.TransformationMode.SmoothTransformation) if picture.width() > width else picture

    def doSetSource(self, name: QUrl | str, type: object = None) -> None:  # noqa: A002  # Qt's name
        if self._own(self.source().resolved(QUrl(name))) is not None:
            super().doSetSource(name, QTextDocument.ResourceType.HtmlResource)  # by its ending Qt would take it for Markdown

    def _own(self, url: QUrl) -> Path | None:
        """The file that *url* names, if it lies in the manual's folder."""
        if not (url.isLocalFile() or url.isRelative()):
            return None
        path = (self._folder / (url.toLocalFile() or url.path())).resolve()
        return path if path.is_relative_to(self._folder) and path.is_file() else None


class ManualReader(QDialog):
    """The manual. `keys_wanted` asks for the sheet of keys."""

    keys_wanted = Signal()

    def __init__(self, folder: Path, source: ThemeSource, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle("Pincite: the manual")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._folder = folder
        self.contents, self.page = QListWidget(self), ManualPage(folder, source, self)
        self.contents.setObjectName("contents")
        self.contents.setAccessibleName("Contents")
        self.contents.setFixedWidth(source.theme.px(240))
        for title, name in contents(folder):
            item = QListWidgetItem(title, self.contents)
            item.setData(Qt.ItemDataRole.UserRole, name)
        self._lay_out(source.theme)
        self.contents.currentItemChanged.connect(self._choose)
        self.page.sourceChanged.connect(self._follow)
        self.show_page(FIRST)

    def show_page(self, name: str) -> None:
        """Show the page in the file *name*."""
        self.page.setSource(QUrl.fromLocalFile(str(self._folder / name)))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.page.setFocus()

    def _lay_out(self, theme: Theme) -> None:
        column, row = QVBoxLayout(self), QHBoxLayout()
        row.addWidget(self.contents)
        row.addWidget(self.page, 1)
        column.addLayout(row, 1)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close, self)
        for words, act in (("Back", self.page.backward), ("All keys", self.keys_wanted.emit)):
            button = buttons.addButton(words, QDialogButtonBox.ButtonRole.ActionRole)
            button.setAutoDefault(False)
            button.clicked.connect(lambda _checked=False, act=act: act())
        buttons.rejected.connect(self.reject)
        column.addWidget(buttons)
        self.resize(within_screen(self, theme.px(980), theme.px(720)))

    def _choose(self, item: QListWidgetItem | None) -> None:
        if item is not None and item.data(Qt.ItemDataRole.UserRole) != self.page.source().fileName():
            self.show_page(item.data(Qt.ItemDataRole.UserRole))

    def _follow(self, url: QUrl) -> None:
        for row in range(self.contents.count()):
            if self.contents.item(row).data(Qt.ItemDataRole.UserRole) == url.fileName():
                self.contents.setCurrentRow(row)


def _page_style(theme: Theme) -> str:
    tokens = theme.tokens
    return (
        f"body {{ color: {tokens.text}; line-height: 140%; }} a {{ color: {tokens.accent}; }}"
        f"h1 {{ font-size: {theme.px(24)}px; }} h2 {{ font-size: {theme.px(17)}px; margin-top: {theme.px(20)}px; }}"
        f".key, code {{ background: {tokens.line2}; }} pre {{ background: {tokens.line2}; }}"
        f"th {{ color: {tokens.muted}; text-align: left; }} td {{ border-bottom: 1px solid {tokens.line}; }}"
    )
