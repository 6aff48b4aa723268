"""Rich Text Format, by striprtf; what that leaves out (headings, notes, text boxes, headers, what was struck out) is found first.

The source is gone through once: groups that nobody reads are dropped, notes and boxes set aside, and a paragraph's heading level
is written before it as a private character, which comes back in the plain text.
"""

from __future__ import annotations

import re
from codecs import BOM_UTF8
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from striprtf.striprtf import rtf_to_text

from pincite.domain.documents import Document, Location, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.encodings import known as known_codec
from pincite.extraction.office.properties import known, people, real_title, split_keywords
from pincite.extraction.office.story import Properties, Story
from pincite.extraction.source_file import Options, SourceFile

_BEYOND_ASCII = re.compile("[^\x00-\x7f]")
_TOKEN = re.compile(r"\\bin(\d{1,9}) ?|\\(v|deleted|plain)(-?\d+)?(?![a-zA-Z\d]) ?|\\[^a-zA-Z]|[{}]")
_OPENING = re.compile(r"\s*(\\\*)?\s*\\([a-z]+)(-?\d+)?[ ]?")
_DROPPED: Final = frozenset(
    {"pict", "deleted", "v", "stylesheet", "colortbl", "nonshppict", "shprslt", "fldinst", "object", "xe", "tc", "tcn", "themedata", "sp"}
)
_SET_ASIDE: Final = {
    "footnote": "footnote", "annotation": "comment", "shptxt": "box", "info": "info",
    "header": "header", "headerl": "header", "headerr": "header", "headerf": "header",
    "footer": "footer", "footerl": "footer", "footerr": "footer", "footerf": "footer",
}  # fmt: skip
_KEPT_STARRED: Final = frozenset({"shpinst", "shpgrp", "annotation", "shptxt", "ud"})
_NOTE, _LEVEL = "\ue010", 0xE000
"""Private characters: a note stands here; E001 to E009 begin a heading of that level."""
_STYLE = re.compile(r"\{\\s(\d+)((?:\\[a-z]+-?\d*|\\\*|\s)*)([^{};\\]*);\s*\}")
_HEADING_NAME = re.compile(r"(?:heading|überschrift|titre|заголовок)\s*(\d)", re.IGNORECASE)
_NO_CHARACTER = re.compile(r"\\u(?:-?\d{6,}|(?![a-z\d-])|-(?!\d))")
"""Codes of characters that cannot be: striprtf does not survive them."""
_CELL = re.compile(r"\\(?:nest)?cell(?![a-z])")
_PARAGRAPH = re.compile(r"\\par(?![a-z])")
_LAST_IN_CELL = re.compile(r"\\par(?![a-z])([\s{}]*\\(?:nest)?cell(?![a-z]))")
"""The end of a cell's last paragraph, which some writers mark before the cell's own."""
_INFO = re.compile(r"\{\\(title|subject|author|keywords|doccomm|creatim|revtim)\b ?((?:[^{}\\]|\\.|\{[^{}]*\})*)\}", re.DOTALL)
_TIME = re.compile(r"\\yr(\d{4})\\mo(\d{1,2})\\dy(\d{1,2})")
_LINK = re.compile(r'HYPERLINK\s+"([^"]{3,2000})"')
MAX_HEAD = 100_000  # characters within which the font table begins
_FONT = re.compile(r"\\f(\d{1,5})(?!\d)|\\fcharset(\d{1,3})(?!\d)")
_TABLE_END = re.compile(r"\}\s*\}")
_DEFAULT_CHARSET = 999
"""A character set that striprtf does not know, for which it takes the document's code page."""


@dataclass(frozen=True, slots=True)
class _Head:
    """What a part of the document needs to be decoded by itself: the source of its fonts, and its code page."""

    source: str
    encoding: str


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The document as one story. Raises `UnreadableError`."""
    source = _ascii(file.data.removeprefix(BOM_UTF8).lstrip(b" \r\n\t"))
    if not source:
        raise UnreadableError(Reason.EMPTY)
    if not source.startswith("{\\rtf"):
        raise UnreadableError(Reason.DAMAGED, "it is no RTF file")
    source = _with_charsets(source)
    head = _head(source)
    parted = _Sorter(source)
    parted.sort()
    story = Story(options)
    for target in _LINK.findall(source):
        story.link(target)
    notes = [part for part in parted.aside if part[0] in {"footnote", "comment", "box"}]
    _tell(_plain("".join(parted.body), head.encoding), notes, head, story)
    _tell_margins(parted.aside, head, story)
    return [story.document(file, _properties(parted.aside, head))]


def _ascii(data: bytes) -> str:
    """*data* with what RTF ought to escape, escaped: characters where it is UTF-8, else bytes of the document's code page."""
    source = data.decode("latin-1")
    if source.isascii() or "\\bin" in source:
        return source
    try:
        return _BEYOND_ASCII.sub(_as_units, data.decode("utf-8"))
    except UnicodeDecodeError:
        return _BEYOND_ASCII.sub(lambda found: f"\\'{ord(found[0]):02x}", source)


def _as_units(found: re.Match[str]) -> str:
    units = found[0].encode("utf-16-le")
    numbers = (int.from_bytes(units[at : at + 2], "little", signed=True) for at in range(0, len(units), 2))
    return "{\\uc1" + "".join(f"\\u{number} ?" for number in numbers) + "}"


def _head(source: str) -> _Head:
    page = re.search(r"\\ansicpg(\d{1,5})", source[:MAX_HEAD])
    family = re.match(r"\{\\rtf\d*\s*\\(ansi|mac|pca?)\b", source)
    name = f"cp{page.group(1)}" if page else {"mac": "mac_roman", "pc": "cp437", "pca": "cp850"}.get(family.group(1) if family else "", "")
    start = source.find("{\\fonttbl")
    fonts = source[start : _group_end(source, start)] if 0 <= start < MAX_HEAD else ""
    return _Head(f"{{\\rtf1\\ansi{fonts} ", known_codec(name) or "cp1252")


def _with_charsets(source: str) -> str:
    """*source* with a font table of nothing but numbers and character sets, one set for every font.

    Without one, striprtf gives a font that of the next; and in a table that is not closed it looks for ever.
    """
    start = source.find("{\\fonttbl")
    if not 0 <= start < MAX_HEAD:
        return source
    end = _group_end(source, start)
    if end == len(source):  # damaged: the table would swallow the text
        closed = _TABLE_END.search(source, start, start + MAX_HEAD)
        end = closed.end() if closed else min(end, start + MAX_HEAD)
    charsets: dict[str, str] = {}
    font = ""
    for number, charset in _FONT.findall(source[start:end]):
        if number:
            font = number
            charsets.setdefault(font, str(_DEFAULT_CHARSET))
        elif font:
            charsets[font] = charset
    table = "".join(f"{{\\f{number}\\fcharset{charset} x;}}" for number, charset in charsets.items())
    return f"{source[:start]}{{\\fonttbl{table}}}{source[end:]}"


def _group_end(source: str, start: int) -> int:
    depth = 0
    for token in _TOKEN.finditer(source, start):
        depth += {"{": 1, "}": -1}.get(token.group(), 0)
        if depth <= 0:
            return token.end()
    return len(source)


class _Sorter:
    """Parts the running text (`body`) from what is set aside (`aside`: kind and source, in order), in one pass however deep groups nest."""

    def __init__(self, source: str) -> None:
        self.body: list[str] = []
        self.aside: list[tuple[str, str]] = []
        self._source = source
        self._levels = _heading_styles(source)
        self._told = 0  # where the running text that is not yet in the body begins
        self._hidden = 0  # depth of the group in which hidden text began, 0 where text is seen
        self._closes: list[tuple[int, str, int]] = []  # depth at which a group ends, what it is, where it starts

    def sort(self) -> None:
        """Go through the source."""
        depth = position = 0
        while (token := _TOKEN.search(self._source, position)) is not None:
            position = token.end()
            if token.group(1):
                self._tell_until(token.start())
                self.body.append("{}")  # keeps the control words around it apart
                position = self._told = min(len(self._source), token.end() + int(token.group(1)))
            elif token.group(2):
                self._switch(depth, token.start(), position, hidden=token.group(2) != "plain" and token.group(3) != "0")
            elif token.group() == "{":
                depth += 1
                self._open(depth, token.start(), position)
            elif token.group() == "}":
                if self._hidden == depth and depth:
                    self._see_again(token.start())
                if self._closes and self._closes[-1][0] == depth:
                    self._close(token.start(), position)
                depth -= 1
        self._tell_until(len(self._source))

    def _switch(self, depth: int, start: int, position: int, *, hidden: bool) -> None:
        """Hidden and struck-out text begins and ends at control words, within the group they stand in."""
        if hidden and not self._hidden and not self._closes and depth:
            self._tell_until(start)
            self._hidden, self._told = depth, position
        elif not hidden and self._hidden == depth and depth:
            self._see_again(position)

    def _see_again(self, position: int) -> None:
        self.body.append("\\par " if _PARAGRAPH.search(self._source, self._told, position) else "{}")
        self._hidden, self._told = 0, position

    def _tell_until(self, end: int) -> None:
        if not self._closes and not self._hidden:
            self.body.append(_marked(self._source[self._told : end], self._levels))

    def _open(self, depth: int, start: int, position: int) -> None:
        kind = _kind(self._source, position) if not self._hidden else ""
        if kind and (not self._closes or (kind == "box" and self._closes[-1][1] != "box")):
            self._tell_until(start)
            self._closes.append((depth, kind, position))

    def _close(self, end: int, position: int) -> None:
        _, kind, start = self._closes.pop()
        if kind != "dropped":
            opening = _OPENING.match(self._source, start)
            self.aside.append((kind, self._source[opening.end() if opening else start : end]))
        self._told = self._told if self._closes else position
        self.body.append(f"\\u{ord(_NOTE)} ?" if kind in {"footnote", "comment", "box"} else "{}")


def _kind(source: str, position: int) -> str:
    """What to do with the group that opens here: "dropped", a kind that is set aside, or "" for running text."""
    opening = _OPENING.match(source, position)
    if opening is None:
        return ""
    starred, word, number = opening.groups()
    if word in _SET_ASIDE:
        return _SET_ASIDE[word]
    if word in {"shp", "shpinst", "shpgrp"} or (starred and word not in _KEPT_STARRED):
        return "dropped"
    return "dropped" if word in _DROPPED and number != "0" else ""


def _heading_styles(source: str) -> dict[str, int]:
    start = source.find("{\\stylesheet")
    levels: dict[str, int] = {}
    for number, codes, name in _STYLE.findall(source[start : _group_end(source, start)] if start >= 0 else ""):
        outline = re.search(r"\\outlinelevel([0-8])\b", codes)
        named = _HEADING_NAME.match(name.strip())
        if outline or named:
            levels[number] = int(outline.group(1)) + 1 if outline else int(named.group(1)) if named else 1
    return levels


def _marked(source: str, levels: dict[str, int]) -> str:
    """*source* with cells as tabs and heading levels as private characters."""
    source = _CELL.sub(r"\\tab", _LAST_IN_CELL.sub(r"\1", source))

    def mark(match: re.Match[str]) -> str:
        level = int(match.group(2)) + 1 if match.group(1) == "outlinelevel" else levels.get(match.group(2), 0)
        return f"{match.group()}\\u{_LEVEL + level} ?" if 1 <= level <= 9 else match.group()

    return re.sub(r"\\(outlinelevel|s)(\d{1,4})(?!\d) ?", mark, source)


def _plain(source: str, encoding: str) -> str:
    try:
        text = rtf_to_text(_NO_CHARACTER.sub("", source), encoding=encoding, errors="replace")
    except (ValueError, TypeError, LookupError, OverflowError) as error:
        raise UnreadableError(Reason.DAMAGED, "its RTF codes cannot be read") from error
    text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")  # pairs come as two characters
    return text.replace("\xad", "").replace("\u2011", "-").replace("\r", "\n").replace("\0", " ")


def _tell(text: str, notes: list[tuple[str, str]], head: _Head, story: Story) -> None:
    waiting = iter(enumerate(notes, 1))
    for line in text.split("\n"):
        levels = [ord(character) - _LEVEL for character in line if _LEVEL < ord(character) <= _LEVEL + 9]
        told = "".join(character for character in line if not _LEVEL <= ord(character) <= ord(_NOTE)).rstrip()
        if levels and told.strip():
            story.heading(levels[-1], told)
        else:
            story.paragraph(told)
        for _ in range(line.count(_NOTE)):
            number, (kind, source) = next(waiting, (0, ("", "")))
            note = _bare(source, head) if source else ""
            if kind == "box":
                story.paragraph(note)
            elif note:
                story.aside(note, f"{kind} {number}")


def _bare(source: str, head: _Head) -> str:
    text = _plain(head.source + _marked(source, {}) + "}", head.encoding)
    return "".join(character for character in text if not _LEVEL <= ord(character) <= ord(_NOTE)).strip()


def _tell_margins(aside: list[tuple[str, str]], head: _Head, story: Story) -> None:
    seen: set[str] = set()
    for kind, source in aside:
        text = _bare(source, head) if kind in {"header", "footer"} else ""
        if text not in seen and any(character.isalpha() for character in text):
            seen.add(text)
            story.enter((), Location())
            story.aside(text, kind)


def _properties(aside: list[tuple[str, str]], head: _Head) -> Properties:
    source = next((source for kind, source in aside if kind == "info"), "")
    fields = dict(_INFO.findall(source))
    texts = {name: _bare(value, head) for name, value in fields.items() if not name.endswith("tim")}
    created, modified = _date(fields.get("creatim", "")), _date(fields.get("revtim", ""))
    keywords = split_keywords(texts.get("keywords"))
    metadata = known(
        author=people([texts.get("author", "")]), date=modified or created, created=created, modified=modified,
        subject=texts.get("subject"), description=texts.get("doccomm"), keywords=[*keywords],
    )  # fmt: skip
    return Properties(real_title(texts.get("title")), "", keywords, metadata)


def _date(source: str) -> str:
    match = _TIME.search(source)
    return f"{match.group(1)}-{int(match.group(2)):02}-{int(match.group(3)):02}" if match else ""
