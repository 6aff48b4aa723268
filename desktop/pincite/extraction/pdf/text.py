"""A PDF page's text as a person reads it: ligatures folded, words whole across lines, running heads told apart. Pure text, no parser."""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

_LINE_END = re.compile("[\r\x0b\x0c\x85\u2028\u2029]")
_FOLDED = re.compile("[\ufb00-\ufb4f\ufb50-\ufdcf\ufdf0-\ufdff\ufe70-\ufefe\u0132\u0133\u2e80-\u2fdf]+")
"""Ligatures, presentation forms of Arabic and Hebrew, and radicals that stand for whole characters."""
_CONTROL = re.compile("[\x00\x01\x03-\x08\x0e-\x1f\x7f\ufeff\uffff]")
_TEX: Final = {
    "\x0b": "ff", "\x0c": "fi", "\r": "fl", "\x0e": "ffi", "\x0f": "ffl", "\x1b": "ff", "\x1c": "fi", "\x1d": "fl", "\x1e": "ffi", "\x1f": "ffl",
}  # fmt: skip
"""Ligatures by their codes in TeX's old and new encoding; its bitmap fonts do not tell what their letters are."""
_NEW_TEX = re.compile("(?<=[A-Za-z])[\x1b-\x1f]|[\x1b-\x1f](?=[a-z])")
_OLD_TEX = re.compile("(?<=[A-Za-z])[\x0b-\x0f]|[\x0b-\x0f](?=[a-z])")
_ONLY_TEX = re.compile("[\x0e\x0f]")
"""The others of the old encoding end lines elsewhere."""
_TEX_SHARE: Final = 0.06
"""Share of a page's characters above which such codes are letters of a font that numbers them from 1."""
_BROKEN: Final = "\x02"
"""Where a hyphen stood at a line's end; PDFium writes this or U+FFFE, and leaves out the line's end."""
_BREAK = re.compile("\x02[ \t]*\n?[ \t]*|[-\u00ad\u2010]\n[ \t]*")
"""A hyphen at a line's end with that end. It begins with what is rare, so that looking for it costs nothing."""
_BROKEN_END = re.compile("(?:\x02\\s*|[-\u00ad\u2010]\n)[^\\W\\d_]*")
_FIRST_HALF = re.compile(r"[^\W\d_]+\Z")
_SECOND_HALF = re.compile(r"[^\W\d_]+")
_LONGEST_HALF: Final = 40
_WORD = re.compile(r"[^\W\d_]+")
_FLOWING = re.compile(r"\n(?<=[\w,;:)\]”’»%]\n)(?=[a-zà-öø-ÿа-яёα-ω])")
_CASELESS = re.compile(r"[\u0590-\u08ff\u0900-\u109f\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff々]")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1780-\u17ff\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff々、，]")
_WIDE = re.compile(r"[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff60]")
_FULL_LINE: Final = 0.75
"""Part of the longest line of a page that a line fills before the next is taken to go on with it, in scripts without capitals."""
_NUMBER: Final = "#"
"""Stands for a number in the shape of a line."""
_NUMBERS = re.compile(r"\b(?:\d{1,9}|[ivxlc]{1,7})\b", re.IGNORECASE)
_ROMAN: Final = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100}
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

_ENDINGS: Final = frozenset(
    "ment ments ness less ful fully able ably ible ably ation ations tion tions sion sions ing ings ity ities ive ives ized izes izing ward"
    " wards ship ships hood dom ning ling lings ened ening ened ally ously ground grounds base bases some like icular icularly ocation owed"
    " ities ular ance ances ence ences ture tures".split()
)
_CONJUNCTIONS: Final = frozenset("and or und oder bzw sowie och eller og".split())
"""Words after a hyphen that stands for a word to come: "North Sea- and Baltic ports"."""
_HALF: Final = 4
"""Letters that both halves of a compound have; shorter ones are more often syllables."""


def cleaned(raw: str) -> str:
    """The raw text of a page with one kind of line end, in NFC, ligatures folded, blanks single, without control characters."""
    text = raw.replace("\r\n", "\n")
    plain = _CONTROL.sub("", text)
    if len(plain) < len(text):
        plain = _CONTROL.sub("", _with_ligatures(text, len(text) - len(plain)))
    text = _LINE_END.sub("\n", plain).replace("\ufffe", _BROKEN)
    if not text.isascii():
        text = unicodedata.normalize("NFC", _FOLDED.sub(lambda found: unicodedata.normalize("NFKC", found[0]), text))
    return "\n".join(" ".join(line.split()) for line in text.split("\n")).strip("\n")


def _with_ligatures(text: str, controls: int) -> str:
    """*text*, which has so many control characters, with the ligatures of TeX's bitmap fonts written out."""
    if controls > _TEX_SHARE * len(text):
        return text
    text = _NEW_TEX.sub(lambda found: _TEX[found[0]], text)
    return _OLD_TEX.sub(lambda found: _TEX[found[0]], text) if _ONLY_TEX.search(text) else text


def has_breaks(text: str) -> bool:
    """Whether a word of a cleaned page may be broken at a line's end."""
    return _BROKEN in text or "-\n" in text or "\u00ad" in text or "\u2010\n" in text


def vocabulary(pages: Iterable[str]) -> frozenset[str]:
    """The words of a document, in small letters; second halves of broken ones are none."""
    words: set[str] = set()
    for text in pages:
        words.update(_WORD.findall(_BROKEN_END.sub(" ", text.lower()) if has_breaks(text) else text.lower()))
    return frozenset(words)


def joined(text: str, words: frozenset[str]) -> str:
    """Words that were broken at a line's end made whole; true hyphens stay. Lines of one sentence are joined."""
    if has_breaks(text):
        text = _mended(text, words).replace("\u00ad", "")
    text = _FLOWING.sub(" ", text)
    return text if text.isascii() or not _CASELESS.search(text) else _caseless_joined(text)


def _mended(text: str, words: frozenset[str]) -> str:
    parts: list[str] = []
    at = 0
    told_apart = "\u2010\n" in text  # where hyphens of their own kind break words, plain ones are true
    for found in _BREAK.finditer(text):
        first = _FIRST_HALF.search(text, max(at, found.start() - _LONGEST_HALF), found.start())
        second = _SECOND_HALF.match(text, found.end())
        parts.append(text[at : found.start()])
        at = found.end()
        if first is None or second is None:
            at = found.end() if found[0].startswith(_BROKEN) else found.start()
        elif second[0].lower() in _CONJUNCTIONS and (first[0] + second[0]).lower() not in words:
            parts.append("- ")
        elif (told_apart and found[0].startswith(_BROKEN)) or _is_compound(first[0], second[0], words):
            parts.append("-")
    return "".join((*parts, text[at:]))


def _caseless_joined(text: str) -> str:
    """Lines of one sentence joined in scripts without capitals, where only a line's length tells that it goes on."""
    lines = text.split("\n")
    full = _FULL_LINE * max(map(_width, lines))
    parts = [lines[0]]
    for before, line in itertools.pairwise(lines):
        goes_on = _width(before) >= full and line[:1] and (_CASELESS.match(before[-1:]) or _UNSPACED.match(before[-1:])) and _CASELESS.match(line)
        unspaced = goes_on and _UNSPACED.match(before[-1:]) and _UNSPACED.match(line)
        parts.append(("" if unspaced else " ") + line if goes_on else "\n" + line)
    return "".join(parts)


def _width(line: str) -> int:
    """About how wide a line is: ideographs and kana are twice as wide as letters."""
    return len(line) + len(_WIDE.findall(line))


def _is_compound(first: str, second: str, words: frozenset[str]) -> bool:
    """Whether the hyphen between two halves belongs to the word, by what the document writes elsewhere."""
    low_first, low_second = first.lower(), second.lower()
    if second[0].isupper() and not first.isupper():
        return True
    if low_first + low_second in words or low_second in _ENDINGS:
        return False
    if min(len(first), len(second)) < _HALF:
        return low_first in _COMPOUND_FIRST and len(second) >= _HALF
    return low_first in _COMPOUND_FIRST or (low_first in words and low_second in words)


def running_lines(pages: Sequence[str]) -> frozenset[str]:
    """The shapes of lines that stand at the top or bottom of many pages; numbers of any value count as the same, but page numbers must count on."""
    seen: Counter[str] = Counter()
    full = 0
    for page, text in enumerate(pages):
        lines = text.split("\n")
        if len(lines) < _BODY:
            continue
        full += 1
        seen.update({_shape(line, page) for line in (*lines[:_EDGE], *lines[-_EDGE:]) if line})
    often = max(_REPEATED, _SHARE * full)
    return frozenset(
        shape for shape, count in seen.items() if (count >= often and _WORD.search(shape)) or (count >= _REPEATED and _is_page_number(shape))
    )


def without_running_lines(pages: Sequence[str], shapes: frozenset[str]) -> list[str]:
    """The pages without their running heads and feet; but the first of each stays, and so does one with a number that tells more than the page."""
    seen: set[_Mark] = set()
    return [_stripped(text, page, shapes, seen) for page, text in enumerate(pages)] if shapes else list(pages)


_Mark = tuple[str, int, str | int]
"""A line's shape, the how manieth of its numbers, and that number: as it is written, or as its distance from the page's place."""


def _stripped(text: str, page: int, shapes: frozenset[str], seen: set[_Mark]) -> str:
    lines = text.split("\n")
    if len(lines) < _BODY:
        return text
    edges = [i for i in (*range(_EDGE), *range(len(lines) - _EDGE, len(lines))) if _shape(lines[i], page) in shapes]
    marks = {i: list(_marks(lines[i], page)) for i in edges}
    again = {i for i in edges if _is_page_number(_shape(lines[i], page)) or all(not seen.isdisjoint(known) for known in marks[i])}
    seen.update(mark for known in marks.values() for pair in known for mark in pair)
    return "\n".join(line for i, line in enumerate(lines) if i not in again)


def _marks(line: str, page: int) -> Iterator[tuple[_Mark, ...]]:
    """What tells a running line from others of its shape: for the line itself and for each of its numbers, either of two marks will do."""
    shape = _shape(line, page)
    yield ((shape, 0, ""),)
    for i, found in enumerate(_NUMBERS.finditer(line), 1):
        yield (shape, i, found[0]), (shape, i, _value(found[0]) - page)


def _shape(line: str, page: int) -> str:
    """The line with a sign for each number; a number alone with its distance from the page's place, which page numbers keep."""
    line = line.strip()
    return f"{_NUMBER}{_value(line) - page:+}" if _NUMBERS.fullmatch(line) else _NUMBERS.sub(_NUMBER, line)


def _is_page_number(shape: str) -> bool:
    return shape.startswith((f"{_NUMBER}+", f"{_NUMBER}-")) and shape[2:].isdecimal()


def _value(number: str) -> int:
    if number.isdecimal():
        return int(number)
    values = [_ROMAN[letter] for letter in number.lower()]
    return sum(-value if value < following else value for value, following in itertools.zip_longest(values, values[1:], fillvalue=0))
