"""`pincite status`, `skipped` and `documents`: what is in the index, how fresh, what is not, and why."""

from __future__ import annotations

import argparse
from datetime import datetime
from pathlib import Path

from pincite.assembly import open_searcher
from pincite.cli.contract import present
from pincite.cli.terminal import Terminal, plain
from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Reason
from pincite.domain.errors import StorageError
from pincite.domain.search import Order, Query
from pincite.domain.wording import counted
from pincite.settings import Settings
from pincite.workers.feedback import unanswered


def status(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Counts, freshness and the state of every folder."""
    del arguments
    with open_searcher(settings) as searcher:
        overview = searcher.overview()
    questions = _in_vain(settings.library, terminal)
    if terminal.json:
        terminal.object({
            "library": str(settings.library), "name": settings.name, "generation": overview.generation,
            "roots": [{"path": root.path, "name": root.name, "available": root.available, "files": root.files} for root in overview.roots],
            "files": overview.files, "documents": overview.documents, "sources": overview.documents - overview.articles,
            "articles": overview.articles, "passages": overview.passages, "quarantined": overview.quarantined,
            "skipped": overview.skipped, "cut": overview.cut, "without_vectors": overview.without_vectors,
            "reasons": dict(overview.reasons), "indexed_at": overview.indexed_at, "bytes": overview.size,
        } | ({} if questions is None else {"unanswered": questions}))
        return 0
    terminal.result(f"{plain(settings.name)}  ({plain(str(settings.library))})")
    for root in overview.roots:
        terminal.result(f"  {plain(root.path)}: {counted(root.files, 'file')}{'' if root.available else ' (not connected)'}")
    if not overview.roots:
        terminal.result("  no folders yet: pincite index FOLDER")
    terminal.result(f"{counted(overview.documents, 'document')} in {counted(overview.files, 'file')}, {counted(overview.passages, 'passage')}, {overview.size / 1e6:,.1f} MB")
    if overview.articles or overview.quarantined:
        kinds = f"{counted(overview.documents - overview.articles, 'source')}, {counted(overview.articles, 'article')}"
        terminal.result(f"Of them {kinds}; {overview.quarantined:,} more in quarantine.")
    lacking = "none of the passages yet" if overview.without_vectors == overview.passages else f"all but {counted(overview.without_vectors, 'passage')}"
    meaning = lacking if overview.without_vectors else "all passages"
    terminal.result(f"Meaning search covers {meaning}." if overview.passages else "Nothing is indexed yet.")
    if overview.meaning_notice:
        terminal.result(overview.meaning_notice)
    if overview.skipped:
        told = [(reason, n) for reason, n in overview.reasons if reason != Reason.EXCLUDED.code]
        terminal.result(f"{counted(overview.skipped, 'file')} left out: " + ", ".join(f"{n:,} {reason}" for reason, n in told))
    if excluded := dict(overview.reasons).get(Reason.EXCLUDED.code, 0):
        terminal.result(f"{excluded:,} more are left out by your rules")
    if questions:
        terminal.result(f"{counted(questions, 'question')} found nothing (pincite feedback lists them)")
    if overview.indexed_at:
        terminal.result(f"Last change to the index: {datetime.fromisoformat(overview.indexed_at).astimezone():%Y-%m-%d %H:%M}")
    return 0


def _in_vain(library: Path, terminal: Terminal) -> int | None:
    """How many questions found nothing; None, and why in a sentence, where that cannot be read. The index has nothing to do with it."""
    try:
        return len(unanswered(library))
    except StorageError as error:
        terminal.say(str(error))
        return None


def skipped(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Every file that was left out, with its reason."""
    del arguments
    with open_searcher(settings) as searcher:
        entries = [(event.path, event.skipped) for event in searcher.left_out()]
    if terminal.json:
        terminal.object({"skipped": [present(path=path, reason=item.reason.code, detail=item.detail, size=item.stamp.size) for path, item in entries]})
        return 0
    for path, item in entries:
        detail = f" ({plain(item.detail)})" if item.detail else ""
        terminal.result(f"{plain(path)}: {item.reason.sentence}{detail} {item.reason.advice}")
    terminal.say(f"{counted(len(entries), 'file')} left out")
    return 0


def documents(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Every document in the index."""
    del arguments
    with open_searcher(settings) as searcher:
        result = searcher.search(Query("", order=Order("path"), limit=None), CancelToken())
    if terminal.json:
        terminal.object({"documents": [
            present(
                path=p.path, member=p.member, root=p.root, title=p.title, type=p.type, language=p.language, passages=p.passages, date=p.date,
                content_sha=p.content_sha, indexed_at=p.indexed_at,
            )
            for p in (hit.passage for hit in result.hits)
        ]})
        return 0
    for hit in result.hits:
        passage = hit.passage
        terminal.result(f"{plain(passage.path)}{' / ' + plain(passage.member) if passage.member else ''}: {plain(passage.title)}")
    terminal.say(counted(len(result.hits), 'document'))
    return 0
