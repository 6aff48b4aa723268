"""Rich Text Format."""

from __future__ import annotations

import pytest
from office_samples import place_of, read

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError

HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0 Arial;}{\f1\fcharset204 Arial;}{\f2\fcharset128 MS Gothic;}}"
    r"{\stylesheet{\s0 Normal;}{\s1\outlinelevel0 heading 1;}{\s2\b\fs28 heading 2;}}"
)


def rtf(body: str) -> bytes:
    return (HEAD + body + "}").encode("latin-1")


def test_headings_come_from_outline_levels_and_styles():
    (document,) = read("x.rtf", rtf(r"\pard\s1\outlinelevel0 Setup\par\pard\s2 Proxy\par\pard\s0 Port 8080.\par"))

    assert place_of(document, "Port").heading_path == ("Setup", "Proxy")


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\f1\'ef\'f0\'e8\'e2\'e5\'f2", "привет"),
        (r"\f2\'82\'a0\'82\'a2", "あい"),
        (r"\u-10240?\u-8398?", "𐌲"),
        (r"gr\'fcn \u8364?5", "grün €5"),
        (r"\{a\} \\ b\~c", "{a} \\ b\xa0c"),
    ],
)
def test_characters_are_decoded_by_their_font_and_code(source: str, text: str):
    (document,) = read("x.rtf", rtf(source + r"\par"))

    assert document.text == text


def test_fonts_without_a_character_set_have_the_code_page_of_the_document():
    (document,) = read("x.rtf", rb"{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}{\f1\fcharset0 Arial;}}\f0 \'ef\'f0\'e8\'e2\'e5\'f2\par}")

    assert document.text == "привет"


def test_notes_and_boxes_stand_behind_and_what_is_not_shown_is_left_out():
    body = (
        r"{\header House rules\par}\pard Kept {\deleted struck}{\v hidden}text{\footnote The source.} goes on.\par"
        r"{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt In a box.\par}}{\shprslt other}}{\pict\pngblip 0a0b}\pard\bin3 {{{Last.\par"
    )

    (document,) = read("x.rtf", rtf(body))

    assert document.text == "Kept text goes on.\n\nLast.\n\nIn a box.\n\nThe source.\n\nHouse rules"
    assert place_of(document, "The source").part == "footnote 1"
    assert place_of(document, "House rules").part == "header"


def test_cells_links_and_properties_are_kept():
    body = (
        r"{\info{\title Tides}{\author Ida Holm}{\keywords sea, moon}{\creatim\yr2021\mo3\dy4}}"
        r"\trowd\cellx1\intbl a\cell b\cell\row\pard{\field{\*\fldinst HYPERLINK "
        '"https://heron.example/"'
        r"}{\fldrslt our page}}\par"
    )

    (document,) = read("x.rtf", rtf(body))

    assert document.text == "a\tb\n\nour page"
    assert (document.title, document.metadata["author"], document.metadata["date"]) == ("Tides", "Ida Holm", "2021-03-04")
    assert (document.links, document.tags) == (("https://heron.example/",), ("sea", "moon"))


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (r"Seen {\b\v unseen} words.\par", "Seen  words."),
        (r"Seen \v unseen\v0 words.\par", "Seen words."),
        (r"Seen \v unseen \b too\plain\f0  words.\par", "Seen  words."),
        (r"Seen {\fs20\deleted gone {\b more} gone}{\b words}.\par", "Seen words."),
        (r"One.\par\v Unseen.\par\v0 Two.\par", "One.\n\nTwo."),
        (r"{\v a {\v0 b} c}Seen {\viewkind words}\vertalc .\par", "Seen words."),
    ],
)
def test_hidden_text_is_not_read_wherever_it_begins_and_ends(body: str, text: str):
    (document,) = read("x.rtf", rtf(body))

    assert document.text == text


def test_a_paragraph_that_ends_in_its_cell_does_not_tear_the_row():
    (document,) = read("x.rtf", rtf(r"\trowd\cellx1{\pard\intbl {Name\par}\cell}{\pard\intbl {Depth\par}\cell}\row\pard After.\par"))

    assert document.text == "Name\tDepth\n\nAfter."


@pytest.mark.parametrize("source", ["{" * 200_000, r"\u99999999", r"\u", r"{\footnote \f9999" * 20_000])
def test_deep_nesting_and_impossible_codes_hold_no_text(source: str):
    with pytest.raises(UnreadableError) as refusal:
        read("x.rtf", rtf(source))

    assert refusal.value.reason is Reason.NO_TEXT


def test_what_only_bears_the_name_is_damaged():
    with pytest.raises(UnreadableError) as refusal:
        read("x.rtf", b"plain words")

    assert refusal.value.reason is Reason.DAMAGED


@pytest.mark.parametrize("damage", ["", "}", r"{\f3\f4 " * 500])
def test_a_font_table_that_is_not_closed_swallows_neither_text_nor_time(damage: str):
    source = r"{\rtf1\ansi{\fonttbl{\f0\fcharset0 Arial;}" + damage + r"{\f1\fcharset204 " * 300 + r";}}\f0 Kept text.\par" + r"{\b x}" * 5_000

    (document,) = read("x.rtf", source.encode())

    assert "Kept text." in document.text


@pytest.mark.parametrize("data", ["Höhle – 😀".encode(), b"H\\'f6hle \\endash  \\u-10179?\\u-8704?", b"H\xf6hle \x96 \\u-10179?\\u-8704?"])
def test_bytes_that_should_have_been_escaped_are_read_all_the_same(data):
    (document,) = read("cave.rtf", b"{\\rtf1\\ansi\\ansicpg1252 " + data + b"\\par}")

    assert document.text == "Höhle – 😀"
