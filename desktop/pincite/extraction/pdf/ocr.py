"""Text of scans: images and scanned PDFs, read by an installed `tesseract`. Off unless the library switches it on.

Recognised text may contain errors; every document made here says so.
"""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from functools import partial
from io import BytesIO
from typing import TYPE_CHECKING, Final, cast

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.office.programs import run_helper
from pincite.extraction.pdf.page_cache import PageCache
from pincite.extraction.source_file import Options, SourceFile

if TYPE_CHECKING:
    from pypdfium2 import PdfDocument, PdfPage

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
    cache = _cache(file, options)
    text = cache.get(1)
    if text is None:
        text = recognise(file.data, f".{file.extension}", options)
        cache.put(1, text)
    return [_recognised(bare, [text], options)]


def read_scan(file: SourceFile, options: Options, bare: Document) -> Sequence[Document]:
    """The text of a PDF whose pages are images; *bare* is what is known of it, its pages with their labels above all."""
    return [_recognised(bare, list(_scanned_pages(file, options)), options)]


def _scanned_pages(file: SourceFile, options: Options) -> Iterator[str]:
    """Page by page, until the time is up; what was recognised before costs none."""
    until = time.monotonic() + options.ocr_s
    cache = _cache(file, options)
    for number, draw in enumerate(page_drawers(file.data), 1):
        text = cache.get(number)
        if text is None:
            if time.monotonic() > until:
                return
            text = recognise(draw(), ".pgm", options)
            cache.put(number, text)
        yield text


def _cache(file: SourceFile, options: Options) -> PageCache:
    return PageCache(options.ocr_cache, file.data, f"{'+'.join(options.ocr_languages)} {DOTS_PER_INCH}")


def recognise(image: bytes, suffix: str, options: Options) -> str:
    """The text in one image. Raises `UnreadableError`, HELPER_MISSING if there is no tesseract."""
    languages = "+".join(name for name in options.ocr_languages if _LANGUAGE.fullmatch(name)) or "eng"
    command = ("tesseract", "{file}", "stdout", "-l", languages, "--psm", "3")
    return run_helper(command, image, suffix).decode("utf-8", "replace").replace("\f", "").strip()


def page_drawers(data: bytes) -> Iterator[Callable[[], bytes]]:
    """For each page of a PDF, what draws it as a grey PGM image; to be called before the next one is asked for."""
    import pypdfium2  # noqa: PLC0415  # heavy, and only scans need it

    try:
        pdf = pypdfium2.PdfDocument(data)
    except pypdfium2.PdfiumError as error:
        raise UnreadableError(Reason.DAMAGED) from error
    with closing(pdf):
        for number in range(min(len(pdf), MAX_PAGES)):
            yield partial(_drawn, pdf, number)


def _drawn(pdf: PdfDocument, number: int) -> bytes:
    page = pdf[number]
    image = page.render(scale=cast("int", _scale(page)), grayscale=True)  # its stub forgets that a scale may be a fraction
    drawn = _portable(image.width, image.height, bytes(image.buffer), image.stride)
    image.close()
    page.close()
    return drawn


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
    notices = [*bare.notices, NOTICE, *([_part(len(pages), len(bare.pages))] if missing > 0 else [])]
    document = replace(
        bare, text=builder.text, sections=builder.sections, pages=builder.pages, notices=tuple(notices),
        metadata={**bare.metadata, "ocr": True}, cut=builder.cut or missing > 0,
    )  # fmt: skip
    if not builder.text.strip():
        raise UnreadableError(Reason.NO_TEXT, documents=(bare,))
    return document


def _part(done: int, all_pages: int) -> str:
    why = "" if done >= MAX_PAGES else " in the time that a file may take"
    return f"Only its first {done:,} of {all_pages:,} pages were recognised{why}."
