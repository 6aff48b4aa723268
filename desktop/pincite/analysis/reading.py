"""What one position of a text stands for."""

from __future__ import annotations

from typing import NamedTuple


class Reading(NamedTuple):
    """One position of a piece: ``piece[start:end]``, its exact form, the index's terms for it, and those a question asks for.

    A named tuple for the same reason as a token.
    """

    start: int
    end: int
    exact: str
    keys: tuple[str, ...]
    asked: tuple[str, ...]
