"""Paragraphs, lists, tables and frames of OpenDocument text, as a person sees them with all changes accepted."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pincite.extraction.containers.xml_guard import Element, attribute, child, descendants, entity_text, local, text_of
from pincite.extraction.office.odf_objects import PartReader, formula_text, no_parts, object_root, object_text
from pincite.extraction.office.story import Story, table_lines

MAX_REPEAT = 100
"""Times that a repeated cell or space is written out; files claim millions."""
MAX_INHERITANCE = 20
_NOT_READ = frozenset(
    {
        "tracked-changes", "ruby-text", "forms", "sequence-decls", "variable-decls", "user-field-decls", "dde-connection-decls", "desc", "title",
        "notes", "alphabetical-index-source", "bibliography-source", "object", "object-ole", "image", "event-listeners", "shapes", "hidden-text",
    }
)  # fmt: skip
_FRAMES = frozenset(
    {
        "frame",
        "custom-shape",
        "rect",
        "ellipse",
        "line",
        "connector",
        "polygon",
        "polyline",
        "path",
        "g",
        "caption",
        "circle",
        "regular-polygon",
    }
)
# A table of contents is not passed through: its entries are the headings, which come again as such.
_PASSED_THROUGH = frozenset(
    {"section", "index-body", "alphabetical-index", "bibliography", "user-index", "list-header", "index-title", "text-box", "page", "scene"}
)
_HEADING_NAME = re.compile(r"^(?:heading|überschrift|titre|título|titolo|заголовок)[\s_]*([1-9])$", re.IGNORECASE)
_SPACE = re.compile(r"[ \t\r\n]+")


@dataclass(slots=True)
class _Met:
    """What stood in a paragraph but belongs behind it."""

    frames: list[Element] = field(default_factory=list["Element"])
    notes: list[Element] = field(default_factory=list["Element"])
    bookmark: str | None = None


class Styles:
    """What the styles of a document mean: which are titles, which are headings of what level, which slides are hidden."""

    def __init__(self, *roots: Element) -> None:
        self._styles: dict[str, Element] = {}
        self._unseen: dict[str, bool] = {}
        for root in roots:
            for style in descendants(root, "style"):
                self._styles.setdefault(attribute(style, "name") or "", style)

    def _line(self, name: str | None) -> Iterator[tuple[str, Element | None]]:
        """The style and those it is based on: their readable names and elements."""
        for _ in range(MAX_INHERITANCE):
            if not name:
                return
            style = self._styles.get(name)
            yield name.replace("_20_", " "), style
            name = attribute(style, "parent-style-name") if style is not None else None

    def is_title(self, name: str | None) -> bool:
        """Whether paragraphs of this style are the document's title."""
        return any(found == "Title" for found, _ in self._line(name))

    def level(self, name: str | None) -> int | None:
        """Heading level that the style gives to a paragraph that is not marked as a heading."""
        for found, style in self._line(name):
            given = attribute(style, "default-outline-level") if style is not None else None
            if given is not None:
                return int(given) if given.isdecimal() and given != "0" else None
            match = _HEADING_NAME.match(found)
            if match:
                return int(match.group(1))
        return None

    def hidden(self, name: str | None) -> bool:
        """Whether a slide of this style is left out of the show."""
        return self._has(name, "visibility", "hidden")

    def unseen(self, name: str | None) -> bool:
        """Whether text of this style is hidden text."""
        if name and name not in self._unseen:
            self._unseen[name] = self._has(name, "display", "none")
        return bool(name) and self._unseen[name or ""]

    def _has(self, name: str | None, property_name: str, value: str) -> bool:
        return any(attribute(item, property_name) == value for _, style in self._line(name) if style is not None for item in style)


class OdfText:
    """Tells paragraphs, lists, tables and frames to a story."""

    def __init__(self, story: Story, styles: Styles, parts: PartReader = no_parts, deletions: frozenset[str] = frozenset()) -> None:
        """*parts* reads what frames refer to; *deletions* are the changes whose text stands in place and is struck out (`deletions_in_place`)."""
        self._story = story
        self.styles = styles
        self._parts = parts
        self._deletions = deletions
        self._struck: set[str] = set()
        self.title = ""
        self._numbers = {"footnote": 0, "endnote": 0}

    def blocks(self, parent: Element) -> None:
        """Everything below *parent*, in order."""
        for element in parent:
            name = local(element)
            if name in {"p", "h"}:
                self._paragraph(element, name == "h")
            elif name == "list":
                self._list(element)
            elif name == "table":
                self._story.paragraph(table_lines(self._rows(element)))
            elif name in _FRAMES:
                self.shape(element)
            elif name in _PASSED_THROUGH and attribute(element, "display") != "none":
                self.blocks(element)

    def _list(self, element: Element) -> None:
        for item in element:
            if local(item) in {"list-item", "list-header"}:
                self.blocks(item)

    def shape(self, element: Element) -> None:
        """A frame, a drawn shape with text, an object such as a chart, or a group of them."""
        root = object_root(element, self._parts)
        if root is not None:
            self._story.paragraph(formula_text(root) or object_text(root))
        for item in element:
            if local(item) in {"text-box", "g"} or local(item) in _FRAMES:
                self.shape(item)
            elif local(item) in {"p", "h", "list", "table"}:
                self.blocks(element)
                return

    def lines(self, element: Element) -> list[str]:
        """The texts of all paragraphs below *element*, blank ones left out."""
        met = _Met()
        found = [self._inline(item, met).strip() for item in element.iter() if local(item) in {"p", "h"}]
        return [line for line in found if line]

    def _paragraph(self, element: Element, is_heading: bool) -> None:
        met = _Met()
        style = attribute(element, "style-name")
        text = "" if self.styles.unseen(style) else _tidy(self._inline(element, met))
        level = _outline_level(element) if is_heading else self.styles.level(style)
        if level is not None and text:
            self._story.heading(level, text, met.bookmark)
        else:
            if text and not self.title and self.styles.is_title(style):
                self.title = text
            self._story.paragraph(text)
        self._behind(met)

    def _behind(self, met: _Met) -> None:
        for frame in met.frames:
            self.shape(frame)
        for note in met.notes:
            if local(note) == "annotation":
                creator = child(note, "creator")
                author = text_of(creator).strip() if creator is not None else ""
                self._story.aside("\n".join(self.lines(note)), f"comment by {author}" if author else "comment")
                continue
            kind = attribute(note, "note-class") or "footnote"
            self._numbers[kind] = self._numbers.get(kind, 0) + 1
            body = child(note, "note-body")
            self._story.aside("\n".join(self.lines(body if body is not None else note)), f"{kind} {self._numbers[kind]}")

    def _inline(self, element: Element, met: _Met) -> str:
        pieces = [self._shown(element.text)]
        for item in element:
            pieces.append(self._piece(item, met))
            pieces.append(self._shown(item.tail))
        return "".join(pieces)

    def _shown(self, text: str | None) -> str:
        return _SPACE.sub(" ", text or "") if not self._struck else ""

    def _change(self, item: Element) -> None:
        change = attribute(item, "change-id") or ""
        if local(item) == "change-end":
            self._struck.discard(change)
        elif change in self._deletions:
            self._struck.add(change)

    def _piece(self, item: Element, met: _Met) -> str:
        name = local(item)
        if not name:
            return entity_text(item)
        if name == "s":
            count = attribute(item, "c") or "1"
            return " " * min(int(count) if count.isdecimal() else 1, MAX_REPEAT)
        if name in {"tab", "line-break", "tab-stop"}:
            return "\n" if name == "line-break" else "\t"
        if name in {"note", "annotation"}:
            met.notes.append(item)
        elif name in _FRAMES or name == "table":
            root = object_root(item, self._parts)
            formula = formula_text(root) if root is not None else ""
            if formula:
                return formula
            met.frames.append(item)
        elif name in {"change-start", "change-end"}:
            self._change(item)
        elif name in {"bookmark", "bookmark-start"}:
            met.bookmark = met.bookmark or attribute(item, "name")
        elif name == "number":
            return f"{text_of(item).strip()} "
        elif name not in _NOT_READ and not (name == "span" and self.styles.unseen(attribute(item, "style-name"))):
            if name == "a":
                target = attribute(item, "href") or ""
                self._story.link(target if "://" in target or target.startswith("mailto:") else None)
            return self._inline(item, met)
        return ""

    def _rows(self, table: Element) -> Iterator[list[str]]:
        for row in table_rows(table):
            yield [self._cell(cell) for cell in row if local(cell) == "table-cell"]

    def _cell(self, cell: Element) -> str:
        met = _Met()
        lines: list[str] = []
        for item in cell:
            if local(item) in {"p", "h"}:
                lines.append(_tidy(self._inline(item, met)))
            elif local(item) == "table":
                lines.append(table_lines(self._rows(item)))
            elif local(item) not in _NOT_READ:
                lines.extend(self.lines(item))
        lines.extend(line for frame in met.frames for line in self.lines(frame))
        met.frames.clear()
        self._behind(met)
        return "\n".join(filter(None, lines))


def deletions_in_place(root: Element) -> frozenset[str]:
    """The deletions whose text stands where it was (flat files of LibreOffice have them so), as far as their ends are marked."""
    struck = {attribute(region, "id") or "" for region in descendants(root, "changed-region") if child(region, "deletion") is not None}
    return frozenset(struck & {attribute(end, "change-id") or "" for end in descendants(root, "change-end")}) if struck else frozenset()


def _outline_level(heading: Element) -> int:
    level = attribute(heading, "outline-level") or attribute(heading, "level") or "1"
    return max(1, int(level)) if level.isdecimal() else 1


def table_rows(table: Element) -> Iterator[Element]:
    """The rows of a table in order, whatever groups them."""
    for item in table:
        name = local(item)
        if name == "table-row":
            yield item
        elif name in {"table-rows", "table-header-rows", "table-row-group"}:
            yield from table_rows(item)


def is_class(frame: Element, *names: str) -> bool:
    """Whether a frame of a slide has one of these roles (``presentation:class``)."""
    return any(key.endswith("}class") and value in names for key, value in frame.items())


def _tidy(text: str) -> str:
    return "\n".join(line.strip(" ") for line in text.split("\n")).strip()
