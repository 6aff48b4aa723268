"""Adding a web page from the window: the address is checked, the page fetched by a process of its own, and found."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import pytest
from PySide6.QtWidgets import QDialogButtonBox

from pincite.settings import Meaning, Settings, load, save, with_folders
from pincite.ui.application import Application
from pincite.ui.libraries.web_page import WebPageDialog, address_of
from pincite.ui.theme.theme import ThemeSource

LONG_MS = 60_000


class Page(BaseHTTPRequestHandler):
    """One article; anything else is not there."""

    def do_GET(self):
        known = self.path == "/tides"
        body = b"<html><title>Tide tables</title><body><article><p>The zymurgical spring tide comes on Friday, an hour before noon, and leaves by dusk.</p></article></body></html>"
        self.send_response(200 if known else 404)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(body if known else b"")

    def log_message(self, *_arguments):
        pass


@pytest.fixture
def server():
    made = HTTPServer(("127.0.0.1", 0), Page)
    Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{made.server_port}"
    made.shutdown()
    made.server_close()


@pytest.fixture
def desk(qtbot, tmp_path):
    (tmp_path / "notes").mkdir()
    settings = with_folders(Settings(tmp_path / "library", meaning=Meaning(encoder="none")), (str(tmp_path / "notes"),))
    save(settings)
    made = Application(settings, live=False)
    made.show()
    yield made
    made.close()


def test_a_page_is_fetched_kept_and_found(desk, qtbot, server):
    with qtbot.waitSignal(desk.web_pages.kept, timeout=LONG_MS):
        desk.web_pages.fetch(f"{server}/tides", desk.settings.library)
    qtbot.waitUntil(lambda: desk.session is not None, timeout=LONG_MS)

    with qtbot.waitSignal(desk.search.answered, timeout=LONG_MS) as answered:
        desk.search.ask("zymurgical tide")

    assert answered.args[0].hits[0].passage.title == "Tide tables"
    assert len(desk.settings.roots) == len(load(desk.settings.library).roots) == 2


def test_a_page_that_cannot_be_had_is_said_in_one_sentence(desk, qtbot, server):
    with qtbot.waitSignal(desk.web_pages.client.failed, timeout=LONG_MS) as failed:
        desk.web_pages.fetch(f"{server}/nowhere", desk.settings.library)

    (sentence,) = failed.args
    assert "404" in sentence or "nowhere" in sentence
    assert "\n" not in sentence
    assert desk.window.strip._said.text() == sentence


@pytest.mark.parametrize(
    ("typed", "address"),
    [
        ("https://example.org/a b", ""), ("https://example.org/a?b=c", "https://example.org/a?b=c"), (" example.org/tides ", "https://example.org/tides"),
        ("HTTP://EXAMPLE.ORG", "HTTP://EXAMPLE.ORG"), ("localhost:8000/x", "https://localhost:8000/x"), ("ftp://example.org", ""), ("file:///etc/passwd", ""),
        ("tides", ""), ("", ""), ("https://", ""),
    ],
)  # fmt: skip
def test_only_what_can_be_an_address_is_taken(typed, address):
    assert address_of(typed) == address


def test_the_dialog_adds_only_an_address(qtbot):
    dialog, decided = WebPageDialog(ThemeSource("light")), []
    qtbot.addWidget(dialog)
    dialog.decided.connect(decided.append)
    add = dialog.findChild(QDialogButtonBox).button(QDialogButtonBox.StandardButton.Ok)
    dialog.address.setText("tides")
    before = add.isEnabled()
    dialog.address.setText("example.org/tides")

    add.click()

    assert not before
    assert decided == ["https://example.org/tides"]
