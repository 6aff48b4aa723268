"""What a card says: the exact place in every format, and a snippet whose marks stay on their words whatever is tidied."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import boatyard
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect

from pincite.domain.documents import Location
from pincite.domain.search import Hit, Snippet, TermReport
from pincite.ui.results.card import card_for, one_line
from pincite.ui.results.card_foot import foot_parts
from pincite.ui.results.citation import citation, when
from pincite.ui.results.marking import TitleMarker
from pincite.ui.text import shown, utf16_ranges
from pincite.ui.theme.theme import ThemeSource

PLACES = [
    ("pdf", Location(page=12, page_label="xii"), {"pages": 340}, "p. xii (12 of 340)"),
    ("pdf", Location(page=12, page_label="12"), {"pages": 340}, "p. 12 of 340"),
    ("pdf", Location(page=3), {}, "p. 3"),
    ("pptx", Location(slide=7), {}, "slide 7"),
    ("xlsx", Location(cell="Sheet2!A41"), {}, "Sheet2!A41"),
    ("md", Location(line=88, heading_path=("Guide", "Setup", "Linux")), {}, "Guide › Setup › Linux — line 88"),
    ("py", Location(line=212, symbol="def parse_row"), {}, "def parse_row — line 212"),
    ("txt", Location(line=1204), {}, "line 1,204"),
    ("csv", Location(row="17"), {}, "row 17"),
    ("srt", Location(time_ms=3_723_400), {}, "1:02:03"),
    ("eml", Location(part="message 3"), {"from": "A. Lee"}, "message 3 — from A. Lee"),
    ("epub", Location(heading_path=("One", "Two")), {}, "One › Two"),
]


@pytest.mark.parametrize(("kind", "location", "metadata", "place"), PLACES)
def test_the_citation_is_what_the_format_has(kind, location, metadata, place):
    found = boatyard.passage(type=kind, location=location, metadata=metadata, title="A title")

    assert citation(found) == place


def test_a_page_is_cited_in_the_document_s_language():
    found = boatyard.passage(language="de", location=Location(page=48, page_label="44"), metadata={"pages": 96})

    assert citation(found) == "S. 44 (48 von 96)"


def test_the_match_s_own_line_is_cited():
    found = boatyard.passage(type="txt", location=Location(line=80, line_end=95))

    assert citation(found, line=88) == "line 88"


@pytest.mark.parametrize(("days", "words"), [(0, "today"), (1, "yesterday"), (3, "3 days ago"), (40, "2026-05-01")])
def test_dates_are_relative_within_a_week(days, words):
    now = datetime(2026, 6, 10, 12, tzinfo=UTC).astimezone()
    found = boatyard.passage(date="", mtime_ns=int((now - timedelta(days=days)).timestamp()) * 10**9)

    assert when(found, now) == words


def test_a_year_alone_stays_a_year():
    assert when(boatyard.passage(date="1987"), datetime.now().astimezone()) == "1987"


def test_a_heading_on_a_line_of_its_own_stands_apart_from_what_it_heads():
    text = "The generator\nThe generator stands in the lower shed."
    hit = Hit(boatyard.passage(type="pdf", text=text, location=Location(page=3, heading_path=("Power", "The generator"))), Snippet(text, ((4, 13), (18, 27))), ("words",), {})

    card = card_for(hit)

    assert card.snippet == "The generator · The generator stands in the lower shed."
    assert [card.snippet[s:e] for s, e in card.marks] == ["generator", "generator"]


def test_a_line_that_only_underlines_is_left_out():
    text = "Reclaim\n=======\nPages are reclaimed."
    hit = Hit(boatyard.passage(type="txt", text=text), Snippet(text, ((0, 7), (26, 35))), ("words",), {})

    card = card_for(hit)

    assert card.snippet == "Reclaim Pages are reclaimed."
    assert [card.snippet[s:e] for s, e in card.marks] == ["Reclaim", "reclaimed"]


def test_a_row_of_a_table_reads_as_a_line_with_its_marks():
    text = "| Sail | Cloth |\n|------|:-----:|\n| Jib \\| reefed | **Dacron** |"
    marks = ((2, 6), (text.index("Dacron"), text.index("Dacron") + 6))
    hit = Hit(boatyard.passage(type="md", text=text), Snippet(text, marks), ("words",), {})

    card = card_for(hit)

    assert card.snippet == "Sail · Cloth | Jib | reefed · Dacron |"
    assert [card.snippet[s:e] for s, e in card.marks] == ["Sail", "Dacron"]


def test_a_snippet_that_goes_on_ends_in_dots():
    text = "One sentence. A second one that is cut in the middle of things"
    hit = Hit(boatyard.passage(text=text, type="txt"), Snippet(text[14:40], ((2, 8),), 14), ("words",), {})

    card = card_for(hit)

    assert card.snippet == "A second one that is cut i …"
    assert [card.snippet[s:e] for s, e in card.marks] == ["second"]


def test_a_heading_loses_its_signs_and_keeps_its_distance():
    text = "# Drying seed\n\nDry **first**, cool second."
    hit = Hit(boatyard.passage(text=text, type="md"), Snippet(text, ((2, 8), (15, 18), (21, 26)), 0), ("words",), {})

    card = card_for(hit)

    assert card.snippet == "Drying seed · Dry first, cool second."
    assert [card.snippet[s:e] for s, e in card.marks] == ["Drying", "Dry", "first"]


def test_a_meaning_only_hit_is_underlined_not_marked():
    card = card_for(boatyard.HITS[3])

    assert (card.marks, card.underlined) == ((), ((0, 69),))
    assert [badge.text for badge in card.badges] == ["by meaning"]


@given(st.text(st.characters(codec="utf-8"), max_size=60), st.data())
def test_marks_stay_on_their_letters(text, data):
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    letters = [c for c in text[start:end] if not c.isspace()]

    line, marks = one_line(text, ((start, end),) if start < end else ())

    assert "\n" not in line
    assert "  " not in line
    marked = [c for s, e in marks for c in line[s:e] if not c.isspace() and c != "·"]
    assert len(marked) <= len(letters)
    if letters and "\u2029" not in text and "·" not in text:
        assert marked == [shown(c) for c in letters if shown(c) != " "]


@given(st.text(max_size=40), st.integers(0, 40), st.integers(0, 40))
def test_utf16_ranges_cover_the_same_letters(text, one, other):
    start, end = sorted((min(one, len(text)), min(other, len(text))))
    units = text.encode("utf-16-le", "surrogatepass")

    ((left, right),) = utf16_ranges(text, ((start, end),))

    assert units[left * 2 : right * 2].decode("utf-16-le", "surrogatepass").encode("utf-16-le", "surrogatepass") == text[start:end].encode("utf-16-le", "surrogatepass")


def test_a_title_s_words_are_marked_in_any_inflection():
    marker = TitleMarker((TermReport("dry", True, 3), TermReport("seeds", True, 3), TermReport("the", False)))

    ranges = marker("Drying the seed", "en")

    assert ["Drying the seed"[s:e] for s, e in ranges] == ["Drying", "seed"]


def test_where_a_foot_has_little_room_the_way_to_other_passages_stays(qapp):
    card = card_for(boatyard.HITS[0])

    parts = foot_parts(ThemeSource("light").theme, card, QRect(0, 0, 300, 20))

    assert card.more
    assert parts[-1].text.startswith(f"→ {card.more} more here  ·  ")
