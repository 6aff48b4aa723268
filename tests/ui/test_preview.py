"""The preview: opens at the match, steps through all of them, shows pages from a process of its own, and drops what is old."""

from __future__ import annotations

import io
import json
from dataclasses import replace

import boatyard
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Location
from pincite.domain.search import Hit, Query, Snippet
from pincite.domain.whole_document import Stretch, WholeDocument
from pincite.ui.preview.document import Setting, blocks, first_glance, first_match, matches_of, window_around
from pincite.ui.preview.page_client import PageClient, PageRequest
from pincite.ui.preview.page_process import serve
from pincite.ui.preview.presenter import PreviewPresenter, Way
from pincite.ui.preview.text_view import TextView
from pincite.ui.results.card import card_for
from pincite.ui.theme.theme import ThemeSource


def reading(count=6, focus=3, kind="md"):
    texts = [f"Part {i}. The varnish is dry.\n\nMore about part {i}." for i in range(count)]
    stretches = []
    for i, text in enumerate(texts):
        at = text.index("varnish")
        place = Location(page=i + 1) if kind == "pdf" else Location(line=i * 10, heading_path=(f"Part {i}",))
        found = boatyard.passage(id=f"s{i}", text=text, type=kind, location=place, offset=i * 200, length=len(text.encode()), title="Paper")
        stretches.append(Stretch(found, ((at, at + 7),)))
    return WholeDocument(tuple(stretches), focus)


def hit_of(whole, number):
    stretch = whole.stretches[number]
    return Hit(stretch.passage, Snippet(stretch.passage.text, stretch.marks), ("words",), {})


def test_the_text_opens_with_the_match_in_view(qtbot):
    source = ThemeSource("light")
    view = TextView(source)
    qtbot.addWidget(view)
    view.resize(420, 300)
    view.show()
    whole = reading(200, focus=190)
    matches = matches_of(whole)

    view.show_reading(whole, matches, first_match(matches, whole, hit_of(whole, 190)))

    selections = view.text.extraSelections()
    assert [selection.cursor.selectedText() for selection in selections] == ["varnish"]
    assert view.text.viewport().rect().contains(view.text.cursorRect(selections[0].cursor).center())


def test_every_match_of_a_long_document_is_reached(qtbot):
    view = TextView(ThemeSource("light"))
    qtbot.addWidget(view)
    view.show()
    whole = reading(3000, focus=0)
    matches = matches_of(whole)
    view.show_reading(whole, matches, 0)

    seen = []
    for number in (0, 1, 1500, 2999, 3):
        view.go_to(number)
        selections = view.text.extraSelections()
        seen += [selection.cursor.selectedText() for selection in selections]

    assert seen == ["varnish"] * 5
    assert len(view.text.toPlainText()) < 130_000


def test_the_passage_is_shown_before_the_document_is_read():
    whole = reading()
    hit = hit_of(whole, 2)

    glance = first_glance(hit)

    assert [stretch.marks for stretch in glance.stretches] == [whole.stretches[2].marks]


def test_stepping_goes_to_the_ends_and_says_so(qtbot):
    presenter, ended = PreviewPresenter(), []
    presenter.ended.connect(ended.append)
    whole = reading()
    presenter.show_card(card_for(hit_of(whole, 3)), Query("varnish"))
    presenter.show_reading(whole)
    began = presenter.current

    for _ in range(4):
        presenter.step(1)

    assert began == 3
    assert presenter.current == 5
    assert ended == [1, 1]


def test_a_document_read_for_another_card_is_dropped(qtbot):
    presenter = PreviewPresenter()
    whole = reading()
    presenter.show_card(card_for(hit_of(whole, 1)), Query("varnish"))

    presenter.show_reading(replace(whole, focus=4))

    assert len(presenter.reading.stretches) == 1


def test_holding_down_reads_only_the_last(qtbot):
    presenter, wanted = PreviewPresenter(), []
    presenter.read_wanted.connect(lambda passage, query: wanted.append(passage.id))
    whole = reading()

    for i in range(6):
        presenter.show_card(card_for(hit_of(whole, i)), Query("varnish"))
    qtbot.waitUntil(lambda: bool(wanted))

    assert wanted == ["s5"]


def test_a_pdf_is_shown_as_a_page_and_its_matches_go_from_page_to_page(qtbot):
    presenter, pages = PreviewPresenter(), []
    presenter.page_wanted.connect(pages.append)
    whole = reading(kind="pdf")
    presenter.show_card(card_for(hit_of(whole, 3)), Query("varnish"))
    presenter.show_reading(whole)

    presenter.step(1)

    assert presenter.way is Way.PAGE
    assert [(request.page, request.words) for request in pages] == [(4, ("varnish",)), (5, ("varnish",))]


def test_paragraphs_are_joined_as_they_read_and_code_is_not():
    prose = boatyard.passage(type="md", text="# Head\n\nA line of prose that is long enough to have been\nwrapped by hand.\n\n```\na\n\nb\n```\n")
    code = boatyard.passage(type="py", text="def a():\n\n    return 1\n")

    shown = blocks(WholeDocument((Stretch(prose), Stretch(replace(code, offset=900)))), range(2))

    assert [(block.setting, block.text) for block in shown] == [
        (Setting.HEADING, "Head"),
        (Setting.PROSE, "A line of prose that is long enough to have been wrapped by hand."),
        (Setting.CODE, "```\na\n\nb\n```\n"),
        (Setting.CODE, "def a():\n\n    return 1\n"),
    ]


def test_text_that_two_passages_share_is_shown_once():
    first = boatyard.passage(type="txt", text="one two three", offset=0, length=13)
    second = boatyard.passage(type="txt", text="three four", offset=8, length=10)

    shown = blocks(WholeDocument((Stretch(first), Stretch(second, ((6, 10),)))), range(2))

    assert [block.text for block in shown] == ["one two three", " four"]
    assert [shown[1].text[s:e] for s, e in shown[1].marks] == ["four"]


@given(st.lists(st.integers(0, 3000), min_size=1, max_size=40), st.data())
def test_a_window_holds_its_centre_and_stays_small(lengths, data):
    whole = WholeDocument(tuple(Stretch(boatyard.passage(text="x" * length)) for length in lengths))
    centre = data.draw(st.integers(0, len(lengths) - 1))

    window = window_around(whole, centre, 5000)

    assert centre in window
    assert sum(lengths[i] for i in window) <= 5000 + 3000


@pytest.fixture(scope="module")
def paper(tmp_path_factory):
    from reportlab.pdfgen.canvas import Canvas

    path = tmp_path_factory.mktemp("pdf") / "paper.pdf"
    canvas = Canvas(str(path), pagesize=(400, 300))
    for number in range(3):
        canvas.drawString(50, 200, f"Page {number + 1}: the varnish must cure for a week, says Varnish & Sons.")
        canvas.drawString(50, 180, "A word is broken: infor-")
        canvas.drawString(50, 160, "mation stands on two lines.")
        canvas.showPage()
    canvas.save()
    return str(path)


def ask_process(*requests):
    answers = io.BytesIO()
    serve(io.BytesIO(b"".join(json.dumps(request).encode() + b"\n" for request in requests)), answers)
    answers.seek(0)
    while line := answers.readline():
        head = json.loads(line)
        yield head, answers.read(head["bytes"])


def test_a_page_is_drawn_with_its_matches_where_they_stand(paper):
    ((head, picture),) = ask_process({"id": 1, "path": paper, "page": 2, "scale": 2.0, "words": ["varnish"]})

    assert (head["page"], head["pages"], head["width"], head["height"]) == (2, 3, 800, 600)
    assert len(picture) == head["stride"] * 600
    assert len(head["matches"]) == 2
    left, top, width, height = head["matches"][0][0]
    assert 100 < left < 400
    assert 180 < top < 205
    assert width > 40
    assert height < 40


def test_a_word_broken_at_a_line_end_is_marked_in_both_halves(paper):
    ((head, _),) = ask_process({"id": 1, "path": paper, "page": 1, "scale": 1.0, "words": ["information"]})

    assert [len(match) for match in head["matches"]] == [2]


def test_what_cannot_be_drawn_is_answered_with_a_reason(paper, tmp_path):
    broken = tmp_path / "broken.pdf"
    broken.write_bytes(b"%PDF-1.4 nothing in here")

    answers = [
        head
        for head, _ in ask_process(
            {"id": 1, "path": str(broken), "page": 1, "scale": 1.0},
            {"id": 2, "path": str(tmp_path / "gone.pdf"), "page": 1, "scale": 1.0},
            {"id": 3, "path": paper, "page": 99, "scale": 1.0},
        )
    ]

    assert [("error" in head, head["id"]) for head in answers] == [(True, 1), (True, 2), (False, 3)]
    assert answers[2]["page"] == 3


def test_only_the_newest_page_is_drawn_and_a_dead_process_is_replaced(qtbot, paper):
    client, drawn = PageClient(), []
    client.drawn.connect(drawn.append)

    for page in (1, 2, 3):
        client.request(PageRequest(paper, page, 1.0))
    qtbot.waitUntil(lambda: bool(drawn), timeout=20_000)
    client._process.kill()
    qtbot.waitUntil(lambda: client._process is None, timeout=10_000)
    client.request(PageRequest(paper, 1, 1.0, ("varnish",)))
    qtbot.waitUntil(lambda: len(drawn) == 2, timeout=20_000)
    client.close()

    assert [page.page for page in drawn] == [3, 1]
    assert drawn[1].image.width() == 400
    assert len(drawn[1].matches) == 2
