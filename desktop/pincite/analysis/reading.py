"""What one position of a text stands for."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reading:
    """One position of a piece: ``piece[start:end]``, its exact form, the index's terms for it, and those a question asks for."""

    start: int
    end: int
    exact: str
    keys: tuple[str, ...]
    asked: tuple[str, ...]
