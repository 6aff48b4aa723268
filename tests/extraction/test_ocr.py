"""Scans, read by an installed tesseract where the library wants it."""

from __future__ import annotations

import io
import shutil

import pytest
from office_samples import place_of, read
from PIL import Image
from reportlab.lib.utils import ImageReader
from reportlab.pdfgen.canvas import Canvas

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.pdf.ocr import page_images
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
