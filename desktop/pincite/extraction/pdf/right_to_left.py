"""Lines of right-to-left scripts in reading order. Pure text and places, no parser.

PDFium gives the words of a mixed line as they stand, from one end or the other: those of the rarer script come in wrong order, and a stop
at a line's left end comes before its word.
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Final

RIGHT_TO_LEFT = re.compile("[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]")
_OTHER = re.compile("[A-Za-z\u00c0-\u024f\u0370-\u052f]")
_WORD = re.compile(r"\S+")
_STOP_FIRST = re.compile(r"([.,!?:;\u2026\u060c\u061b\u061f\u06d4]+)(?=[\u0590-\u08ff])")
_PAIRED = re.compile(r"\([^()]*\)|\[[^\[\]]*\]")
_TURNED = re.compile(r"\)[^()]*\(|\][^\[\]]*\[")
_OTHER_WAY: Final = str.maketrans("()[]", ")(][")
_LAM: Final = "\u0644"
_PAIR: Final = 2
_ONE_LINE: Final = 6.0
"""Points by which the words of a line may stand higher or lower than each other."""

Origins = Mapping[int, tuple[float, float]]
"""Where characters of a text begin on their page, in points, by their place in the text."""


def is_turned_round(letters: str) -> bool:
    """Whether the letters of one glyph are in wrong order: all that came from a glyph's own text are.

    What PDFium itself makes of a presentation form is in order: a letter with a mark, or lam and alef, of which there is one form.
    """
    if len(letters) != _PAIR:
        return len(letters) > _PAIR
    return letters[0] != _LAM and not (unicodedata.combining(letters[1]) and not unicodedata.combining(letters[0]))


def reordered(text: str, origins: Origins) -> str:
    """The text with each line that holds right-to-left letters in reading order, taking for the page's direction that of most letters."""
    leftwards = len(RIGHT_TO_LEFT.findall(text)) >= len(_OTHER.findall(text))
    parts: list[str] = []
    at = 0
    for line in text.splitlines(keepends=True):
        body = line.rstrip("\r\n")
        parts.append((_line(body, at, origins, leftwards=leftwards) if RIGHT_TO_LEFT.search(body) else body) + line[len(body) :])
        at += len(line)
    return _with_brackets("".join(parts))


def _with_brackets(text: str) -> str:
    """The text with its brackets turned where they stand the wrong way round.

    Some programs say of a turned bracket what it looks like, and some what it means; PDFium takes all to do the former. A line may well end one
    bracket and begin another, so that the lines of a page are counted.
    """
    lines = [line for line in text.splitlines() if RIGHT_TO_LEFT.search(line)]
    wrong = {line for line in lines if _TURNED.search(line) and not _PAIRED.search(line)}
    if len(wrong) <= sum(_PAIRED.search(line) is not None for line in lines):
        return text
    return "".join(line.translate(_OTHER_WAY) if line.rstrip("\r\n") in wrong else line for line in text.splitlines(keepends=True))


def _line(line: str, offset: int, origins: Origins, *, leftwards: bool) -> str:
    """A line in reading order; as it is where it is not known where its words stand, or they do not stand on one line."""
    placed: list[tuple[float, str]] = []
    heights: list[float] = []
    for word in _WORD.finditer(line):
        places = [origins[i] for i in range(offset + word.start(), offset + word.end()) if i in origins]
        if not places:
            return line
        stop = _STOP_FIRST.match(word[0])
        beyond = stop is not None and len(places) > 1 and places[0][0] < places[-1][0]  # a stop on the left of its word
        placed.append((min(x for x, _ in places), _stop_last(word[0]) if beyond else word[0]))
        heights.append(places[0][1])
    if max(heights) - min(heights) > _ONE_LINE:
        return line
    seen = [word for _, word in sorted(placed, key=lambda item: item[0])]
    read = " ".join(_in_order(seen, leftwards=leftwards))
    return _stop_last(read) if leftwards else read  # a stop on the right of all ends a line that was set from the left


def _in_order(seen: Sequence[str], *, leftwards: bool) -> list[str]:
    """Words that stand from left to right, in the order in which they are read: each stretch that runs against the page's direction as it runs."""
    along, against = (RIGHT_TO_LEFT, _OTHER) if leftwards else (_OTHER, RIGHT_TO_LEFT)
    ordered: list[str] = []
    for stays, stretch in itertools.groupby(reversed(seen) if leftwards else seen, key=lambda word: bool(along.search(word))):
        words = list(stretch)
        ordered += words if stays or not any(against.search(word) for word in words) else words[::-1]
    return ordered


def _stop_last(words: str) -> str:
    stop = _STOP_FIRST.match(words)
    return words[stop.end() :] + stop[0] if stop else words
