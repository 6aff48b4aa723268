"""Text of scans: images and scanned PDFs, read by an installed `tesseract`. Off unless the library switches it on.

Recognised text may contain errors; every document made here says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from io import BytesIO
from typing import TYPE_CHECKING, Final, cast

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.office.programs import run_helper
from pincite.extraction.source_file import Options, SourceFile

if TYPE_CHECKING:
    from pypdfium2 import PdfPage

NOTICE: Final = "Its text was recognised from an image and may contain errors."
IMAGES: Final = ("png", "jpg", "jpeg", "tif", "tiff", "bmp", "webp", "gif", "pnm", "pbm", "pgm", "ppm")
DOTS_PER_INCH: Final = 200
MAX_PIXELS: Final = 40_000_000
"""A page that would be larger is drawn smaller."""
MAX_PAGES: Final = 500
"""Pages of a scan that are recognised, at about a second each."""
_LANGUAGE: Final = re.compile(r"[A-Za-z_]{2,20}")


def read_image(file: SourceFile, options: Options) -> Sequence[Document]:
    """The text in an image, as one page. Raises `UnreadableError`: UNSUPPORTED while recognition is off."""
    if not options.ocr:
        raise UnreadableError(Reason.UNSUPPORTED, "it is an image, and recognising text in images is switched off")
    bare = Document(type=file.extension, text="", sections=(), title=file.stem)
    return [_recognised(bare, [recognise(file.data, f".{file.extension}", options)], options)]


def read_scan(file: SourceFile, options: Options, bare: Document) -> Sequence[Document]:
    """The text of a PDF whose pages are images; *bare* is what is known of it, its pages with their labels above all."""
    return [_recognised(bare, [recognise(image, ".pgm", options) for image in page_images(file.data)], options)]


def recognise(image: bytes, suffix: str, options: Options) -> str:
    """The text in one image. Raises `UnreadableError`, HELPER_MISSING if there is no tesseract."""
    languages = "+".join(name for name in options.ocr_languages if _LANGUAGE.fullmatch(name)) or "eng"
    command = ("tesseract", "{file}", "stdout", "-l", languages, "--psm", "3")
    return run_helper(command, image, suffix).decode("utf-8", "replace").replace("\f", "").strip()


def page_images(data: bytes) -> Iterator[bytes]:
    """Each page of a PDF, drawn as a grey PGM image."""
    import pypdfium2  # noqa: PLC0415  # heavy, and only scans need it

    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UnreadableError(Reason.DAMAGED) from error
    with closing(pdf):
        for number in range(min(len(pdf), MAX_PAGES)):
            page = pdf[number]
            image = page.render(scale=cast("int", _scale(page)), grayscale=True)  # its stub forgets that a scale may be a fraction
            yield _portable(image.width, image.height, bytes(image.buffer), image.stride)
            image.close()
            page.close()


def _scale(page: PdfPage) -> float:
    width, height = page.get_size()
    scale = DOTS_PER_INCH / 72
    pixels = max(1.0, width * height * scale * scale)
    return scale * min(1.0, (MAX_PIXELS / pixels) ** 0.5)


def _portable(width: int, height: int, buffer: bytes, stride: int) -> bytes:
    """A grey image as PGM, which needs no library to write."""
    stream = BytesIO()
    stream.write(b"P5 %d %d 255\n" % (width, height))
    for row in range(height):
        stream.write(buffer[row * stride : row * stride + width])
    return stream.getvalue()


def _recognised(bare: Document, pages: Sequence[str], options: Options) -> Document:
    builder = TextBuilder("\n\n", options.max_text)
    labels = {page.number: page.label for page in bare.pages}
    for number, text in enumerate(pages, 1):
        builder.page(number, text, labels.get(number))
    missing = len(bare.pages) - len(pages)
    notices = [*bare.notices, NOTICE, *([f"Only its first {len(pages)} pages were recognised."] if missing > 0 else [])]
    document = replace(
        bare, text=builder.text, sections=builder.sections, pages=builder.pages, notices=tuple(notices),
        metadata={**bare.metadata, "ocr": True}, cut=builder.cut or missing > 0,
    )  # fmt: skip
    if not builder.text.strip():
        raise UnreadableError(Reason.NO_TEXT, documents=(bare,))
    return document
