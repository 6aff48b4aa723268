"""Source code: its own text, with a section for each function or class, named as its symbol.

Definitions are found line by line once comments and strings are blanked, so that code which does not compile is read as well.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pincite.domain.documents import Document, Location, OutlineEntry, Section
from pincite.extraction.code.languages import BY_EXTENSION, C_DEFINITIONS, OBJECTIVE_C, Language
from pincite.extraction.markup.own_text import Mark, OwnText, own_document, own_text, sections_at
from pincite.extraction.source_file import Options, SourceFile

SMALL_CLASS = 400
"""Characters up to which a class is one section; a larger one is cut at its methods."""

MAX_NESTING = 8
"""Classes within classes that are named."""

LONG = 1_000
"""Characters of a line that are looked at: longer ones are data or minified."""

RETURN_TYPE = re.compile(r"[A-Za-z_][\w*:<>,& \t]*")
"""A line above the name of a C function that can be its type."""

NAMES = {"gnumakefile": "makefile", "containerfile": "dockerfile", "rakefile": "rb", "gemfile": "rb", "vagrantfile": "rb", "jenkinsfile": "groovy", "pkgbuild": "sh"}
"""The extension that files of a name might have."""

CONTINUES = re.compile(r"\s*(?:begin|is|private|protected|contains|exception|rescue|ensure|else|elsif|implementation|var|const)\b[^=(]*$", re.IGNORECASE)
"""A line at the left edge of a definition that is still a part of it."""

ASSIGNED = re.compile(r"(?<![=!<>])=(?![=>])")
UNFINISHED = ("=", ",", "(", "=>")
"""Ends of lines that go on in the next."""

ALONE = re.compile(r"\s*(?:#\s*define|(?:\w+\s+){0,6}?(?:type|class|data|val|object|trait|interface|enum|fun|def))\b")
"""A line that may be a definition all by itself, at the end of a file."""

LOOK_AHEAD = 40
"""Lines within which the brace of a definition must open."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A definition on lines `begin` (its comment and decorators) to `end`, inclusive; `line` has its name."""

    symbol: str
    begin: int
    line: int
    end: int
    depth: int
    holds: bool


def read_code(file: SourceFile, options: Options) -> Sequence[Document]:
    """Source code in any of the languages of `code_languages`; others are read without symbols."""
    own = own_text(file, options)
    language = language_of(file, own)
    found = definitions(own, language) if language else []
    outline = tuple(OutlineEntry(each.depth + 1, each.symbol, each.line) for each in found)
    document = own_document(own, file, symbol_sections(own, found), title=file.name, outline=outline)
    sort = file.extension if file.extension in BY_EXTENSION else language.name if language else "txt"
    return [replace(document, type=sort, metadata={"programming_language": language.name} if language else {})]


def language_of(file: SourceFile, own: OwnText) -> Language | None:
    """The language by extension, by name (``Makefile``), by ``#!`` line, or as Pygments guesses from the name."""
    extension = file.extension
    if extension == "mm" or (extension == "m" and re.search(r"^\s*(?:@interface|@implementation|#import|#include)\b", own.text, re.MULTILINE)):
        return OBJECTIVE_C
    if extension == "h" and re.search(r"^\s*(?:class\s+\w+|namespace\b|template\s*<|public:)", own.text, re.MULTILINE):
        return BY_EXTENSION["hpp"]
    if extension == "pl" and re.search(r"^:-\s", own.text, re.MULTILINE):
        return None
    plain = file.name.lower().partition(".")[0]
    by_name = BY_EXTENSION.get(extension) or BY_EXTENSION.get(NAMES.get(plain, plain))
    return by_name or by_first_line(own.text)


def by_first_line(text: str) -> Language | None:
    """The language that a ``#!`` line names."""
    match = re.match(r"#!.*?\b(python|bash|zsh|sh|ksh|fish|node|deno|ruby|perl|lua|php|Rscript|julia|tclsh|groovy|elixir)", text[:200])
    names = {"python": "py", "node": "js", "deno": "ts", "ruby": "rb", "perl": "pl", "Rscript": "r", "julia": "jl", "tclsh": "tcl", "elixir": "ex"}
    return BY_EXTENSION.get(names.get(match[1], match[1])) if match else None


def blanked(text: str, language: Language) -> str:
    """*text* with comments and strings as spaces, line for line."""
    return language.hidden.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)


def definitions(own: OwnText, language: Language) -> list[Definition]:
    """Definitions at the top and in what holds definitions, in order of their lines."""
    raw = own.rows
    rows = blanked(own.text, language).split("\n")[: len(own.starts)]
    depths = brace_depths(rows) if language.nesting == "braces" else [indent(row) for row in rows]
    found: list[Definition] = []
    open_holders: list[tuple[Definition, int]] = []
    line = 0
    while line < len(rows):
        while open_holders and line + 1 > open_holders[-1][0].end:
            open_holders.pop()
        match = match_at(rows[line], language)
        if match and allowed(depths[line], open_holders, language) and (end := end_of(rows, depths, line, language)):
            holds = bool(match.groupdict().get("holds"))
            joint = (holds and language.inner) or language.joint
            symbol = (open_holders[-1][0].symbol + joint if open_holders else "") + named(match, raw[line])
            definition = Definition(symbol, begin_of(own, line, language), line + 1, end, len(open_holders), holds)
            found.append(definition)
            if holds:
                open_holders.append((definition, depths[line] - rows[line].startswith("@")))
            else:
                line = end - 1
        line += 1
    return found


def named(match: re.Match[str], raw: str) -> str:
    """The name that *match* found, from the *raw* line with the strings that are blanked in it; Go's methods with their type."""
    name = raw[match.start("name") : match.end("name")].strip()
    receiver = match.groupdict().get("receiver")
    return f"{receiver}.{name}" if receiver else name


def match_at(row: str, language: Language) -> re.Match[str] | None:
    """The first pattern that finds a definition on this line."""
    if not row or row.isspace() or (language.nesting == "flat" and row[0].isspace()):
        return None
    return next((match for pattern in language.definitions if (match := pattern.match(row[:LONG]))), None)


def allowed(depth: int, holders: Sequence[tuple[Definition, int]], language: Language) -> bool:
    """Whether a definition may stand at this depth: at the top, or right inside of what holds it."""
    if language.nesting == "flat":
        return True
    if len(holders) >= MAX_NESTING:
        return False
    if not holders:
        return depth == 0 or language.nesting == "indent"
    return depth == holders[-1][1] + 1 if language.nesting == "braces" else depth > holders[-1][1]


def brace_depths(rows: Sequence[str]) -> list[int]:
    """How many braces are open where each line starts."""
    depths: list[int] = []
    depth = 0
    for row in rows:
        depths.append(depth)
        depth = max(0, depth + row.count("{") - row.count("}"))
    return depths


def indent(row: str) -> int:
    """Columns before the first letter, a tab as eight."""
    expanded = row[:LONG].expandtabs()
    return len(expanded) - len(expanded.lstrip())


def end_of(rows: Sequence[str], depths: Sequence[int], line: int, language: Language) -> int:
    """The last line (from 1) of the definition on index *line*; 0 if it turns out to be none."""
    if language is OBJECTIVE_C and rows[line].startswith("@"):
        return next((at + 1 for at in range(line, len(rows)) if rows[at].startswith("@end")), len(rows))
    if language.nesting == "braces":
        return end_by_brace(rows, depths, line, language)
    if language.nesting == "flat":
        below = range(line + 1, len(rows))
        return next((at for at in below if match_at(rows[at], language)), len(rows))
    return end_by_indent(rows, depths, line)


def end_by_brace(rows: Sequence[str], depths: Sequence[int], line: int, language: Language) -> int:
    """Where the brace that opens behind the definition is closed. A ``;`` before any brace ends a definition of one line."""
    for at in range(line, min(line + LOOK_AHEAD, len(rows))):
        row = rows[at]
        if at > line and ASSIGNED.search(rows[line]) and not rows[at - 1].rstrip().endswith(UNFINISHED) and match_at(row, language):
            return at
        opening = row.find("{")
        stop = row.find(";")
        if stop >= 0 and (opening < 0 or stop < opening):
            return at + 1 if re.search(r"=>|=|\bstruct\b|\btype\b|\bfunc\b|\brecord\b|\bfn\b|\bmod\b", " ".join(rows[line : at + 1])) else 0
        if opening >= 0:
            later = (end for end in range(at + 1, len(rows)) if depths[end] <= depths[line])
            return next(later, len(rows)) if depth_after(rows, depths, at) > depths[line] else at + 1
        if at > line and not row.strip() and not rows[at - 1].rstrip().endswith((",", "(", ")", "=>")):
            return at if re.search(r"=|\bfun\b|\bdef\b|\btype\b|\bclass\b|\bobject\b|\bdefine\b", rows[line]) else 0
    return line + 1 if ALONE.match(rows[line]) else 0


def depth_after(rows: Sequence[str], depths: Sequence[int], at: int) -> int:
    """Open braces after line index *at*."""
    return depths[at + 1] if at + 1 < len(depths) else max(0, depths[at] + rows[at].count("{") - rows[at].count("}"))


def end_by_indent(rows: Sequence[str], depths: Sequence[int], line: int) -> int:
    """The last line that is indented deeper, with an ``end`` or a closing bracket below it."""
    last = line
    parentheses = 0
    for at in range(line, len(rows)):
        row = rows[at]
        if at > line and row.strip() and depths[at] <= depths[line] and parentheses <= 0:
            if depths[at] == depths[line] and CONTINUES.match(row):
                continue
            closes = re.match(r"\s*(?:end\w*|\}|\)|\]|done\b)", row, re.IGNORECASE)
            return (at if closes else last) + 1
        if at < line + LOOK_AHEAD:
            parentheses += row.count("(") + row.count("[") - row.count(")") - row.count("]")
        else:
            parentheses = 0
        last = at if row.strip() else last
    return len(rows)


def begin_of(own: OwnText, line: int, language: Language) -> int:
    """The first line (from 1) of the comment and decorators right above index *line*."""
    text, starts = own.text, own.starts
    begin = line
    if language.definitions is C_DEFINITIONS and begin and RETURN_TYPE.fullmatch(text, starts[begin - 1], starts[begin] - 1):
        begin -= 1
    while begin > 0 and language.comment.match(text, starts[begin - 1], max(starts[begin] - 1, starts[begin - 1])):
        begin -= 1
    return begin + 1


def symbol_sections(own: OwnText, found: Sequence[Definition]) -> tuple[Section, ...]:
    """Sections by symbol: a small class in one, a large one by its members; what stands between has no symbol."""
    marks: dict[int, Mark] = {}
    whole = 0
    holders: list[Definition] = []
    last_line = len(own.starts)
    for each in found:
        while holders and each.line > holders[-1].end:
            holders.pop()
        if each.line <= whole:
            continue
        if each.holds and own.offset(each.end + 1) - own.offset(each.begin) <= SMALL_CLASS:
            whole = each.end
        marks[each.begin] = Mark(each.begin, Location(symbol=each.symbol))
        if each.end < last_line:
            inside = holders[-1].symbol if holders and each.end < holders[-1].end else None
            after = first_text(own, each.end)
            marks.setdefault(after, Mark(after, Location(symbol=inside)))
        if each.holds:
            holders.append(each)
    return merged(sections_at(own, marks.values()), own.text)


def first_text(own: OwnText, line: int) -> int:
    """The first line with text after *line*; the line after the last if there is none."""
    after = line + 1
    while after <= len(own.starts) and not own.text[own.offset(after) : own.offset(after + 1)].strip():
        after += 1
    return after


def merged(sections: Sequence[Section], text: str) -> tuple[Section, ...]:
    """Sections without those that hold no word, like a closing bracket: they go to the section before."""
    kept: list[Section] = []
    for section in sections:
        if kept and not re.search(r"\w", text[section.start : section.end]):
            kept[-1] = replace(kept[-1], end=section.end)
        else:
            kept.append(section)
    return tuple(kept)
