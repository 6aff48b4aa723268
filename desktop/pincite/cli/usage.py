"""How the command line speaks of itself: help that reads well, and one sentence for a slip, with status 2."""

from __future__ import annotations

import argparse
import re
import shutil
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any, NoReturn

WIDEST = 100
"""Columns of the help at most: longer lines are hard to read."""
_HEADINGS = {"positional arguments": "Names", "options": "Options"}
_SENTENCES = (
    (re.compile(r"argument (?P<name>\S+): invalid choice: (?P<given>.+) \(choose from (?P<choices>.+)\)"), r"\g<name> takes one of \g<choices>, not \g<given>"),
    (re.compile(r"argument (?P<name>\S+): invalid \w+ value: (?P<given>.+)"), r"\g<name> takes a number, not \g<given>"),
    (re.compile(r"argument (?P<name>\S+): expected .+"), r"\g<name> needs a value after it"),
    (re.compile(r"argument (?P<name>\S+): ignored explicit argument (?P<given>.+)"), r"\g<name> takes no value, but \g<given> follows it"),
    (re.compile(r"the following arguments are required: (?P<name>.+)"), r"the \g<name> is missing"),
    (re.compile(r"argument (?P<rest>.+)"), r"\g<rest>"),
)
"""What argparse says, and how a person says it."""


class Usage(argparse.ArgumentParser):
    """A parser whose mistakes and help are written for a person."""

    def __init__(self, **given: Any) -> None:
        super().__init__(formatter_class=_Format, **given)
        self.verbs: Mapping[str, Usage] = {}

    def error(self, message: str) -> NoReturn:
        """End the program with status 2 and one sentence."""
        for found, said in _SENTENCES:
            if match := found.fullmatch(message):
                message = match.expand(said)
                break
        self.exit(2, f"{self.prog}: {message} ({self.prog} --help says more).\n")

    def too_much(self, words: Sequence[str]) -> NoReturn:
        """End the program because of *words* that mean nothing here."""
        word = words[0]
        if not word.startswith("-"):
            self.error(f"{word!r} is one word too many here")
        self.error(f"there is no option {word.partition('=')[0]}{meant(word.partition('=')[0], re.findall(r'--[a-z-]+', self.format_help()))}")


class _Format(argparse.RawDescriptionHelpFormatter):
    """Wide enough for the options to stand beside what they do."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30, width=min(shutil.get_terminal_size((WIDEST, 24)).columns - 2, WIDEST))

    def start_section(self, heading: str | None) -> None:
        """Begin a part of the help, under a heading of ours."""
        super().start_section(_HEADINGS.get(heading or "", heading))


def meant(word: str, known: Iterable[str]) -> str:
    """A question for what was probably meant; nothing if nothing is near."""
    near = get_close_matches(word, list(known), 1, 0.7)
    return f"; did you mean {near[0]}?" if near else ""
