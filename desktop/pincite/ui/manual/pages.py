"""The manual's pages as HTML that Qt can show. No Qt here; what a page may load is decided by who shows it."""

from __future__ import annotations

import re
from pathlib import Path

from markdown_it import MarkdownIt
from mdit_py_plugins.anchors import anchors_plugin

FIRST = "index.md"
"""The page of contents."""
_LISTED = re.compile(r"^\d+\.\s+\[(?P<title>[^\]]+)\]\((?P<name>[a-z-]+\.md)\)", re.MULTILINE)
_KEY = re.compile(r"<kbd>(.*?)</kbd>")


def contents(folder: Path) -> tuple[tuple[str, str], ...]:
    """(title, file name) of every page, in the order of the contents, which come first."""
    listed = _LISTED.finditer((folder / FIRST).read_text("utf-8"))
    return (("Contents", FIRST), *((found["title"], found["name"]) for found in listed))


def page_html(markdown: str) -> str:
    """A page as HTML: headings are anchors as links between pages name them, and keys keep to one line."""
    reader = MarkdownIt("commonmark").enable("table").use(anchors_plugin, max_level=3)
    html = _KEY.sub(r'<span class="key">&nbsp;\1&nbsp;</span>', reader.render(markdown))
    html = html.replace("<table>", '<table cellspacing="0" cellpadding="6">')
    return re.sub(r'<h([1-3]) id="([^"]+)">', r'<h\1><a name="\2"></a>', html)
