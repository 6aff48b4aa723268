"""PowerPoint presentations (ECMA-376 part 1, 19): one section a slide, its notes beside it, in the order in which slides are shown."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pincite.domain.documents import Document, Location
from pincite.extraction.containers.xml_guard import Element, attribute, child, children, descendants, local
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.office.drawing import chart_lines, diagram_lines, paragraph_text, paragraphs
from pincite.extraction.office.opc import Relationship, core_properties, hyperlink_target, main_part, parts, read_part, relationships
from pincite.extraction.office.story import Story, table_lines
from pincite.extraction.source_file import Options, SourceFile

_TITLES = frozenset({"title", "ctrTitle"})
_FURNITURE = frozenset({"dt", "ftr", "sldNum", "hdr", "sldImg"})
"""Placeholders that a master repeats on every slide."""


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The slides as one document. Raises `UnreadableError`."""
    package = Package(file, options)
    story = Story(options)
    hidden: list[int] = []
    for number, part in enumerate(_slide_parts(package), 1):
        root = read_part(package, part)
        if root is None:
            story.notices.append(f"Slide {number} is damaged.")
            continue
        if (root.get("show") or "1") in {"0", "false"}:
            hidden.append(number)
        _Slide(package, part, story).tell(number, root)
    if hidden:
        numbers = ", ".join(map(str, hidden))
        story.notices.append(f"Slide {numbers} is hidden in the show." if len(hidden) == 1 else f"Slides {numbers} are hidden in the show.")
    return [story.document(file, core_properties(package))]


def _slide_parts(package: Package) -> list[str]:
    """Parts of the slides in the order of the show; if that is lost, in the order of their numbers."""
    main = main_part(package, "ppt/presentation.xml")
    root, targets = read_part(package, main), relationships(package, main)
    listed = descendants(root, "sldId") if root is not None else ()
    names = [targets[key].target for slide in listed for name, key in slide.items() if name.endswith("}id") and key in targets]
    names = [name for name in names if package.has(name)]
    if names:
        return names
    found = [(int(match.group(1)), name) for name in package.names if (match := re.fullmatch(r"ppt/slides/slide(\d+)\.xml", name))]
    return [name for _, name in sorted(found)]


class _Slide:
    """Tells one slide: title first, then its shapes in drawing order, which is also the order for screen readers."""

    def __init__(self, package: Package, part: str, story: Story) -> None:
        self._package, self._part, self._story = package, part, story
        self._targets: Mapping[str, Relationship] = relationships(package, part)

    def tell(self, number: int, root: Element) -> None:
        self._story.enter((), Location(slide=number))
        shapes = [shape for tree in descendants(root, "spTree") for shape in _shapes(tree)]
        titles = [shape for shape in shapes if _placeholder(shape) in _TITLES]
        title = " ".join(line for shape in titles for line in _lines(shape))
        if title.strip():
            self._story.heading(1, title)
        for shape in shapes:
            if _placeholder(shape) not in _TITLES | _FURNITURE:
                self._shape(shape)
        for link in (item for item in root.iter() if local(item).startswith("hlink")):
            self._story.link(hyperlink_target(link, self._targets))
        self._notes()
        self._comments()

    def _shape(self, shape: Element) -> None:
        if local(shape) != "graphicFrame":
            self._story.paragraph("\n".join(_lines(shape)))
            return
        for table in descendants(shape, "tbl"):
            self._story.paragraph(table_lines(_cells(row) for row in children(table, "tr")))
        for item in shape.iter():
            if local(item) == "relIds":
                blocks = diagram_lines(self._package, self._target(attribute(item, "dm")))
            elif local(item) == "chart":
                blocks = chart_lines(self._package, self._target(attribute(item, "id")))
            else:
                continue
            for block in blocks:
                self._story.paragraph(block)

    def _target(self, identifier: str | None) -> str:
        relationship = self._targets.get(identifier or "")
        return relationship.target if relationship is not None and not relationship.external else ""

    def _notes(self) -> None:
        for part in parts(self._package, self._part, "notesSlide"):
            root = read_part(self._package, part)
            trees = descendants(root, "spTree") if root is not None else ()
            shapes = [shape for tree in trees for shape in _shapes(tree) if _placeholder(shape) not in _FURNITURE]
            self._story.aside("\n".join(line for shape in shapes for line in _lines(shape)), "notes")

    def _comments(self) -> None:
        for part in parts(self._package, self._part, "comments"):
            root = read_part(self._package, part)
            for comment in descendants(root, "cm") if root is not None else ():
                old = [(item.text or "").strip() for item in children(comment, "text")]
                new = [paragraph_text(item) for item in descendants(comment, "p")]
                self._story.aside("\n".join(filter(None, old + new)), "comment")


def _shapes(parent: Element) -> Iterator[Element]:
    """Shapes and frames below *parent*, groups taken apart, one branch of alternative content."""
    for item in parent:
        name = local(item)
        if name in {"sp", "cxnSp", "graphicFrame"}:
            yield item
        elif name in {"grpSp", "contentPart"}:
            yield from _shapes(item)
        elif name == "AlternateContent":
            branches = [list(_shapes(branch)) for branch in item if local(branch) in {"Choice", "Fallback"}]
            yield from next((branch for branch in branches if branch), ())


def _placeholder(shape: Element) -> str:
    """The type of placeholder that *shape* fills; "" if it fills none, "obj" for the untyped one."""
    for part in shape:
        if local(part).startswith("nv"):
            properties = child(part, "nvPr")
            placeholder = child(properties, "ph") if properties is not None else None
            return (placeholder.get("type") or "obj") if placeholder is not None else ""
    return ""


def _lines(shape: Element) -> list[str]:
    body = child(shape, "txBody")
    return list(paragraphs(body)) if body is not None else []


def _cells(row: Element) -> Iterator[str]:
    for cell in children(row, "tc"):
        if cell.get("hMerge") not in {"1", "true"} and cell.get("vMerge") not in {"1", "true"}:
            body = child(cell, "txBody")
            yield "\n".join(paragraphs(body)) if body is not None else ""
