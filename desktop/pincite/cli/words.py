"""What may follow an option: each function reads one word, and a slip gets a sentence that says how to write it."""

from __future__ import annotations

import argparse
import math


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
    if not _counts(text):
        raise argparse.ArgumentTypeError(f"write a number from 1, or all, not {text!r}")
    return int(text)


def count(text: str) -> int:
    """A number from 1."""
    if not _counts(text):
        raise argparse.ArgumentTypeError(f"write a number from 1, not {text!r}")
    return int(text)


def _counts(text: str) -> bool:
    return text.isascii() and text.isdigit() and int(text[:20]) >= 1 and len(text) < 16


def score(text: str) -> float:
    """A score, which is a number."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        raise argparse.ArgumentTypeError(f"write a number like 0.6, not {text!r}")
    return number


def scale(text: str) -> float:
    """Device pixels for a pixel: half of one to four."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0.5 <= number <= 4:
        raise argparse.ArgumentTypeError(f"write a number from 0.5 to 4, not {text!r}")
    return number


def size(text: str) -> tuple[int, int]:
    """``WIDTHxHEIGHT`` in pixels."""
    width, x, height = text.lower().partition("x")
    if not x or not width.isdigit() or not height.isdigit() or not (200 <= int(width) <= 8000 and 150 <= int(height) <= 8000):
        raise argparse.ArgumentTypeError(f"write a size like 1440x900, not {text!r}")
    return int(width), int(height)
