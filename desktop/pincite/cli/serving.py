"""`pincite mcp`: the same search, as a tool for a language model, over standard input and output.

The scope is locked when the server starts (`--filter`, `--exclude`): the model's own filters only ever narrow it, and nothing outside of
it is found, counted or named.
"""

from __future__ import annotations

import argparse
import logging
from collections.abc import Callable, Mapping
from threading import Lock
from typing import Any

from pincite.assembly import open_searcher
from pincite.cli.asking import filters_of
from pincite.cli.contract import citation_object
from pincite.cli.terminal import Terminal
from pincite.domain.cancel import CancelToken
from pincite.domain.citation import numbered
from pincite.domain.errors import PinciteError
from pincite.domain.search import Filter, Query, SearchResult
from pincite.domain.wording import counted
from pincite.settings import Settings

log = logging.getLogger(__name__)

Wishes = dict[str, str | list[str]]
"""Filters as a model writes them: a key with its value, or with several that are alternatives."""

DEFAULT_LIMIT = 5
"""Documents in an answer when the model does not say (003-91)."""
MAX_LIMIT = 20
"""Documents in an answer, whatever the model says."""
_NAMED = 8
"""Values of a facet that the description names."""
_FACETS = (("folder", "Folders"), ("type", "Types"), ("language", "Languages"), ("year", "Years"), ("genre", "Genres"), ("concept", "Subjects"))
"""Facets that say what a library holds, as the description calls them."""


def mcp(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Serve until standard input closes."""
    scope = filters_of(arguments)
    with open_searcher(settings, scope=scope) as searcher:
        everything = searcher.search(Query("", limit=1), CancelToken())
        if scope and not everything.total_documents:
            terminal.say(_why_nothing(settings, scope))
        holds = describe(everything, settings.name)
        server(lambda query: searcher.search(query, CancelToken()), holds).run("stdio")
    return 0


def _why_nothing(settings: Settings, scope: tuple[Filter, ...]) -> str:
    """What the whole library says of a scope that nothing passes. On standard error: standard output belongs to the protocol."""
    with open_searcher(settings) as searcher:
        return " ".join(searcher.search(Query("", filters=scope, limit=1), CancelToken()).notes)


def server(ask: Callable[[Query], SearchResult], holds: str) -> Any:
    """The protocol server with its one tool; *holds* describes it. Raises `PinciteError` without the extra."""
    try:
        from mcp.server.mcpserver import MCPServer  # noqa: PLC0415  # an extra, and slow to load
        from mcp.server.mcpserver.exceptions import ToolError  # noqa: PLC0415  # as above
    except ImportError as error:
        raise PinciteError("This needs one more package: pip install 'pincite[mcp]'.") from error
    tools = MCPServer("pincite", instructions=holds, log_level="CRITICAL")  # what goes wrong is told to the model, in a sentence
    turn = Lock()  # the protocol calls from several threads, and a searcher is for one at a time

    def search_knowledge(question: str, limit: int = DEFAULT_LIMIT, filters: Wishes | None = None) -> dict[str, Any]:
        try:
            with turn:
                return answer_object(ask(asked(question, limit, filters or {})))
        except PinciteError as error:
            raise ToolError(str(error)) from error
        except Exception as error:
            log.debug("a bug", exc_info=True)
            raise ToolError(f"Something went wrong inside Pincite ({type(error).__name__}: {error}).") from error

    tools.tool(name="search_knowledge", description=holds, structured_output=False)(search_knowledge)
    return tools


def asked(question: str, limit: int, filters: Mapping[str, str | list[str]]) -> Query:
    """The model's question. Raises `PinciteError` if it asks for nothing."""
    wished = [Filter(key, value) for key, values in filters.items() for value in ([values] if isinstance(values, str) else values)]
    if not question.strip() and not wished:
        raise PinciteError("Write a question in plain words, or name filters to list what passes them.")
    return Query(question, filters=tuple(wished), limit=max(1, min(limit, MAX_LIMIT)))


def answer_object(result: SearchResult) -> dict[str, Any]:
    """Numbered passages within the byte budget, and what cites each; where there are none, the reason."""
    return {
        "text": numbered(result.hits) or " ".join(result.notes) or "Nothing was found.",
        "citations": [citation_object(n, hit) for n, hit in enumerate(result.hits, 1)],
        "shown": len(result.hits), "total_documents": result.total_documents, "notes": list(result.notes),
    }  # fmt: skip


def describe(everything: SearchResult, name: str) -> str:
    """What the library holds, for a model to decide whether to ask it."""
    parts = [
        f"Searches {counted(everything.total_documents, 'document')} of the library {name}.",
        "Returns numbered passages, each with the exact place (page, heading, line) to cite: ask in plain words, cite the numbers.",
        f"The limit counts documents: {DEFAULT_LIMIT} unless you say more, at most {MAX_LIMIT}.",
    ]
    for key, called in _FACETS:
        counts = [count for count in everything.facets.get(key, ()) if count.value != "(none)"][:_NAMED]
        if counts:
            parts.append(f"{called}: {', '.join(f'{count.value} ({count.documents:,})' for count in counts)}.")
    keys = [key for key, counts in everything.facets.items() if any(count.value != "(none)" for count in counts)]
    if keys:
        parts.append(f'Filters narrow the search, like {{"type": "pdf"}}; their keys: {", ".join(keys)}.')
    return " ".join(parts)
