"""Which reader reads a file, and the reason where none can."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction import readers
from pincite.extraction.extractors import Extractors, supported, supported_extensions
from pincite.extraction.readers import READERS, reader_for
from pincite.extraction.source_file import SourceFile


def read(name: str, data: bytes) -> Document:
    return Extractors().read(SourceFile(name, data))[0]


def reason(name: str, data: bytes) -> Reason:
    with pytest.raises(UnreadableError) as caught:
        Extractors().read(SourceFile(name, data))
    return caught.value.reason


@pytest.mark.parametrize("extension", sorted(READERS))
def test_every_listed_reader_is_there(extension):
    assert callable(reader_for(extension))


@pytest.mark.parametrize("name", ["a.md", "a.MD", "a.Pdf", "a.txt", "README", "notes.unknown", "Makefile"])
def test_names_that_may_be_read(name):
    assert supported(name)


@pytest.mark.parametrize("name", ["a.png", "a.MP3", "lib.so", "x.woff2", "scan.pgm", "photo.NEF"])
def test_names_that_hold_no_text(name):
    assert not supported(name)
    assert name.rpartition(".")[2].lower() not in supported_extensions()


def test_a_file_without_an_extension_is_read_by_its_bytes():
    assert read("README", b"# not parsed as Markdown\n").type == "txt"
    assert read("saved", b"<!doctype html><title>Boats</title><p>x</p>").title == "Boats"


@pytest.mark.parametrize(
    ("name", "data", "expected"),
    [
        ("a.md", b"", Reason.EMPTY),
        ("a.md", b" \n\n", Reason.NO_TEXT),
        ("a.txt", b"\r\n", Reason.NO_TEXT),
        ("a.md", bytes(range(256)) * 10, Reason.DAMAGED),
        ("a.md", b"\x89PNG\r\n\x1a\n" + bytes(100), Reason.DAMAGED),
        ("a.txt", b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n", Reason.DAMAGED),
        ("a.pdf", b"<!DOCTYPE html><p>saved under a wrong name</p>", Reason.DAMAGED),
        ("a.pdf", b'{"error": 404}', Reason.DAMAGED),
        ("a.docx", b"this is no zip\n", Reason.DAMAGED),
        ("a.png", b"\x89PNG\r\n\x1a\n" + bytes(100), Reason.UNSUPPORTED),
        ("data", b"\x7fELF\x02\x01" + bytes(100), Reason.UNSUPPORTED),
        ("data.unknown", bytes(range(256)) * 10, Reason.DAMAGED),
    ],
)
def test_bad_input_has_its_reason(name, data, expected):
    assert reason(name, data) is expected


def test_an_empty_note_still_tells_its_title():
    with pytest.raises(UnreadableError) as caught:
        Extractors().read(SourceFile("2024-03-01 plan.md", b""))

    assert caught.value.documents[0].title == "2024-03-01 plan"


def test_a_bug_in_a_reader_is_a_damaged_file(monkeypatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setitem(readers.READERS, "bug", "plain_text:broken")
    monkeypatch.setattr("pincite.extraction.plain_text.broken", broken, raising=False)

    assert reason("a.bug", b"x") is Reason.DAMAGED


def test_a_file_that_is_not_there_vanished(tmp_path):
    with pytest.raises(UnreadableError) as caught:
        Extractors().extract(str(tmp_path / "gone.md"))

    assert caught.value.reason is Reason.VANISHED


def test_a_folder_called_like_a_file_is_not_read(tmp_path):
    (tmp_path / "folder.md").mkdir()

    with pytest.raises(UnreadableError) as caught:
        Extractors().extract(str(tmp_path / "folder.md"))

    assert caught.value.reason in (Reason.UNSUPPORTED, Reason.NO_PERMISSION)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")

    with pytest.raises(UnreadableError) as caught:
        Extractors().extract(str(tmp_path / "pipe.txt"))

    assert caught.value.reason is Reason.UNSUPPORTED


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_without_permission_says_so(tmp_path: Path):
    path = tmp_path / "secret.txt"
    path.write_text("x", encoding="utf-8")
    path.chmod(0)

    with pytest.raises(UnreadableError) as caught:
        Extractors().extract(str(path))

    assert caught.value.reason is Reason.NO_PERMISSION


def test_a_link_that_leads_nowhere_says_so(tmp_path):
    try:
        (tmp_path / "a.md").symlink_to(tmp_path / "gone.md")
    except OSError:
        pytest.skip("this system makes no links")

    with pytest.raises(UnreadableError) as caught:
        Extractors().extract(str(tmp_path / "a.md"))

    assert (caught.value.reason, caught.value.detail) == (Reason.VANISHED, "It is a link that leads nowhere.")


def test_a_link_in_a_circle_is_a_reason(tmp_path):
    try:
        (tmp_path / "a.md").symlink_to(tmp_path / "b.md")
        (tmp_path / "b.md").symlink_to(tmp_path / "a.md")
    except OSError:
        pytest.skip("this system makes no links")

    with pytest.raises(UnreadableError) as caught:
        Extractors().extract(str(tmp_path / "a.md"))

    assert caught.value.reason is Reason.OUTSIDE


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("The boat is in the shed, and the rain falls on the roof all night long.", "en"),
        ("Das Boot liegt im Schuppen, und der Regen fällt die ganze Nacht auf das Dach.", "de"),
        ("Лодка стоит в сарае, и дождь всю ночь стучит по крыше старого дома.", "ru"),
        ("小船停在棚子里，雨整夜落在屋顶上。", "zh"),
        ("舟は小屋にあり、雨は一晩中屋根に降っていた。", "ja"),
        ("배는 헛간에 있고 비는 밤새 지붕 위에 내린다.", "ko"),
        ("0x1f 3.14 {};", ""),
        ("42", ""),
    ],
)
def test_a_document_knows_its_language_or_none(text, language):
    assert read("a.txt", text.encode()).language == language


@pytest.mark.parametrize(
    ("sentence", "language"),
    [
        ("Das Boot liegt im Schuppen, und der Regen fällt die ganze Nacht auf das Dach. ", "de"),
        ("El barco descansa en el cobertizo y la lluvia cae toda la noche sobre el tejado. ", "es"),
        ("小船停在棚子里，雨整夜落在屋顶上，木匠坐在窗边数着木板。", "zh"),
        ("Лодка стоит в сарае, и дождь всю ночь стучит по крыше старого дома. ", "ru"),
    ],
)
def test_a_page_that_begins_in_another_language_has_the_one_of_most_of_its_text(sentence, language):
    page = "Licensed under the terms below. See the file for details.\n" + sentence * 30

    document = read("a.txt", page.encode())

    assert document.language == language
