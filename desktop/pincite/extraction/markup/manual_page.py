"""Manual pages (man and mdoc macros): the words without the macros, sections by ``.SH``, lines of the source."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from pincite.domain.documents import Document, Location, OutlineEntry, Reason, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.builder import TextBuilder
from pincite.extraction.data.logs import read_log
from pincite.extraction.markup.anchors import slug
from pincite.extraction.markup.own_text import OwnText, distinct, own_text, shortened
from pincite.extraction.sniffing import sniff
from pincite.extraction.source_file import Options, SourceFile

HEAD = re.compile(r"^\.\s*(?:TH|Dt|SH|Sh)\s", re.MULTILINE)
SILENT = frozenset(
    "\\\" ' \" de ds nr ie el if ig so tr hy nh ad na ne sp ti ta in ll fi nf br EX EE PP P LP HP TP IP RS RE UE PD "  # a list of words
    "Bl El Bd Ed Pp Os Dd Dt TH Xo Xc Oo Oc".split()
)
"""Requests that print nothing themselves (`IP` prints its first argument, see `words`)."""

MDOC = frozenset("Fl Ar Pa Nm Op Cm Ev Va Em Sy Li Xr Ns No Pq Dq Sq Ic Dv Er Fn Ft Fa Vt Nd It Aq Ql Qq Bq Brq Tn St Ux Bx Mt Lk".split())

ESCAPES = {r"\-": "-", r"\e": "\\", r"\ ": " ", r"\~": " ", r"\0": " ", r"\&": "", r"\/": "", r"\,": "", r"\|": "", r"\^": "", r"\%": "", r"\c": "", r"\:": "", r"\'": "'", r"\`": "`", r"\.": "."}  # fmt: skip
SPECIAL = {"em": "—", "en": "–", "bu": "•", "aq": "'", "dq": '"', "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "co": "©", "rg": "®", "ha": "^", "ti": "~", "rs": "\\", "mi": "-", "hy": "-", "ga": "`", "Fo": "«", "Fc": "»", "->": "→", "<-": "←", "<=": "≤", ">=": "≥", "mu": "×", "+-": "±"}  # fmt: skip
ACCENTS = {"'": "\u0301", "`": "\u0300", "^": "\u0302", ":": "\u0308", "~": "\u0303", ",": "\u0327", "v": "\u030c"}
ESCAPE = re.compile(r"\\(?:f(?:\(..|\[[^\]]*\]|.)|s[-+]?\d|\((..)|\[([^\]]*)\]|\*(?:\(..|\[[^\]]*\]|.)|[kmMFhvw](?:'[^']*'|\[[^\]]*\])|u([0-9A-F]{4})|.)")


def read_manual(file: SourceFile, options: Options) -> Sequence[Document]:
    """A manual page; a file of that name without its macros is read as a log (``syslog.1`` is one)."""
    if kind := sniff(file.data):  # a library such as libtea.so.1
        raise UnreadableError(Reason.UNSUPPORTED, f"it is no manual page but of kind {kind}")
    own = own_text(file, options)
    if not HEAD.search(own.text):
        return read_log(file, options)
    return [page(own, file)]


def page(own: OwnText, file: SourceFile) -> Document:
    """The page's document."""
    builder = TextBuilder()
    outline: list[OutlineEntry] = []
    path: tuple[str, ...] = ()
    metadata: dict[str, Value] = {}
    used: dict[str, int] = {}
    place = Location()
    for line, row, is_cells in printed(own.rows):
        macro, rest = ("", row) if is_cells else request(row)
        if macro in {"TH", "Dt"}:
            head = arguments(rest)
            metadata |= dict(zip(("name", "section", "date", "source", "manual"), head, strict=False))
        elif macro in {"SH", "SS", "Sh", "Ss"} and rest:
            heading = shortened(" ".join(arguments(rest)))
            path = (heading,) if macro in {"SH", "Sh"} else (*path[:1], heading)
            place = Location(heading_path=path, anchor=distinct(slug(heading), used) or None)
            outline.append(OutlineEntry(len(path), heading, line, anchor=place.anchor))
            builder.add(heading, place, line)
        elif text := words(macro, rest, row):
            builder.add(text, place, line)
    if not builder.text.strip():
        raise UnreadableError(Reason.NO_TEXT, "it has macros and no words")
    name = str(metadata.get("name") or file.stem).lower()
    title = f"{name}({metadata['section']})" if metadata.get("section") else name
    return Document(
        type="man", text=builder.text, sections=builder.sections, title=title, encoding=own.encoding, lines=builder.lines,
        outline=tuple(outline), metadata=metadata, notices=own.notices, cut=own.cut,
    )  # fmt: skip


def printed(rows: Sequence[str]) -> Iterator[tuple[int, str, bool]]:
    """(line, row, whether it is a row of cells) of each line but those that say how a table (``.TS`` to ``.TE``) looks."""
    separator, held, start = "", "", 0
    is_look = is_block = False
    for line, row in enumerate(rows, 1):
        if row.startswith(".TS"):
            separator, is_look, held, is_block = "\t", True, "", False
        elif row.startswith(".TE"):
            if held.strip():
                yield start, cells(held), True
            separator = held = ""
        elif not separator:
            yield line, row, False
        elif is_look:
            given = re.search(r"\btab\s*\((.)\)", row)
            separator = given[1] if given else separator
            is_look = not row.rstrip().endswith(".")
        elif row.startswith(".T&"):
            is_look = True
        elif is_block or (row.strip() not in {"", "_", "="} and not row.startswith((".", "'"))):
            start = start if held else line
            is_block = row.rstrip().endswith("T{") or (is_block and not row.startswith("T}"))
            held += row.removeprefix("T}").removesuffix("T{").replace(separator, "\t") + (" " if is_block else "")
            if not is_block:
                yield start, cells(held), True
                held = ""
    if held.strip():
        yield start, cells(held), True


def cells(row: str) -> str:
    """A row of a table with its cells parted by tabs, and blanks single."""
    return "\t".join(" ".join(cell.split()) for cell in row.split("\t"))


def request(row: str) -> tuple[str, str]:
    """(macro, its arguments as they stand); ("", "") for a line of text."""
    match = re.match(r"[.']\s*(\S+)\s*(.*)", row)
    return (match[1], match[2]) if match else ("", "")


def words(macro: str, rest: str, row: str) -> str:
    """What the line prints."""
    if row.startswith((".\\\"", "'\\\"", '\\"')):
        return ""
    if not macro:
        return unescape(row).rstrip()
    if macro == "IP":
        return " ".join(arguments(rest)[:1])
    if macro in SILENT:
        return ""
    parts = arguments(rest)
    if macro in MDOC:
        return mdoc_words([macro, *parts])
    if macro in {"BR", "RB", "BI", "IB", "IR", "RI"}:
        return "".join(parts)
    return " ".join(parts).rstrip()


def mdoc_words(parts: Sequence[str]) -> str:
    """Words of a line in which mdoc's macros stand among their arguments; ``Fl`` makes an option of the next."""
    found: list[str] = []
    dash = ""
    for part in parts:
        if part in MDOC:
            dash = "-" if part == "Fl" else dash
        else:
            found.append(dash + part)
            dash = ""
    return " ".join(found)


def arguments(rest: str) -> list[str]:
    """A request's arguments, quotes taken off."""
    found = re.findall(r'"((?:[^"]|"")*)"|(\S+)', re.sub(r"\\ ", "\u00a0", rest))
    return [unescape((quoted or bare).replace('""', '"')).replace("\u00a0", " ") for quoted, bare in found]


def accented(name: str) -> str:
    """The letter with an accent that a name like ``'o`` or ``/l`` stands for; "" if it is none."""
    mark, letter = name[:1], name[1:2]
    if len(name) == 2 and mark in ACCENTS and letter.isalpha():
        return unicodedata.normalize("NFC", letter + ACCENTS[mark])
    return {"/l": "ł", "/L": "Ł", "/o": "ø", "/O": "Ø", "ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "oa": "å", "oA": "Å"}.get(name, "")


def unescape(text: str) -> str:
    """*text* with troff's escapes as the characters they print."""

    def printed(match: re.Match[str]) -> str:
        name = match[1] or match[2]
        if name:
            return chr(int(name[1:], 16)) if re.fullmatch(r"u[0-9A-F]{4}", name) else SPECIAL.get(name) or accented(name)
        return ESCAPES.get(match[0], "")

    return ESCAPE.sub(printed, re.sub(r'\\".*', "", text))
