"""Facets and atlas: chosen values stay, years are in order, folders share the map without overlap, and ranges need no mouse."""

from __future__ import annotations

import boatyard
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton

from pincite.domain.search import Count, Filter, Query
from pincite.ui.asked import Asked
from pincite.ui.atlas.values import atlas_of, fields_of, squarified
from pincite.ui.atlas.view import AtlasView
from pincite.ui.facets.histogram import YearHistogram
from pincite.ui.facets.values import facets_to_show, without_chains
from pincite.ui.search_bar.chip_values import chip_row
from pincite.ui.theme.theme import ThemeSource


def test_fixed_facets_come_first_and_chosen_values_stay_on_top():
    asked = Asked("q", filters=(Filter("type", "docx"), Filter("type", "md")))

    facets = facets_to_show({"zeta": (Count("a", 2),), "type": boatyard.FACETS["type"]}, asked)

    assert [facet.key for facet in facets] == ["type", "zeta"]
    assert [(value.value, value.documents, value.state) for value in facets[0].values][:3] == [("md", 12, "in"), ("docx", 0, "in"), ("pdf", 16, "off")]


def test_keys_that_sort_nothing_are_not_offered():
    counts = {"date": tuple(Count(f"2020-01-{i:02}", 1) for i in range(1, 20)), "crew": (Count("a", 9), Count("b", 8)), "serial": tuple(Count(str(i), 1) for i in range(30))}

    assert [facet.key for facet in facets_to_show(counts, Asked("q"))] == ["crew"]


def test_a_folder_that_holds_only_one_other_is_not_listed():
    counts = (Count("work", 5), Count("work/2021", 5), Count("work/2021/reports", 5), Count("notes", 2))

    assert [count.value for count in without_chains(counts)] == ["work/2021/reports", "notes"]


def test_years_chosen_together_read_as_one_chip():
    filters = tuple(Filter("year", str(year)) for year in (1999, 2001, 2000))

    row = chip_row(boatyard.answer(Query("q")), filters)

    assert [(chip.text, len(chip.filters)) for chip in row.filters] == [("year: 1999–2001", 3)]


@pytest.fixture
def histogram(qtbot):
    made = YearHistogram(ThemeSource("light"))
    qtbot.addWidget(made)
    made.resize(240, 62)
    made.show()
    made.show_years(tuple((year, 3) for year in range(2010, 2020)), None, 4)
    return made


def test_a_range_of_years_is_chosen_by_keys(qtbot, histogram):
    with qtbot.waitSignal(histogram.range_chosen) as chosen:
        qtbot.keyClick(histogram, Qt.Key.Key_Right)
        qtbot.keyClick(histogram, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClick(histogram, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
        qtbot.keyClick(histogram, Qt.Key.Key_Return)

    assert chosen.args == [2011, 2013]
    assert "2011 to 2013, 9 documents" in histogram.accessibleName()


def test_a_range_of_years_is_chosen_by_dragging(qtbot, histogram):
    with qtbot.waitSignal(histogram.range_chosen) as chosen:
        qtbot.mousePress(histogram, Qt.MouseButton.LeftButton, pos=QPoint(2, 20))
        qtbot.mouseMove(histogram, QPoint(60, 20))
        qtbot.mouseRelease(histogram, Qt.MouseButton.LeftButton, pos=QPoint(60, 20))

    assert chosen.args[0] == 2010
    assert chosen.args[1] > 2010


def test_many_years_share_bars_and_none_is_lost(histogram):
    histogram.show_years(tuple((year, 1) for year in range(1900, 2027)), None)

    bars = histogram.bars()

    assert len(bars) <= 16
    assert sum(count for _, _, count in bars) == 127
    assert (bars[0][0], bars[-1][1]) == (1900, 2026)


@given(st.lists(st.integers(1, 500), min_size=1, max_size=14))
def test_the_map_is_filled_without_overlap(sizes):
    sizes = sorted(sizes, reverse=True)

    boxes = squarified([float(size) for size in sizes], (0.0, 0.0, 640.0, 240.0))

    assert sum(width * height for _, _, width, height in boxes) == pytest.approx(640 * 240)
    for size, (left, top, width, height) in zip(sizes, boxes, strict=True):
        assert width * height == pytest.approx(640 * 240 * size / sum(sizes))
        assert -1e-6 <= left <= left + width <= 640 + 1e-6
        assert -1e-6 <= top <= top + height <= 240 + 1e-6


@given(st.lists(st.tuples(st.sampled_from(["a", "a/b", "a/b/c", "a/d", "e", "e/f", "g"]), st.integers(1, 50)), unique_by=lambda one: one[0]))
def test_each_document_is_in_one_field(own):
    documents = {}
    for folder, number in own:
        parts = folder.split("/")
        for i in range(1, len(parts) + 1):
            documents["/".join(parts[:i])] = documents.get("/".join(parts[:i]), 0) + number

    fields = fields_of([Count(value, number) for value, number in documents.items()])

    assert sum(field.own for field in fields) == sum(number for _, number in own)
    assert all(field.documents == documents[field.value] for field in fields)


def test_a_folder_around_all_documents_is_named_once_on_the_map():
    counts = [Count("papers", 30), Count("papers/mail", 20), Count("papers/mail/2019", 8), Count("papers/plans", 9)]

    names = {field.value: field.name for field in fields_of(counts)}
    beside_others = {field.value: field.name for field in fields_of([*counts, Count("loose", 1)])}

    assert names == {"papers": "papers", "papers/mail": "mail", "papers/mail/2019": "mail / 2019", "papers/plans": "plans"}
    assert beside_others["papers/mail"] == "papers / mail"


def test_a_card_of_the_atlas_filters(qtbot):
    view = AtlasView(ThemeSource("light"))
    qtbot.addWidget(view)
    view.resize(1400, 900)
    view.show()
    view.show_atlas(atlas_of(boatyard.answer(Query(""))))
    qtbot.waitUntil(lambda: any(button.accessibleName().startswith("Markdown") for button in view.findChildren(QAbstractButton)))
    row = next(button for button in view.findChildren(QAbstractButton) if button.accessibleName() == "Markdown, 388 documents")

    with qtbot.waitSignal(view.chosen) as chosen:
        qtbot.mouseClick(row, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.AltModifier)

    assert chosen.args == ["type", "md", True]


def test_the_atlas_fills_every_width(qtbot):
    view = AtlasView(ThemeSource("light"))
    qtbot.addWidget(view)
    view.show()
    view.show_atlas(atlas_of(boatyard.answer(Query(""))))
    for width, columns in ((1400, 4), (800, 2), (420, 1)):
        view.resize(width, 800)
        qtbot.waitUntil(lambda columns=columns: max(column + span for _, _, column, span in view._placed) == columns)
        rows = {row: sum(span for _, r, _, span in view._placed if r == row) for _, row, _, _ in view._placed}
        assert set(rows.values()) == {columns}
