"""Sources open at their place: the best program there is, the exact place in its own words, and never a shell."""

from __future__ import annotations

import boatyard
import pytest

from pincite.domain.documents import Location
from pincite.ui.opening import PROGRAMS, opening_of


def paper(**changes):
    return boatyard.passage(path="/yard/a b#c%.pdf", type="pdf", location=Location(page=12), **changes)


@pytest.mark.parametrize(
    ("available", "command"),
    [
        ({"okular", "evince"}, ("okular", "--page", "12", "--find", "varnish", "/yard/a b#c%.pdf")),
        ({"evince"}, ("evince", "--page-index=12", "--find=varnish", "/yard/a b#c%.pdf")),
        ({"zathura", "firefox"}, ("zathura", "--page=12", "--find=varnish", "/yard/a b#c%.pdf")),
        ({"firefox"}, ("firefox", "file:///yard/a%20b%23c%25.pdf#page=12")),
        (set(), ()),
    ],
)
def test_a_pdf_opens_at_its_page(available, command):
    assert opening_of(paper(), available, "linux", word="varnish").command == command


def test_without_a_word_its_option_is_left_out():
    assert opening_of(paper(), {"okular"}, "linux").command == ("okular", "--page", "12", "/yard/a b#c%.pdf")


@pytest.mark.parametrize(
    ("editor", "command"),
    [
        ("code", ("code", "--goto", "/yard/n.md:88")),
        ("kate", ("kate", "--line", "88", "/yard/n.md")),
        ("gedit", ("gedit", "/yard/n.md", "+88")),
        ("gvim", ("gvim", "+88", "/yard/n.md")),
    ],
)
def test_text_opens_at_its_line(editor, command):
    note = boatyard.passage(path="/yard/n.md", type="md", location=Location(line=80))

    assert opening_of(note, {editor}, "linux", line=88).command == command


def test_a_web_page_opens_at_its_anchor():
    page = boatyard.passage(path="/yard/p.html", type="html", location=Location(anchor="säge 1"))

    assert opening_of(page, {"firefox"}, "linux").command == ("firefox", "file:///yard/p.html#s%C3%A4ge%201")


def test_a_member_of_an_archive_is_left_to_the_system():
    assert opening_of(paper(member="inner.pdf"), {"okular"}, "linux").command == ()


def test_a_program_of_another_system_is_not_used():
    assert opening_of(paper(), {"SumatraPDF", "displayline"}, "linux").command == ()


def test_a_name_that_is_no_unicode_has_an_address():
    assert opening_of(boatyard.passage(path="/yard/bad\udcff.txt", type="txt", location=Location()), (), "linux").uri == "file:///yard/bad%FF.txt"


def test_every_program_names_the_place():
    for program in PROGRAMS:
        assert any("{" + program.needs + "}" in argument for argument in program.arguments), program.name
