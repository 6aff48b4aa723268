"""`pincite mcp`: the same search, as a tool for a language model, over standard input and output.

The scope is locked when the server starts (`--filter`, `--exclude`): what the model asks for only ever narrows it.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from pincite.assembly import open_searcher
from pincite.cli.asking import filters_of
from pincite.cli.contract import hit_object
from pincite.cli.terminal import Terminal
from pincite.domain.cancel import CancelToken
from pincite.domain.citation import numbered
from pincite.domain.errors import PinciteError
from pincite.domain.search import Filter, Query, SearchResult
from pincite.settings import Settings

DEFAULT_LIMIT = 5
"""Documents in an answer when the model does not say (003-91)."""
MAX_LIMIT = 20
"""Documents in an answer, whatever the model says."""


def mcp(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Serve until standard input closes."""
    del terminal  # standard output belongs to the protocol
    locked = filters_of(arguments)
    with open_searcher(settings) as searcher:
        holds = describe(searcher.search(Query("", filters=locked, limit=1), CancelToken()), settings.name)

        def ask(query: Query) -> SearchResult:
            return searcher.search(query, CancelToken())

        server(ask, locked, holds).run("stdio")
    return 0


def server(ask: Callable[[Query], SearchResult], locked: tuple[Filter, ...], holds: str) -> Any:
    """The protocol server with its one tool. Raises `PinciteError` without the extra."""
    try:
        from mcp.server.mcpserver import MCPServer  # noqa: PLC0415  # an extra, and slow to load
    except ImportError as error:
        raise PinciteError("This needs one more package: pip install 'pincite[mcp]'.") from error
    tools = MCPServer("pincite", instructions=holds, log_level="ERROR")

    def search_knowledge(question: str, limit: int = DEFAULT_LIMIT, filters: dict[str, str] | None = None) -> dict[str, Any]:
        result = ask(narrowed(question, limit, filters or {}, locked))
        return {"text": numbered(result.hits), "notes": list(result.notes), "results": [hit_object(n, hit) for n, hit in enumerate(result.hits, 1)]}

    tools.tool(name="search_knowledge", description=holds, structured_output=False)(search_knowledge)
    return tools


def narrowed(question: str, limit: int, filters: dict[str, str], locked: tuple[Filter, ...]) -> Query:
    """The model's question within the locked scope.

    Values of one key are alternatives, so a wish for a key that is locked would widen it: such a wish is kept only if it
    names a locked value; else nothing can match, which an impossible value says.
    """
    wished: list[Filter] = []
    for key, value in filters.items():
        allowed = [part.value for part in locked if part.key == key and not part.exclude]
        wished.append(Filter(key, value if not allowed or value in allowed else "\0"))
    narrowed_keys = {part.key for part in wished}
    kept = [part for part in locked if part.exclude or part.key not in narrowed_keys]
    return Query(question, filters=(*kept, *wished), limit=max(1, min(limit, MAX_LIMIT)))


def describe(everything: SearchResult, name: str) -> str:
    """What the library holds, for a model to decide whether to ask it."""
    folders = [count.value for count in everything.facets.get("folder", ())][:8]
    concepts = [count.value for count in everything.facets.get("concept", ()) if count.value != "(none)"][:12]
    about = f" Subjects: {', '.join(concepts)}." if concepts else ""
    where = f" Folders: {', '.join(folders)}." if folders else ""
    return (
        f"Searches {everything.total_documents:,} documents of the library {name} and returns numbered passages, each with the exact place"
        f" (page, heading, line) to cite.{where}{about} Ask in plain words; cite the numbers."
    )
