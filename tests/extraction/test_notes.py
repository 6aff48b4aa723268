"""What people write into notes: tags, wikilinks, embeds, properties, block ids."""

from __future__ import annotations

import pytest

from pincite.extraction.markup.markdown import read
from pincite.extraction.markup.notes import blanked, marks_of, tags_of, zettel_id
from pincite.extraction.source_file import Options, SourceFile


def note(text: str, name: str = "note.md"):
    (document,) = read(SourceFile(name, text.encode()), Options())
    return document


def test_tags_are_words_with_a_letter_after_a_blank():
    marks = marks_of("#boats and #work/sheds, not a#b nor #12 nor [x](#anchor) but #2024plan and #café.")

    assert marks.tags == ("boats", "work/sheds", "2024plan", "café")


def test_marks_in_code_and_comments_do_not_count():
    document = note("`#no` ``[[no]]`` <!-- #no --> %% #no %%\n\n```\n#no [[no]] no:: 1\n```\n\n#yes [[yes]]\n")

    assert (document.tags, document.links) == (("yes",), ("yes",))


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("[[Rigging]]", "Rigging"),
        ("[[Rigging|how ropes run]]", "Rigging"),
        ("[[Rigging#Knots]]", "Rigging#Knots"),
        ("[[how ropes run|boat.rigging.ropes]]", "boat.rigging.ropes"),
        ("| [[Rigging\\|ropes]] |", "Rigging"),
    ],
)
def test_a_wikilink_names_its_target(source, target):
    assert marks_of(source).links == (target,)


def test_embeds_are_told_from_links():
    document = note("![[Knots]] and [[Ropes]]\n")

    assert document.links == ("Ropes",)
    assert document.metadata["embeds"] == ["Knots"]


def test_properties_of_logseq_and_dataview_are_read():
    document = note("type:: [[Feature]]\nalias:: ropes, lines\n\n- words [due:: 2024-03-01] (rating:: 4)\n\t- not std::move\n")

    assert document.metadata["type"] == "[[Feature]]"
    assert (document.metadata["due"], document.metadata["rating"]) == ("2024-03-01", "4")
    assert document.aliases == ("ropes", "lines")
    assert not [key for key in document.metadata if "std" in key]


def test_an_outline_of_bullets_has_no_indented_code():
    document = note("- one\n\t- two\n\t\t- three\n\t\t  depth:: 3\n\t\t\t\t- [[four]]\n")

    assert document.links == ("four",)
    assert document.metadata["depth"] == "3"


def test_a_front_matter_key_wins_over_a_property():
    document = note("---\nstatus: done\n---\nstatus:: open\n")

    assert document.metadata["status"] == "done"


def test_block_ids_and_time_stamps_are_kept():
    document = note("a line ^knot-1\n", "202403011200 Knots.md")

    assert document.metadata["block_ids"] == ["knot-1"]
    assert document.aliases == ("202403011200",)


@pytest.mark.parametrize(("value", "tags"), [("a, b", ["a", "b"]), ("#a #b", ["a", "b"]), (["#a", "b c"], ["a", "b c"]), ("[[x y]]", ["x y"]), (None, [])])
def test_tags_of_a_property_may_be_a_list_or_words(value, tags):
    assert tags_of(value) == tags


def test_blanking_keeps_every_place():
    text = "a `code` b\n<!-- two\nlines --> c"

    result = blanked(text, [(0, 1)])

    assert len(result) == len(text)
    assert [i for i, char in enumerate(result) if char == "\n"] == [i for i, char in enumerate(text) if char == "\n"]
    assert result.split() == ["b", "c"]


@pytest.mark.parametrize(("stem", "stamp"), [("202403011200", "202403011200"), ("20240301120000 x", "20240301120000"), ("2024-03-01", ""), ("123", "")])
def test_a_zettel_begins_with_its_time_stamp(stem, stamp):
    assert zettel_id(stem) == stamp


def test_a_name_in_a_list_of_aliases_keeps_its_comma():
    document = note("---\naliases: [Boat, \"Ship, big\"]\n---\nx\n")

    assert document.aliases == ("Boat", "Ship, big")
