"""Values of front matter and files compared by what they are: numbers as numbers, dates as dates, all else as text.

A value is a text as it was written. ``4,200`` and ``4.2e3`` are the same number; ``2020-05`` is the whole of May; ``Lot 9`` comes
before ``Lot 10``. The same rules hold for orders, ranges and equality, so that they can't disagree.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from math import isfinite
from typing import TypeAlias

Rank: TypeAlias = "tuple[int, float, tuple[tuple[int, float, str], ...]]"
"""What values are sorted by: the kind, the number or date, the text in pieces."""

_NUMBER = re.compile(r"[+-]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:[eE][+-]?\d{1,3})?")
_DATE = re.compile(r"(\d{4})(?:[-/](\d{1,2})(?:[-/](\d{1,2}))?)?(?:[T ].*)?")
_BYTES = re.compile(r"(\d+(?:\.\d+)?)\s*([kmgt]?)i?b?", re.IGNORECASE)
_UNITS = {"": 1, "k": 1000, "m": 1000**2, "g": 1000**3, "t": 1000**4}


class Sort(Enum):
    """How the values of a key compare."""

    BYTES = "a size like 200kb or 1.5mb"
    DATE = "a date like 2020, 2020-05 or 2020-05-17"
    NUMBER = "a number"
    TEXT = "a text"


FIXED = {"size": Sort.BYTES, "date": Sort.DATE, "modified": Sort.DATE, "year": Sort.NUMBER, "depth": Sort.NUMBER}
"""Keys whose values have one kind in every library."""


@dataclass(frozen=True, slots=True)
class Range:
    """From `low` to `high`, "" for no end there; an end that is `above` or `below` is itself left out."""

    low: str
    high: str
    above: bool = False
    below: bool = False


def number(text: str) -> float | None:
    """The number that *text* is; None if it is none."""
    text = text.strip()
    if not any(map(str.isdigit, text)) or not text.isascii() or not _NUMBER.fullmatch(text):
        return None
    value = float(text.replace(",", ""))
    return value if isfinite(value) else None


def size(text: str) -> float | None:
    """Bytes: ``300``, ``20kb``, ``1.5 MB`` (decimal, as file managers count)."""
    match = _BYTES.fullmatch(text.strip()) if text.isascii() else None
    return float(match[1]) * _UNITS[match[2].lower()] if match else None


def date(text: str) -> tuple[int, ...] | None:
    """(year,), (year, month) or (year, month, day), as exact as *text* says; a time of day is left out. None if it is no date."""
    match = _DATE.fullmatch(text.strip()) if text.isascii() else None
    if match is None:
        return None
    parts = tuple(int(part) for part in match.groups() if part)
    fits = all(1 <= part <= most for part, most in zip(parts[1:], (12, 31), strict=False))
    return parts if fits else None


def plain(text: str) -> str:
    """A text for comparing: case, width and outer blanks aside."""
    return " ".join(unicodedata.normalize("NFKC", text).casefold().split())


def same(one: str, other: str) -> bool:
    """Whether two values are equal: as texts, letter case aside, or as numbers (``1`` is ``1.0``)."""
    if plain(one) == plain(other):
        return True
    left, right = number(one), number(other)
    return left is not None and left == right


def sort_of(key: str, values: Iterable[str]) -> Sort:
    """How the values of *key* compare, when these are all of them: the narrowest kind that fits every one."""
    if key in FIXED:
        return FIXED[key]
    present = [value for value in values if value.strip()]
    if present and all(number(value) is not None for value in present):
        return Sort.NUMBER
    return Sort.DATE if present and all(date(value) is not None for value in present) else Sort.TEXT


def measure(sort: Sort, value: str) -> float | tuple[int, ...] | str | None:
    """*value* as what it is compared by; None if it is not of this kind."""
    if sort is Sort.BYTES:
        return size(value)
    if sort is Sort.DATE:
        return date(value)
    return number(value) if sort is Sort.NUMBER else plain(value)


def inside(sort: Sort, value: str, wanted: Range) -> bool:
    """Whether *value* lies in the range. An end is as exact as it is written: ``..2020-05`` holds all of May, ``a..m`` all of m."""
    low, high = (measure(sort, end) if end else None for end in (wanted.low, wanted.high))
    found = measure(sort, value)
    if found is None or (wanted.low and low is None) or (wanted.high and high is None):
        return False
    if low is not None:
        order = _compare(found, low)
        if order < 0 or (order == 0 and wanted.above):
            return False
    if high is not None:
        order = _compare(found, high)
        if order > 0 or (order == 0 and wanted.below):
            return False
    return True


def _compare(value: float | tuple[int, ...] | str, end: float | tuple[int, ...] | str) -> int:
    """-1, 0 or 1. A date or text is as exact as the shorter of the two."""
    if isinstance(value, tuple) and isinstance(end, tuple):
        shared = min(len(value), len(end))
        left, right = value[:shared], end[:shared]
        return (left > right) - (left < right)
    if isinstance(value, str) and isinstance(end, str):
        head = value[: len(end)]
        return (head > end) - (head < end)
    if isinstance(value, float) and isinstance(end, float):
        return (value > end) - (value < end)
    raise TypeError("values of different kinds are never compared")


def rank(sort: Sort, value: str) -> Rank:
    """What *value* is sorted by, upwards; values that are not of the key's kind come after all that are."""
    found = measure(sort, value)
    if isinstance(found, tuple):
        year, month, day = (*found, 0, 0)[:3]
        return (0, float(year * 10_000 + month * 100 + day), ())
    if isinstance(found, float):
        return (0, found, ())
    return (1, 0.0, tuple(_pieces(plain(value))))


def _pieces(text: str) -> Iterable[tuple[int, float, str]]:
    """Runs of digits as numbers, all else as text."""
    for piece in re.findall(r"[0-9]{1,15}|[^0-9]+", text):
        yield (0, float(piece), "") if piece[0] in "0123456789" else (1, 0.0, piece)
