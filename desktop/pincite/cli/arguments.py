"""What may be typed after `pincite`. Knows no engine, so that `--help` is instant."""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from typing import Protocol

from pincite import __version__

FORMS = ("text", "markdown", "csv", "bibtex")
"""What results may be taken along as."""
WINDOW_VERBS = ("open", "screenshot")
"""Verbs that start Qt."""
VERBS = (
    "open", "index", "add", "search", "facets", "status", "skipped", "documents", "extract", "check", "forget", "bench", "screenshot", "mcp", "feedback",
)


def parse(argv: Sequence[str]) -> argparse.Namespace:
    """Read the command line; bad usage ends the program with status 2 and a sentence, as argparse does.

    Words that are no verb are folders to open: ``pincite ~/notes`` is ``pincite open ~/notes``.
    """
    words = list(argv)
    first = next((i for i in range(len(words)) if _is_plain(words, i)), None)
    asks_for_help = any(word in {"-h", "--help", "--version"} for word in words[:first])
    if not asks_for_help and (first is None or words[first] not in VERBS):
        words.insert(0 if first is None else first, "open")
    return parser().parse_args(words)


def _is_plain(words: list[str], i: int) -> bool:
    """Whether word *i* is neither an option nor the value of ``--library``."""
    return not words[i].startswith("-") and (i == 0 or words[i - 1] != "--library")


class Verbs(Protocol):
    """What argparse returns for a set of subcommands; its own name for it is private."""

    def add_parser(self, name: str, *, help: str, description: str) -> argparse.ArgumentParser:  # noqa: A002  # argparse's word
        """Add one."""
        ...


def parser() -> argparse.ArgumentParser:
    """The whole command line."""
    top = argparse.ArgumentParser(
        prog="pincite", description="Finds the passage in your own documents that answers your question, and shows where it stands."
    )
    top.add_argument("--version", action="version", version=f"pincite {__version__}")
    _common(top)
    verbs = top.add_subparsers(dest="verb", metavar="VERB", required=True)
    for add in (_open, _index, _add, _search, _facets, _lists, _extract, _upkeep, _bench, _screenshot, _mcp):
        add(verbs)
    return top


def _common(parser: argparse.ArgumentParser) -> None:
    suppress = argparse.SUPPRESS  # given before or after the verb; an absent one must not undo the other
    parser.add_argument("--library", metavar="DIR", default=suppress, help="folder that holds this library's index and settings")
    parser.add_argument("--json", action="store_true", default=suppress, help="print JSON for scripts")
    parser.add_argument("--quiet", action="store_true", default=suppress, help="print results only")
    parser.add_argument("--verbose", action="store_true", default=suppress, help="print what happens inside")


def _verb(verbs: Verbs, name: str, help_text: str) -> argparse.ArgumentParser:
    parser = verbs.add_parser(name, help=help_text, description=help_text[0].upper() + help_text[1:] + ".")
    _common(parser)
    return parser


def _open(verbs: Verbs) -> None:
    parser = _verb(verbs, "open", "open the window, with these folders in the library")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--uri", metavar="URI", help="open a pincite:// link")


def _index(verbs: Verbs) -> None:
    parser = _verb(verbs, "index", "add folders to the library and bring the index in step with the disk")
    parser.add_argument("folders", nargs="*", metavar="FOLDER")
    parser.add_argument("--watch", action="store_true", help="stay and follow changes")
    parser.add_argument("--rebuild", action="store_true", help="read everything anew")
    parser.add_argument("--no-vectors", action="store_true", help="leave the meaning channel for later")


def _add(verbs: Verbs) -> None:
    parser = _verb(verbs, "add", "fetch one web page into the library and index it")
    parser.add_argument("address", metavar="ADDRESS", help="the page, beginning with http:// or https://")
    parser.add_argument("--folder", metavar="FOLDER", help="where to keep it; by default Web pages in the library's folder")
    parser.add_argument("--header", action="append", type=header, default=[], metavar="NAME:VALUE", help="send this too, such as a cookie")


def _asking(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--filter", action="append", type=pair, default=[], metavar="KEY=VALUE", help="only documents with this value")
    parser.add_argument("--exclude", action="append", type=pair, default=[], metavar="KEY=VALUE", help="no document with this value")


def _search(verbs: Verbs) -> None:
    parser = _verb(verbs, "search", "answer a question with cited passages")
    parser.add_argument("--mode", choices=("question", "query"), default="question", help="plain words, or the query language")
    parser.add_argument("--channel", choices=("hybrid", "keyword", "vector"), default="hybrid")
    _asking(parser)
    parser.add_argument("--order", type=order, metavar="KEY[:asc|:desc]", help="sort the whole selection by an attribute")
    parser.add_argument("--limit", type=limit, default=10, metavar="N|all", help="documents to show")
    parser.add_argument("--least", type=score, metavar="SCORE", help="with --channel keyword or vector: no passage below this score")
    parser.add_argument("--best", action="store_true", help="cut the list at its largest gap")
    parser.add_argument("--explain", action="store_true", help="say why, and what was left out")
    parser.add_argument("--format", choices=FORMS, help="print the results to take along, numbered and with their citations")
    parser.add_argument("--answered", action="append", type=int, default=[], metavar="N", help="keep that result N answered this question")
    parser.add_argument("--not-answered", action="append", type=int, default=[], metavar="N", help="keep that result N did not")
    parser.add_argument("text", nargs="*", metavar="TEXT")


def _facets(verbs: Verbs) -> None:
    parser = _verb(verbs, "facets", "count documents by type, folder, year and every other facet")
    _asking(parser)
    parser.add_argument("text", nargs="*", metavar="TEXT")


def _lists(verbs: Verbs) -> None:
    _verb(verbs, "status", "say what is indexed and how fresh it is")
    _verb(verbs, "skipped", "list what was left out, and why")
    _verb(verbs, "documents", "list the documents in the index")
    parser = _verb(verbs, "feedback", "list the questions that found nothing, and which results answered")
    parser.add_argument("--clear", action="store_true", help="empty the list of questions that found nothing")


def _extract(verbs: Verbs) -> None:
    parser = _verb(verbs, "extract", "show what files yield, without indexing them")
    parser.add_argument("files", nargs="+", metavar="FILE")
    parser.add_argument("--passages", action="store_true", help="with its passages and their places")


def _upkeep(verbs: Verbs) -> None:
    parser = _verb(verbs, "check", "compare disk and index")
    parser.add_argument("--repair", action="store_true", help="mend what differs")
    parser = _verb(verbs, "forget", "remove a folder and every trace of its text from the index")
    parser.add_argument("folders", nargs="+", metavar="FOLDER")


def _bench(verbs: Verbs) -> None:
    parser = _verb(verbs, "bench", "measure retrieval quality on judged collections")
    parser.add_argument("collections", nargs="+", metavar="COLLECTION")
    parser.add_argument("--channel", action="append", choices=("hybrid", "keyword", "vector"), help="may be repeated; all three by default")
    parser.add_argument("--queries", type=int, metavar="N", help="only the first N judged queries")
    parser.add_argument("--run", metavar="FILE", help="write the rankings as a TREC run file")


def _screenshot(verbs: Verbs) -> None:
    parser = _verb(verbs, "screenshot", "render the window on this library into a picture")
    parser.add_argument("out", metavar="OUT.png")
    parser.add_argument("--size", type=size, default=(1440, 900), metavar="WxH")
    parser.add_argument("--scale", type=float, default=1.0, metavar="S")
    parser.add_argument("--theme", choices=("light", "dark"), default="light")
    views = ("atlas", "results", "preview", "settings", "first-run", "attention")
    parser.add_argument("--view", choices=views, default="results")
    parser.add_argument("--question", default="", metavar="TEXT")
    _asking(parser)


def _mcp(verbs: Verbs) -> None:
    _asking(_verb(verbs, "mcp", "serve search_knowledge to a language model over standard input and output"))


def pair(text: str) -> tuple[str, str]:
    """``key=value``; the value may hold further equal signs."""
    key, equals, value = text.partition("=")
    if not equals or not key.strip():
        raise argparse.ArgumentTypeError(f"write key=value, not {text!r}")
    return key.strip(), value


def header(text: str) -> tuple[str, str]:
    """``Name: value`` of an HTTP header."""
    name, colon, value = text.partition(":")
    if not colon or not name.strip() or not name.strip().isascii() or any(mark in text for mark in "\r\n"):
        raise argparse.ArgumentTypeError(f"write Name: value, not {text!r}")
    return name.strip(), value.strip()


def order(text: str) -> tuple[str, bool]:
    """``key``, ``key:asc`` or ``key:desc`` as (key, descending). A typo in the direction must not invert a superlative."""
    key, colon, direction = text.rpartition(":")
    if not colon:
        return text, False
    if direction not in {"asc", "desc"} or not key:
        raise argparse.ArgumentTypeError(f"write {key or 'key'}:asc or {key or 'key'}:desc, not {text!r}")
    return key, direction == "desc"


def limit(text: str) -> int | None:
    """A number from 1, or ``all`` as None."""
    if text == "all":
        return None
    if not text.isascii() or not text.isdigit() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"write a number from 1, or all, not {text!r}")
    return int(text)


def score(text: str) -> float:
    """A score, which is a number."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"write a number like 0.6, not {text!r}")
    return number


def size(text: str) -> tuple[int, int]:
    """``WIDTHxHEIGHT`` in pixels."""
    width, x, height = text.lower().partition("x")
    if not x or not width.isdigit() or not height.isdigit() or not (200 <= int(width) <= 8000 and 150 <= int(height) <= 8000):
        raise argparse.ArgumentTypeError(f"write a size like 1440x900, not {text!r}")
    return int(width), int(height)
