"""How long a text is, in tokens of a language model, without asking one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

Length: TypeAlias = Callable[[str], int]
"""Length of a text in whatever unit a splitter's size has; rises with the text."""

_IDEOGRAPHS: Final = bytes((*range(0xE3, 0xEE), *range(0xF0, 0xF5)))
"""First bytes, in UTF-8, of ideographs, kana and Korean syllables, and of what lies beyond the basic plane."""


def token_estimate(text: str) -> int:
    """Four ASCII characters, or one other, a token; rounded up."""
    ascii_length = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    return -(-ascii_length // 4) + len(text) - ascii_length


def word_estimate(text: str) -> int:
    """Four letters of any alphabet, or one ideograph, syllable or picture, a token; so that passages in every script hold as much."""
    if text.isascii():
        return -(-len(text) // 4)
    encoded = text.encode("utf-8", "surrogatepass")
    ideographs = len(encoded) - len(encoded.translate(None, _IDEOGRAPHS))
    return -(-(len(text) - ideographs) // 4) + ideographs
