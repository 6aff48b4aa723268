r"""LaTeX: its own text with accents as letters, sections by ``\section`` and its kin.

Only commands that stand for letters are replaced, and never across a line, so lines and the rest of the markup stay as they are.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.domain.documents import Document, Value
from pincite.extraction.markup.own_text import Heading, OwnText, decoded, line_of, of_text, own_document, shortened, under_headings
from pincite.extraction.source_file import Options, SourceFile

LEVELS = {"part": 1, "chapter": 2, "section": 3, "subsection": 4, "subsubsection": 5, "paragraph": 6, "subparagraph": 7, "frametitle": 4}
COMMAND = re.compile(rf"\\({'|'.join(LEVELS)}|addchap|addsec|begin\{{frame\}})\*?\s*(?=[\[{{])")
HIDDEN = re.compile(r"(?<!\\)%[^\n]*|\\begin\{(verbatim\*?|lstlisting|minted|Verbatim|comment)\}|\\iffalse\b")
"""Where comments and verbatim text begin: commands in there are none."""

LONGEST_HEADING = 500
"""Characters within which a heading's braces must close."""

BRACE = re.compile(r"\\.|[{}]", re.DOTALL)

LABEL = re.compile(r"[\s%]*\\label\{([^{}]+)\}")
LINK = re.compile(r"\\(?:input|include|subfile|bibliography|addbibresource|[cC]?ref|autoref|eqref|pageref|nameref|cite[a-z]*\*?)(?:\[[^\]]*\])*\{([^{}]+)\}")

MARKS = {"`": "\u0300", "'": "\u0301", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307", "u": "\u0306",
         "v": "\u030c", "H": "\u030b", "c": "\u0327", "k": "\u0328", "r": "\u030a", "d": "\u0323", "b": "\u0331"}  # fmt: skip
"""Combining mark of each accent command."""

LETTERS = {"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "o": "ø", "O": "Ø", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł",
           "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ"}  # fmt: skip

ACCENT = re.compile(r"""\\(?:([`'^"~=.])[ ]?|([uvHckrdb])(?:[ ]|(?=\{)))(?:\{\\?([A-Za-z])\}|\\?([A-Za-z]))""")
LETTER = re.compile(rf"\{{\\({'|'.join(LETTERS)})\}}|\\({'|'.join(LETTERS)})(?:\{{\}}|[ ]|(?![A-Za-z]))")


def read_latex(file: SourceFile, options: Options) -> Sequence[Document]:
    r"""A LaTeX file; its title is ``\title``, else its only heading of the highest level."""
    text, encoding, notices = decoded(file)
    own = of_text(letters(text), options.max_text, encoding, notices)
    seen = blanked(own.text)
    headings = titles(own, seen)
    sections, outline = under_headings(own, headings)
    metadata = about(seen)
    top = [heading for heading in headings if heading.level == 1]
    title = str(metadata.get("title") or "") or (top[0].text if len(top) == 1 else "")
    tags = [tag for tag in re.split(r"\s*[,;·]\s*", str(metadata.get("keywords") or "")) if tag]
    return [own_document(own, file, sections, title=title, outline=outline, metadata=metadata, tags=tags, links=links(seen))]


def letters(text: str) -> str:
    r"""*text* with accent and letter commands as letters, ``\-`` gone and ``~`` between words as a space."""

    def accented(match: re.Match[str]) -> str:
        letter = match[3] or match[4]
        return unicodedata.normalize("NFC", letter + MARKS[match[1] or match[2]])

    text = ACCENT.sub(accented, text)
    text = LETTER.sub(lambda match: LETTERS[match[1] or match[2]], text)
    return re.sub(r"(?<=[\w.}])~(?=[\w\\$({])", " ", text.replace(r"\-", ""))


def blanked(text: str) -> str:
    """*text* with comments and verbatim text as spaces, line for line; what is never closed stays."""
    parts: list[str] = []
    unclosed: set[str] = set()
    at = 0
    while match := HIDDEN.search(text, at):
        start, stop = match.span()
        if match[0][0] != "%":
            closing = f"\\end{{{match[1]}}}" if match[1] else "\\fi"
            end = -1 if closing in unclosed else text.find(closing, stop)
            if end < 0:
                unclosed.add(closing)
                parts.append(text[at:stop])
                at = stop
                continue
            stop = end
        parts += [text[at:start], re.sub(r"[^\n]", " ", text[start:stop])]
        at = stop
    return "".join((*parts, text[at:]))


def titles(own: OwnText, seen: str) -> list[Heading]:
    """Headings in order. Levels are counted from the highest that occurs."""
    found: list[Heading] = []
    for match in COMMAND.finditer(seen):
        text, end = argument(seen, match.end(), optional_first=True)
        if text.strip() and not re.search(r"#\d", text):  # with a parameter it defines a command
            label = LABEL.match(seen, end)
            level = LEVELS.get(match[1], 2 if match[1] == "addchap" else 4 if "frame" in match[1] else 3)
            found.append(Heading(line_of(own, match.start()), level, plain(text), label[1] if label else ""))
    used = sorted({heading.level for heading in found})
    return [replace(heading, level=used.index(heading.level) + 1) for heading in found]


def argument(text: str, at: int, *, optional_first: bool = False) -> tuple[str, int]:
    """(content of the braces at *at*, where they end); optional arguments before them are passed over. ("", at) if there are none."""
    while optional_first and text[at : at + 1] == "[":
        close = text.find("]", at, at + 2_000)
        if close < 0:
            return "", at
        at = close + 1
        while text[at : at + 1].isspace():
            at += 1
    if text[at : at + 1] != "{":
        return "", at
    depth = 0
    for match in BRACE.finditer(text, at, at + LONGEST_HEADING):
        depth += (match[0] == "{") - (match[0] == "}")
        if not depth and match[0] == "}":
            return text[at + 1 : match.start()], match.end()
    return "", at


def about(seen: str) -> dict[str, Value]:
    """Title, author, date and keywords that the preamble gives."""
    found: dict[str, Value] = {}
    for key in ("title", "subtitle", "date", "keywords"):
        for match in re.finditer(rf"\\{key}\s*(?=[\[{{])", seen):
            text = plain(argument(seen, match.end(), optional_first=True)[0])
            if text and key not in found:
                found[key] = text
    if people := [*authors(seen)]:
        found["author"] = people[0] if len(people) == 1 else [*people]
    return found


def authors(seen: str) -> Iterator[str]:
    r"""The people in each ``\author``, parted by ``\and``, without the lines below their names."""
    for match in re.finditer(r"\\author\s*(?=[\[{])", seen):
        for person in re.split(r"\\(?:and|And|AND)\b", argument(seen, match.end(), optional_first=True)[0]):
            if name := plain(re.split(r"\\\\|\\newline\b", person.strip(), maxsplit=1)[0]):
                yield name


def links(seen: str) -> Iterator[str]:
    """Files that are taken in, labels and works that are referred to."""
    for match in LINK.finditer(seen):
        yield from (target.strip() for target in match[1].split(",") if target.strip())


def plain(markup: str) -> str:
    """The words of a heading, bounded."""
    return shortened(words(markup))


def words(markup: str) -> str:
    """The words of a piece of LaTeX: footnotes, thanks and labels out, arguments of other commands kept."""
    text = re.sub(r"\\(?:thanks|footnote|label|index|vspace|hspace)\*?\{[^{}]*\}", "", markup)
    text = re.sub(r"\\(?:and|\\|quad|qquad|newline|linebreak)\b|\\\\(?:\[[^\]]*\])?", " ", text)
    text = re.sub(r"\\texorpdfstring\{((?:[^{}]|\{[^{}]*\})*)\}\{([^{}]*)\}", r"\2", text)
    text = re.sub(r"\\([%&_#$])", r"\1", re.sub(r"\\[A-Za-z]+\*?\s?|[{}]", "", text))
    text = text.replace("``", "“").replace("''", "”").replace("~", " ").replace("---", "—").replace("--", "–")
    return " ".join(text.split())
