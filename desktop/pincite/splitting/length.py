"""How long a text is, in tokens of a language model, without asking one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeAlias

Length: TypeAlias = Callable[[str], int]
"""Length of a text in whatever unit a splitter's size has; rises with the text."""

_IDEOGRAPH = re.compile("[\u2e80-\ua4cf\uac00-\ud7af\uf900-\ufaff\U00020000-\U0003ffff]+")


def token_estimate(text: str) -> int:
    """Four ASCII characters, or one other, a token; rounded up."""
    ascii_length = len(text) if text.isascii() else len(text.encode("ascii", "ignore"))
    return -(-ascii_length // 4) + len(text) - ascii_length


def word_estimate(text: str) -> int:
    """Four letters of any alphabet, or one ideograph or syllable, a token; so that passages in every script hold as much."""
    if text.isascii():
        return -(-len(text) // 4)
    ideographs = len(text) - len(_IDEOGRAPH.sub("", text))
    return -(-(len(text) - ideographs) // 4) + ideographs
