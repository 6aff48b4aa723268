"""A passage with its citation, ready to be pasted: plain and rich. No Qt."""

from __future__ import annotations

import html
from urllib.parse import quote

from pincite.domain.search import Passage
from pincite.ui.results.card import ResultCard
from pincite.ui.text import shown


def citation_plain(card: ResultCard) -> str:
    """The quoted passage, then title, author, year, place, file name, the link into Pincite and the path."""
    passage = card.hit.passage
    return f"“{_quoted(card)}”\n— {_source(card)}\n{app_link(passage)}\n{shown(passage.path)}\n"


def citation_html(card: ResultCard) -> str:
    """The same for programs that take rich text; everything from the document is escaped."""
    passage = card.hit.passage
    return (
        f"<blockquote>“{html.escape(_quoted(card))}”</blockquote>"
        f"<p>— {html.escape(_source(card))}<br>"
        f'<a href="{html.escape(app_link(passage))}">{html.escape(shown(passage.path))}</a></p>'
    )


def app_link(passage: Passage) -> str:
    """The address of a passage inside Pincite."""
    place = f"?page={passage.location.page}" if passage.location.page else f"?line={passage.location.line}" if passage.location.line else ""
    return f"pincite://passage/{quote(passage.id, safe='')}{place}"


def _quoted(card: ResultCard) -> str:
    return " ".join(card.snippet.split())


def _source(card: ResultCard) -> str:
    passage = card.hit.passage
    author = passage.metadata.get("author")
    authors = ", ".join(str(name) for name in author) if isinstance(author, list) else author if isinstance(author, str) else ""
    year = passage.date[:4] if passage.date[:4].isdigit() else ""
    who = ", ".join(part for part in (shown(authors), year) if part)
    title = f"{card.title} ({who})" if who else card.title
    name = shown(passage.relative.rsplit("/", 1)[-1])
    return ", ".join(part for part in (title, card.citation, name if name != card.title else "") if part)
