"""Web pages: title, description, language and address from the head; main content first; nothing that a reader does not see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bs4 import BeautifulSoup

from pincite.domain.documents import Document, Section, Value
from pincite.extraction.encodings import decode
from pincite.extraction.lines import editor_text
from pincite.extraction.source_file import Options, SourceFile
from pincite.extraction.web.text import MARKS, PageText
from pincite.extraction.web.tree import Element, parse, remove, strip_unread

_DECLARED = re.compile(rb"<meta[^>]+?charset\s*=\s*[\"']?\s*([\w:.-]+)|<\?xml[^>]+?encoding\s*=\s*[\"']([\w:.-]+)", re.IGNORECASE)
_HEAD: Final = 4_096
_HEAD_KEYS: Final = {
    "description": "description", "og:description": "description", "dc.description": "description", "author": "author", "dc.creator": "author",
    "article:author": "author", "keywords": "keywords", "date": "date", "dc.date": "date", "dcterms.date": "date", "dcterms.created": "date",
    "article:published_time": "date", "og:title": "og:title", "og:site_name": "site", "generator": "generator", "subject": "subject",
    "citation_title": "citation_title", "citation_author": "author", "citation_date": "date", "language": "language",
}
"""Names of meta elements, and the metadata key that each fills first come, first served."""


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """One page. Raises `UnreadableError` for bytes that are no text."""
    declared = _DECLARED.search(file.data[:_HEAD])
    decoded = decode(file.data, (declared[1] or declared[2]).decode("ascii", "replace") if declared else "")
    source = editor_text(decoded.text)
    document = page(source, file.stem, options)
    return [replace(document, encoding=decoded.encoding, notices=(*decoded.notices, *document.notices))]


def page(source: str, stem: str, options: Options) -> Document:
    r"""The document in a page's source, whose lines end with ``\n``; for pages inside mail or books too."""
    if not source.isascii() and any(chr(mark) in source for mark in MARKS):
        source = source.translate(MARKS)
    root = parse(source)
    if root is None:
        return _way_out(source, stem)
    metadata = _head(root)
    title = _title(root)
    language = _language(root)
    mains = strip_unread(root)
    text = PageText(options.max_text)
    body = root.find("body")
    for part in mains:
        remove(part)
        text.add(part)
    text.add(body if body is not None else root)
    headings = [entry.text for entry in text.outline if entry.level == 1]
    return Document(
        type="html",
        text=text.text,
        sections=tuple(text.sections),
        title=title or str(metadata.get("og:title") or "") or (headings[0] if headings else "") or stem,
        language=language,
        lines=text.lines,
        outline=tuple(text.outline),
        metadata=metadata,
        notices=(f"Only the first {options.max_text:,} characters were read.",) if text.cut else (),
        cut=text.cut,
    )


def _title(root: Element) -> str:
    for element in root.iter("title"):
        parent = element.getparent()
        if parent is not None and parent.tag != "svg":
            return " ".join("".join(element.itertext()).split())
    return ""


def _language(root: Element) -> str:
    given = root.get("lang") or root.get("{http://www.w3.org/XML/1998/namespace}lang") or root.get("xml:lang") or ""
    code = given.strip().lower().replace("_", "-").split("-")[0]
    return code if 2 <= len(code) <= 3 and code.isalpha() else ""


def _head(root: Element) -> dict[str, Value]:
    metadata: dict[str, Value] = {}
    head = root.find("head")
    where = root if head is None else head
    for element in where.iter("meta"):
        name = (element.get("name") or element.get("property") or element.get("itemprop") or "").lower()
        content = " ".join((element.get("content") or "").split())
        key = _HEAD_KEYS.get(name)
        if key and content:
            metadata.setdefault(key, content[:2_000])
    for element in where.iter("link"):
        if "canonical" in (element.get("rel") or "").lower().split() and element.get("href"):
            metadata.setdefault("canonical", str(element.get("href")))
    return metadata


def _way_out(source: str, stem: str) -> Document:
    """The text alone, by a parser that minds neither depth nor brokenness: no headings, no lines."""
    unclosed = source.find("<!--", source.rfind("-->") + 1)  # this parser would look for the end of each to the end of the page
    soup = BeautifulSoup(source if unclosed < 0 else source[:unclosed], "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    for element in soup(["script", "style", "template", "noscript", "nav", "title"]):
        element.decompose()
    lines = (" ".join(line.split()) for line in soup.get_text("\n").split("\n"))
    text = "\n".join(line for line in lines if line)
    notice = "Its nesting is too deep for headings and lines; only its text was read."
    return Document(type="html", text=text, sections=(Section(0, len(text)),) if text else (), title=title or stem, notices=(notice,))
