"""Text inside of drawings (ECMA-376 part 1, 20 and 21): paragraphs of shapes, SmartArt diagrams, charts."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.extraction.containers.xml_guard import Element, children, descendants, entity_text, local
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.office.opc import read_part

MAX_CHART_WORDS = 400
"""Texts of a chart that are read: its titles, series and categories, not thousands of data labels."""


def paragraph_text(paragraph: Element) -> str:
    """The text of one DrawingML paragraph (``a:p``)."""
    pieces: list[str] = []
    for item in paragraph.iter():
        name = local(item)
        if name == "t":
            pieces.append("".join([item.text or "", *(entity_text(inner) + (inner.tail or "") for inner in item)]))
        elif name == "br":
            pieces.append("\n")
    return "".join(pieces).replace("\v", "\n").strip()


def paragraphs(body: Element) -> Iterator[str]:
    """Texts of the paragraphs directly in a text body, blank ones left out."""
    return filter(None, (paragraph_text(item) for item in children(body, "p")))


def diagram_lines(package: Package, part: str) -> list[str]:
    """What a SmartArt diagram says: the texts of the points of its data part, as one block."""
    root = read_part(package, part) if part else None
    if root is None:
        return []
    texts = [line for body in descendants(root, "t") for line in paragraphs(body)]
    return ["\n".join(texts)] if texts else []


def chart_lines(package: Package, part: str) -> list[str]:
    """What a chart says: its titles, and the cached names of its series and categories, as one block."""
    root = read_part(package, part) if part else None
    if root is None:
        return []
    texts = [paragraph_text(item) for item in descendants(root, "p")]
    texts += [(value.text or "").strip() for cache in descendants(root, "strCache") for value in descendants(cache, "v")]
    texts = list(dict.fromkeys(filter(None, texts)))[:MAX_CHART_WORDS]
    return ["\n".join(texts)] if texts else []
