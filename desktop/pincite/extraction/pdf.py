"""PDF: exact pages with their printed labels, sections by outline, text as a person reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pincite.domain.documents import Document, Location, OutlineEntry, Reason, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.anchors import HeadingPath
from pincite.extraction.builder import TextBuilder
from pincite.extraction.ocr import read_scan
from pincite.extraction.pdf_pages import RawPdf, read_with_pdfium
from pincite.extraction.pdf_text import cleaned, joined, running_lines, vocabulary, without_running_lines
from pincite.extraction.pdf_way_out import is_ruin, read_with_pypdf
from pincite.extraction.source_file import Options, SourceFile

_NO_TITLE = re.compile(r"(?i)^(untitled.*|microsoft (?:word|powerpoint|excel)\b.*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|rtf|odt|ps|md)|slide 1|\W*)$")
_MOJIBAKE = re.compile("[\u00c2-\u00c6\u00c3][\u0080-\u00bf\u2018-\u201e\u2020-\u2026]|[\u0080-\u009f]|ã[€-™]")
_HEADER: Final = b"%PDF-"
_PROPERTIES: Final = {"Author": "author", "Subject": "subject", "Keywords": "keywords", "Creator": "creator", "Producer": "producer"}
_DATE = re.compile(r"(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d))?")


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """One document. Raises `UnreadableError`: PASSWORD, DAMAGED, NO_TEXT (with pages and labels)."""
    raw = _raw(file.data, options)
    document = _document(file, raw, options)
    if not document.text.strip():
        if is_ruin(file.data):
            raise UnreadableError(Reason.DAMAGED, "it has no page that can be opened")
        if options.ocr:
            return read_scan(file, options, document)
        raise UnreadableError(Reason.NO_TEXT, "it may be a scan", (document,))
    return [document]


def _raw(data: bytes, options: Options) -> RawPdf:
    try:
        return read_with_pdfium(data, options.max_pages, options.max_text)
    except UnreadableError as error:
        if error.reason is Reason.PASSWORD:
            raise
    start = data.find(_HEADER)
    if start > 0:
        try:
            return read_with_pdfium(data[start:], options.max_pages, options.max_text)
        except UnreadableError:
            pass
    return read_with_pypdf(data, options.max_pages, options.max_text)


def _document(file: SourceFile, raw: RawPdf, options: Options) -> Document:
    pages = [cleaned(page) for page in raw.pages]
    words = vocabulary(pages) if any("\x02" in page or "-\n" in page for page in pages) else frozenset[str]()
    shapes = running_lines(pages)
    builder = TextBuilder("\n\n", options.max_text)
    places = _Places(raw.outline)
    for number, page in enumerate(pages, 1):
        text = joined(without_running_lines(page, shapes), words)
        extra = cleaned(raw.extras[number - 1]) if number <= len(raw.extras) else ""
        missing = "\n".join(line for line in extra.split("\n") if line and line not in text)
        whole = "\n\n".join(part for part in (text, missing) if part)
        builder.page(number, whole, raw.labels[number - 1] or None, places.on(number))
    cut = raw.cut or builder.cut
    return Document(
        type="pdf",
        text=builder.text,
        sections=builder.sections,
        title=_title(raw) or file.stem,
        pages=builder.pages,
        outline=tuple(raw.outline),
        metadata=_metadata(raw),
        notices=("Only its first part was read.",) if cut else (),
        cut=cut,
    )


class _Places:
    """Where each page stands in the outline."""

    def __init__(self, outline: Sequence[OutlineEntry]) -> None:
        self._paths = dict(_paths(outline))
        self._path: tuple[str, ...] = ()

    def on(self, page: int) -> Location:
        """The place at the top of a page, given that pages are asked in order."""
        self._path = self._paths.get(page, self._path)
        return Location(heading_path=self._path)


def _paths(outline: Sequence[OutlineEntry]) -> Iterator[tuple[int, tuple[str, ...]]]:
    path = HeadingPath()
    for entry in outline:
        here = path.enter(entry.level, entry.text)
        if entry.page is not None:
            yield entry.page, here


def _title(raw: RawPdf) -> str:
    title = raw.properties.get("Title", "").strip()
    return "" if not title or _NO_TITLE.match(title) or _MOJIBAKE.search(title) else title


def _metadata(raw: RawPdf) -> dict[str, Value]:
    found: dict[str, Value] = {name: raw.properties[key] for key, name in _PROPERTIES.items() if raw.properties.get(key)}
    for key, name in (("CreationDate", "date"), ("ModDate", "modified")):
        date = _DATE.match(raw.properties.get(key, ""))
        if date:
            found[name] = "-".join(part for part in date.groups()[:3] if part)
    return found
