"""Sentences for a person, in English."""

from __future__ import annotations


def counted(number: int, one: str, many: str | None = None) -> str:
    """"1 file", "1,240 files"; *many* where the plural is not *one* with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"
