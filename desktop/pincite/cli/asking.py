"""`pincite search` and `pincite facets`: ask, read cited passages, count."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable

from pincite.assembly import open_chat, open_searcher
from pincite.cli.contract import facets_object, result_object
from pincite.cli.feedback import keep
from pincite.cli.terminal import Terminal, plain
from pincite.domain.cancel import CancelToken
from pincite.domain.citation import place
from pincite.domain.errors import QuestionError, SettingsError
from pincite.domain.export import WRITERS
from pincite.domain.readable import MARKDOWN, readable
from pincite.domain.search import Channel, Filter, Hit, Mode, Order, Query, SearchResult
from pincite.domain.wording import counted, heading_of_related
from pincite.settings import Settings

MORE_PASSAGES = 4
"""Further passages of each document that are named."""
VALUES = 20
"""Of a facet that are printed, the most frequent first."""


def search(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Answer one question. Finding nothing is an answer: status 0."""
    query = Query(
        text_of(arguments.text), Mode(arguments.mode), Channel(arguments.channel), filters_of(arguments),
        Order(*arguments.order) if arguments.order else None, arguments.limit, arguments.best, arguments.explain, MORE_PASSAGES,
        judged=arguments.judge, least=arguments.least,
    )
    if arguments.judge and not settings.judge.endpoint:
        raise SettingsError("No language model is set: name its address under [judge] in the settings.")
    if arguments.judge:
        open_chat(settings)  # a key that is not there is named before anything is asked
    with open_searcher(settings) as searcher:
        try:
            result = searcher.search(query, CancelToken())
        except QuestionError as error:
            raise QuestionError(pointed(error, query.text), error.position) from error
    if terminal.json:
        terminal.object(result_object(result))
    elif arguments.format:
        terminal.text(WRITERS[arguments.format](result))
    else:
        _show(result, terminal)
    keep(settings, arguments, result, terminal)
    return 0


def pointed(error: QuestionError, text: str) -> str:
    """The message with the place that it is about: the character, counted from 1, and what stands there."""
    if error.position is None or not text.strip():
        return str(error)
    there = " ".join(text[error.position : error.position + 30].split())
    return f"{error} (At character {error.position + 1}{f': {there}' if there else ''}.)"


def facets(settings: Settings, arguments: argparse.Namespace, terminal: Terminal) -> int:
    """Print the counts of every facet under the question and the filters."""
    query = Query(text_of(arguments.text), filters=filters_of(arguments), limit=1)
    with open_searcher(settings) as searcher:
        result = searcher.search(query, CancelToken())
    if terminal.json:
        terminal.object({"total_documents": result.total_documents, "facets": facets_object(result.facets)})
        return 0
    terminal.result(f"{counted(result.total_documents, 'document')}, {counted(result.total_passages, 'passage')}")
    for key, counts in result.facets.items():
        if counts:
            terminal.result(f"\n{plain(key)}")
            for count in counts[:VALUES]:
                terminal.result(f"  {count.documents:>7,}  {plain(count.value)}")
            if len(counts) > VALUES:
                terminal.result(f"           and {len(counts) - VALUES:,} more (--json lists all)")
    return 0


def text_of(words: Iterable[str]) -> str:
    """The question, as one text; "-" alone reads it from standard input."""
    parts = list(words)
    return sys.stdin.read() if parts == ["-"] else " ".join(parts)


def filters_of(arguments: argparse.Namespace) -> tuple[Filter, ...]:
    """What `--filter` and `--exclude` say."""
    chosen = tuple(Filter(key, value) for key, value in arguments.filter)
    return chosen + tuple(Filter(key, value, exclude=True) for key, value in arguments.exclude)


def _show(result: SearchResult, terminal: Terminal) -> None:
    if not (result.query.text.strip() or result.query.filters or result.query.order):
        terminal.say('Nothing was asked: write pincite search "your question", or choose documents with --filter or --order.')
        return
    for note in result.notes:
        terminal.say(note)
    for n, hit in enumerate(result.hits, 1):
        _show_hit(n, hit, terminal)
    if result.related:
        terminal.result(f"\n{heading_of_related(result.related)}")
        for n, hit in enumerate(result.related, 1):
            _show_hit(n, hit, terminal)
    if result.query.explain:
        _show_reasons(result, terminal)
    shown = f"{len(result.hits)} of {counted(result.total_documents, 'document')}"
    terminal.say(f"{shown}, {counted(result.total_passages, 'passage')}, {result.elapsed_ms:.0f} ms")
    missing = result.incomplete
    if missing.queued:
        terminal.say(f"{counted(missing.queued, 'file is', 'files are')} not read yet")
    if missing.skipped:
        terminal.say(f"{counted(missing.skipped, 'file is', 'files are')} left out; pincite skipped says why")


def _show_hit(n: int, hit: Hit, terminal: Terminal) -> None:
    passage = hit.passage
    where = place(passage.location, hit.line)
    terminal.result(f"\n[{n}] {_bold(plain(passage.title), terminal)}{'  -  ' + plain(where) if where else ''}")
    terminal.result(f"    {plain(passage.path)}{' / ' + plain(passage.member) if passage.member else ''}")
    terminal.result(f"    {_marked(hit, terminal)}")
    if hit.state:
        terminal.result(f"    ({hit.state})")


def _marked(hit: Hit, terminal: Terminal) -> str:
    """The snippet as a person reads it, with its matches in bold (on a terminal) and white space folded."""
    text, marks = hit.snippet.text, hit.snippet.highlights
    if hit.passage.type in MARKDOWN:
        text, marks = readable(text, marks)
    at, parts = 0, list[str]()
    for start, end in marks:
        parts += [plain(text[at:start]), _bold(plain(text[start:end]), terminal)]
        at = end
    parts.append(plain(text[at:]))
    return "".join(parts)


def _bold(text: str, terminal: Terminal) -> str:
    return f"\x1b[1m{text}\x1b[0m" if terminal.out.isatty() else text


def _show_reasons(result: SearchResult, terminal: Terminal) -> None:
    terminal.result(f"\nLooked for: {plain(result.built)}")
    for term in result.terms:
        terminal.result(f"  {plain(term.text)}: {counted(term.documents, 'document') if term.used else term.why}")
    for n, hit in enumerate(result.hits, 1):
        named = ", ".join(f"{name} {score:.2f}" for name, score in hit.scores.items())
        terminal.result(f"  [{n}] {named}; by {' and '.join(hit.found_by)}")
    for drop in result.dropped:
        terminal.result(f"  left out: {plain(drop.title)} ({drop.reason})")
