"""The whole window on the sample library: first run, reading, asking, saving, settings, pictures, and taking down while busy."""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication, QImage
from PySide6.QtWidgets import QFileDialog, QLabel, QPushButton

from pincite.domain.documents import FileStamp, Reason, Skipped
from pincite.domain.errors import PinciteError
from pincite.domain.events import LeftOut
from pincite.domain.search import Filter
from pincite.settings import Meaning, Settings, load, save, with_folders
from pincite.ui.application import Application
from pincite.ui.attention.rows import rows_of
from pincite.ui.figures.sheet import FiguresSheet
from pincite.ui.main_window import Page
from pincite.ui.screenshot import take_screenshot
from pincite.ui.settings.dialog import SettingsDialog
from pincite.ui.shooting import Shooting
from pincite.ui.window_state import FILE_NAME

LONG_MS = 60_000


def words_only(library):
    """A library without the meaning channel, whose model takes seconds to load."""
    return Settings(library, meaning=Meaning(encoder="none"))


@pytest.fixture
def open_desk(qtbot):
    opened = []

    def make(settings, *, live=True):
        desk = Application(settings, live=live)
        opened.append(desk)
        desk.show()
        return desk

    yield make
    for desk in opened:
        desk.close()


@pytest.fixture(scope="module")
def indexed(tmp_path_factory):
    """A library with the sample documents, read once."""
    from pincite.assembly import open_syncer
    from pincite.domain.cancel import CancelToken
    from pincite.resources import resource
    library = tmp_path_factory.mktemp("indexed")
    settings = with_folders(words_only(library), (str(resource("sample-library")),))
    save(settings)
    with open_syncer(settings, lambda event: None) as syncer:
        syncer.sync(CancelToken())
    return settings


def test_settings_that_were_set_aside_are_said_where_the_window_begins(open_desk, library_folder):
    library_folder.mkdir()
    (library_folder / "settings.toml").write_bytes(b"name = 'Bo")

    desk = open_desk(load(library_folder))

    assert desk.window.page is Page.FIRST_RUN
    said = [label.text() for label in desk.window.first_run.findChildren(QLabel)]
    assert any("set aside as settings.damaged.toml" in text and "Pincite reads the folders you choose" in text for text in said)


def test_the_first_run_leads_to_an_answer(qtbot, open_desk, library_folder, sample_library):
    desk = open_desk(words_only(library_folder))
    first = desk.window.page

    desk.window.first_run.started.emit((str(sample_library),))
    qtbot.waitUntil(lambda: desk.session is not None, timeout=LONG_MS)
    qtbot.waitUntil(lambda: desk.session.status.headline == "Up to date", timeout=LONG_MS)
    with qtbot.waitSignal(desk.search.answered, timeout=LONG_MS):
        desk.search.ask("how dry must seed be before freezing")
    qtbot.waitUntil(lambda: len(desk.preview.reading.stretches) > 1, timeout=LONG_MS)

    assert first is Page.FIRST_RUN
    assert desk.window.page is Page.RESULTS
    assert "Drying seed" in [row.card.title for row in map(desk.search.model.row, map(desk.search.model.index, range(desk.search.model.rowCount()))) if row.card]
    assert load(library_folder).roots[0].path == str(sample_library)


def test_a_saved_note_appears_while_the_window_is_open(qtbot, open_desk, library_folder, sample_library):
    settings = with_folders(words_only(library_folder), (str(sample_library),))
    save(settings)
    desk = open_desk(settings)
    qtbot.waitUntil(lambda: desk.session.status.headline == "Up to date", timeout=LONG_MS)
    desk.search.ask("zymurgical quernstone")
    qtbot.waitUntil(lambda: desk.search.result is not None, timeout=LONG_MS)
    before = desk.search.model.rowCount()

    (sample_library / "fresh.md").write_text("# Quern\n\nThe zymurgical quernstone is kept in the lower shed.\n")
    qtbot.waitUntil(lambda: desk.search.model.rowCount() > before, timeout=LONG_MS)

    assert desk.search.model.row(desk.search.model.first_card()).card.title == "Quern"


def test_a_search_is_saved_and_asked_again_with_its_choices(qtbot, open_desk, indexed):
    desk = open_desk(indexed, live=False)
    with qtbot.waitSignal(desk.search.answered, timeout=LONG_MS):
        desk.search.ask("seed")
    desk.search.toggle("type", "md")

    with qtbot.waitSignal(desk.errands.done, check_params_cb=lambda name, value: name == "saved", timeout=LONG_MS):
        desk.window.wishes.do("save")
    desk.search.clear()
    desk.keeping.ask_saved("seed · 1 choice")

    assert (desk.search.state.text, desk.search.state.filters) == ("seed", (Filter("type", "md"),))


def test_the_report_lists_what_was_left_out(qtbot, open_desk, indexed):
    desk = open_desk(indexed, live=False)

    with qtbot.waitSignal(desk.session.worker.left_out_listed, timeout=LONG_MS):
        desk.window.wishes.do("attention")

    assert desk.window.page is Page.ATTENTION
    assert "attention" in desk.window.attention.findChild(QLabel, "pane-title").text()


def test_the_library_is_shown_in_numbers(qtbot, open_desk, indexed):
    desk = open_desk(indexed, live=False)

    with qtbot.waitSignal(desk.session.worker.described, timeout=LONG_MS):
        desk.window.wishes.do("figures")

    assert {"133", "1 document"} <= {label.text() for label in desk.window.findChild(FiguresSheet).findChildren(QLabel)}


def test_a_file_is_ignored_for_good_by_a_rule_in_the_settings(qtbot, open_desk, indexed, tmp_path):
    settings = replace(indexed, library=tmp_path)
    desk = open_desk(settings, live=False)
    stamp = FileStamp("r", "plans/hull [1].pdf", 10, 1)
    desk.window.attention.show_rows(rows_of([LeftOut("/yard/plans/hull [1].pdf", Skipped(stamp, Reason.DAMAGED))]), 1)
    desk.window.attention.table.selectRow(0)

    with qtbot.waitSignal(desk.errands.done, check_params_cb=lambda name, value: name == "settings", timeout=LONG_MS):
        next(button for button in desk.window.attention.findChildren(QPushButton) if button.text() == "Ignore for good").click()

    assert load(tmp_path).reading.exclude == ("/plans/hull \\[1\\].pdf",)


def test_settings_take_effect_and_are_kept(qtbot, open_desk, indexed, tmp_path):
    settings = replace(indexed, library=tmp_path)
    desk = open_desk(settings, live=False)
    dialog = SettingsDialog(settings, desk.source)
    qtbot.addWidget(dialog)
    dialog._theme.setCurrentIndex(dialog._theme.findData("dark"))
    dialog._scale.setValue(150)
    dialog._lists["hidden"].setChecked(False)
    dialog._exclude.setPlainText("drafts/**\n\n*.bak")

    with qtbot.waitSignal(desk.errands.done, check_params_cb=lambda name, value: name == "settings", timeout=LONG_MS):
        desk._decide(dialog.decided_settings())

    kept = load(tmp_path)
    assert desk.source.theme.dark
    assert (kept.appearance.text_scale, kept.reading.also_read, kept.reading.exclude) == (1.5, ("hidden",), ("drafts/**", "*.bak"))


def test_removing_every_folder_forgets_its_text_and_begins_anew(qtbot, open_desk, library_folder, sample_library):
    settings = with_folders(words_only(library_folder), (str(sample_library),))
    save(settings)
    desk = open_desk(settings)
    qtbot.waitUntil(lambda: desk.session is not None and desk.session.status.headline == "Up to date", timeout=LONG_MS)

    desk._decide(replace(settings, roots=()))
    qtbot.waitUntil(lambda: desk.window.page is Page.FIRST_RUN, timeout=LONG_MS)

    text = b"".join(path.read_bytes() for path in library_folder.iterdir() if path.is_file())
    assert b"silica" not in text
    assert load(library_folder).roots == ()


def test_the_window_closes_while_everything_is_busy(qtbot, open_desk, library_folder, sample_library):
    settings = with_folders(words_only(library_folder), (str(sample_library),))
    save(settings)
    desk = open_desk(settings)
    qtbot.waitUntil(lambda: desk.session.status.headline != "Checking for changes", timeout=LONG_MS)
    desk.search.ask("how dry must seed be")
    desk.window.show_page(Page.RESULTS)

    desk.close()

    assert desk.session.indexer._process is None
    assert not desk.session.worker._thread.is_alive()


def picture(indexed, tmp_path, **changes):
    out = tmp_path / "out.png"
    arguments = {"out": str(out), "size": (900, 700), "scale": 1.0, "theme": "light", "view": "results", "question": "drying seed", "filter": [], "exclude": [], "quiet": True}
    take_screenshot(argparse.Namespace(**{**arguments, **changes}), indexed)
    return QImage(str(out))


@pytest.mark.parametrize("view", ["atlas", "results", "preview", "settings", "first-run", "attention"])
def test_every_view_has_its_picture(qapp, indexed, tmp_path, view):
    image = picture(indexed, tmp_path, view=view, theme="dark")

    assert view == "settings" or (image.width(), image.height()) == (900, 700)
    assert len({image.pixelColor(x, y).rgb() for x in range(0, image.width(), 7) for y in range(0, image.height(), 7)}) > 5


def test_a_picture_of_an_empty_library_is_refused_with_a_reason(qapp, tmp_path):
    with pytest.raises(PinciteError, match="no folder yet"):
        picture(Settings(tmp_path / "none"), tmp_path)

    assert not (tmp_path / "none").exists()


def test_a_picture_changes_nothing_that_the_window_remembers(qapp, indexed, tmp_path):
    (indexed.library / FILE_NAME).write_text("[General]\n", encoding="utf-8")

    picture(indexed, tmp_path)

    assert (indexed.library / FILE_NAME).read_text(encoding="utf-8") == "[General]\n"


@pytest.mark.skipif(os.name != "posix", reason="signals to a group of processes")
def test_ctrl_c_in_the_terminal_ends_the_window_with_its_status(qtbot, library_folder, sample_library):
    save(with_folders(words_only(library_folder), (str(sample_library),)))
    before = set(library_folder.iterdir())
    command = [sys.executable, "-m", "pincite", "open", "--library", str(library_folder)]
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    window = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, start_new_session=True, text=True)
    qtbot.waitUntil(lambda: any(path.suffix == ".ini" or "manifest" in path.name for path in set(library_folder.iterdir()) - before), timeout=LONG_MS)

    os.killpg(window.pid, signal.SIGINT)
    said = window.communicate(timeout=30)[1]

    assert window.returncode == 130
    assert said == ""


def test_closing_takes_what_was_copied_off_a_clipboard_that_nobody_shares(qtbot, open_desk, indexed):
    desk = open_desk(indexed, live=False)
    with qtbot.waitSignal(desk.search.answered, timeout=LONG_MS):
        desk.search.ask("seed")
    desk.window.wishes.do("copy")
    copied = QGuiApplication.clipboard().text()

    desk.close()

    assert "seed" in copied.casefold()
    assert QGuiApplication.clipboard().text() == ""


def test_the_menu_of_the_library_adds_a_folder(qtbot, open_desk, indexed, tmp_path):
    settings, more = replace(indexed, library=tmp_path / "library"), tmp_path / "more"
    more.mkdir()
    desk = open_desk(settings, live=False)
    action = next(action for action in desk.window.header.library_menu().actions() if action.text().startswith("Add"))

    action.trigger()
    dialog = desk.window.findChild(QFileDialog)
    with qtbot.waitSignal(desk.errands.done, check_params_cb=lambda name, value: name == "settings", timeout=LONG_MS):
        dialog.fileSelected.emit(str(more))

    assert str(more) in [root.path for root in load(tmp_path / "library").roots]


def test_a_new_look_is_worn_without_opening_the_library_anew(qtbot, open_desk, indexed, tmp_path):
    settings = replace(indexed, library=tmp_path)
    desk = open_desk(settings, live=False)
    session = desk.session

    with qtbot.waitSignal(desk.errands.done, check_params_cb=lambda name, value: name == "look", timeout=LONG_MS):
        desk._decide(replace(settings, appearance=replace(settings.appearance, theme="dark")))

    assert desk.source.theme.dark
    assert desk.session is session
    assert load(tmp_path).appearance.theme == "dark"


def test_new_settings_never_hold_the_window_up(qtbot, open_desk, library_folder, sample_library):
    settings = with_folders(words_only(library_folder), (str(sample_library),))
    save(settings)
    desk = open_desk(settings)
    qtbot.waitUntil(lambda: desk.session is not None and desk.session.status.headline == "Up to date", timeout=LONG_MS)
    before = desk.session

    desk._decide(replace(settings, reading=replace(settings.reading, max_file_mb=7)))
    at_once = desk.session
    qtbot.waitUntil(lambda: desk.session is not None and desk.session.status.headline == "Up to date", timeout=LONG_MS)

    assert at_once is None, "the old session is left to end by itself"
    assert desk.session is not before
    assert load(library_folder).reading.max_file_mb == 7


def test_high_contrast_is_a_setting_of_its_own(qtbot, open_desk, indexed, tmp_path):
    settings = replace(indexed, library=tmp_path)
    desk = open_desk(settings, live=False)
    before = desk.source.theme.high_contrast
    dialog = SettingsDialog(settings, desk.source)
    qtbot.addWidget(dialog)
    dialog._contrast.setCurrentIndex(dialog._contrast.findData("high"))

    with qtbot.waitSignal(desk.errands.done, check_params_cb=lambda name, value: name == "look", timeout=LONG_MS):
        desk._decide(dialog.decided_settings())

    assert (before, desk.source.theme.high_contrast) == (False, True)
    assert load(tmp_path).appearance.contrast == "high"


def test_a_picture_shows_the_whole_answer(qapp, indexed):
    shooting = Shooting(indexed, "results", "light", (900, 700))

    shooting.take("drying seed", (), LONG_MS, 10)

    assert shooting._desk.window.results._documents.text().endswith(" documents")
