"""Texts as Qt must get them: single lines, no lone surrogates, ranges in UTF-16 units, nothing taken for markup."""

from __future__ import annotations

import html
import unicodedata
from collections.abc import Iterable
from typing import TypeVar

T = TypeVar("T")
Ranges = tuple[tuple[int, int], ...]
"""Half-open character ranges."""


def shown(text: str) -> str:
    """*text* for display: undecodable bytes of a file name become U+FFFD, controls become spaces; as long as before."""
    if text.isprintable():
        return text
    return "".join(_shown_character(c) for c in text)


def _shown_character(character: str) -> str:
    category = unicodedata.category(character)
    if category == "Cs":
        return "\ufffd"
    return " " if category in ("Cc", "Zl", "Zp") else character


def paragraphs(text: str) -> str:
    """Like `shown`, but line ends stay."""
    return "\n".join(shown(line) for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"))


def utf16_ranges(text: str, ranges: Iterable[tuple[int, int]]) -> Ranges:
    """Character ranges of a Python string as ranges of a Qt string, which counts UTF-16 units."""
    chosen = tuple(ranges)
    if text.isascii() or max(text, default="") <= "\uffff":
        return chosen
    units = [0]
    for character in text:
        units.append(units[-1] + (2 if character > "\uffff" else 1))
    last = len(units) - 1
    return tuple((units[min(start, last)], units[min(end, last)]) for start, end in chosen)


def for_button(text: str) -> str:
    """*text* for a button, menu or action, where a single "&" would become a mnemonic."""
    return shown(text).replace("&", "&&")


def for_tip(text: str) -> str:
    """*text* for a tool tip, which guesses whether it holds markup."""
    return f"<span>{html.escape(shown(text))}</span>"


def middle_elided(parts: tuple[T, ...], keep: int, ellipsis: T) -> tuple[T, ...]:
    """At most *keep* parts, the middle ones replaced by one *ellipsis*."""
    if len(parts) <= keep:
        return parts
    head = max(1, keep // 2 - 1)
    return (*parts[:head], ellipsis, *parts[-(keep - head - 1) :])
