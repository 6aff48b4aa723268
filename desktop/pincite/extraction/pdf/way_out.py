"""PDF by pypdf, many times slower: for what PDFium cannot open, and to tell a scan from a ruin."""

from __future__ import annotations

import io
import logging
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import replace

from pypdf import PasswordType, PdfReader
from pypdf.errors import DependencyError, FileNotDecryptedError, PyPdfError

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.pdf.pages import RawPdf

_FAULTS = (
    PyPdfError, ValueError, KeyError, TypeError, AttributeError, IndexError, OSError, RecursionError, AssertionError, ArithmeticError, NotImplementedError,
)  # fmt: skip
"""What pypdf raises on damaged files, for it checks little before it reads."""


def read_with_pypdf(data: bytes, max_pages: int, max_text: int) -> RawPdf:
    """Text and labels of all pages. Raises `UnreadableError` (PASSWORD, DAMAGED)."""
    with _faults():
        reader = _opened(data)
        count = min(len(reader.pages), max_pages)
        pages: list[str] = []
        for i in range(count):
            pages.append(reader.pages[i].extract_text())
            if sum(map(len, pages)) > max_text:
                break
        labels = list(reader.page_labels)[: len(pages)] if "/PageLabels" in reader.root_object else [""] * len(pages)
        properties = {str(key).lstrip("/"): str(value) for key, value in (reader.metadata or {}).items()}
        return RawPdf(pages, labels, [""] * len(pages), (), properties, cut=len(pages) < len(reader.pages))


def with_unshown_pages(raw: RawPdf, data: bytes) -> RawPdf:
    """The document with the text of the pages that PDFium could not show; as it was if that cannot be had."""
    if not raw.unshown:
        return raw
    pages = list(raw.pages)
    try:
        with _faults():
            reader = _opened(data)
            for number in raw.unshown:
                pages[number] = reader.pages[number].extract_text()
    except UnreadableError:
        pass  # what was read until here stands
    return replace(raw, pages=pages, unshown=())


def is_ruin(data: bytes) -> bool:
    """Whether a file that showed no text has not even pages that can be opened."""
    try:
        with _faults():
            reader = _opened(data)
            return not [page.mediabox for page in reader.pages[:3]]
    except UnreadableError:
        return True


def _opened(data: bytes) -> PdfReader:
    reader = PdfReader(io.BytesIO(data))
    if reader.is_encrypted and reader.decrypt("") == PasswordType.NOT_DECRYPTED:
        raise UnreadableError(Reason.PASSWORD)
    return reader


@contextmanager
def _faults() -> Generator[None]:
    """Turns what pypdf raises into a reason, and keeps its complaints about files out of the log."""
    log = logging.getLogger("pypdf")
    level = log.level
    log.setLevel(logging.CRITICAL)
    try:
        yield
    except (DependencyError, FileNotDecryptedError) as error:
        raise UnreadableError(Reason.PASSWORD) from error
    except _FAULTS as error:
        raise UnreadableError(Reason.DAMAGED, "it is no PDF that can be opened") from error
    finally:
        log.setLevel(level)
