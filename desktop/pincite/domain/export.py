"""Results as a person takes them along: plain text, Markdown, a table, or notes for a bibliography. Every form is numbered and cites."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence

from pincite.domain.citation import numbered, place, uri_of
from pincite.domain.forms import FORMS
from pincite.domain.search import Hit, Passage, SearchResult

COLUMNS = (
    "n", "title", "author", "date", "type", "path", "member", "page", "page_label", "line", "heading", "cell", "slide", "place", "uri", "found_by", "text",
)  # fmt: skip
"""Of the table, in their order."""
_CONTROL = re.compile(r"[^\S\n\t ]|[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_FORMULA = ("=", "+", "-", "@", "\t")
_TEX = str.maketrans({
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "%": r"\%", "&": r"\&", "#": r"\#", "$": r"\$", "_": r"\_", "^": r"\^{}", "~": r"\~{}",
})  # fmt: skip
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|])")


def as_text(result: SearchResult) -> str:
    """The question, then `numbered` passages within their byte budget, or the reason why there are none."""
    body = numbered(result.hits) or "\n".join(result.notes) or "Nothing was found."
    return _clean(f"{_line(result.query.text)}\n\n{body}".lstrip() + "\n")


def as_markdown(result: SearchResult) -> str:
    """A heading, then each passage as a quotation under its linked title and place."""
    parts = [f"# {_marked(result.query.text)}"] if result.query.text.strip() else []
    for n, hit in enumerate(result.hits, 1):
        where = place(hit.passage.location, hit.line)
        parts.append(f"{n}. [{_marked(hit.passage.title)}](<{_address(hit)}>){', ' + _marked(where) if where else ''}")
        parts.append("\n".join(f"   > {line.replace('<', '&lt;')}".rstrip() for line in _clean(hit.passage.text).strip().splitlines()))
    return "\n\n".join(parts or ["Nothing was found."]) + "\n"


def as_csv(result: SearchResult) -> str:
    """A table with a heading row (RFC 4180, lines ending in CRLF). A cell that a spreadsheet would run as a formula begins with an apostrophe."""
    table = io.StringIO(newline="")
    writer = csv.writer(table)
    writer.writerow(COLUMNS)
    for n, hit in enumerate(result.hits, 1):
        cells = _cells(n, hit)
        writer.writerow([_inert(cells[column]) for column in COLUMNS])
    return table.getvalue()


def as_bibtex(result: SearchResult) -> str:
    """One ``@misc`` entry a document, with the place in its note and the passage as its annotation; keys are distinct."""
    entries: list[str] = []
    taken: set[str] = set()
    for hit in result.hits:
        key = _distinct(_key(hit.passage), taken)
        fields = {name: value for name, value in _fields(hit).items() if value}
        entries.append(f"@misc{{{key},\n" + "".join(f"  {name} = {{{value}}},\n" for name, value in fields.items()) + "}\n")
    return "\n".join(entries)


WRITERS: Mapping[str, Callable[[SearchResult], str]] = dict(zip(FORMS, (as_text, as_markdown, as_csv, as_bibtex), strict=True))
"""What writes each form, by its name."""


def _cells(n: int, hit: Hit) -> dict[str, str]:
    passage, location = hit.passage, hit.passage.location
    line = hit.line or location.line
    return {
        "n": str(n), "title": passage.title, "author": ", ".join(_authors(passage)), "date": passage.date, "type": passage.type, "path": passage.path,
        "member": passage.member, "page": str(location.page or ""), "page_label": location.page_label or "", "line": str(line or ""),
        "heading": " > ".join(location.heading_path), "cell": location.cell or "", "slide": str(location.slide or ""),
        "place": place(location, hit.line), "uri": _address(hit), "found_by": " ".join(hit.found_by), "text": passage.text,
    }  # fmt: skip


def _inert(cell: str) -> str:
    clean = _clean(cell)
    return "'" + clean if clean.startswith(_FORMULA) else clean


def _fields(hit: Hit) -> dict[str, str]:
    passage = hit.passage
    return {
        "title": _tex(passage.title), "author": " and ".join(_tex(name) for name in _authors(passage)), "year": _year(passage),
        "howpublished": f"\\url{{{_address(hit)}}}", "note": _tex(place(passage.location, hit.line)), "annote": _tex(passage.text),
    }  # fmt: skip


def _authors(passage: Passage) -> Sequence[str]:
    author = passage.metadata.get("author")
    names = author if isinstance(author, list) else [author]
    return [_line(name) for name in names if isinstance(name, str) and name.strip()]


def _year(passage: Passage) -> str:
    return passage.date[:4] if passage.date[:4].isdigit() else ""


def _key(passage: Passage) -> str:
    """Like "marwick2024weir": the first author's last word, the year, the title's first long word; only what every BibTeX takes."""
    names = _authors(passage)
    words = [word for word in re.findall(r"[a-z0-9]+", passage.title.casefold()) if len(word) > 3]
    author = re.sub(r"[^a-z]", "", names[0].split()[-1].casefold()) if names else ""
    return f"{author}{_year(passage)}{words[0] if words else ''}" or "passage"


def _distinct(key: str, taken: set[str]) -> str:
    name, n = key, 1
    while name in taken:
        n += 1
        name = f"{key}-{n}"
    taken.add(name)
    return name


def _address(hit: Hit) -> str:
    return uri_of(hit.passage.path, hit.passage.location)


def _marked(text: str) -> str:
    return _MARKDOWN.sub(r"\\\1", _line(text))


def _tex(text: str) -> str:
    return _line(text).translate(_TEX)


def _line(text: str) -> str:
    return " ".join(_clean(text).split())


def _clean(text: str) -> str:
    """*text* without what moves a terminal's cursor or turns the reading order."""
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\r\n", "\n").replace("\r", "\n"))
