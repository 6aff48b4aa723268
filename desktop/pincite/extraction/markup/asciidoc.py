"""AsciiDoc: its own text, with sections by title; the header's attributes become metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from pincite.domain.documents import Document, Value
from pincite.extraction.markup.own_text import Heading, OwnText, own_document, own_text, shortened, under_headings
from pincite.extraction.source_file import Options, SourceFile

TITLE = re.compile(r"(={1,6}|#{1,6})\s+(\S.*?)(?:\s+\1)?\s*$")
FENCE = re.compile(r"(-{4,}|\.{4,}|\+{4,}|/{4,}|`{3,}|~{4,}|\|===|--)\s*$|(```)\w+\s*$")
"""Delimiters of blocks whose lines are no titles: listing, literal, passthrough, comment, fenced, table."""

VERBATIM = ("-", ".", "+", "/", "`", "|")
UNDERLINES = "=-~^+"
"""Levels 0 to 4 of the two-line titles of old."""

ANCHOR = re.compile(r"\[\[([^\],]+)(?:,[^\]]*)?\]\]\s*$|\[(?:[\w-]+)?#([\w:.-]+)[^\]]*\]\s*$")
ATTRIBUTE = re.compile(r":([\w-]+):(?:\s+(.*?))?\s*$")
AUTHOR = re.compile(r"[^\W\d_][\w.'-]*(?: [^\W\d_][\w.'-]*){1,2}(?: <[^>]+>)?(?:; .*)?$")
LINK = re.compile(
    r"<<([^,<>\n]{1,500})(?:,[^<>\n]{0,500})?>>|xref:([^\[\s]{1,500})\[|link:([^\[\s]{1,500})\[|include::([^\[\s]{1,500})\["
)


def read_asciidoc(file: SourceFile, options: Options) -> Sequence[Document]:
    """An AsciiDoc file; its title is the one with a single ``=``."""
    own = own_text(file, options)
    headings = titles(own)
    sections, outline = under_headings(own, headings)
    metadata = header(own.rows, headings)
    title = headings[0].text if headings and headings[0].level == 1 else str(metadata.get("title") or "")
    tags = [tag for key in ("keywords", "tags") for tag in re.split(r"\s*,\s*", str(metadata.get(key) or "")) if tag]
    return [own_document(own, file, sections, title=title, outline=outline, metadata=metadata, tags=tags, links=links(own.text))]


def titles(own: OwnText) -> list[Heading]:
    """Titles outside of delimited blocks, of one line or of two; levels from 1."""
    rows = [*own.rows, ""]
    found: list[Heading] = []
    anchor, fence = "", ""
    last = {row.rstrip(): line for line, row in enumerate(rows, 1) if FENCE.match(row)}
    for line, row in enumerate(rows[:-1], 1):
        two_lines = not fence and underlined(rows, line)
        if not two_lines and (match := FENCE.match(row)) and closes_later(last, line, match[1] or match[2], fence):
            delimiter = match[1] or match[2]
            fence = "" if fence == delimiter else fence or delimiter
        elif not fence:
            match = TITLE.match(row)
            if match:
                found.append(Heading(line, len(match[1]), plain(match[2]), anchor))
            elif two_lines:
                found.append(Heading(line, two_lines, plain(row), anchor))
            named = ANCHOR.match(row)
            anchor = (named[1] or named[2]) if named else anchor if row.startswith("[") else ""
    return found


def closes_later(last: Mapping[str, int], line: int, delimiter: str, fence: str) -> bool:
    """Whether *delimiter* ends the open block, or opens one that is closed below and hides what stands in it.

    *last* has the last line of each delimiter.
    """
    if fence:
        return fence == delimiter
    return delimiter[0] in VERBATIM and delimiter != "--" and last.get(delimiter, 0) > line


def underlined(rows: Sequence[str], line: int) -> int:
    """The level of a two-line title whose text is *line* (from 1), 0 if it is none: the rule is as long within one character."""
    text, rule = rows[line - 1].rstrip(), rows[line].rstrip()
    if len(rule) < 3 or rule[0] not in UNDERLINES or rule.strip(rule[0]) or abs(len(text) - len(rule)) > 1:
        return 0
    alone = line == 1 or not rows[line - 2].strip() or rows[line - 2].startswith("[")
    return UNDERLINES.index(rule[0]) + 1 if alone and text and re.search(r"\w", text) and not text.startswith((".", "[", "|")) else 0


def header(rows: Sequence[str], headings: Sequence[Heading]) -> dict[str, Value]:
    """Attributes before the first blank line after the title, with the author line."""
    found: dict[str, Value] = {}
    titled = headings[0].line if headings and headings[0].level == 1 else 0
    for line, row in enumerate(rows, 1):
        if line > max(titled, 1) and not row.strip():
            break
        if match := ATTRIBUTE.match(row):
            found[match[1].lower()] = match[2] or ""
        elif titled and line == titled + 1 and AUTHOR.match(row):
            found["author"] = re.sub(r"\s*<[^>]*>", "", row).strip()
        elif titled and line == titled + 2 and "author" in found and re.search(r"\d", row):
            found["date"] = re.sub(r"^v[\d.]+,?\s*", "", row).partition(":")[0].strip()
    return found


def links(text: str) -> Iterator[str]:
    """Targets of cross references and links that are no web addresses."""
    for match in LINK.finditer(text):
        target = next(group for group in match.groups() if group)
        if "://" not in target:
            yield target.strip()


def plain(title: str) -> str:
    """A title without its inline anchors and emphasis."""
    text = re.sub(r"\[\[[^\]]*\]\]|\[#[^\]]*\]", "", title)
    return shortened(re.sub(r"(?<!\w)([*_`])(\S(?:.*?\S)?)\1(?!\w)", lambda match: match[2], text))
