"""Sentences for a person, in English."""

from __future__ import annotations

from collections.abc import Iterable

from pincite.domain.search import Hit


def counted(number: int, one: str, many: str | None = None) -> str:
    """"1 file", "1,240 files"; *many* where the plural is not *one* with an s."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def only_by_meaning(hits: Iterable[Hit]) -> bool:
    """Whether none of *hits* was found by its words."""
    return not any("words" in hit.found_by for hit in hits)


def heading_of_related(hits: Iterable[Hit]) -> str:
    """What stands above documents that are set apart: "Related by meaning", or "Related" where any was found by its words."""
    return "Related by meaning" if only_by_meaning(hits) else "Related"
