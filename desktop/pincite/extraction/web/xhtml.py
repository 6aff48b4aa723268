"""Tells the story of an XHTML page as a book or a mail has it: every visible word in order, nothing taken for boilerplate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Final, cast

from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]  # compiled, and without stubs

from pincite.domain.documents import OutlineEntry, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.xml_guard import Element, attribute, descendants, entity_text, local, parse_strictly
from pincite.extraction.encodings import decode
from pincite.extraction.office.story import Story, table_lines

Path = tuple[tuple[int, str], ...]
"""Headings with their levels, outermost first."""

HEADINGS: Final = {f"h{level}": level for level in range(1, 7)}
_HIDDEN: Final = frozenset(
    "head script style template noscript iframe object audio video canvas rt rp textarea select datalist title annotation annotation-xml".split()
)
_BLOCKS: Final = frozenset(
    (
        "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form header "
        "hgroup hr html legend li main menu nav ol optgroup option p pre section summary table tbody td tfoot th thead tr ul"
    ).split()
)
_SPACE = re.compile(r"[ \t\r\n\f]+")
_DECLARED = re.compile(rb"""(?:encoding|charset)\s*=\s*["']?\s*([\w.:-]+)""", re.IGNORECASE)
_PROLOG = re.compile(r"^\s*<\?xml[^>]*\?>")
_SELF_CLOSED = re.compile(r"<(title|script|style|iframe|textarea|noscript|a|span|div|p)\b([^<>]*)/>", re.IGNORECASE)
"""Allowed in XHTML; an HTML parser would take all that follows for their content."""


def parse_xhtml(data: bytes) -> Element:
    """The root of a page: read as XML if it is well-formed, else as a browser reads HTML. Raises `UnreadableError`."""
    root = parse_strictly(data)
    if root is not None:
        return root
    declared = _DECLARED.search(data[:1024])
    return parse_html(decode(data, declared.group(1).decode("ascii", "replace") if declared else "").text)


def parse_html(text: str) -> Element:
    """The root of an HTML page. Raises `UnreadableError` if there is nothing in it."""
    text = _SELF_CLOSED.sub(r"<\1\2></\1>", _PROLOG.sub("", text)).replace("\0", " ")
    parser = etree.HTMLParser(no_network=True, recover=True, huge_tree=False, remove_comments=True, remove_pis=True, encoding="utf-8")
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError) as error:
        raise UnreadableError(Reason.NO_TEXT) from error
    if root is None:
        raise UnreadableError(Reason.NO_TEXT)
    return cast("Element", root)


def first_heading_level(root: Element) -> int | None:
    """The level of the page's first heading; None if it has none."""
    return next((HEADINGS[local(item)] for item in root.iter() if local(item) in HEADINGS), None)


class Walk:
    """Walks one page. *entries* are places of the table of contents inside of it, by id, for pages without headings."""

    def __init__(self, story: Story, entries: Mapping[str, Path] | None = None, *, skip_contents: bool = False) -> None:
        self._story = story
        self._entries = entries or {}
        self._skip_contents = skip_contents
        self._line: list[str] = []

    def tell(self, root: Element) -> None:
        """The whole page."""
        self._visit(root)
        self._flush()

    def _visit(self, element: Element) -> None:
        name = local(element)
        if name in _HIDDEN or _is_hidden(element) or (self._skip_contents and name == "nav"):
            return
        if is_page_break(element):
            self._page_break(element)
            return
        self._enter(element)
        if name in HEADINGS:
            self._heading(element, HEADINGS[name])
        elif name == "pre":
            self._flush()
            self._story.paragraph("".join(_raw(element)))
        elif name == "table" and not _is_layout(element):
            self._flush()
            self._story.paragraph(table_lines(_table_rows(element)))
        else:
            self._content(element, name)

    def _content(self, element: Element, name: str) -> None:
        block = name in _BLOCKS
        if block:
            self._flush()
        elif name == "br":
            self._line.append("\n")
        elif name == "a":
            self._link(element)
        elif name == "sup" and any((link.get("href") or "").startswith("#") for link in descendants(element, "a")):
            self._line.append(" ")  # the number of a note is no part of the word before it
        self._line.append(_SPACE.sub(" ", element.text or ""))
        for item in element:
            if isinstance(item.tag, str):
                self._visit(item)
            else:
                self._line.append(entity_text(item))
            self._line.append(_SPACE.sub(" ", item.tail or ""))
        if block:
            self._flush()

    def _enter(self, element: Element) -> None:
        """Begin an entry of the table of contents that points at this element."""
        identifier = element.get("id")
        if identifier and identifier in self._entries:
            self._flush()
            path = self._entries[identifier]
            self._story.enter(path, replace(self._story.place, anchor=identifier))
            self._story.entry(OutlineEntry(len(path), path[-1][1], anchor=identifier))

    def _heading(self, element: Element, level: int) -> None:
        self._flush()
        anchor = element.get("id") or next((item.get("id") for item in element.iter() if item.get("id")), None) or _wrapper_id(element)
        self._story.heading(level, inline_text(element), anchor)

    def _page_break(self, element: Element) -> None:
        label = element.get("title") or attribute(element, "label") or element.get("aria-label") or inline_text(element)
        if label.strip():
            self._story.place = replace(self._story.place, page_label=label.strip()[:20])

    def _link(self, element: Element) -> None:
        target = element.get("href") or ""
        if re.match(r"(?:https?|mailto|ftp):", target, re.IGNORECASE):
            self._story.link(target)

    def _flush(self) -> None:
        text = "".join(self._line)
        self._line.clear()
        if text and not text.isspace():
            self._story.paragraph("\n".join(_SPACE.sub(" ", line).strip() for line in text.split("\n")))


def inline_text(element: Element) -> str:
    """The visible text of an element on one line, line breaks as spaces."""
    return _SPACE.sub(" ", "".join(_raw(element)).replace("\n", " ")).strip()


def _raw(element: Element) -> Iterator[str]:
    """Character data below *element* as it stands; hidden parts and page breaks left out."""
    yield element.text or ""
    for item in element:
        name = local(item)
        if not name:
            yield entity_text(item)
        elif name == "br":
            yield "\n"
        elif name not in _HIDDEN and not is_page_break(item):
            yield from _raw(item)
            if name in _BLOCKS:
                yield "\n"
        yield item.tail or ""


def is_page_break(element: Element) -> bool:
    """Whether this marks where a page of the printed edition begins."""
    return "pagebreak" in (attribute(element, "type") or "") or element.get("role") == "doc-pagebreak"


def _is_hidden(element: Element) -> bool:
    style = (element.get("style") or "").replace(" ", "").lower()
    return "display:none" in style or "visibility:hidden" in style or element.get("hidden") is not None


def _wrapper_id(heading: Element) -> str | None:
    """The id of the section that a heading opens."""
    parent = heading.getparent()
    return parent.get("id") if parent is not None and local(parent) in {"section", "header", "div", "article"} else None


def _is_layout(table: Element) -> bool:
    """Whether a table only lays out a page: it holds headings or other tables."""
    return any(local(item) in HEADINGS or (local(item) == "table" and item is not table) for item in table.iter())


def _table_rows(table: Element) -> Iterator[list[str]]:
    for caption in descendants(table, "caption"):
        yield [inline_text(caption)]
    for row in descendants(table, "tr"):
        yield [inline_text(cell) for cell in row if local(cell) in {"td", "th"}]
