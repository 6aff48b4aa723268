"""PDF: exact pages with their printed labels, sections by outline, text as a person reads it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pincite.domain.documents import Document, Location, OutlineEntry, Page, Reason, Section, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.markup.anchors import HeadingPath
from pincite.extraction.pdf.ocr import read_scan
from pincite.extraction.pdf.pages import RawPdf, read_with_pdfium
from pincite.extraction.pdf.text import cleaned, has_breaks, joined, running_lines, vocabulary, without_running_lines
from pincite.extraction.pdf.way_out import is_ruin, read_with_pypdf, with_unshown_pages
from pincite.extraction.source_file import Options, SourceFile

_NO_TITLE = re.compile(r"(?i)^(untitled.*|microsoft (?:word|powerpoint|excel)\b.*|.*\.(?:docx?|pdf|tex|dvi|indd|qxd|pptx?|xlsx?|rtf|odt|ps|md)|slide 1|\W*)$")
_MOJIBAKE = re.compile("[\u00c2-\u00c6\u00c3][\u0080-\u00bf\u2018-\u201e\u2020-\u2026]|[\u0080-\u009f]|ã[€-™]")
_BEFORE = re.compile(r"(?:[\dA-Za-z]{1,4}(?:\.[\dA-Za-z]{1,4}){0,6}\.?\s+)?")
"""What may stand before a heading in its line: its number."""
_TITLE_WORDS: Final = 12
"""Words of a heading that are enough to know it by."""
_HEADER: Final = b"%PDF-"
_PROPERTIES: Final = {"Author": "author", "Subject": "subject", "Keywords": "keywords", "Creator": "creator", "Producer": "producer"}
_UNSAID = re.compile(r"\W*(?:anonymous|unspecified|unknown|none|null|author|user)\W*", re.IGNORECASE)
"""What programs write where they know nothing."""
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
        return with_unshown_pages(read_with_pdfium(data, options.max_pages, options.max_text), data)
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
    cleaned_pages = [cleaned(page) for page in raw.pages]
    words = vocabulary(cleaned_pages) if any(map(has_breaks, cleaned_pages)) else frozenset[str]()
    builder = TextBuilder("\n\n", options.max_text)
    for number, page in enumerate(without_running_lines(cleaned_pages, running_lines(cleaned_pages)), 1):
        text = joined(page, words)
        extra = cleaned(raw.extras[number - 1]) if number <= len(raw.extras) else ""
        missing = "\n".join(line for line in extra.split("\n") if line and line not in text)
        builder.page(number, "\n\n".join(part for part in (text, missing) if part), raw.labels[number - 1] or None)
    cut = raw.cut or builder.cut
    return Document(
        type="pdf",
        text=builder.text,
        sections=tuple(_sections(builder.text, builder.pages, raw.outline)),
        title=_title(raw) or file.stem,
        pages=builder.pages,
        outline=tuple(raw.outline),
        metadata=_metadata(raw),
        notices=("Only its first part was read.",) if cut else (),
        cut=cut,
    )


def _sections(text: str, pages: Sequence[Page], outline: Sequence[OutlineEntry]) -> Iterator[Section]:
    """One for each page, and within a page one for each heading of the outline that is found in its text."""
    headings = _by_page(outline)
    path: tuple[str, ...] = ()
    for page in pages:
        start = page.start
        small = _small(text[page.start : page.end]) if page.number in headings else ""
        for title, following in headings.get(page.number, ()):
            found = _find(title.lower().split()[:_TITLE_WORDS], small, start - page.start)
            at = found + page.start if found >= 0 else None
            if at is not None and text[start:at].strip():
                yield Section(start, at, _place(page, path))
                start = at
            path = following
        if page.end > start:
            yield Section(start, page.end, _place(page, path))


def _by_page(outline: Sequence[OutlineEntry]) -> dict[int, list[tuple[str, tuple[str, ...]]]]:
    found: dict[int, list[tuple[str, tuple[str, ...]]]] = {}
    path = HeadingPath()
    for entry in outline:
        here = path.enter(entry.level, entry.text)
        if entry.page is not None:
            found.setdefault(entry.page, []).append((entry.text, here))
    return found


def _small(text: str) -> str:
    """The text in small letters, if each stays where it is."""
    small = text.lower()
    return small if len(small) == len(text) else text


def _find(words: Sequence[str], text: str, start: int) -> int:
    """Where a heading of these words stands on its page: at the start of a line, perhaps after its number. -1 if it does not."""
    wanted = " ".join(words)
    at = text.find(words[0], start)
    while at >= 0:
        line = text.rfind("\n", start, at) + 1 or start
        if _BEFORE.fullmatch(text, line, at) and " ".join(text[at : at + 2 * len(wanted) + 50].split()).startswith(wanted):
            above = text.rfind("\n", start, line - 1) + 1 or start if line > start else line
            return above if line == at and above < line and _BEFORE.fullmatch(text, above, line) else line
        at = text.find(words[0], at + 1)
    return -1


def _place(page: Page, path: tuple[str, ...]) -> Location:
    return Location(page=page.number, page_label=page.label, heading_path=path)


def _title(raw: RawPdf) -> str:
    title = raw.properties.get("Title", "").strip()
    return "" if not title or _NO_TITLE.match(title) or _MOJIBAKE.search(title) else title


def _metadata(raw: RawPdf) -> dict[str, Value]:
    said = {name: raw.properties.get(key, "") for key, name in _PROPERTIES.items()}
    found: dict[str, Value] = {name: value for name, value in said.items() if value and not _UNSAID.fullmatch(value)}
    for key, name in (("CreationDate", "date"), ("ModDate", "modified")):
        date = _DATE.match(raw.properties.get(key, ""))
        if date:
            found[name] = "-".join(part for part in date.groups()[:3] if part)
    return found
