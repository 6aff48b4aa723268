"""The reported faults that need a window: closed while it indexes (45), names like markup (46), an index of another version (53), files that run (59)."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import boatyard
import pytest
from PySide6.QtCore import QObject, Qt, QUrl, Slot
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QLabel

from pincite.assembly import open_searcher, open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Location
from pincite.domain.search import Channel, Query
from pincite.settings import load, save, with_folders
from pincite.ui.actions import CardActions
from pincite.ui.opening import RUN, may_run, opening_of
from pincite.ui.results.card import card_for


def found(settings, word):
    with open_searcher(settings) as searcher:
        return sorted(hit.passage.relative for hit in searcher.search(Query(word, channel=Channel.KEYWORD, limit=None), CancelToken()).hits)


def words_only(library, folder):
    library.mkdir(exist_ok=True)
    (library / "settings.toml").write_text('workers = 1\n[meaning]\nencoder = "none"\n', encoding="utf-8")
    settings = with_folders(load(library), (str(folder),))
    save(settings)
    return settings


# case 45


@pytest.mark.long
@pytest.mark.skipif(os.name != "posix", reason="a terminal's signals")
def test_a_window_that_is_ended_while_it_indexes_ends_quietly_and_goes_on_at_the_next_start(qtbot, library_folder, tmp_path):
    many = tmp_path / "many"
    many.mkdir()
    for n in range(120):
        (many / f"f{n:03}.md").write_text(f"# File {n}\n\n" + "words of every kind in a row\n\n" * 600 + "last word: plover\n", encoding="utf-8")
    settings = words_only(library_folder, many)
    command = [sys.executable, "-m", "pincite", "open", "--library", str(library_folder)]
    window = subprocess.Popen(command, env={**os.environ, "QT_QPA_PLATFORM": "offscreen"}, stderr=subprocess.PIPE, text=True)
    qtbot.waitUntil(lambda: any("manifest" in path.name for path in library_folder.rglob("*")), timeout=60_000)

    window.send_signal(signal.SIGTERM)
    said = window.communicate(timeout=30)[1]
    with open_syncer(settings, lambda _: None) as syncer:
        syncer.sync(CancelToken())

    assert (said, window.returncode) == ("", 0)
    assert len(found(settings, "plover")) == 120


# case 46

NAMES = ("R&D <draft> notes.md", "&Save.md", "<img src=x>.md")


@pytest.mark.parametrize("name", NAMES)
def test_names_and_passages_like_markup_are_shown_letter_by_letter(desk, name):
    text = "The <b>bold</b> claim & the &amp; sign: 1 < 2, nutmeg."
    card = boatyard.hit(text, "nutmeg", title=name, relative=name, path=f"/yard/{name}", type="md", location=Location(line=1))
    desk.searcher.reply = lambda query: boatyard.answer(query, hits=(card,), related=())

    desk.search.ask("nutmeg")

    shown = desk.search.model.row(desk.search.model.card_index(1)).card
    assert (shown.title, shown.snippet) == (name, text)
    labels = [label for label in desk.window.findChildren(QLabel) if label.textFormat() is not Qt.TextFormat.PlainText and label.text()]
    assert labels == []


# case 53


@pytest.fixture
def curlew(library_folder, tmp_path):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "n.md").write_text("the curlew returned\n", encoding="utf-8")
    settings = words_only(library_folder, notes)
    with open_syncer(settings, lambda _: None) as syncer:
        syncer.sync(CancelToken())
    return settings


@pytest.mark.parametrize("change", [lambda text: text.replace('"format": ', '"format": 9'), lambda text: text.replace('"format": ', '"format": -'), lambda text: "{}"])
def test_an_index_of_another_format_is_built_anew_and_settings_are_kept(curlew, change):
    (manifest,) = curlew.library.rglob("manifest.json")
    manifest.write_text(change(manifest.read_text("utf-8")), encoding="utf-8")
    told = []

    with open_syncer(curlew, told.append) as syncer:
        syncer.sync(CancelToken())

    assert any("anew" in str(event) or "rebuil" in str(event) or "built" in str(event) for event in told)
    assert found(curlew, "curlew") == ["n.md"]
    assert load(curlew.library).roots == curlew.roots


# case 59


class Opened(QObject):
    """Stands in the system's place, and writes down what it is told to open."""

    def __init__(self):
        super().__init__()
        self.addresses = []

    @Slot(QUrl)
    def note(self, address):
        self.addresses.append(address.toLocalFile())


@pytest.fixture
def system(qapp):
    opened = Opened()
    QDesktopServices.setUrlHandler("file", opened, "note")
    yield opened
    QDesktopServices.unsetUrlHandler("file")


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="folders are shown by a program there")
@pytest.mark.parametrize("name", ["Invoice.pdf.desktop", "clean.sh", "letter.BAT", "photo.lnk", "macro.vbs"])
def test_a_found_file_that_could_run_is_never_handed_to_the_system(system, name):
    kind = name.rpartition(".")[2].lower()
    found_file = boatyard.hit("kittiwake helper", "kittiwake", title=name, relative=name, path=f"/yard/{name}", type=kind, location=Location(line=2))
    card = card_for(found_file)
    actions, said = CardActions(), []
    actions.said.connect(said.append)

    actions.open(card)
    actions.open_by_default(card)

    assert system.addresses == ["/yard", "/yard"]
    assert said[-1] == f"{name} is shown in its folder: to open it might run it"
    assert card.title == name


def test_an_editor_that_is_known_shows_a_script_as_text():
    script = boatyard.passage(path="/yard/clean.sh", type="sh", location=Location(line=2))

    assert opening_of(script, {"kate"}, "linux").command == ("kate", "--line", "2", "/yard/clean.sh")


def test_documents_are_opened_as_before():
    assert [name for name in ("a.md", "b.pdf", "c.docx", "d.html", "e.txt", "README", "f.csv") if may_run(f"/yard.sh/{name}")] == []
    assert not {"md", "txt", "pdf", "html", "docx", "odt", "csv", "json", "png", "eml"} & RUN
