"""Objects inside of OpenDocument files: formulas (MathML), charts, and whole documents in a frame."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.xml_guard import Element, attribute, children, descendants, local, parse_xml, text_of
from pincite.extraction.office.drawing import MAX_CHART_WORDS

PartReader: TypeAlias = "Callable[[str], bytes | None]"
"""The bytes of a part of the package by its name; None where there is none."""
_ROOTS = frozenset({"document", "math"})
_NOT_SHOWN = frozenset({"annotation", "annotation-xml"})


def no_parts(_: str) -> bytes | None:
    """The part reader of a flat file, whose objects stand within it."""
    return None


def object_root(frame: Element, parts: PartReader) -> Element | None:
    """The root of the object in *frame*; None if it holds none that can be read."""
    for item in frame:
        if local(item) != "object":
            continue
        within = next((inner for inner in item if local(inner) in _ROOTS), None)
        if within is not None:
            return within
        folder = (attribute(item, "href") or "").removeprefix("./").strip("/")
        data = parts(f"{folder}/content.xml") if folder and "://" not in folder else None
        try:
            return parse_xml(data) if data else None
        except UnreadableError:
            return None
    return None


def formula_text(root: Element) -> str:
    """A formula on one line, "" if *root* is none; the source that some writers add to it is not shown."""
    return " ".join("".join(_signs(root)).split()) if local(root) == "math" else ""


def _signs(element: Element) -> Iterator[str]:
    if local(element) in _NOT_SHOWN:
        return
    yield (element.text or "").strip()
    for item in element:
        yield from _signs(item)


def object_text(root: Element) -> str:
    """What a chart says (titles, series, categories) or a document within says, a line for each; "" if it says nothing."""
    chart = next(descendants(root, "chart"), None)
    if chart is None:
        lines = [text_of(item).strip() for item in descendants(root, "p")]
        return "\n".join(line for line in lines if line)
    cells = [cell for cell in descendants(chart, "table-cell") if attribute(cell, "value-type") == "string"]
    titles = [item for kind in ("title", "subtitle") for item in descendants(chart, kind)]
    texts = [text_of(item).strip() for holder in (*titles, *cells) for item in children(holder, "p")]
    return "\n".join(list(dict.fromkeys(filter(None, texts)))[:MAX_CHART_WORDS])
