"""Several libraries in one window: the menu names them, choosing one goes there, a new one is made from a folder."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtWidgets import QDialogButtonBox

from pincite.settings import Meaning, Settings, load, save, with_folders
from pincite.ui.application import Application
from pincite.ui.libraries.dialog import NewLibraryDialog
from pincite.ui.main_window import Page

LONG_MS = 60_000


@pytest.fixture
def two(tmp_path, monkeypatch):
    """Two libraries side by side, without an index yet; a folder that a third can read."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    made = []
    for name in ("Letters", "Plans"):
        folder = tmp_path / name.lower()
        folder.mkdir()
        settings = Settings(tmp_path / "data" / "pincite" / name.lower(), name=name, meaning=Meaning(encoder="none"))
        made.append(with_folders(settings, (str(folder),)))
        save(made[-1])
    return made


@pytest.fixture
def desk(qtbot, two):
    made = Application(two[0], live=False)
    made.show()
    qtbot.waitUntil(lambda: len(entries(made)) > 1, timeout=LONG_MS)
    yield made
    made.close()


def entries(desk):
    return {action.text(): action for action in desk.window.header.library_menu().actions() if action.isCheckable()}


def test_the_menu_lists_the_libraries_and_ticks_the_open_one(desk):
    listed = entries(desk)

    assert {name: action.isChecked() for name, action in listed.items()} == {"Letters": True, "Plans": False}


def test_choosing_a_library_goes_there_and_leaves_what_was_asked_behind(desk, qtbot, two):
    desk.search.ask("when was she launched?")

    with qtbot.waitSignal(desk.libraries.opened, timeout=LONG_MS):
        entries(desk)["Plans"].trigger()
    qtbot.waitUntil(lambda: desk.session is not None and entries(desk)["Plans"].isChecked(), timeout=LONG_MS)

    assert desk.settings.library == two[1].library
    assert (desk.search.state.text, desk.search.result, desk.window.page) == ("", None, Page.ATLAS)
    assert "Plans" in desk.window.header._library.text()


def test_a_new_library_is_named_after_its_folder_unless_one_says_otherwise(desk, qtbot, tmp_path):
    (tmp_path / "tide tables").mkdir()
    dialog = desk.show_new_library()
    ready = dialog._buttons.button(QDialogButtonBox.StandardButton.Ok)
    empty = ready.isEnabled()
    dialog.folder.setText(str(tmp_path / "tide tables"))

    with qtbot.waitSignal(desk.libraries.opened, timeout=LONG_MS):
        ready.click()
    qtbot.waitUntil(lambda: "tide tables" in entries(desk), timeout=LONG_MS)

    assert not empty
    assert desk.settings.name == load(desk.settings.library).name == "tide tables"
    assert [root.path for root in desk.settings.roots] == [str(tmp_path / "tide tables")]


def test_a_folder_that_is_not_there_makes_no_library(desk, qtbot, two, tmp_path):
    with qtbot.waitSignal(desk.errands.failed, timeout=LONG_MS):
        desk.libraries.make("Nothing", str(tmp_path / "nowhere"))

    assert "nowhere" in desk.window.strip._said.text()
    assert desk.settings == two[0]


def test_an_empty_library_leads_to_the_others(desk, qtbot, two):
    desk._decide(replace(two[0], roots=()))
    qtbot.waitUntil(lambda: desk.window.page is Page.FIRST_RUN, timeout=LONG_MS)

    assert desk.window.first_run._libraries.isVisible()
    assert "Plans" in {action.text() for action in desk.window.first_run._libraries.menu().actions()}


def test_the_dialog_takes_a_name(qtbot, desk):
    dialog, decided = NewLibraryDialog(desk.source, "/"), []
    qtbot.addWidget(dialog)
    dialog.decided.connect(lambda name, folder: decided.append((name, folder)))
    dialog.folder.setText("/yard/plans ")
    dialog.name.setText("Hulls")

    dialog._buttons.button(QDialogButtonBox.StandardButton.Ok).click()

    assert decided == [("Hulls", "/yard/plans")]
