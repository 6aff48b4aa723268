"""Sheets of an OpenDocument spreadsheet, streamed; repeated rows and cells are counted, not written out."""

from __future__ import annotations

from collections.abc import Iterator

from pincite.domain.documents import OutlineEntry
from pincite.extraction.containers.xml_guard import Element, attribute, descendants, local, stream_xml, text_of
from pincite.extraction.office.odf_objects import PartReader, no_parts, object_root, object_text
from pincite.extraction.office.sheet import Cell, SheetStory, column_name
from pincite.extraction.office.story import Story

MAX_COPIES = 100
"""Times that a repeated row or cell with content is told."""


def tell_sheets(content: bytes, story: Story, parts: PartReader = no_parts) -> None:
    """Tell the sheets of a `content.xml` in the order of their tabs, with the charts that *parts* finds."""
    table: Element | None = None
    sheet = SheetStory(story, "")
    remarks: list[tuple[str, str, str]] = []
    number = 1
    hidden: set[str] = set()
    for row in stream_xml(content, "style", "table-row", "shapes"):
        if local(row) == "style":
            if any(local(item) == "table-properties" and attribute(item, "display") == "false" for item in row):
                hidden.add(attribute(row, "name") or "")
            continue
        owner = _table(row)
        if owner is None or story.full:
            continue
        if owner is not table:
            _end(sheet, remarks)
            table, number = owner, 1
            name = attribute(owner, "name") or ""
            sheet = SheetStory(story, name)
            story.entry(OutlineEntry(1, name or "Sheet"))
            if attribute(owner, "style-name") in hidden:
                story.notices.append(f"The sheet {name!r} is hidden.")
        remarks += _remarks(row, number, parts)
        if local(row) == "shapes":
            continue
        repeated = _count(row, "number-rows-repeated")
        cells = list(_cells(row))
        for copy in range(min(repeated, MAX_COPIES) if cells else 0):
            sheet.row(number + copy, cells)
        number += repeated
    _end(sheet, remarks)


def _end(sheet: SheetStory, remarks: list[tuple[str, str, str]]) -> None:
    """The rest of the sheet, then its remarks: between the rows they would tear the table apart."""
    sheet.end()
    for cell, text, kind in remarks:
        sheet.remark(cell, text, kind)
    remarks.clear()


def _table(row: Element) -> Element | None:
    """The sheet that a row belongs to; None for rows of tables inside of cells and of tracked changes."""
    parent = row.getparent()
    while parent is not None and local(parent) in {"table-rows", "table-header-rows", "table-row-group"}:
        parent = parent.getparent()
    if parent is None or local(parent) != "table":
        return None
    above = parent.getparent()
    return parent if above is not None and local(above) == "spreadsheet" else None


def _count(element: Element, name: str) -> int:
    value = attribute(element, name) or "1"
    return max(1, int(value[:9])) if value.isdecimal() else 1


def _cells(row: Element) -> Iterator[Cell]:
    column = 1
    for element in row:
        if local(element) not in {"table-cell", "covered-table-cell"}:
            continue
        repeated = _count(element, "number-columns-repeated")
        text = _cell_text(element) if local(element) == "table-cell" else ""
        for copy in range(min(repeated, MAX_COPIES) if text else 0):
            yield Cell(column + copy, text)
        column += repeated


def _cell_text(cell: Element) -> str:
    """What the cell shows; its value where a writer left the shown text out."""
    lines = [_shown(item) for item in cell if local(item) == "p"]
    text = "\n".join(filter(None, lines))
    if text:
        return text
    return next(
        (value for name in ("date-value", "time-value", "string-value", "boolean-value", "value") if (value := attribute(cell, name))), ""
    )


def _shown(paragraph: Element) -> str:
    pieces: list[str] = []
    for item in paragraph.iter():
        pieces.append(" " if local(item) in {"s", "tab", "line-break"} else item.text or "" if local(item) else "")
        if item is not paragraph:
            pieces.append(item.tail or "")
    return "".join(pieces)


def _drawn(item: Element, parts: PartReader) -> Iterator[tuple[str, str]]:
    """(kind, text) of the comments, charts and text boxes in what lies on a sheet or a cell."""
    name = local(item)
    if name == "annotation":
        yield "comment", "\n".join(_paragraphs(item))
    elif name == "frame" and (root := object_root(item, parts)) is not None:
        yield "chart", object_text(root)
    elif name == "p":
        yield "text box", text_of(item).strip()
    else:
        for inner in item:
            yield from _drawn(inner, parts)


def _remarks(row: Element, number: int, parts: PartReader) -> Iterator[tuple[str, str, str]]:
    """(cell, text, kind) of what is drawn on the sheet (*row* is its shapes) or hangs on the cells of a row."""
    if local(row) == "shapes":
        yield from (("", text, kind) for kind, text in _drawn(row, parts))
        return
    column = 1
    for element in row:
        for item in element:
            if local(item) != "p":
                yield from ((f"{column_name(column)}{number}", text, kind) for kind, text in _drawn(item, parts))
        column += _count(element, "number-columns-repeated")


def _paragraphs(element: Element) -> Iterator[str]:
    return filter(None, (text_of(item).strip() for item in descendants(element, "p")))
