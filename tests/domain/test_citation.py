"""Numbered citations keep their budget whatever the text."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.citation import node_kind, numbered, place, shortened
from pincite.domain.documents import Location
from pincite.domain.search import Hit, Passage, Snippet


def hit(text, title="T"):
    return Hit(
        Passage("i", 0, 0, "/n/a.md", "n", "a.md", "", title, "md", "", text, 0, len(text), Location(line=3), 1, 1), Snippet(text), ("words",), {},
    )


def test_a_place_names_the_printed_page_and_the_physical_one():
    assert place(Location(page=12, page_label="xii")) == "p. xii (12)"
    assert place(Location(page=5, page_label="5")) == "p. 5"
    assert place(Location(line=1204)) == "line 1,204"
    assert place(Location(heading_path=("A", "B"), line=2), line=9) == "A > B, line 9"
    assert place(Location(cell="Sheet2!A41")) == "Sheet2!A41"
    assert place(Location(time_ms=3_725_000)) == "1:02:05"
    assert place(Location()) == ""


@pytest.mark.parametrize(
    ("location", "kind"),
    [
        (Location(line=3), "document"), (Location(line=3, heading_path=("Setup",)), "section"), (Location(page=2), "page"),
        (Location(page=2, heading_path=("Setup",)), "section"), (Location(row="42", line=43), "row"), (Location(cell="S!A4"), "cells"),
        (Location(slide=1), "slide"), (Location(time_ms=0), "cue"), (Location(symbol="load", line=9), "code"), (Location(part="cell 3"), "part"),
    ],
)  # fmt: skip
def test_a_passage_says_what_it_is_a_piece_of(location, kind):
    passage = replace(hit("text").passage, location=location)

    assert node_kind(passage) == kind
    assert node_kind(replace(passage, passages=2)) == ("part" if kind == "document" else kind)


@given(st.lists(st.text(max_size=4000), min_size=1, max_size=12), st.integers(40, 3000), st.integers(200, 12_000))
def test_the_text_never_exceeds_its_budget_and_holds_the_first_hit(texts, per_passage, budget):
    shown = numbered([hit(text) for text in texts], per_passage, budget)

    assert len(shown.encode("utf-8", "surrogatepass")) <= budget
    assert shown.startswith("[1] T, line 3 (/n/a.md)")


@given(st.text(), st.integers(0, 60))
def test_a_cut_falls_between_characters(text, budget):
    assert len(shortened(text, budget).encode("utf-8", "surrogatepass")) <= max(budget, 0)


def test_cyrillic_is_cut_on_a_character_and_says_so():
    cut = shortened("я" * 2000, 2000)

    assert cut.endswith("я [... cut]")
    assert len(cut.encode()) in range(1990, 2001)


def test_what_does_not_fit_is_counted():
    shown = numbered([hit("word " * 300) for _ in range(20)], 2000, 10_000)

    shown_numbers = [n for n in range(1, 21) if f"[{n}] T" in shown]
    assert shown.endswith(f"[{20 - len(shown_numbers)} more left out for length]")
    assert shown_numbers == list(range(1, len(shown_numbers) + 1))
