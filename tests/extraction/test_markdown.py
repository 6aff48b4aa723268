"""Markdown: headings, anchors, lines, front matter."""

from __future__ import annotations

import pytest

from pincite.domain.documents import Document
from pincite.extraction.markup.markdown import read
from pincite.extraction.source_file import Options, SourceFile


def note(text: str | bytes, name: str = "note.md") -> Document:
    data = text if isinstance(text, bytes) else text.encode()
    (document,) = read(SourceFile(name, data), Options())
    return document


def paths(document: Document) -> list[tuple[str, ...]]:
    return [section.location.heading_path for section in document.sections]


def line_of(document: Document, needle: str) -> int | None:
    assert document.lines is not None
    return document.lines.line_at(document.text.index(needle))


def test_a_heading_begins_a_section_with_the_path_above_it():
    document = note("# Boats\n\nall of them\n\n## Dinghies\n\nsmall\n\n# Sheds\n\ndry\n")

    assert paths(document) == [("Boats",), ("Boats", "Dinghies"), ("Sheds",)]


def test_levels_that_a_file_skips_are_not_invented():
    document = note("# Boats\n\n#### Oars\n\nash\n\n## Masts\n\nspruce\n")

    assert paths(document) == [("Boats",), ("Boats", "Oars"), ("Boats", "Masts")]


def test_text_before_the_first_heading_has_no_path():
    document = note("a word first\n\n# Boats\n\nthen\n")

    assert paths(document) == [(), ("Boats",)]


@pytest.mark.parametrize("fence", ["```", "~~~", "````", "   ```"])
def test_a_sign_in_a_fence_is_no_heading(fence):
    document = note(f"# Install\n\n{fence}sh\n# fetch\n{fence}\n\nafter\n")

    assert paths(document) == [("Install",)]


@pytest.mark.parametrize(
    ("source", "level", "text"),
    [
        ("Boats\n=====\n", 1, "Boats"),
        ("Boats\n---\n", 2, "Boats"),
        ("# Boats #\n", 1, "Boats"),
        ("###### Boats\n", 6, "Boats"),
        ("# The *old* `boat` [shed](x.md)\n", 1, "The old boat shed"),
        ("# [[sheds|The shed]]\n", 1, "The shed"),
        ("# The ~~new~~ shed\n", 1, "The new shed"),
        ("<h2 id='b'>Boats <em>old</em></h2>\n", 2, "Boats old"),
    ],
)
def test_headings_are_what_commonmark_says(source, level, text):
    (entry,) = note(source + "\nwords\n").outline

    assert (entry.level, entry.text) == (level, text)


@pytest.mark.parametrize("source", ["#no blank\n", "####### seven\n", "    # indented code\n", "> # quoted\n", "\\# escaped\n"])
def test_what_commonmark_takes_for_no_heading_is_none(source):
    assert note("before\n\n" + source).outline == ()


def test_anchors_are_githubs_and_distinct():
    document = note("# Set up: it's 100%!\n\n## Setup\n\n## Setup\n\n## Setup-1\n\n## 中文 标题\n")

    assert [entry.anchor for entry in document.outline] == ["set-up-its-100", "setup", "setup-1", "setup-1-1", "中文-标题"]


def test_an_anchor_that_the_file_gives_is_kept():
    document = note("## Rigging { #ropes }\n\n<h2 id='masts'>Masts</h2>\n")

    assert [(entry.text, entry.anchor) for entry in document.outline] == [("Rigging", "ropes"), ("Masts", "masts")]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"])
def test_lines_are_the_editors_front_matter_included(end, mark):
    source = "---\ntitle: Dyes\n---\n\n# Dyes\n\nmadder is here\n".replace("\n", end)

    document = note(mark + source.encode())

    assert line_of(document, "madder") == 7
    assert document.outline[0].line == 5


def test_front_matter_is_no_part_of_a_section():
    document = note("---\ntitle: Dyes\nauthor: {name: Ada Lorne}\ntags: [red, blue]\ndate: 2024-03-01\n---\nmadder\n")

    assert "".join(document.text[section.start : section.end] for section in document.sections).strip() == "madder"
    assert document.metadata["author.name"] == "Ada Lorne"
    assert document.metadata["date"] == "2024-03-01"
    assert document.tags == ("red", "blue")


def test_toml_front_matter_is_read():
    document = note('+++\ntitle = "Dyes"\n[extra]\ndepth = 2\n+++\nmadder\n')

    assert (document.title, document.metadata["extra.depth"]) == ("Dyes", 2)


@pytest.mark.parametrize("broken", ["title: a: b: c", "title: [unclosed", "\ttitle: x\n y", "tags: @x"])
def test_malformed_front_matter_becomes_text_and_a_notice(broken):
    document = note(f"---\n{broken}\n---\n\nmadder\n")

    searched = "".join(document.text[section.start : section.end] for section in document.sections)
    assert broken.strip() in searched
    assert "madder" in searched
    assert any("front matter" in notice for notice in document.notices)


def test_a_bracket_that_malformed_front_matter_leaves_open_is_no_title():
    document = note("---\ntitle: [unclosed\ntags: [dyes, roots]\n---\n\n# Madder\n")

    assert document.title == "Madder"
    assert document.tags == ("dyes", "roots")


def test_a_front_matter_of_aliases_for_billions_is_bounded():
    levels = "".join(f"l{i}: &l{i} [{', '.join([f'*l{i - 1}'] * 9)}]\n" for i in range(1, 12))

    document = note("---\nl0: &l0 x\n" + levels + "---\nmadder\n")

    assert len(str(document.metadata)) < 1_000_000


@pytest.mark.parametrize(
    ("source", "title"),
    [
        ("---\ntitle: From front\n---\n# From heading\n", "From front"),
        ("## Lower\n\n# From heading\n", "From heading"),
        ("## Only lower\n", "note"),
        ("- # In a list\n", "note"),
        ("words\n", "note"),
        ("---\ntitle: 2024\n---\nwords\n", "2024"),
    ],
)
def test_a_title_comes_from_front_matter_then_heading_then_name(source, title):
    assert note(source).title == title


def test_the_language_of_front_matter_wins():
    assert note("---\nlang: de-AT\n---\nwords\n").language == "de"


def test_malformed_front_matter_is_no_heading():
    document = note("---\ntitle: [open\ntags: a\n---\n# Real\ntext\n")

    assert [entry.text for entry in document.outline] == ["Real"]
    assert document.sections[0].location.heading_path == ()
    assert "title: [open" in document.text[document.sections[0].start : document.sections[0].end]


def test_text_between_two_rules_is_no_front_matter():
    document = note("---\n\nHigh water: at noon\n\n---\n# Tides\n")

    assert dict(document.metadata) == {}
    assert document.text[document.sections[0].start :].startswith("---\n\nHigh water: at noon")


def test_plain_values_of_front_matter_stay_as_people_write_them():
    values = {"country": "no", "at": "12:30", "number": "010", "due": "2024-02-30", "day": "2024-02-03", "rating": "4.5", "done": "true", "count": "3"}

    document = note("---\n" + "".join(f"{key}: {value}\n" for key, value in values.items()) + "---\ntext\n")

    assert dict(document.metadata) == {**values, "rating": 4.5, "done": True, "count": 3}
    assert document.notices == ()


def test_headings_of_html_that_are_never_closed_cost_no_more_than_their_length():
    document = note("<h1>" * 50_000)

    assert document.outline == ()


@pytest.mark.parametrize(
    ("heading", "text", "anchor"),
    [
        ("# Mooring {#moor .wide}", "Mooring", "moor"),
        ("## Mooring {.unnumbered .unlisted}", "Mooring", "mooring"),
        ('# Mooring {.smaller data-x="1 2"}', "Mooring", "mooring"),
        ("# Mooring {-}", "Mooring", "mooring"),
        ("# Set {a, b}", "Set {a, b}", "set-a-b"),
        ("# Sum {x.y}", "Sum {x.y}", "sum-xy"),
    ],
)
def test_attributes_of_a_heading_are_no_part_of_it(heading: str, text: str, anchor: str):
    document = note(f"{heading}\n\nText.\n")

    assert [(entry.text, entry.anchor) for entry in document.outline] == [(text, anchor)]
