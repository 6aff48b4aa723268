"""The shape of a Word document's tree: what wraps what, and what of it is shown."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.extraction.containers.xml_guard import Element, child, local
from pincite.extraction.office.docx_styles import has_child, is_on

TRANSPARENT = frozenset({"sdt", "sdtContent", "ins", "moveTo", "customXml", "smartTag"})
"""Wrappers around paragraphs, tables, rows or cells."""


def shown_branch(element: Element) -> Element:
    """The one branch of alternative content that is shown: the first choice that holds text, else the fallback."""
    choices = [item for item in element if local(item) in {"Choice", "Fallback"}]
    for choice in choices:
        if any(local(item) in {"t", "relIds", "chart"} for item in choice.iter()):
            return choice
    return choices[0] if choices else element


def is_placeholder(element: Element) -> bool:
    """Whether a content control only shows its prompt ("Click here to enter text")."""
    properties = child(element, "sdtPr") if local(element) == "sdt" else None
    return properties is not None and is_on(properties, "showingPlcHdr")


def unwrapped(parent: Element) -> Iterator[Element]:
    """What stands below *parent* once wrappers are taken off."""
    for element in parent:
        if local(element) in TRANSPARENT:
            if not is_placeholder(element):
                yield from unwrapped(element)
        elif local(element) == "AlternateContent":
            yield from unwrapped(shown_branch(element))
        else:
            yield element


def rows_of(table: Element) -> Iterator[Element]:
    """The rows of a table that are not struck out."""
    for row in unwrapped(table):
        if local(row) == "tr" and not has_child(child(row, "trPr"), "del"):
            yield row


def cells_of(row: Element) -> Iterator[Element]:
    """The cells of a row that are not struck out."""
    for cell in unwrapped(row):
        if local(cell) == "tc" and not has_child(child(cell, "tcPr"), "cellDel"):
            yield cell


def paragraphs_of(element: Element) -> Iterator[Element]:
    """All paragraphs below *element*."""
    return (item for item in element.iter() if local(item) == "p")
