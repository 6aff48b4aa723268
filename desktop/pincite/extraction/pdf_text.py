"""A PDF page's text as a person reads it: ligatures folded, words whole across lines, running heads told apart. Pure text, no parser."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

_LINE_END = re.compile(r"\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_FOLDED = re.compile("[\ufb00-\ufb4f\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefe\u0132\u0133\u2e80-\u2fdf]+")
"""Ligatures, presentation forms of Arabic and Hebrew, and radicals that stand for whole characters."""
_CONTROL = re.compile("[\x00\x01\x03-\x08\x0e-\x1f\x7f\ufeff\ufffe\uffff]")
_BROKEN_WORD = re.compile("([^\\W\\d_]+)(?:\x02|[-\u00ad\u2010](?=\n))[ \t]*\n?[ \t]*([^\\W\\d_]+)")
_SOFT_MARK = re.compile("\x02\\s*|\u00ad")
_WORD = re.compile(r"[^\W\d_]+")
_FLOWING = re.compile(r"(?<=[^\W\d_,;–])[ \t]*\n(?=[a-zà-öø-ÿа-яёα-ω])")
_BLANKS = re.compile(r"[ \t\u00a0\u2000-\u200a\u202f\u3000]+")
_DIGITS = re.compile(r"\d+|\b[ivxlc]{1,7}\b", re.IGNORECASE)
_EDGE: Final = 2
"""Lines at the top and at the bottom of a page that may be running heads."""
_BODY: Final = 5
"""Lines that a page must have before any of them counts as a running head."""
_REPEATED: Final = 3
_SHARE: Final = 0.3

# Words that often begin or end a true compound; where both halves are words, a hyphen at a line's end was there before the line was broken.
_COMPOUND_FIRST: Final = frozenset(
    "self well non long short high low full half part real time user power open close cross large small multi single double first second"
    " third left right top bottom upper lower north south east west read write hard soft state object data machine model end front back"
    " inter two three four five six seven eight nine ten one all ever never best better good bad fast slow old new free cost energy water"
    " light heat air land sea fire climate carbon planet world life work home school health peer client server run built so day night year"
    " week month co ex anti pre post semi quasi vice mid far near deep wide broad narrow thin thick dark bright hand eye face body blood".split()
)


def cleaned(raw: str) -> str:
    """The raw text of a page with one kind of line end, in NFC, ligatures folded, blanks single, without control characters."""
    text = _LINE_END.sub("\n", raw)
    text = _CONTROL.sub("", text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _FOLDED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text))
    text = _BLANKS.sub(" ", text)
    return "\n".join(line.strip(" ") for line in text.split("\n")).strip("\n")


def vocabulary(pages: Sequence[str]) -> frozenset[str]:
    """The words of a document, in small letters, that stand whole within a line."""
    words: set[str] = set()
    for text in pages:
        for line in text.split("\n"):
            found = _WORD.findall(line.lower())
            words.update(found[:-1] if line.endswith(("-", "\x02", "\u00ad", "\u2010")) else found)
    return frozenset(words)


def joined(text: str, words: frozenset[str]) -> str:
    """Words that were broken at a line's end made whole; true hyphens stay. Lines of one sentence are joined."""
    if "\x02" in text or "-\n" in text or "\u00ad" in text or "\u2010\n" in text:
        text = _BROKEN_WORD.sub(_mender(words), text)
        text = _SOFT_MARK.sub("", text)
    return _FLOWING.sub(" ", text)


def _mender(words: frozenset[str]) -> Callable[[re.Match[str]], str]:
    def mend(found: re.Match[str]) -> str:
        first, second = found[1], found[2]
        if "\n" not in found[0] and "\x02" not in found[0]:
            return found[0]
        return f"{first}-{second}" if _is_compound(first, second, words) else first + second

    return mend


def _is_compound(first: str, second: str, words: frozenset[str]) -> bool:
    """Whether the hyphen between two halves belongs to the word, by what the document writes elsewhere."""
    low_first, low_second = first.lower(), second.lower()
    if second[0].isupper() and not first.isupper():
        return True
    if low_first + low_second in words:
        return False
    both = low_first in words and low_second in words
    return both or (low_first in _COMPOUND_FIRST and len(low_second) > 3)


def running_lines(pages: Sequence[str]) -> frozenset[str]:
    """The shapes of lines that stand at the top or bottom of many pages; digits and roman numbers count as the same."""
    seen: Counter[str] = Counter()
    full = 0
    for text in pages:
        lines = text.split("\n")
        if len(lines) < _BODY:
            continue
        full += 1
        seen.update({_shape(line) for line in (*lines[:_EDGE], *lines[-_EDGE:]) if line})
    return frozenset(shape for shape, count in seen.items() if count >= max(_REPEATED, _SHARE * full))


def without_running_lines(text: str, shapes: frozenset[str]) -> str:
    """The page without its running heads and feet."""
    if not shapes:
        return text
    lines = text.split("\n")
    if len(lines) < _BODY:
        return text
    first = next((i for i, line in enumerate(lines[:_EDGE]) if line and _shape(line) not in shapes), min(_EDGE, len(lines)))
    last = next((i for i, line in enumerate(reversed(lines[-_EDGE:])) if line and _shape(line) not in shapes), _EDGE)
    return "\n".join(lines[first : len(lines) - last])


def _shape(line: str) -> str:
    return _DIGITS.sub("#", line).strip()
