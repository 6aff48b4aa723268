"""Web pages: title, description, language and address from the head; main content first; nothing that a reader does not see."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bs4 import BeautifulSoup

from pincite.domain.documents import Document, Section
from pincite.extraction.encodings import decode
from pincite.extraction.lines import editor_text
from pincite.extraction.markup.front_matter import words_of
from pincite.extraction.source_file import Options, SourceFile
from pincite.extraction.web.head import language_of, properties_of, tags_of, title_of
from pincite.extraction.web.text import MARKS, PageText
from pincite.extraction.web.tree import parse, remove, strip_unread

_DECLARED = re.compile(rb"<(?:meta[^>]+?charset\s*=\s*[\"']?\s*([\w:.-]+)|\?xml[^>]+?encoding\s*=\s*[\"']([\w:.-]+))", re.IGNORECASE)
_NESTING = re.compile(r"</?(?!(?:script|style|template|noscript|nav|title)\b)[A-Za-z][^<>]*>", re.IGNORECASE)
"""Tags that only part texts: to put an element into its place takes the longer, the deeper it lies."""
_HEAD: Final = 4_096


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
    metadata = properties_of(root)
    title = title_of(root)
    language = language_of(root)
    mains = strip_unread(root)
    text = PageText(options.max_text)
    body = root.find("body")
    for part in mains:
        text.add(part)
        part.clear(keep_tail=True)  # to take out what is empty costs nothing
        remove(part)
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
        tags=tags_of(metadata),
        aliases=tuple(words_of(metadata.get("aliases"))),
        notices=(f"Only the first {options.max_text:,} characters were read.",) if text.cut else (),
        cut=text.cut,
    )


def _way_out(source: str, stem: str) -> Document:
    """The text alone, by a parser that minds neither depth nor brokenness: no headings, no lines."""
    unclosed = source.find("<!--", source.rfind("-->") + 1)  # this parser would look for the end of each to the end of the page
    soup = BeautifulSoup(_NESTING.sub("\n", source if unclosed < 0 else source[:unclosed]), "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    for element in soup(["script", "style", "template", "noscript", "nav", "title"]):
        element.decompose()
    lines = (" ".join(line.split()) for line in soup.get_text("\n").split("\n"))
    text = "\n".join(line for line in lines if line)
    notice = "Its nesting is too deep for headings and lines; only its text was read."
    return Document(type="html", text=text, sections=(Section(0, len(text)),) if text else (), title=title or stem, notices=(notice,))
