"""The setting `context`: a model of the user's writes for each passage where it stands; words of it find the passage."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pincite.cli.arguments import parse
from pincite.cli.main import run


class Handler(BaseHTTPRequestHandler):
    def do_POST(self):
        self.server.seen.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        answer = {"choices": [{"message": {"content": json.dumps({"context": "On ornithology."})}}], "usage": {"total_tokens": 9}}
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps(answer).encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def service():
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.seen = []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def test_words_of_a_written_context_find_the_passage_and_go_when_the_folder_is_forgotten(service, tmp_path, capsys):
    notes, library = tmp_path / "notes", tmp_path / "library"
    notes.mkdir()
    library.mkdir()
    (notes / "heron.md").write_text("A heron stands by the weir.\n", encoding="utf-8")
    judge = f'[judge]\nendpoint = "http://127.0.0.1:{service.server_port}"\nmodel = "toy"\ncontext = true\n'
    (library / "settings.toml").write_text(f'workers = 1\n[meaning]\nencoder = "none"\n{judge}', encoding="utf-8")

    run(parse(["index", str(notes), "--library", str(library), "--quiet"]))
    run(parse(["search", "--library", str(library), "--json", "ornithology"]))
    (hit,) = json.loads(capsys.readouterr().out)["results"]
    kept = (library / "contexts.sqlite3").exists()
    run(parse(["forget", str(notes), "--library", str(library), "--quiet"]))

    assert len(service.seen) == 1
    assert "ornithology" not in hit["text"].lower()
    assert kept
    assert not (library / "contexts.sqlite3").exists()
