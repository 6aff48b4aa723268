"""Scans, read by an installed tesseract where the library wants it."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from dataclasses import replace

import pytest
from office_samples import place_of, read
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.isolated import Isolated
from pincite.extraction.pdf.ocr import page_drawers
from pincite.extraction.pdf.page_cache import PageCache, forget_pages
from pincite.extraction.source_file import Options

needs_tesseract = pytest.mark.skipif(not shutil.which("tesseract"), reason="tesseract is not installed")


def printed(*pages: str) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(300, 120))
    for text in pages:
        canvas.setFont("Helvetica", 18)
        canvas.drawString(20, 60, text)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def page_images(data: bytes) -> Iterator[bytes]:
    return (draw() for draw in page_drawers(data))


def photo(text: str) -> bytes:
    stream = io.BytesIO()
    Image.open(io.BytesIO(next(page_images(printed(text))))).save(stream, "png")
    return stream.getvalue()


def scanned(*pages: str) -> bytes:
    stream = io.BytesIO()
    canvas = Canvas(stream, pagesize=(300, 120))
    for image in page_images(printed(*pages)):
        canvas.drawImage(ImageReader(Image.open(io.BytesIO(image))), 0, 0, 300, 120)
        canvas.showPage()
    canvas.save()
    return stream.getvalue()


def test_while_recognition_is_off_a_scan_holds_no_text_and_an_image_no_reader():
    with pytest.raises(UnreadableError) as scan:
        read("scan.pdf", scanned("Herons stand in reeds"))
    with pytest.raises(UnreadableError) as image:
        read("scan.png", photo("Herons"))

    assert scan.value.reason is Reason.NO_TEXT
    assert image.value.reason is Reason.UNSUPPORTED


@needs_tesseract
def test_pages_of_a_scan_keep_their_numbers_and_say_how_they_were_read():
    (document,) = read("scan.pdf", scanned("Herons stand in reeds", "Otters swim at night"), Options(ocr=True))

    assert place_of(document, "Otters swim").page == 2
    assert len(document.pages) == 2
    assert "recognised from an image" in document.notices[-1]


@needs_tesseract
def test_an_image_is_one_page():
    (document,) = read("photo.png", photo("Herons stand in reeds"), Options(ocr=True))

    assert place_of(document, "Herons stand in reeds").page == 1


@needs_tesseract
def test_a_recognised_page_is_kept_by_its_content_and_not_read_again(tmp_path, monkeypatch):
    scan, options = scanned("Herons stand in reeds", "Otters swim at night"), Options(ocr=True, ocr_cache=str(tmp_path / "pages"))
    first = read("scan.pdf", scan, options)
    monkeypatch.setenv("PATH", str(tmp_path))  # no tesseract any more

    again = read("moved.pdf", scan, options)

    assert [document.text for document in again] == [document.text for document in first]
    assert place_of(again[0], "Otters swim").page == 2


@needs_tesseract
def test_a_scan_that_takes_too_long_keeps_the_pages_it_has(tmp_path):
    scan, options = scanned("Herons stand in reeds", "Otters swim at night"), Options(ocr=True, ocr_cache=str(tmp_path / "pages"))
    read("scan.pdf", scanned("Herons stand in reeds"), options)
    cache = PageCache(options.ocr_cache, scan, "eng 200")
    cache.put(1, "Herons stand in reeds")

    (document,) = read("scan.pdf", scan, replace(options, ocr_s=-1))

    assert document.cut
    assert document.text == "Herons stand in reeds"
    assert document.notices[-1] == "Only its first 1 of 2 pages were recognised in the time that a file may take."


@needs_tesseract
def test_a_scan_is_recognised_in_a_guarded_process(tmp_path):
    (tmp_path / "scan.pdf").write_bytes(scanned("Herons stand in reeds"))
    pages = tmp_path / "library" / "recognised"

    with Isolated(Options(ocr=True, ocr_cache=str(pages))) as isolated:
        (document,) = isolated.extract(str(tmp_path / "scan.pdf"))
    kept = [path.read_text(encoding="utf-8") for path in pages.rglob("*.txt")]
    forget_pages(str(pages))

    assert "Herons stand in reeds" in document.text
    assert kept == ["Herons stand in reeds"]
    assert not pages.exists()
