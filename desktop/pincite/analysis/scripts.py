"""Which characters make words, and which scripts write words without spaces between them."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

UNSPACED = (
    "\u0e00-\u0eff\u0f00-\u0fff\u1000-\u109f\u1100-\u11ff\u1780-\u17ff\u1950-\u19df\u3005-\u3007\u3031-\u3035\u303b\u3040-\u30ff"
    "\u3100-\u318f\u31a0-\u31bf\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f\uaa60-\uaa7f\uac00-\ud7ff\uf900-\ufaff"
    "\uff66-\uffdc\U0001b000-\U0001b2ff\U00020000-\U0003ffff"
)
"""Ranges of scripts that are indexed by pairs of characters: Thai, Lao, Tibetan, Burmese, Khmer, Tai, Chinese, Japanese, Korean."""
HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97f\uac00-\ud7ff"
"""Korean: words have spaces, but endings grow on them, so pairs find what stems cannot."""
PICTURES = "\u2600-\u27bf\u2b50\u2b55\U0001f000-\U0001faff"
"""Emoji and dingbats: each is a word of its own."""
_ASTRAL = "\U00010000-\U0001afff\U0001bc00-\U0001cfff\U0001d400-\U0001d7ff\U0001e000-\U0001efff"


def _expand(ranges: str) -> Iterable[int]:
    parts, i = ranges, 0
    while i < len(parts):
        if i + 2 < len(parts) and parts[i + 1] == "-":
            yield from range(ord(parts[i]), min(ord(parts[i + 2]), 0xFFFF) + 1)
            i += 3
        else:
            yield ord(parts[i])
            i += 1


def _ranges(codes: Iterable[int]) -> str:
    runs: list[list[int]] = []
    for code in codes:
        if runs and code == runs[-1][1] + 1:
            runs[-1][1] = code
        else:
            runs.append([code, code])
    return "".join(f"\\u{a:04x}-\\u{b:04x}" for a, b in runs)


def _is_word(char: str) -> bool:
    return char == "_" or char.isalnum() or unicodedata.category(char)[0] == "M"


def word_characters() -> str:
    """The inside of a character class: letters, digits, marks, underscore and invisible joiners, without `UNSPACED` ones."""
    unspaced = set(_expand(UNSPACED))
    joiners = {0xAD, 0x55B, 0x55C, 0x55E, 0x200C, 0x200D, 0x2060}
    variation = set(range(0xFE00, 0xFE10))  # they only choose a picture
    codes = (c for c in range(0x10000) if c not in unspaced and c not in variation and (c in joiners or _is_word(chr(c))))
    return _ranges(codes) + _ASTRAL


def unspaced_characters() -> str:
    """The inside of a character class: what stands inside a run of an unspaced script, its marks included, punctuation not."""
    codes = (c for c in _expand(UNSPACED) if _is_word(chr(c)) or chr(c) in "々〇〻〱〲〳〴〵ー゛゜")
    return _ranges(sorted(set(codes))) + "\U0001b000-\U0001b2ff\U00020000-\U0003ffff"


def script_language(word: str) -> str:
    """The language whose stemmer fits a word of unknown language, by the script of its first letter; "" if none."""
    code = ord(word[0])
    for low, high, language in _BY_SCRIPT:
        if low <= code <= high:
            return language
    return ""


_BY_SCRIPT = (
    (0x0041, 0x024F, "en"), (0x1E00, 0x1EFF, "en"), (0x0370, 0x03FF, "el"), (0x0400, 0x052F, "ru"), (0x0530, 0x058F, "hy"),
    (0x0590, 0x05FF, "he"), (0x0600, 0x06FF, "ar"), (0x0900, 0x097F, "hi"), (0x0980, 0x09FF, "bn"), (0x0B80, 0x0BFF, "ta"),
    (0x0C00, 0x0C7F, "te"), (0x10A0, 0x10FF, "ka"),
)  # fmt: skip
