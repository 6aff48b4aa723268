"""Word documents (ECMA-376 part 1), read as a person sees them with all changes accepted.

Headings come from styles and outline levels, never from looks; a DOCX has no pages until it is printed, so none are given.
"""

from __future__ import annotations

import posixpath
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from pincite.domain.documents import Document
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.xml_guard import Element, attribute, child, children, entity_text, local, parse_xml
from pincite.extraction.containers.zip_guard import Package
from pincite.extraction.extractors import Extractors
from pincite.extraction.office.docx_styles import Numbering, StyleSheet, has_child, is_on, numbering_of, outline_level, value_of
from pincite.extraction.office.docx_tree import TRANSPARENT, cells_of, is_placeholder, paragraphs_of, rows_of, shown_branch, unwrapped
from pincite.extraction.office.drawing import chart_lines, diagram_lines
from pincite.extraction.office.opc import Relationship, core_properties, hyperlink_target, main_part, parts, read_part, relationships
from pincite.extraction.office.story import Story, table_lines
from pincite.extraction.source_file import Options, SourceFile

_NOT_READ = frozenset(
    {
        "del",
        "moveFrom",
        "delText",
        "delInstrText",
        "instrText",
        "pPr",
        "rPr",
        "rt",
        "sdtPr",
        "sdtEndPr",
        "fldData",
        "annotationRef",
        "Fallback",
    }
)
"""Struck out, moved away, field code, properties, phonetic guides."""
_CHARACTERS = {"br": "\n", "cr": "\n", "tab": "\t", "ptab": "\t", "noBreakHyphen": "-", "softHyphen": ""}
_NOTES = {"footnoteReference": "footnote", "endnoteReference": "endnote", "commentReference": "comment"}


@dataclass(slots=True)
class _Met:
    """What stood in a paragraph but belongs behind it."""

    boxes: list[Element] = field(default_factory=list["Element"])
    notes: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    extras: list[str] = field(default_factory=list[str])
    bookmark: str | None = None


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The document as one story. Raises `UnreadableError`."""
    package = Package(file, options)
    main = main_part(package, "word/document.xml", "word/document2.xml")
    body = _Body(package, main, options, file)
    root = parse_xml(package.read(main))
    within = child(root, "body")
    body.blocks(root if within is None else within)
    body.finish()
    return [body.story.document(file, core_properties(package), body.title)]


class _Body:
    """Walks the parts of one document and tells its story."""

    def __init__(self, package: Package, main: str, options: Options, file: SourceFile) -> None:
        self.story = Story(options)
        self.title = ""
        self._package, self._main, self._options, self._file = package, main, options, file
        self._targets: Mapping[str, Relationship] = relationships(package, main)
        self._styles = StyleSheet(self._part("styles"))
        self._numbering = Numbering(self._part("numbering"))
        self._notes = {kind: self._read_notes(kind) for kind in ("footnote", "endnote", "comment")}
        self._carried = ""
        self._fields: list[bool] = []  # of the fields that are open, whether their instruction is being told

    def _part(self, role: str) -> Element | None:
        names = parts(self._package, self._main, role)
        return read_part(self._package, names[0]) if names else None

    def _read_notes(self, kind: str) -> dict[str, Element]:
        root = self._part(f"{kind}s")
        if root is None:
            return {}
        real = (item for item in children(root, kind) if (attribute(item, "type") or "normal") == "normal")
        return {attribute(item, "id") or "": item for item in real}

    # ------------------------------------------------------------------------------------------ blocks

    def blocks(self, parent: Element) -> None:
        """Tell the paragraphs and tables below *parent*, in order."""
        for element in parent:
            name = local(element)
            if name == "p":
                self._paragraph(element)
            elif name == "tbl":
                self._table(element)
            elif name == "altChunk":
                self._foreign(element)
            elif name == "AlternateContent":
                self.blocks(shown_branch(element))
            elif name in TRANSPARENT and not is_placeholder(element):
                self.blocks(element)

    def _paragraph(self, element: Element) -> None:
        if not len(element):
            return
        met = _Met()
        self._end_instructions()
        text = self._carried + self._inline(element, met)
        properties = child(element, "pPr")
        if has_child(child(properties, "rPr") if properties is not None else None, "del", "moveFrom"):
            self._carried = text  # its mark is deleted: it runs on into the next paragraph
        else:
            self._carried = ""
            self._tell(text, properties, met.bookmark)
        for box in met.boxes:
            self.blocks(box)
        for extra in met.extras:
            self.story.paragraph(extra)
        for kind, identifier in met.notes:
            self._note(kind, identifier)

    def _tell(self, text: str, properties: Element | None, bookmark: str | None) -> None:
        style = self._styles.style(value_of(properties, "pStyle") if properties is not None else None)
        level = outline_level(properties) if properties is not None else None
        level = style.level if level is None else (level if level <= 9 and not style.contents else None)
        if not text.strip() or (style.contents and self.story.path):
            return
        numbering = (numbering_of(properties) if properties is not None else None) or style.numbering
        label = self._numbering.label(*numbering) if numbering else ""
        text = f"{label} {text.strip()}" if label else text
        if level is not None:
            self.story.heading(level, text, bookmark)
            return
        if style.title and not self.title:
            self.title = text
        self.story.paragraph(text)

    def _table(self, table: Element) -> None:
        rows = [list(cells_of(row)) for row in rows_of(table)]
        if any(self._has_heading(cell) for row in rows for cell in row):
            for row in rows:  # a table that only lays out the page
                for cell in row:
                    self.blocks(cell)
            return
        met = _Met()
        self.story.paragraph(table_lines([self._cell_text(cell, met) for cell in row] for row in rows))
        for box in met.boxes:
            self.blocks(box)
        for kind, identifier in met.notes:
            self._note(kind, identifier)

    def _has_heading(self, cell: Element) -> bool:
        for paragraph in children(cell, "p"):
            properties = child(paragraph, "pPr")
            if properties is not None and self._styles.style(value_of(properties, "pStyle")).level is not None:
                return True
        return False

    def _cell_text(self, cell: Element, met: _Met) -> str:
        lines: list[str] = []
        for element in unwrapped(cell):
            if local(element) == "p":
                self._end_instructions()
                lines.append(self._inline(element, met).strip())
            elif local(element) == "tbl":
                lines.append(table_lines([self._cell_text(inner, met) for inner in cells_of(row)] for row in rows_of(element)))
        return "\n".join(filter(None, lines))

    # ------------------------------------------------------------------------------------------ inline

    def _inline(self, element: Element, met: _Met) -> str:
        """The text of everything below *element* that belongs into its line; the rest is left in *met*."""
        pieces: list[str] = []
        for item in element:
            name = local(item)
            if name == "fldChar":
                self._field(attribute(item, "fldCharType"))
            elif name == "t" and not any(self._fields):
                pieces.append("".join([item.text or "", *(entity_text(inner) + (inner.tail or "") for inner in item)]))
            elif name in _CHARACTERS:
                pieces.append(_CHARACTERS[name])
            elif name == "r":
                pieces.append("" if is_on(child(item, "rPr"), "vanish") else self._inline(item, met))
            elif name == "AlternateContent":
                pieces.append(self._inline(shown_branch(item), met))
            elif not name or name in _NOT_READ or (name == "sdt" and is_placeholder(item)):
                continue
            elif not self._set_aside(item, name, met):
                pieces.append(self._inline(item, met))
        return "".join(pieces)

    def _field(self, step: str | None) -> None:
        """A field begins with its instruction, in which the result of another field is no text."""
        if step == "begin":
            self._fields.append(True)
        elif self._fields and step == "separate":
            self._fields[-1] = False
        elif self._fields and step == "end":
            self._fields.pop()

    def _end_instructions(self) -> None:
        """At a new paragraph: an instruction that never ends hides no more than its own."""
        if self._fields:
            self._fields = [instruction for instruction in self._fields if not instruction]

    def _set_aside(self, item: Element, name: str, met: _Met) -> bool:
        """Whether *item* is no running text, and was kept in *met*."""
        if name in _NOTES:
            met.notes.append((_NOTES[name], attribute(item, "id") or ""))
        elif name == "txbxContent":
            met.boxes.append(item)
        elif name == "sym":
            return True
        elif name == "bookmarkStart":
            bookmark = attribute(item, "name") or ""
            met.bookmark = met.bookmark or (bookmark if bookmark and bookmark != "_GoBack" else None)
        elif name == "relIds":
            met.extras.extend(diagram_lines(self._package, self._target(attribute(item, "dm"))))
        elif name == "chart":
            met.extras.extend(chart_lines(self._package, self._target(attribute(item, "id"))))
        else:
            if name == "hyperlink":
                self.story.link(hyperlink_target(item, self._targets))
            return False
        return True

    def _target(self, identifier: str | None) -> str:
        relationship = self._targets.get(identifier or "")
        return relationship.target if relationship is not None and not relationship.external else ""

    # ------------------------------------------------------------------------------------------ other parts

    def _note(self, kind: str, identifier: str) -> None:
        element = self._notes[kind].pop(identifier, None)
        if element is None:
            return
        met = _Met()
        author = attribute(element, "author") if kind == "comment" else None
        text = "\n".join(filter(None, (self._inline(paragraph, met).strip() for paragraph in paragraphs_of(element))))
        self.story.aside(text, f"comment by {author}" if author else f"{kind} {identifier}")

    def _foreign(self, element: Element) -> None:
        """A document of another format that Word takes in when it opens this one."""
        name = self._target(attribute(element, "id"))
        data = self._package.read_spare(name) if name else None
        if data is None:
            return
        inner = self._file.member(posixpath.basename(name), data)
        try:
            documents = Extractors(self._options).read(inner) if inner.depth <= self._options.max_depth else ()
        except UnreadableError:
            self.story.notices.append("A document that it takes in could not be read.")
            return
        for document in documents:
            if document.title not in (inner.stem, "") and document.title not in document.text:
                self.story.paragraph(document.title)
            self.story.paragraph(document.text)

    def finish(self) -> None:
        """Notes that nothing points at, then headers and footers, each text once."""
        self.story.paragraph(self._carried)
        for kind, notes in self._notes.items():
            for identifier in list(notes):
                self._note(kind, identifier)
        self.story.end_of_part()
        seen: set[str] = set()
        for role in ("header", "footer"):
            for name in parts(self._package, self._main, role):
                self._margin(name, role, seen)

    def _margin(self, name: str, role: str, seen: set[str]) -> None:
        root = read_part(self._package, name)
        if root is None:
            return
        targets, self._targets = self._targets, relationships(self._package, name)
        met = _Met()
        text = self._cell_text(root, met)
        text = "\n".join(filter(None, [text, *(self._cell_text(box, met) for box in met.boxes)]))
        self._targets = targets
        if text not in seen and any(character.isalpha() for character in text):
            seen.add(text)
            self.story.place = replace(self.story.place, heading_path=(), anchor=None)
            self.story.aside(text, role)
