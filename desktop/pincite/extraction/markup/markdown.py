"""Markdown as CommonMark has it. The document's text is the file's own, so lines are exact; each heading begins a section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.token import Token

from pincite.domain.documents import Document, Location, OutlineEntry, Section, Value
from pincite.extraction.encodings import decode
from pincite.extraction.lines import editor_text, own_lines
from pincite.extraction.markup.anchors import Anchors, HeadingPath
from pincite.extraction.markup.front_matter import front_matter, words_of
from pincite.extraction.markup.notes import NoteMarks, blanked, distinct, marks_of, tags_of, zettel_id
from pincite.extraction.source_file import Options, SourceFile

_ATTRIBUTES = re.compile(r"""[ \t]*\{:?(?:[^{}\n]*?#([\w:.-]+)[^{}\n]*|[ \t]*(?:\.[A-Za-z][\w-]*|-)(?:[ \t]+(?:\.[\w-]+|[\w-]+=(?:"[^"]*"|[^\s{}]+)))*[ \t]*)\}[ \t]*$""")
_HTML_HEADING = re.compile(r"<h([1-6])\b([^>]{0,500})>(.{0,1000}?)</h\1\s{0,9}>", re.IGNORECASE | re.DOTALL)
_HTML_ID = re.compile(r"\bid\s*=\s*[\"']?([^\"'\s>]+)", re.IGNORECASE)
_HTML_TAG = re.compile(r"<[^>]*>")
_WIKI = re.compile(r"!?\[\[(?:[^\[\]|]*\|)?([^\[\]]*)\]\]")
_BULLET = re.compile(r"^[ \t]*[-*+][ \t]", re.MULTILINE)
_OUTLINE_SHARE: Final = 0.5
_WORDS: Final = ("text", "code_inline", "image")
_BREAKS: Final = ("softbreak", "hardbreak")


@dataclass(frozen=True, slots=True)
class _Heading:
    level: int
    text: str
    start: int
    """Offset of its line in the document's text."""
    line: int
    anchor: str | None
    outer: bool
    """Whether it stands in no list."""


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """One note. Raises `UnreadableError` for bytes that are no text."""
    decoded = decode(file.data)
    text = editor_text(decoded.text)
    notices = list(decoded.notices)
    cut = len(text) > options.max_text
    if cut:
        text = text[: options.max_text]
        notices.append(f"Only the first {options.max_text:,} characters were read.")
    front = front_matter(text)
    lines = own_lines(text)
    headings, code = _structure(text, front.body, lines.offsets)
    marks = marks_of(blanked(text, [(0, front.end), *code]))
    metadata = _metadata(front.metadata, marks)
    document = Document(
        type="md",
        text=text,
        sections=tuple(_sections(text, front.end, headings)),
        title=_title(front.metadata, headings) or file.stem,
        language=_language(metadata),
        encoding=decoded.encoding,
        lines=lines,
        outline=tuple(OutlineEntry(h.level, h.text, line=h.line, anchor=h.anchor) for h in headings),
        metadata=metadata,
        tags=distinct([*tags_of(metadata.get("tags")), *tags_of(metadata.get("tag")), *marks.tags]),
        aliases=_aliases(metadata, file.stem),
        links=marks.links,
        notices=(*notices, *front.notices),
        cut=cut,
    )
    return [document]


def _structure(text: str, start: int, offsets: Sequence[int]) -> tuple[list[_Heading], list[tuple[int, int]]]:
    """The headings from *start* on, and the stretches that are code."""
    first_line = sum(1 for offset in offsets if offset < start) if start else 0
    body = text[start:]
    anchors = Anchors()
    headings: list[_Heading] = []
    code: list[tuple[int, int]] = []
    tokens = _parser().parse(body)
    code_types = ("fence",) if _is_outline(body) else ("fence", "code_block")
    for i, token in enumerate(tokens):
        if token.map is None:
            continue
        line = first_line + token.map[0]
        if token.type in code_types:
            end = first_line + token.map[1]
            code.append((offsets[line], offsets[end] if end < len(offsets) else len(text)))
        elif token.type == "heading_open" and not _quoted(tokens, i):
            content, given = _attributes(tokens[i + 1].content)
            plain = _plain(content)
            anchor = anchors.given(given) if given else anchors.for_heading(plain)
            headings.append(_Heading(int(token.tag[1]), plain, offsets[line], line + 1, anchor, token.level == 0))
        elif token.type == "html_block" and "<h" in token.content.lower():
            headings += _html_headings(token.content, offsets, line, anchors)
    return [heading for heading in headings if heading.text], code


def _is_outline(text: str) -> bool:
    """Whether it is all bullets, as in Logseq, where deep indentation is no code."""
    lines = text.count("\n") - text.count("\n\n") + 1
    return len(_BULLET.findall(text)) > _OUTLINE_SHARE * lines


def _quoted(tokens: Sequence[Token], at: int) -> bool:
    """Whether a heading stands in a quotation: it is somebody else's then."""
    if tokens[at].level == 0:
        return False
    depth = 0
    for token in reversed(tokens[:at]):
        depth += token.nesting
        if depth > 0:
            if token.type == "blockquote_open":
                return True
            depth = 0
        if token.level == 0 and token.nesting == 1:
            break
    return False


def _html_headings(html: str, offsets: Sequence[int], line: int, anchors: Anchors) -> Iterator[_Heading]:
    for found in _HTML_HEADING.finditer(html):
        plain = " ".join(_HTML_TAG.sub(" ", found[3]).split())
        at = line + html.count("\n", 0, found.start())
        given = _HTML_ID.search(found[2])
        anchor = anchors.given(given[1]) if given else anchors.for_heading(plain)
        yield _Heading(int(found[1]), plain, offsets[at], at + 1, anchor, outer=True)


def _attributes(content: str) -> tuple[str, str]:
    found = _ATTRIBUTES.search(content)
    return (content[: found.start()], found[1] or "") if found else (content, "")


def _plain(content: str) -> str:
    """A heading without its markup."""
    if not any(sign in content for sign in "*_`[]<>&\\!~"):
        return content.strip()
    content = _WIKI.sub(r"\1", content)
    (inline,) = _inline_parser().parseInline(content)
    parts = (" " if child.type in _BREAKS else child.content for child in inline.children or () if child.type in (*_WORDS, *_BREAKS))
    return " ".join("".join(parts).split())


def _sections(text: str, start: int, headings: Sequence[_Heading]) -> Iterator[Section]:
    first = headings[0].start if headings else len(text)
    if text[start:first].strip():
        yield Section(start, first)
    path = HeadingPath()
    for i, heading in enumerate(headings):
        end = headings[i + 1].start if i + 1 < len(headings) else len(text)
        place = Location(heading_path=path.enter(heading.level, heading.text), anchor=heading.anchor)
        if end > heading.start:
            yield Section(heading.start, end, place)


def _title(metadata: Mapping[str, Value], headings: Sequence[_Heading]) -> str:
    title = metadata.get("title")
    if title not in (None, "") and not isinstance(title, list):
        return " ".join(str(title).split())
    return next((heading.text for heading in headings if heading.level == 1 and heading.outer), "")


def _metadata(front: Mapping[str, Value], marks: NoteMarks) -> dict[str, Value]:
    metadata: dict[str, Value] = {**marks.properties, **front}
    if marks.embeds:
        metadata.setdefault("embeds", list(marks.embeds))
    if marks.block_ids:
        metadata.setdefault("block_ids", list(marks.block_ids))
    return metadata


def _names(value: Value) -> Sequence[str]:
    """A text's names are parted by commas; in a list each is one, with the commas that it has."""
    return [" ".join(str(item).split()) for item in value if item not in (None, "")] if isinstance(value, list) else words_of(value)


def _aliases(metadata: Mapping[str, Value], stem: str) -> tuple[str, ...]:
    names = [*_names(metadata.get("aliases")), *_names(metadata.get("alias"))]
    return distinct(name.replace("[[", "").replace("]]", "") for name in [*names, zettel_id(stem)] if name)


def _language(metadata: Mapping[str, Value]) -> str:
    value = metadata.get("lang") or metadata.get("language")
    return value.strip().lower().replace("_", "-").split("-")[0][:3] if isinstance(value, str) else ""


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark").enable("table")
    parser.core.ruler.enableOnly(["normalize", "block"])  # headings alone are parsed inside, one by one
    return parser


@cache
def _inline_parser() -> MarkdownIt:
    return MarkdownIt("commonmark").enable("strikethrough")
