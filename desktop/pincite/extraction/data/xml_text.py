"""XML as readable lines, each passage with the path of its element. Entities are never expanded, nothing is fetched."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator, Sequence
from xml.parsers import expat

from pincite.domain.documents import Document, Location, OutlineEntry, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.code.source import read_code
from pincite.extraction.data.tree_sections import Leaf, Step, add_leaves
from pincite.extraction.data.xml_headings import UNNAMED, Part, parts_of, root_title
from pincite.extraction.data.xml_tree import Collector, Element, TooDeep, local
from pincite.extraction.markup.own_text import cut_notice, decoded
from pincite.extraction.source_file import Options, SourceFile

DECLARED = re.compile(rb"""<\?xml[^>]*?\bencoding\s*=\s*["']([\w.:-]+)["']""")
PROLOG = re.compile(r"\A\s*<\?xml\b[^>]*\?>")
TAG = re.compile(r"</?[A-Za-z][^<>]*>|<!--.{0,500}?-->")
BARE = re.compile(r"<!DOCTYPE[^\[\]<>]*\[[^\]]{0,20000}\]\s*>|<[!?]?[A-Za-z/\[-][^<>]*>", re.IGNORECASE)
"""What is markup and not text, where it has to be told without a parser."""
MARKED_UP = frozenset("description summary content encoded subtitle".split())
"""Elements of feeds whose text is a page of its own."""
PROSE = 80
"""Characters from which a value is prose and needs no name before it."""


def read_xml(file: SourceFile, options: Options) -> Sequence[Document]:
    """Any XML. What is not well-formed is read without its tags, with a notice. One that holds no text is read as it stands."""
    if file.extension == "mm" and b"<map" not in file.data[:1_000]:
        return read_code(file, options)  # Objective-C++ has the extension of mind maps
    if file.data.startswith(b"bplist"):
        raise UnreadableError(Reason.UNSUPPORTED, "it is a property list in binary form")
    match = DECLARED.search(file.data[:500])
    text, encoding, notices = decoded(file, match[1].decode("ascii") if match else "")
    if not text.strip():
        raise UnreadableError(Reason.NO_TEXT)
    collector = Collector()
    builder = TextBuilder(limit=options.max_text)
    title = ""
    outline: list[OutlineEntry] = []
    try:
        collector.read(PROLOG.sub(lambda prolog: re.sub(r"[^\n]", " ", prolog[0]), text.lstrip("\ufeff"), count=1))
        title = root_title(collector.found[:200]) or title_of(list(leaves_of(Part(collector.found[:50]))))
        outline = [entry for part in parts_of(collector.found) if (entry := add_part(builder, part))]
    except (expat.ExpatError, TooDeep) as error:
        where = f"line {error.lineno}" if isinstance(error, expat.ExpatError) else "it is nested too deeply"
        notices = (*notices, f"It is no well-formed XML ({where}) and was read without its tags.")
        add_untagged(builder, text)
    if not builder.text.strip():  # all that it says is said by its markup
        for line, row in enumerate(text.split("\n"), 1):
            builder.add(row, lines=line)
    said = (*notices, cut_notice(builder.length)) if builder.cut else notices
    return [
        Document(
            type=file.extension, text=builder.text, sections=builder.sections, title=title or file.stem, language=collector.language if 2 <= len(collector.language) <= 3 else "", encoding=encoding,
            lines=builder.lines, outline=tuple(outline), notices=said, cut=builder.cut,
        ),
    ]  # fmt: skip


def add_untagged(builder: TextBuilder, text: str) -> None:
    """The lines of *text* without tags, declarations and comments."""
    bare = BARE.sub(lambda tag: re.sub(r"[^\n]", " ", tag[0]), text)
    for line, row in enumerate(bare.split("\n"), 1):
        if row.strip():
            builder.add(" ".join(row.split()), lines=line)


def add_part(builder: TextBuilder, part: Part) -> OutlineEntry | None:
    """Append one part of a document; returns its heading, unless it goes on with one that was there before."""
    builder.begin_section()
    leaves = list(leaves_of(part))
    add_leaves(builder, leaves, place=Location(heading_path=part.heading_path, anchor=part.anchor))
    if not part.begins or not leaves:
        return None
    return OutlineEntry(len(part.heading_path), part.heading_path[-1], leaves[0].line, anchor=part.anchor)


def leaves_of(part: Part) -> Iterator[Leaf]:
    """A leaf for each text, its path without the elements around the part."""
    for each in part.texts:
        rows = list(joined_rows(each.pieces))
        if part.heading_path and local(each.chain[-1].name) in MARKED_UP:
            rows = [(line, text) for line, row in rows if (text := without_tags(row))]
        if rows:
            path: list[Step] = [step for element in each.chain[part.depth :] for step in steps(element)]
            text = "\n".join(row for _, row in rows)
            name = [each.attribute] if each.attribute else []
            prose = (len(text) >= PROSE and " " in text) or (bool(part.heading_path) and local(each.chain[-1].name) in UNNAMED)
            yield Leaf((*path, *name) or (local(each.chain[0].name),), text, rows[0][0], tuple(line for line, _ in rows), not prose)


def without_tags(row: str) -> str:
    """A line of HTML, which feeds carry as text, as a reader sees it."""
    return " ".join(html.unescape(TAG.sub(" ", row)).split()) if "<" in row or "&" in row else row


def steps(element: Element) -> tuple[Step, ...]:
    """The element's name, with its number where its parent has several of that name."""
    name = local(element.name)
    return (name,) if element.siblings[element.name] == 1 else (name, element.number)


def joined_rows(pieces: Sequence[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """(line, text) of each line with text, white space folded."""
    held, at = "", 0
    for line, text in pieces:
        for number, row in enumerate(text.split("\n"), line):
            if number != at and held:
                if folded := " ".join(held.split()):
                    yield at, folded
                held = ""
            held, at = held + row, number
    if folded := " ".join(held.split()):
        yield at, folded


def title_of(leaves: Sequence[Leaf]) -> str:
    """The first title near the top."""
    for leaf in leaves[:50]:
        if leaf.path and leaf.path[-1] in {"title", "Title", "book-title"} and len(leaf.path) <= 4 and len(leaf.text) <= 300:
            return " ".join(leaf.text.split())
    return ""
