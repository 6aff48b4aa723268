"""The running text of a document with headings: what DOCX, ODT, RTF, EPUB and slides have in common."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from pincite.domain.documents import Document, Location, OutlineEntry, Reason, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.source_file import Options, SourceFile

_UNSEEN = dict.fromkeys((0xAD, *range(0xF000, 0xF100)))
"""Soft hyphens, and private code points by which office programs name signs of symbol fonts: without the font they say nothing."""
MAX_HEADING = 300
"""Characters of a heading that are kept in a path: some writers style whole paragraphs as headings."""


@dataclass(frozen=True, slots=True)
class Properties:
    """What a document says of itself. `metadata` has ready keys (author, date, created, modified, subject, ...)."""

    title: str = ""
    language: str = ""
    tags: tuple[str, ...] = ()
    metadata: Mapping[str, Value] | None = None


class Story:
    """Collects paragraphs under the headings that they stand under, asides (notes, comments) at the end of their heading's text."""

    def __init__(self, options: Options) -> None:
        self._builder = TextBuilder("\n\n", options.max_text)
        self._headings: list[tuple[int, str]] = []
        self._asides: list[tuple[str, Location]] = []
        self._outline: list[OutlineEntry] = []
        self._links: dict[str, None] = {}
        self.notices: list[str] = []
        self.place = Location()
        """Where the next paragraph stands."""

    def heading(self, level: int, text: str, anchor: str | None = None) -> None:
        """A heading begins: everything up to the next one of its level or above stands under it."""
        self.end_of_part()
        text = text.translate(_UNSEEN)
        name = one_line(text)[:MAX_HEADING]
        if not name:
            return
        while self._headings and self._headings[-1][0] >= level:
            self._headings.pop()
        self._headings.append((level, name))
        self._outline.append(OutlineEntry(level, name, anchor=anchor))
        self.place = replace(self.place, heading_path=self.path, anchor=anchor)
        self._builder.begin_section()
        self._builder.add(text.strip(), self.place)

    def enter(self, path: Iterable[tuple[int, str]], place: Location) -> None:
        """Go on under these (level, heading) pairs, which the text itself does not repeat, at *place*."""
        self.end_of_part()
        self._builder.begin_section()
        self._headings = [(level, one_line(text)[:MAX_HEADING]) for level, text in path]
        self.place = replace(place, heading_path=self.path)

    def paragraph(self, text: str) -> None:
        """A paragraph, a list item, or the lines of a table."""
        text = text.translate(_UNSEEN).strip("\n ")
        if text.strip():
            self._builder.add(text, self.place)

    def aside(self, text: str, part: str) -> None:
        """A footnote or comment named *part*; it follows the text of its heading, so that it does not tear a paragraph's passage."""
        if text.strip():
            self._asides.append((text.strip(), replace(self.place, part=part)))

    def end_of_part(self) -> None:
        """Write the asides that wait."""
        for text, place in self._asides:
            self._builder.add(text, place)
        self._asides.clear()

    def link(self, target: str | None) -> None:
        """A link's target, kept once."""
        if target and target.strip():
            self._links[target.strip()] = None

    def entry(self, entry: OutlineEntry) -> None:
        """An outline entry whose text is not part of the running text (a sheet, a slide)."""
        self._outline.append(entry)

    @property
    def path(self) -> tuple[str, ...]:
        """The headings that the next paragraph stands under, outermost first."""
        return tuple(text for _, text in self._headings)

    @property
    def levels(self) -> tuple[tuple[int, str], ...]:
        """The same with their levels."""
        return tuple(self._headings)

    @property
    def first_heading(self) -> str:
        """The first heading of all, "" if there is none."""
        return self._outline[0].text if self._outline else ""

    @property
    def length(self) -> int:
        """Characters so far."""
        return self._builder.length

    @property
    def full(self) -> bool:
        """Whether the limit is reached: more text would be dropped."""
        return self._builder.cut

    def document(self, file: SourceFile, properties: Properties, title: str = "", doctype: str = "") -> Document:
        """The whole; raises `UnreadableError` (NO_TEXT) if there is none. *title* is the text's own, if the properties have none."""
        self.end_of_part()
        text = self._builder.text
        if self._builder.cut:
            self.notices.append(f"Only its first {self._builder.length:,} characters were read.")
        document = Document(
            type=doctype or file.extension,
            text=text,
            sections=self._builder.sections,
            title=one_line(properties.title) or one_line(title) or self.first_heading or file.stem,
            language=primary_language(properties.language),
            outline=tuple(self._outline),
            metadata=dict(properties.metadata or {}),
            tags=properties.tags,
            links=tuple(self._links),
            notices=tuple(dict.fromkeys(self.notices)),
            cut=self._builder.cut,
        )
        if not text.strip():
            raise UnreadableError(Reason.NO_TEXT, documents=(document,))
        return document


def why(failure: UnreadableError) -> str:
    """The reason as the end of a sentence that names what could not be read.

    >>> why(UnreadableError(Reason.PASSWORD)), why(UnreadableError(Reason.DAMAGED, "its end is missing"))
    ('it is protected by a password.', 'its end is missing.')
    """
    text = failure.detail or failure.reason.sentence
    return text[:1].lower() + text[1:].rstrip(".") + "."


def one_line(text: str) -> str:
    """*text* in NFC with every run of white space made one space."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def primary_language(tag: str) -> str:
    """The language of a tag without script and region, in small letters: "pt" of "pt-BR"; "" for what is no tag.

    >>> primary_language("pt_BR"), primary_language("und"), primary_language("english")
    ('pt', '', '')
    """
    language = tag.strip().replace("_", "-").partition("-")[0].lower()
    return language if language.isalpha() and (len(language) == 2 or (len(language) == 3 and language not in {"und", "mul", "zxx"})) else ""


def table_lines(rows: Iterable[Iterable[str]]) -> str:
    """A table as text: a line a row, a tab between cells, empty rows and trailing empty cells left out."""
    lines: list[str] = []
    for row in rows:
        cells = [cell.strip() for cell in row]
        while cells and not cells[-1]:
            cells.pop()
        if cells:
            lines.append("\n".join(filter(None, cells)) if any("\n" in cell for cell in cells) else "\t".join(cells))
    return "\n".join(lines)
