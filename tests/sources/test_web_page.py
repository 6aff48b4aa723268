"""One page on request, from a server of our own."""

from __future__ import annotations

import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pincite.domain.errors import StorageError, WebPageError
from pincite.sources.web_page import PageLoader, file_name

PAGE = b"<html><head><title>Splicing &amp; whipping</title></head><body>rope</body></html>"


class Server(ThreadingHTTPServer):
    daemon_threads = True

    def __init__(self):
        super().__init__(("127.0.0.1", 0), Handler)
        self.seen = []
        self.release = threading.Event()

    def address(self, path):
        return f"http://127.0.0.1:{self.server_port}{path}"


class Handler(BaseHTTPRequestHandler):
    def do_GET(self):
        self.server.seen.append((self.path, dict(self.headers)))
        getattr(self, "at_" + self.path.strip("/").partition("/")[0].partition("?")[0])()

    def answer(self, data, kind="text/html; charset=utf-8", **headers):
        self.send_response(200)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **headers}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def at_page(self):
        self.answer(PAGE)

    def at_paper(self):
        self.answer(b"%PDF-1.4", "application/pdf")

    def at_film(self):
        self.answer(b"....", "video/mp4")

    def at_endless(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        try:
            while not self.server.release.is_set():
                self.wfile.write(b"x" * 65536)
        except OSError:
            pass

    def at_slow(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        try:
            while not self.server.release.wait(0.05):
                self.wfile.write(b"x")
        except OSError:
            pass

    def at_moved(self):
        self.send_response(302)
        self.send_header("Location", "/page")
        self.end_headers()

    def at_trap(self):
        self.send_response(302)
        self.send_header("Location", "file:///etc/passwd")
        self.end_headers()

    def at_circle(self):
        self.send_response(302)
        self.send_header("Location", "/circle")
        self.end_headers()

    def at_gone(self):
        self.send_error(404)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def server():
    server = Server()
    thread = threading.Thread(target=server.serve_forever, args=(0.02,))
    thread.start()
    yield server
    server.release.set()
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_page_becomes_a_file_that_says_where_it_is_from(server, tmp_path):
    path = Path(PageLoader().save(server.address("/page?a--b"), str(tmp_path / "web")))

    assert path.name == "127.0.0.1 Splicing amp whipping.html"
    assert path.read_bytes().endswith(PAGE)
    assert path.read_text().startswith("<!-- saved from url=(")
    assert path.read_text().splitlines()[0].count("--") == 2
    assert [one.name for one in path.parent.iterdir()] == [path.name]


def test_saving_it_again_replaces_it(server, tmp_path):
    first = PageLoader().save(server.address("/page"), str(tmp_path))
    second = PageLoader().save(server.address("/page"), str(tmp_path))

    assert first == second


def test_other_kinds_that_can_be_read_keep_their_bytes(server, tmp_path):
    path = Path(PageLoader().save(server.address("/paper/on ropes.pdf".replace(" ", "%20")), str(tmp_path)))

    assert path.name == "127.0.0.1 paper on ropes.pdf"
    assert path.read_bytes() == b"%PDF-1.4"


def test_headers_go_along(server, tmp_path):
    PageLoader(headers={"Authorization": "Bearer t"}).save(server.address("/page"), str(tmp_path))

    ((_, headers),) = server.seen
    assert headers["Authorization"] == "Bearer t"


def test_a_redirect_is_followed_within_the_web_and_not_for_ever(server, tmp_path):
    path = Path(PageLoader().save(server.address("/moved"), str(tmp_path)))

    assert server.address("/page") in path.read_text()
    with pytest.raises(WebPageError, match="file:///etc/passwd"):
        PageLoader().save(server.address("/trap"), str(tmp_path))
    with pytest.raises(WebPageError):
        PageLoader().save(server.address("/circle"), str(tmp_path))


@pytest.mark.parametrize(
    ("path", "words"), [("/gone", "404"), ("/film", "video/mp4"), ("/endless", "larger than 100,000 bytes"), ("/slow", "longer than")]
)
def test_what_cannot_be_kept_is_one_sentence_and_no_file(server, tmp_path, path, words):
    loader = PageLoader(timeout_s=0.5, max_bytes=100_000)
    began = time.monotonic()

    with pytest.raises(WebPageError, match=words):
        loader.save(server.address(path), str(tmp_path))

    assert list(tmp_path.iterdir()) == []
    assert time.monotonic() - began < 15


def test_a_page_of_exactly_the_limit_is_kept(server, tmp_path):
    assert PageLoader(max_bytes=len(PAGE)).save(server.address("/page"), str(tmp_path))
    with pytest.raises(WebPageError):
        PageLoader(max_bytes=len(PAGE) - 1).save(server.address("/page"), str(tmp_path))


@pytest.mark.parametrize("address", ["file:///etc/passwd", "ftp://example.org/a", "example.org", "", "javascript:1", "http://", "http://[", "http://127.0.0.1:1/"])
def test_what_is_no_page_of_the_web_is_refused(address, tmp_path):
    with pytest.raises(WebPageError):
        PageLoader(timeout_s=2).save(address, str(tmp_path))


def test_a_folder_that_takes_nothing_is_said(server, tmp_path):
    (tmp_path / "file").write_text("in the way")

    with pytest.raises(StorageError):
        PageLoader().save(server.address("/page"), str(tmp_path / "file"))


def test_a_name_holds_nothing_that_a_disk_refuses():
    assert file_name("https://example.org/", b"<title>a/b\\c:d*e?\"f<>|g</title>") == "example.org a b c d e f g"
    assert file_name("https://example.org/", b"") == "example.org"
    assert len(file_name("https://example.org/", b"<title>" + b"x" * 900 + b"</title>")) <= 100
