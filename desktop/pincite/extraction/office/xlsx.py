"""Excel workbooks (ECMA-376 part 1, 18): blocks of rows, each cited by its sheet and cell range.

The sheets are streamed by ourselves: openpyxl's read-only mode pads rows to whatever dimension a file claims, loses notes
and hyperlinks and gives up on unusual writers. Its knowledge of number formats and dates is used (`xlsx_cells`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pincite.domain.documents import Document, Location
from pincite.extraction.containers.xml_guard import Element, attribute, child, descendants, local, parse_xml, stream_xml, text_of
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.office.drawing import chart_lines, paragraph_text
from pincite.extraction.office.opc import core_properties, hyperlink_target, main_part, parts, read_part, relationships
from pincite.extraction.office.sheet import Cell, SheetStory, column_number, tell_sheets
from pincite.extraction.office.story import Story
from pincite.extraction.office.xlsx_cells import CellReader, rich_text, shared_strings
from pincite.extraction.source_file import Options, SourceFile


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The sheets as one document. Raises `UnreadableError`."""
    package = Package(file, options)
    main = main_part(package, "xl/workbook.xml")
    workbook = parse_xml(package.read(main))
    cells = CellReader(_shared(package, main), *_styles(package, main, workbook))
    story = Story(options)
    tell_sheets(story, _sheets(package, main, workbook), lambda name, part: _tell_sheet(package, name, part, cells, story))
    _tell_lost(cells.lost_strings, story)
    return [story.document(file, core_properties(package), file.stem)]


def _shared(package: Package, main: str) -> Sequence[str]:
    names = parts(package, main, "sharedStrings")
    data = package.read_spare(names[0] if names else "xl/sharedStrings.xml")
    return shared_strings(data) if data else ()


def _styles(package: Package, main: str, workbook: Element) -> tuple[Element | None, bool]:
    names = parts(package, main, "styles")
    properties = next(descendants(workbook, "workbookPr"), None)
    since_1904 = properties is not None and (properties.get("date1904") or "0") in {"1", "true"}
    return (read_part(package, names[0]) if names else None), since_1904


def _sheets(package: Package, main: str, workbook: Element) -> Iterator[tuple[str, str, bool]]:
    """(name, part, hidden) of each sheet with cells, in the order of the tabs."""
    targets = relationships(package, main)
    found = False
    for sheet in descendants(workbook, "sheet"):
        keys = [value for key, value in sheet.items() if key.endswith("}id")]
        relationship = targets.get(keys[0]) if keys else None
        if relationship is not None and package.has(relationship.target):
            found = True
            yield sheet.get("name") or "", relationship.target, (sheet.get("state") or "visible") != "visible"
    if not found:
        for part in sorted(name for name in package.names if "/worksheets/sheet" in name.lower()):
            yield part.rpartition("/")[2].removesuffix(".xml"), part, False


def _tell_sheet(package: Package, name: str, part: str, cells: CellReader, story: Story) -> None:
    sheet = SheetStory(story, name)
    if relationships(package, part) and "/chartsheets/" in part:
        _tell_drawings(package, part, sheet)
        return
    targets = relationships(package, part)
    row_number = 0
    for element in stream_xml(package.read(part), "row", "hyperlink"):
        if local(element) == "hyperlink":
            story.link(hyperlink_target(element, targets))
            continue
        given = element.get("r") or ""
        row_number = int(given) if given.isdecimal() else row_number + 1
        sheet.row(row_number, _row_cells(element, cells))
        if story.full:
            return
    sheet.end()
    _tell_comments(package, part, sheet)
    _tell_drawings(package, part, sheet)


def _row_cells(row: Element, cells: CellReader) -> Iterator[Cell]:
    column = 0
    for element in row:
        if local(element) == "c":
            column = column_number(element.get("r") or "") or column + 1
            text = cells.text(element)
            if text:
                yield Cell(column, text)


def _tell_lost(strings: Sequence[str], story: Story) -> None:
    if strings and not story.full:
        story.enter((), Location(part="texts without a cell"))
        story.paragraph("\n".join(strings))
        story.notices.append(f"{len(strings):,} of its texts stand in no sheet that is left.")


def _tell_comments(package: Package, part: str, sheet: SheetStory) -> None:
    threaded = parts(package, part, "threadedComment")
    for name in threaded or parts(package, part, "comments"):
        root = read_part(package, name)
        for item in root.iter() if root is not None else ():
            if local(item) in {"comment", "threadedComment"}:
                text = child(item, "text")
                sheet.remark(attribute(item, "ref") or "", rich_text(text) or text_of(text) if text is not None else "", "comment")


def _tell_drawings(package: Package, part: str, sheet: SheetStory) -> None:
    for name in parts(package, part, "drawing"):
        root = read_part(package, name)
        if root is None:
            continue
        for body in descendants(root, "txBody"):
            sheet.remark("", "\n".join(filter(None, (paragraph_text(item) for item in descendants(body, "p")))), "text box")
        for chart in parts(package, name, "chart"):
            for block in chart_lines(package, chart):
                sheet.remark("", block, "chart")
