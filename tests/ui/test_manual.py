"""The manual in the window: every page can be read, links lead on, and nothing comes from outside its folder."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl

from pincite.resources import resource
from pincite.ui.manual.pages import contents
from pincite.ui.manual.reader import ManualReader
from pincite.ui.shortcuts.sheet import KeySheet
from pincite.ui.theme.theme import ThemeSource


@pytest.fixture
def manual(qtbot):
    made = ManualReader(resource("help"), ThemeSource("light"))
    made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(made)
    return made


def test_the_contents_list_every_page():
    listed = {name for _title, name in contents(resource("help"))}

    assert listed == {path.name for path in resource("help").glob("*.md")}


@pytest.mark.parametrize("row", range(len(contents(resource("help")))))
def test_every_page_can_be_read(manual, row):
    manual.contents.setCurrentRow(row)

    text = manual.page.toPlainText()
    assert len(text) > 200
    assert "<kbd>" not in text
    assert manual.page.document().blockCount() > 8


def test_a_link_leads_to_its_page_and_the_contents_follow(manual):
    manual.page.setSource(QUrl("settings.md#reading"))

    assert manual.page.source().fileName() == "settings.md"
    assert manual.contents.currentItem().text() == "Settings"


@pytest.mark.parametrize("address", ["https://example.org/", "file:///etc/hostname", "../theme/light.json", "no-such-page.md"])
def test_nothing_is_loaded_from_elsewhere(manual, address):
    manual.page.setSource(QUrl(address))

    assert manual.page.source().fileName() == "index.md"
    assert manual.page.loadResource(2, QUrl(address)) is None


def test_f1_opens_the_manual_and_from_there_the_keys(desk, qtbot):
    qtbot.keyClick(desk.window, Qt.Key.Key_F1)
    manual = desk.window.findChild(ManualReader)

    manual.keys_wanted.emit()

    assert manual.isVisible()
    assert desk.window.findChild(KeySheet).isVisible()
