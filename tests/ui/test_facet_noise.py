"""Which front-matter keys are worth a heading: those that sort documents into heaps."""

from __future__ import annotations

import boatyard
import pytest

from pincite.domain.search import Count
from pincite.ui.asked import Asked
from pincite.ui.atlas.values import atlas_of
from pincite.ui.facets.values import facets_to_show


def each_its_own(number):
    return tuple(Count(f"value {n}", 1) for n in range(number))


@pytest.mark.parametrize(
    ("key", "counts"),
    [
        ("creator", (Count("A press", 30), Count("Another", 30))),
        ("date", (Count("2021-03-01", 30), Count("2021-03-02", 30))),
        ("root", (Count("notes", 60),)),
        ("isbn", each_its_own(6)),
        ("isbn", (*each_its_own(40), Count("(none)", 100))),
    ],
)
def test_a_key_that_sorts_nothing_is_neither_panel_nor_tile(key, counts):
    facets = {"type": (Count("md", 60),), key: counts}

    panels = [facet.key for facet in facets_to_show(facets, Asked("boat"))]
    tiles = [row.key for tile in atlas_of(boatyard.answer(Asked().query(), facets=facets)).tiles for row in tile.rows]

    assert key not in panels
    assert key not in tiles


@pytest.mark.parametrize(("key", "counts"), [("root", (Count("notes", 40), Count("papers", 20))), ("boat", (Count("Tern", 4), Count("Eider", 3), Count("Skua", 1)))])
def test_a_key_that_makes_heaps_stays(key, counts):
    facets = {"type": (Count("md", 60),), key: counts}

    panels = [facet.key for facet in facets_to_show(facets, Asked("boat"))]

    assert key in panels
