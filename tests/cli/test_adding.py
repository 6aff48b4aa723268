"""`pincite add`: one page, from a server of our own, kept and found."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest

from pincite.cli.arguments import parse
from pincite.cli.main import run

PAGE = b"<html><head><title>Splicing rope</title></head><body><h1>Eye splice</h1><p>Unlay three strands of hawser.</p></body></html>"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.seen.append((self.path, self.headers.get("Cookie")))
        data, kind = (PAGE, "text/html") if self.path == "/rope" else (b" ", "text/html")
        self.send_response(404 if self.path == "/gone" else 200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_):
        pass


@pytest.fixture
def server() -> Iterator[HTTPServer]:
    server = HTTPServer(("127.0.0.1", 0), Handler)
    server.seen = []
    server.address = f"http://127.0.0.1:{server.server_port}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def library(tmp_path: Path) -> Path:
    folder = tmp_path / "library"
    folder.mkdir()
    (folder / "settings.toml").write_text('workers = 1\n[meaning]\nencoder = "none"\n', encoding="utf-8")
    return folder


def say(*words: str) -> int:
    return run(parse(list(words)))


def test_a_page_is_kept_in_the_library_and_found(server, library, capsys):
    status = say("add", f"{server.address}/rope", "--header", "Cookie: crew=7", "--library", str(library), "--json")
    added = json.loads(capsys.readouterr().out)
    say("search", "--library", str(library), "--json", "--channel", "keyword", "hawser strands")
    found = json.loads(capsys.readouterr().out)

    assert status == 0
    assert server.seen == [("/rope", "crew=7")]
    assert added["added"] == [added["path"]]
    assert Path(added["path"]).parent == library / "Web pages"
    assert [(hit["path"], hit["heading"]) for hit in found["results"]] == [(added["path"], "Eye splice")]


def test_a_page_joins_the_folder_that_is_named_and_comes_once(server, library, tmp_path, capsys):
    notes = tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("A hawser is a rope.\n", encoding="utf-8")
    say("index", str(notes), "--library", str(library), "--quiet")

    say("add", f"{server.address}/rope", "--folder", str(notes / "web"), "--library", str(library), "--quiet")
    say("add", f"{server.address}/rope", "--folder", str(notes / "web"), "--library", str(library), "--quiet")
    capsys.readouterr()
    say("status", "--library", str(library), "--json")
    status = json.loads(capsys.readouterr().out)

    assert status["documents"] == 2
    assert len(list((notes / "web").iterdir())) == 1


@pytest.mark.parametrize(("path", "sentence"), [("/gone", "404"), ("", "cannot be had")])
def test_a_page_that_cannot_be_had_changes_nothing(server, library, capsys, path, sentence):
    address = f"{server.address}{path}" if path else "http://127.0.0.1:9/x"

    status = say("add", address, "--library", str(library))

    assert status == 1
    assert sentence in capsys.readouterr().err
    assert sorted(entry.name for entry in library.iterdir()) == ["settings.toml"]


def test_a_page_without_text_is_said(server, library, capsys):
    status = say("add", f"{server.address}/empty", "--library", str(library), "--json")

    assert status == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "no-text"
