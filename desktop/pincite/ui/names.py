"""What facet keys and values are called in the window; the values themselves stay as they are indexed."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QLocale

from pincite.domain.search import Filter
from pincite.ui.text import shown

NONE = "(none)"
"""The facet value of documents without one."""

KEYS = {
    "type": "Type",
    "folder": "Folder",
    "year": "Year",
    "author": "Author",
    "tag": "Tag",
    "concept": "Concept",
    "language": "Language",
    "genre": "Genre",
    "relevance": "Relevance",
    "depth": "Depth",
    "status": "Status",
}
"""The fixed facets in the order they are shown."""

TYPES = {
    "pdf": "PDF",
    "md": "Markdown",
    "markdown": "Markdown",
    "txt": "Text",
    "html": "Web page",
    "htm": "Web page",
    "xhtml": "Web page",
    "eml": "Mail",
    "mbox": "Mailbox",
    "msg": "Mail",
    "docx": "Word",
    "doc": "Word (old)",
    "odt": "Writer",
    "rtf": "Rich text",
    "xlsx": "Spreadsheet",
    "ods": "Spreadsheet (ODS)",
    "csv": "CSV table",
    "tsv": "TSV table",
    "pptx": "Slides",
    "odp": "Slides (ODP)",
    "epub": "Book",
    "ipynb": "Notebook",
    "json": "JSON",
    "jsonl": "JSON Lines",
    "xml": "XML",
    "tex": "LaTeX",
    "org": "Org",
    "rst": "reStructuredText",
    "adoc": "AsciiDoc",
    "bib": "Bibliography",
    "srt": "Subtitles",
    "vtt": "Subtitles (VTT)",
    "log": "Log",
    "py": "Python",
    "js": "JavaScript",
    "ts": "TypeScript",
    "c": "C",
    "cpp": "C++",
    "rs": "Rust",
    "go": "Go",
    "java": "Java",
    "sh": "Shell",
}
"""What a person calls a kind of file."""


def key_name(key: str) -> str:
    """A facet key as a heading; a front-matter key with its words apart."""
    return KEYS.get(key) or shown(key.replace("_", " ").replace(".", " › ")).capitalize()


def value_name(key: str, value: str) -> str:
    """A facet value as a person reads it."""
    if value == NONE:
        return "no date" if key == "year" else "(none)"
    if key == "type":
        return TYPES.get(value, shown(value).upper() if len(value) <= 4 else shown(value))
    if key == "language":
        return language_name(value)
    if key == "folder":
        return shown(value).replace("/", " / ")
    if key in ("genre", "status"):
        return _sentence(value)
    return shown(value)


def filter_name(chosen: Filter) -> str:
    """A filter on its chip: "type: PDF", "not Draft notes"."""
    name = value_name(chosen.key, chosen.value)
    return f"not {name}" if chosen.exclude else f"{key_name(chosen.key).lower()}: {name}"


@cache
def language_name(code: str) -> str:
    """The English name of an ISO 639-1 code; the code itself if Qt knows none."""
    language = QLocale.codeToLanguage(code)
    return QLocale.languageToString(language) if language != QLocale.Language.AnyLanguage else shown(code)


def _sentence(value: str) -> str:
    words = shown(value).replace("_", " ")
    return words[:1].upper() + words[1:]
