"""Cards are painted whatever they hold, in every theme and size; nothing is set wider than its card."""

from __future__ import annotations

from dataclasses import replace

import boatyard
import pytest

from pincite.domain.documents import Location
from pincite.domain.search import Hit, Snippet
from pincite.ui.preview.minimap import Minimap
from pincite.ui.preview.text_formats import current_mark
from pincite.ui.results.card import card_for
from pincite.ui.results.delegate import SNIPPET_LINES, CardDelegate
from pincite.ui.results.model import ResultsModel
from pincite.ui.results.view import ResultsView
from pincite.ui.theme.stylesheet import style_sheet
from pincite.ui.theme.theme import ThemeSource
from pincite.ui.theme.tokens import contrast, load_tokens

LONG = "spar varnish " * 400


def odd_hits():
    texts = ["", "x", LONG, "שלום עולם זהו משפט ארוך", "這是一個沒有空格的很長的句子" * 30, "😀 varnish 😀", "a\u2028b\tc\x00d", "no" + "space" * 200, "العربية مع English وسط 123"]
    for i, text in enumerate(texts):
        marks = ((0, min(4, len(text))), (max(0, len(text) - 4), len(text))) if text else ()
        found = boatyard.passage(id=f"odd-{i}", text=text, title=text[:300], relative=text.replace("/", "")[:80] or "x", location=Location())
        yield Hit(found, Snippet(text, marks), ("words", "meaning", "title", "path"), {}, state="changed", copies=("/a", "/b"))
    yield Hit(boatyard.passage(id="none", title="", type="", relative="", text="", date="", mtime_ns=0, passages=0, location=Location()), Snippet(""), (), {})
    yield Hit(boatyard.passage(id="wrong", text="short"), Snippet("short", ((3, 99), (-4, 2), (2, 2))), ("words",), {})


@pytest.fixture
def view(qtbot):
    source, model = ThemeSource("light"), ResultsModel()
    made = ResultsView(model, source)
    made.source, made.cards = source, model
    qtbot.addWidget(made)
    return made


@pytest.mark.parametrize("width", [170, 420, 900])
@pytest.mark.parametrize("scale", [0.8, 2.0])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_odd_hits_are_painted(view, width, scale, theme):
    view.source.choose(theme)
    view.source.set_scale(scale)
    view.resize(width, 900)
    hits = list(odd_hits())
    view.cards.set_cards([card_for(hit) for hit in hits], [card_for(replace(hits[0], passage=replace(hits[0].passage, id="r")))], unshown=3)
    view.cards.open_passages(hits[0].passage.id, [card_for(hit) for hit in hits[1:]])

    picture = view.grab()

    assert not picture.isNull()
    assert view.cards.rowCount() == len(hits) + 5 + 1 + 1 + 1 + 1


def test_high_contrast_keeps_every_mark(view):
    view.source.set_contrast("high")
    view.cards.set_cards([card_for(hit) for hit in boatyard.HITS])

    assert not view.grab().isNull()


def test_a_match_far_down_is_moved_into_view(view, qtbot):
    text = "plain words that go on and on. " * 30 + "here is the varnish at last"
    at = text.index("varnish")
    card = card_for(Hit(boatyard.passage(text=text), Snippet(text, ((at, at + 7),)), ("words",), {}))
    delegate = CardDelegate(view.source)

    snip = delegate._snip(view.source.theme, card, 400)

    start, end = snip.marks[0]
    assert snip.layout.text()[start:end] == "varnish"
    assert snip.layout.text().startswith("… ")
    assert snip.layout.lineForTextPosition(start).lineNumber() < SNIPPET_LINES


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("high", [False, True])
def test_the_palette_can_be_read(name, high):
    tokens = load_tokens(name, high_contrast=high)
    pairs = [
        ("text", "bg"), ("text", "surface"), ("muted", "bg"), ("muted", "surface"), ("muted", "line2"), ("faint", "bg"), ("faint", "surface"),
        ("faint", "line2"), ("accent", "accent_soft"), ("accent", "surface"), ("on_accent", "accent"), ("meaning", "meaning_soft"),
        ("warn", "warn_soft"), ("danger", "surface"), ("text", "mark"), ("text", "selected"), ("muted", "selected"),
    ]

    unreadable = [(ink, ground) for ink, ground in pairs if contrast(getattr(tokens, ink), getattr(tokens, ground)) < 4.5]

    assert unreadable == []
    assert contrast(tokens.mark_line, tokens.surface) >= 2.9


def test_the_style_sheet_leaves_no_placeholder(qapp):
    sheet = style_sheet(ThemeSource("dark", 1.3).theme)

    assert "@" not in sheet
    assert "sp;" not in sheet


def test_high_contrast_shows_what_is_chosen_without_soft_fills():
    plain, high = ThemeSource("light", contrast="normal"), ThemeSource("light", contrast="high")

    sheets = style_sheet(plain.theme), style_sheet(high.theme)

    chosen = f"QToolButton:checked {{ background: {high.theme.tokens.text}; color: {high.theme.tokens.surface}; }}"
    assert [chosen in sheet for sheet in sheets] == [False, True]
    assert "@" not in sheets[1]


@pytest.mark.parametrize("name", ["light", "dark"])
@pytest.mark.parametrize("high", ["normal", "high"])
def test_the_current_match_can_be_read(qapp, name, high):
    theme = ThemeSource(name, contrast=high).theme

    style = current_mark(theme)

    assert contrast(style.foreground().color().name(), style.background().color().name()) >= 4.5


@pytest.mark.parametrize("name", ["light", "dark"])
def test_ticks_stand_out_from_their_strip_in_high_contrast(qtbot, name):
    source = ThemeSource(name, contrast="high")
    strip = Minimap(source)
    qtbot.addWidget(strip)
    strip.resize(24, 200)
    strip.show_ticks((0.5,), 0)
    image = strip.grab().toImage()

    here, elsewhere = image.pixelColor(12, 100).name(), image.pixelColor(12, 50).name()

    assert contrast(here, elsewhere) >= 3


def test_cards_keep_their_width_whether_the_list_scrolls_or_not(view):
    view.resize(520, 400)
    view.show()
    view.cards.set_cards([card_for(boatyard.HITS[0])])
    alone = (view.verticalScrollBar().maximum(), view.visualRect(view.cards.index(0)).width())

    view.cards.set_cards([card_for(replace(boatyard.HITS[0], passage=boatyard.passage(id=f"p{i}"))) for i in range(12)])
    view.doItemsLayout()
    many = (view.verticalScrollBar().maximum(), view.visualRect(view.cards.index(0)).width())

    assert alone[0] == 0 < many[0]
    assert alone[1] == many[1]
