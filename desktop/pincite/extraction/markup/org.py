"""Org: its own text, with sections by headline; keywords, drawers and tags become metadata."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.domain.documents import Document, Value
from pincite.extraction.markup.own_text import Heading, OwnText, own_document, own_text, shortened, under_headings
from pincite.extraction.source_file import Options, SourceFile

HEADLINE = re.compile(r"(\*+)\s+(.*?)(?:\s+:([\w@#%:]+):)?\s*$")
TODO = re.compile(r"(?:(?:TODO|DONE|NEXT|DOING|NOW|LATER|WAIT|WAITING|STARTED|HOLD|CANCELED|CANCELLED|PROJ|STRT|KILL|COMMENT)\s+)?(?:\[#\w\]\s*)?")
"""Words of state and a priority before the headline's own text; a file's own words are in its #+TODO line."""

KEYWORD = re.compile(r"\s*#\+([A-Za-z_-]+):\s*(.*?)\s*$")
BLOCK = re.compile(r"\s*#\+begin_(\w+)", re.IGNORECASE)
DRAWER_LINE = re.compile(r"\s*:([^:\s]+):\s*(.*?)\s*$")
LOGSEQ = re.compile(r"(?:\*\s+)?([A-Za-z][\w/-]*):: +(\S.*)$")
LINK = re.compile(r"\[\[([^\]\[]+)\](?:\[([^\]]*)\])?\]")
MARKUP = re.compile(r"(?<![\w=~*/+_])([=~*/+_])(\S(?:.*?\S)?)\1(?![\w=~*/+_])")

OUTSIDE = ("http:", "https:", "mailto:", "kbd:", "//")
"""Links that lead to no note or file."""

LONG = 1_000
"""Characters of a line that are looked at for a headline."""

ALIAS = re.compile(r'"([^"]*)"|(\S+)')
TIME_STAMP = re.compile(r"[<\[](\d{4}-\d\d-\d\d)(?: [^\s\d>\]]+)?(?: (\d\d?:\d\d))?[^<>\[\]]*[>\]]")

TAG_KEYS = ("filetags", "tags", "keywords", "roam_tags")


def read_org(file: SourceFile, options: Options) -> Sequence[Document]:
    """An Org file; its title is ``#+TITLE``, its tags those of the file and of its headlines."""
    own = own_text(file, options)
    inside = block_lines(own.rows)
    metadata = keywords(own.rows, inside)
    headings, tags = headlines(own, inside)
    sections, outline = under_headings(own, headings)
    document = own_document(
        own, file, sections, title=plain(str(metadata.get("title") or "")), outline=outline, metadata=metadata,
        tags=[*file_tags(metadata), *tags], links=links(own.rows, inside),
    )  # fmt: skip
    return [replace(document, aliases=tuple(quoted or bare for quoted, bare in ALIAS.findall(str(metadata.get("roam_aliases") or ""))))]


def block_lines(rows: Sequence[str]) -> set[int]:
    """Lines (from 1) inside ``#+begin_x`` ... ``#+end_x``; a block that is never closed is none."""
    inside: set[int] = set()
    ends: dict[str, list[int]] = {}
    for line, row in enumerate(rows, 1):
        if (lowered := row.strip().lower()).startswith("#+end_"):
            ends.setdefault(lowered[6:].split()[0] if lowered[6:].split() else "", []).append(line)
    skip = 0
    for line, row in enumerate(rows, 1):
        match = BLOCK.match(row) if line > skip else None
        if match:
            closing = ends.get(match[1].lower(), [])
            while closing and closing[0] < line:
                closing.pop(0)
            if closing:
                skip = closing[0]
                inside.update(range(line + 1, skip))
    return inside


def headlines(own: OwnText, inside: set[int]) -> tuple[list[Heading], list[str]]:
    """Headlines outside of blocks, and the tags they carry. The anchor is CUSTOM_ID or ID where there is one."""
    headings: list[Heading] = []
    tags: list[str] = []
    rows = own.rows
    words = state_words(rows)
    for line, row in enumerate(rows, 1):
        match = HEADLINE.match(row[:LONG]) if row.startswith("*") and line not in inside else None
        if match and match[2]:
            text = words.sub("", TODO.sub("", match[2], count=1), count=1)
            drawer = dict(properties(rows, line))
            anchor = str(drawer.get("custom_id") or drawer.get("id") or "")
            headings.append(Heading(line, len(match[1]), plain(text) or plain(match[2]), anchor))
            tags += (match[3] or "").split(":")
    return headings, [tag for tag in tags if tag and not tag.startswith("TOC")]


def state_words(rows: Sequence[str]) -> re.Pattern[str]:
    """The words that this file declares for states in ``#+TODO`` lines."""
    found = [word.split("(")[0] for row in rows if re.match(r"#\+(?:seq_|typ_)?todo:", row, re.IGNORECASE) for word in row.split()[1:]]
    words = "|".join(re.escape(word) for word in found if word not in {"", "|"})
    return re.compile(rf"(?:{words})\s+" if words else r"(?!)")


def properties(rows: Sequence[str], line: int) -> Iterator[tuple[str, str]]:
    """Key and value in the property drawer that follows *line* (planning lines may stand between)."""
    at = line
    while at < len(rows) and re.match(r"\s*(?:SCHEDULED|DEADLINE|CLOSED):", rows[at]):
        at += 1
    if at < len(rows) and rows[at].strip().upper() == ":PROPERTIES:":
        for row in rows[at + 1 : at + 100]:
            match = DRAWER_LINE.match(row)
            if not match or match[1].upper() == "END":
                return
            yield match[1].lower(), match[2]


def keywords(rows: Sequence[str], inside: set[int]) -> dict[str, Value]:
    """Keywords, the drawer and Logseq properties of the file, before its first real headline."""
    found: dict[str, Value] = {}
    first = next((line for line, row in enumerate(rows) if row.strip()), 0)
    found.update(properties(rows, first))
    for line, row in enumerate(rows, 1):
        logseq = LOGSEQ.match(row)
        if logseq:
            found[logseq[1].lower()] = logseq[2]
        elif row.startswith("*"):
            break
        elif line not in inside and (match := KEYWORD.match(row)) and not match[1].lower().startswith(("begin", "end")):
            key = match[1].lower()
            found[key] = f"{found[key]} {match[2]}" if key in found else match[2]
    if stamp := TIME_STAMP.fullmatch(str(found.get("date") or "")):
        found["date"] = "T".join(part for part in stamp.groups() if part)
    return found


def file_tags(metadata: dict[str, Value]) -> list[str]:
    """Tags of the whole file, from ``:a:b:``, ``a, b`` or ``a b``."""
    return [tag.lstrip("#") for key in TAG_KEYS for tag in re.split(r"[:,\s]+", str(metadata.get(key) or "")) if tag.lstrip("#")]


def links(rows: Sequence[str], inside: set[int]) -> Iterator[str]:
    """Targets of ``[[target][label]]`` that may be another note or file."""
    for line, row in enumerate(rows, 1):
        for match in LINK.finditer(row) if line not in inside else ():
            target = re.sub(r"^file:", "", match[1])
            if not target.lower().startswith((*OUTSIDE, "#", "*", "((")) and "://" not in target:
                yield target.partition("::")[0].strip()


def plain(headline: str) -> str:
    """A headline without links, emphasis, cookies and targets."""
    text = LINK.sub(lambda match: match[2] or match[1], headline)
    text = re.sub(r"<<+[^<>]*>>+|\[\d*(?:/\d*|%)\]", "", text)
    return shortened(MARKUP.sub(lambda match: match[2], text))
