"""A folder that lies somewhere else now is located in the window, and nothing that is known of it is lost."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QFileDialog, QToolButton

from pincite.assembly import open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.events import Synced
from pincite.settings import Meaning, Settings, load, save, with_folders
from pincite.ui.application import Application
from pincite.ui.progress.status import Status, after
from pincite.ui.progress.strip import StatusStrip
from pincite.ui.settings.dialog import SettingsDialog
from pincite.ui.theme.theme import ThemeSource

LONG_MS = 60_000
NOON = datetime(2026, 3, 4, 12, tzinfo=UTC)


@pytest.fixture
def moved_notes(tmp_path):
    """A library that has read a folder of notes, which lies elsewhere by now: its settings, and the new place."""
    old, new = tmp_path / "old" / "notes", tmp_path / "new drive" / "notes"
    old.mkdir(parents=True)
    (old / "winch.md").write_text("# Winch\n\nGrease the pawls of the winch every spring.\n", encoding="utf-8")
    settings = with_folders(Settings(tmp_path / "library", meaning=Meaning(encoder="none")), (str(old),))
    save(settings)
    with open_syncer(settings, lambda event: None) as syncer:
        syncer.sync(CancelToken())
    new.parent.mkdir()
    old.rename(new)
    return settings, new


def locate_button(strip):
    return next(button for button in strip.findChildren(QToolButton) if button.text().startswith("Locate"))


def test_the_strip_offers_to_locate_a_folder_only_while_it_is_away(qtbot):
    strip = StatusStrip(ThemeSource("light"))
    qtbot.addWidget(strip)
    away = after(Status(), Synced(unavailable=("/yard/notes",)), NOON)

    strip.show_status(away)
    offered = not locate_button(strip).isHidden()
    strip.show_status(after(away, Synced(), NOON))

    assert away.headline == "Drive not connected: /yard/notes"
    assert offered
    assert locate_button(strip).isHidden()


def test_a_folder_is_located_from_the_strip_and_stays_known(qtbot, moved_notes):
    settings, new = moved_notes
    desk = Application(settings)
    desk.show()
    qtbot.waitUntil(lambda: desk.session is not None and bool(desk.session.status.away), timeout=LONG_MS)

    locate_button(desk.window.strip).click()
    desk.window.findChild(QFileDialog).fileSelected.emit(str(new))
    qtbot.waitUntil(lambda: desk.session is not None and desk.session.status.headline == "Up to date", timeout=LONG_MS)
    counts = desk.session.status.counts
    desk.close()

    root, known = load(settings.library).roots[0], settings.roots[0]
    assert (root.id, root.path, root.name) == (known.id, str(new), known.name)
    assert counts.startswith("1 document ")


def test_the_settings_say_which_folder_was_not_found_and_take_its_new_place(qtbot, moved_notes):
    settings, new = moved_notes
    old = settings.roots[0].path
    dialog = SettingsDialog(settings, ThemeSource("light"), away=(old,))
    qtbot.addWidget(dialog)
    before = dialog._list.item(0).text()

    dialog.locate_folder(old, str(new))

    assert before == f"{old}  —  not found"
    assert dialog._list.item(0).text() == str(new)
    assert dialog.decided_settings() == replace(settings, roots=(replace(settings.roots[0], path=str(new)),))


def test_a_place_that_cannot_be_taken_is_refused_in_a_sentence(qtbot, tmp_path):
    for name in ("boats", "boats/plans", "mail"):
        (tmp_path / name).mkdir()
    settings = with_folders(Settings(tmp_path / "library"), (str(tmp_path / "boats"), str(tmp_path / "mail")))
    dialog = SettingsDialog(settings, ThemeSource("light"))
    qtbot.addWidget(dialog)

    dialog.locate_folder(str(tmp_path / "mail"), str(tmp_path / "boats" / "plans"))

    assert "overlaps" in dialog._refusal.text()
    assert dialog.decided_settings() == settings
