"""What may be typed after `pincite`. Knows no engine, so that `--help` is instant."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from typing import Protocol

from pincite import __version__
from pincite.cli.usage import Usage, meant
from pincite.cli.words import count, header, limit, order, pair, scale, score, size
from pincite.domain.forms import FORMS

WINDOW_VERBS = ("open", "screenshot")
"""Verbs that start Qt."""
VERBS = (
    "open", "index", "add", "search", "facets", "status", "skipped", "documents", "extract", "check", "moved", "forget", "bench", "screenshot", "mcp", "feedback", "libraries",
)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; bad usage ends the program with status 2 and a sentence, as argparse does.

    Words that are no verb are folders to open: ``pincite ~/notes`` is ``pincite open ~/notes``.
    """
    words, whole = list(argv), parser()
    first = next((i for i in range(len(words)) if _is_plain(words, i)), None)
    asks_for_help = any(word in {"-h", "--help", "--version"} for word in words[:first])
    if not asks_for_help and (first is None or words[first] not in VERBS):
        if first is not None and (near := _meant_verb(words[first])):
            whole.error(f"there is neither a verb nor a folder {words[first]!r}{near}")
        words.insert(0 if first is None else first, "open")
    arguments, rest = whole.parse_known_args(words)
    if rest:
        (whole.verbs[arguments.verb] if arguments.verb else whole).too_much(rest)
    return arguments


def _meant_verb(word: str) -> str:
    """A question for the verb that was probably meant, if *word* is no path."""
    return "" if os.sep in word or os.path.exists(word) else meant(word, VERBS)  # noqa: PTH110  # may hold bytes that are no UTF-8


def _is_plain(words: list[str], i: int) -> bool:
    """Whether word *i* is neither an option nor the value of ``--library``."""
    return not words[i].startswith("-") and (i == 0 or words[i - 1] != "--library")


class Verbs(Protocol):
    """What argparse returns for a set of subcommands; its own name for it is private."""

    def add_parser(self, name: str, *, usage: str, description: str, epilog: str | None) -> Usage:
        """Add one."""
        ...


def parser() -> Usage:
    """The whole command line."""
    top = Usage(
        prog="pincite", usage="pincite [FOLDER ...]\n       pincite VERB [OPTION ...] ...",
        description=_OVERVIEW, epilog="pincite VERB --help says more about each.",
    )  # fmt: skip
    top.add_argument("--version", action="version", version=f"pincite {__version__}")
    _common(top)
    verbs = top.add_subparsers(prog="pincite", dest="verb", metavar="VERB", required=True, help=argparse.SUPPRESS)
    for add in (_open, _index, _add, _search, _facets, _lists, _extract, _upkeep, _bench, _screenshot, _mcp):
        add(verbs)
    top.verbs = verbs.choices
    return top


_OVERVIEW = """\
Finds the passage in your own documents that answers your question, and shows where it stands.

Begin with:
  pincite index ~/Documents
  pincite search how do I renew a passport

Ask:
  search       answer a question with cited passages
  facets       count documents by type, folder, year and every other facet
  feedback     list the questions that found nothing, and which results answered

Fill the library:
  index        add folders to the library and bring the index in step with the disk
  add          fetch one web page into the library and index it
  moved        say that a folder of the library lies somewhere else now
  forget       remove a folder and every trace of its text from the index

Look after it:
  status       say what is indexed and how fresh it is
  documents    list the documents in the index
  skipped      list what was left out, and why
  libraries    list your libraries, with their size and place
  check        compare disk and index
  extract      show what files yield, without indexing them
  bench        measure retrieval quality on judged collections

Elsewhere:
  open         open the window, with these folders in the library
  screenshot   render the window on this library into a picture
  mcp          serve search_knowledge to a language model over standard input and output"""
"""The verbs by what a person wants to do."""


def _common(parser: argparse.ArgumentParser) -> None:
    suppress = argparse.SUPPRESS  # given before or after the verb; an absent one must not undo the other
    group = parser.add_argument_group("Everywhere")
    group.add_argument("--library", metavar="DIR", default=suppress, help="the library's folder, or its name as pincite libraries lists it")
    group.add_argument("--json", action="store_true", default=suppress, help="print JSON for scripts")
    group.add_argument("--quiet", action="store_true", default=suppress, help="print results only")
    group.add_argument("--verbose", action="store_true", default=suppress, help="print what happens inside")


def _verb(verbs: Verbs, name: str, help_text: str, takes: str = "", *examples: str) -> argparse.ArgumentParser:
    """A verb; *takes* are the names that follow its options, and *examples* what may be typed after ``pincite``."""
    shown = "\n".join(["Examples:", *(f"  pincite {example}" for example in examples)]) if examples else None
    usage = f"pincite {name} [OPTION ...] {takes}".rstrip()
    parser = verbs.add_parser(name, usage=usage, description=help_text[0].upper() + help_text[1:] + ".", epilog=shown)
    _common(parser)
    return parser


def _open(verbs: Verbs) -> None:
    parser = _verb(verbs, "open", "open the window, with these folders in the library", "[FOLDER ...]", "open ~/Documents ~/Notes")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="folders to add; those of the library are kept")
    parser.add_argument("--uri", metavar="URI", help="open a pincite:// link")


def _index(verbs: Verbs) -> None:
    parser = _verb(verbs, "index", "add folders to the library and bring the index in step with the disk", "[FOLDER ...]", "index ~/Documents", "index --watch")
    parser.add_argument("folders", nargs="*", metavar="FOLDER", help="folders to add; those of the library are kept")
    parser.add_argument("--watch", action="store_true", help="stay and follow changes")
    parser.add_argument("--rebuild", action="store_true", help="read everything anew")
    parser.add_argument("--no-vectors", action="store_true", help="leave the meaning channel for later")


def _add(verbs: Verbs) -> None:
    parser = _verb(verbs, "add", "fetch one web page into the library and index it", "ADDRESS", "add https://example.org/knots.html")
    parser.add_argument("address", metavar="ADDRESS", help="the page, beginning with http:// or https://")
    parser.add_argument("--folder", metavar="FOLDER", help="where to keep it; by default Web pages in the library's folder")
    parser.add_argument("--header", action="append", type=header, default=[], metavar="NAME:VALUE", help="send this too, such as a cookie")


def _asking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--filter", action="append", type=pair, default=[], metavar="KEY=VALUE", help="only documents with this value; may be repeated")
    parser.add_argument("--exclude", action="append", type=pair, default=[], metavar="KEY=VALUE", help="no document with this value; may be repeated")


def _search(verbs: Verbs) -> None:
    parser = _verb(
        verbs, "search", "answer a question with cited passages", "TEXT ...", "search how do I renew a passport",
        "search --filter type=pdf --exclude year=2019 annual report", "search --mode query '\"fixed line\" AND (rope OR cable)'",
        "search --filter type=pdf --order date:desc --limit all", "search -- -dashes are words, too",
    )  # fmt: skip
    parser.add_argument("--mode", choices=("question", "query"), default="question", help="plain words, or the query language")
    parser.add_argument("--channel", choices=("hybrid", "keyword", "vector"), default="hybrid", help="find by words and meaning, by words, by meaning")
    _asking(parser)
    parser.add_argument("--order", type=order, metavar="KEY[:asc|:desc]", help="sort the whole selection by an attribute")
    parser.add_argument("--limit", type=limit, default=10, metavar="N|all", help="documents to show; 10 by default")
    parser.add_argument("--least", type=score, metavar="SCORE", help="with --channel keyword or vector: no passage below this score")
    parser.add_argument("--best", action="store_true", help="cut the list at its largest gap")
    parser.add_argument("--explain", action="store_true", help="say why, and what was left out")
    parser.add_argument("--judge", action="store_true", help="let the language model named in the settings judge the answers")
    parser.add_argument("--format", choices=tuple(FORMS), help="print the results to take along, numbered and with their citations")
    parser.add_argument("--answered", action="append", type=count, default=[], metavar="N", help="keep that result N answered this question")
    parser.add_argument("--not-answered", action="append", type=count, default=[], metavar="N", help="keep that result N did not")
    parser.add_argument("text", nargs="*", metavar="TEXT", help='the question; "-" reads it from standard input')


def _facets(verbs: Verbs) -> None:
    parser = _verb(verbs, "facets", "count documents by type, folder, year and every other facet", "[TEXT ...]", "facets", "facets --filter type=pdf rope")
    _asking(parser)
    parser.add_argument("text", nargs="*", metavar="TEXT", help='the question; "-" reads it from standard input')


def _lists(verbs: Verbs) -> None:
    _verb(verbs, "status", "say what is indexed and how fresh it is")
    _verb(verbs, "skipped", "list what was left out, and why")
    _verb(verbs, "documents", "list the documents in the index")
    _verb(verbs, "libraries", "list your libraries, with their size and place", "", "libraries", "search --library letters who wrote from the island")
    parser = _verb(verbs, "feedback", "list the questions that found nothing, and which results answered")
    parser.add_argument("--clear", action="store_true", help="empty the list of questions that found nothing")


def _extract(verbs: Verbs) -> None:
    parser = _verb(verbs, "extract", "show what files yield, without indexing them", "FILE ...", "extract --passages report.pdf")
    parser.add_argument("files", nargs="+", metavar="FILE", help="what to read")
    parser.add_argument("--passages", action="store_true", help="with its passages and their places")


def _upkeep(verbs: Verbs) -> None:
    parser = _verb(verbs, "check", "compare disk and index, and change neither")
    parser.add_argument("--repair", action="store_true", help="mend in the index what differs")
    parser = _verb(
        verbs, "moved", "say that a folder of the library lies somewhere else now", "OLD NEW", "moved ~/Documents /media/drive/Documents"
    )
    parser.add_argument("old", metavar="OLD", help="where it was, or its name")
    parser.add_argument("new", metavar="NEW", help="where it is")
    parser = _verb(verbs, "forget", "remove a folder and every trace of its text from the index", "FOLDER ...", "forget ~/Documents/old")
    parser.add_argument("folders", nargs="+", metavar="FOLDER", help="folders of this library")


def _bench(verbs: Verbs) -> None:
    parser = _verb(verbs, "bench", "measure retrieval quality on judged collections", "COLLECTION ...", "bench --run mine.trec cranfield")
    parser.add_argument("collections", nargs="+", metavar="COLLECTION", help="folders with corpus.jsonl, queries.jsonl and qrels")
    parser.add_argument("--channel", action="append", choices=("hybrid", "keyword", "vector"), help="may be repeated; all three by default")
    parser.add_argument("--queries", type=count, metavar="N", help="only the first N judged queries")
    parser.add_argument("--baselines", action="store_true", help="measure full-text search that demands every word beside ours")
    parser.add_argument("--run", metavar="FILE", help="write the rankings as a TREC run file")
    parser.add_argument("--reliability", metavar="FILE", help="draw how far the stated probabilities hold, as SVG")


def _screenshot(verbs: Verbs) -> None:
    parser = _verb(
        verbs, "screenshot", "render the window on this library into a picture", "OUT.png", "screenshot --theme dark --question rope window.png"
    )
    parser.add_argument("out", metavar="OUT.png", help="the picture to write")
    parser.add_argument("--size", type=size, default=(1440, 900), metavar="WxH", help="pixels; 1440x900 by default")
    parser.add_argument("--scale", type=scale, default=1.0, metavar="S", help="device pixels for each of them, from 0.5 to 4; 1 by default")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="light by default")
    views = ("atlas", "results", "preview", "settings", "first-run", "attention")
    parser.add_argument("--view", choices=views, default="results", help="what to show; the results by default")
    parser.add_argument("--question", default="", metavar="TEXT", help="what to ask")
    _asking(parser)


def _mcp(verbs: Verbs) -> None:
    _asking(_verb(verbs, "mcp", "serve search_knowledge to a language model over standard input and output"))
