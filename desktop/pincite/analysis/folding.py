"""What counts as the same letter: case, diacritics, widths and ligatures folded away."""

from __future__ import annotations

import re
import unicodedata

MARKS = re.compile(
    "[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed"
    "\u0640\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]+"
)
"""Marks that may be left out in writing: Latin, Greek, Cyrillic, Hebrew and Arabic ones, and the Arabic stretching line.

The vowel signs of Indic and other scripts are not among them: without those another word would stand there.
"""
INVISIBLE = re.compile("[\u00ad\u055b\u055c\u055e\u200c\u200d\u2060\ufeff]+")
"""Soft hyphens, joiners and their like: inside a word, and not part of it; so are the Armenian signs of stress, call and question."""
_LETTERS = str.maketrans(
    {
        "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "ħ": "h", "þ": "th", "ı": "i", "ĸ": "k",
        "ŋ": "n", "ŧ": "t", "ſ": "s", "ς": "σ", "ǝ": "e", "أ": "ا", "إ": "ا", "آ": "ا", "ٱ": "ا", "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه",
    }
)  # fmt: skip
_APOSTROPHES = str.maketrans(dict.fromkeys("’‘ʼ´＇`׳", "'") | {"״": '"'})


def normal(text: str) -> str:
    """The exact form of a word: lower case, NFC with compatibility forms resolved, accents kept, apostrophes straight."""
    if text.isascii():
        return text.lower()
    lowered = INVISIBLE.sub("", text.translate(_APOSTROPHES)).lower().replace("i̇", "i")
    return unicodedata.normalize("NFKC", lowered)


def fold(word: str) -> str:
    """A word's letters without what may differ in writing; *word* in its exact form. Idempotent."""
    if word.isascii():
        return word
    bare = MARKS.sub("", unicodedata.normalize("NFKD", word.casefold()))
    return unicodedata.normalize("NFC", bare.translate(_LETTERS))
