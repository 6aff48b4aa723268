"""`pincite search --judge`: a language model that the settings name, tried against a local service."""

from __future__ import annotations

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from pincite.assembly import open_searcher
from pincite.cli.arguments import parse
from pincite.cli.main import run
from pincite.domain.cancel import CancelToken
from pincite.domain.search import Query
from pincite.settings import load


class _Chat(BaseHTTPRequestHandler):
    """Says yes to every passage that has a number in it."""

    def do_POST(self):
        self.server.seen.append(self.headers["Authorization"])
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        rows = json.loads(body["messages"][1]["content"])["passages"]
        said = [(row["id"], any(map(str.isdigit, row["text"]))) for row in rows]
        verdicts = [{"id": n, "answers": "yes" if y else "no", "p": 0.9 if y else 0.1, "specificity": "direct"} for n, y in said]
        self.send_response(200)
        self.end_headers()
        self.wfile.write(json.dumps({"choices": [{"message": {"content": json.dumps({"verdicts": verdicts})}}]}).encode())

    def log_message(self, *_):
        pass


@pytest.fixture
def service():
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Chat)
    server.daemon_threads, server.seen = True, []
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture
def library(tmp_path, service):
    notes, library = tmp_path / "notes", tmp_path / "library"
    notes.mkdir()
    (notes / "weir.md").write_text("# Weir\n\nThe weir of the mill is old and high.\n", encoding="utf-8")
    (notes / "mill.md").write_text("# Mill\n\nThe weir of the mill is 2 metres high, and it was built by Ines.\n", encoding="utf-8")
    library.mkdir()
    address = f'endpoint = "http://127.0.0.1:{service.server_port}"\nmodel = "toy"\nkey_variable = "WEIR_KEY"\n'
    (library / "settings.toml").write_text(f'workers = 1\n[meaning]\nencoder = "none"\n[judge]\n{address}', encoding="utf-8")
    run(parse(["index", str(notes), "--library", str(library), "--quiet"]))
    return library


def ask(library, *options):
    return run(parse(["search", "--library", str(library), "--json", *options, "how high is the weir?"]))


def test_the_answers_are_those_that_the_model_keeps(library, service, capsys, monkeypatch):
    monkeypatch.setenv("WEIR_KEY", "s3cret")

    status = ask(library, "--judge", "--explain")

    answer = json.loads(capsys.readouterr().out)
    assert status == 0
    assert [(hit["title"], hit["scores"]["p_answers"]) for hit in answer["results"]] == [("Mill", 0.9)]
    assert [(drop["title"], drop["reason"]) for drop in answer["dropped"]] == [("Weir", "low-probability")]
    assert service.seen == ["Bearer s3cret"]


def test_without_the_option_no_model_is_asked(library, service, capsys, monkeypatch):
    monkeypatch.setenv("WEIR_KEY", "s3cret")

    ask(library)

    assert len(json.loads(capsys.readouterr().out)["results"]) == 2
    assert service.seen == []


def test_a_key_that_is_not_there_is_named(library, capsys, monkeypatch):
    monkeypatch.delenv("WEIR_KEY", raising=False)

    status = ask(library, "--judge")

    assert status == 1
    assert "WEIR_KEY" in capsys.readouterr().err


def test_a_key_that_is_not_there_hinders_no_other_question(library, service, capsys, monkeypatch):
    monkeypatch.delenv("WEIR_KEY", raising=False)

    status = ask(library)
    answer = json.loads(capsys.readouterr().out)
    with open_searcher(load(library)) as searcher:
        judged = searcher.search(Query("how high is the weir?", judged=True), CancelToken())

    assert (status, len(answer["results"])) == (0, 2)
    assert [hit.passage.title for hit in judged.hits] == [hit["title"] for hit in answer["results"]]
    assert "The language model judged nothing (no_key); the list is in Pincite's own order." in judged.notes
    assert service.seen == []


def test_a_judge_must_be_set_before_it_is_asked(library, capsys):
    (library / "settings.toml").write_text('workers = 1\n[meaning]\nencoder = "none"\n', encoding="utf-8")

    status = ask(library, "--judge")

    assert status == 1
    assert "[judge]" in capsys.readouterr().err
