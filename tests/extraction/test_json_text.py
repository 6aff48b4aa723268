"""JSON and JSON Lines: paths, lines, options, and what is no JSON."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.documents import Document, Location
from pincite.domain.errors import UnreadableError
from pincite.extraction.data.json_scanner import Scanner
from pincite.extraction.data.json_text import read_json, read_lines
from pincite.extraction.source_file import Options, SourceFile


def read(text: str, options: Options | None = None) -> list[Document]:
    return list(read_json(SourceFile("pots.json", text.encode()), options or Options()))


def lines(text: str, options: Options | None = None) -> list[Document]:
    return list(read_lines(SourceFile("pots.jsonl", text.encode()), options or Options()))


def place(document: Document, needle: str) -> tuple[Location, int | None]:
    at = document.text.index(needle)
    section = next(section for section in document.sections if section.start <= at < section.end)
    assert document.lines is not None
    return section.location, document.lines.line_at(at)


def test_a_value_stands_with_its_name_and_line():
    (document,) = read('{\n  "pot": {\n    "colour": "blue"\n  },\n  "cups": [1,\n   2]\n}\n')

    assert document.text == "pot.colour: blue\ncups[0]: 1\ncups[1]: 2"
    assert place(document, "blue")[1] == 3
    assert place(document, "cups[1]")[1] == 6


def test_a_large_file_is_cut_at_its_branches_and_cites_their_paths():
    data = {"pots": [{"name": f"pot {number}", "text": "leaf " * 100} for number in range(9)], "owner": {"note": "needle " * 300}}

    (document,) = read(json.dumps(data, indent=2))

    assert place(document, "pot 4")[0].part == "pots[4..5]"
    assert place(document, "needle")[0].part == "owner"


def test_the_title_field_is_the_title():
    assert read('{"title": "On tea", "n": 1}')[0].title == "On tea"
    assert read('{"n": 1}')[0].title == "pots"


def test_comments_trailing_commas_and_bare_names_are_let_pass():
    (document,) = read("// settings\n{\n  tea: 'green', /* hot */\n  \"list\": [1, 2,],\n}\n")

    assert document.text.startswith("tea: green")


def test_escapes_mean_their_letters_and_half_pairs_do_no_harm():
    (document,) = read(r'{"a": "caf\u00e9 \ud83c\udf75", "b": "\ud83c", "c": "nul \u0000"}')

    assert "café 🍵" in document.text
    assert document.text.encode()


def test_what_is_no_json_is_read_as_text_with_a_notice():
    (document,) = read('{"a": 1,\n "b": needle without quotes')

    assert "needle" in document.text
    assert "line 2" in document.notices[0]


def test_each_line_is_a_document_and_a_bad_line_is_named():
    documents = lines('{"title": "One", "text": "leaf"}\n{"title": broken\n\n{"text": "needle"}\n')

    assert [each.title for each in documents] == ["One", "pots, line 4"]
    assert place(documents[1], "needle") == (Location(part="line 4"), 4)
    assert documents[0].notices == ("Line 2 is no valid JSON and was left out.",)


def test_one_content_field_gives_its_value_and_several_are_named():
    line = '{"id": "a7", "text": "leaf", "by": {"name": "Ada"}, "tags": ["x", "y"], "n": 3}\n'
    one = Options(json_content_fields=("text",), json_id_field="id", json_metadata_fields=("by.name", "tags"))
    several = Options(json_content_fields=("text", "n"))

    (first,), (second,), (whole,) = lines(line, one), lines(line, several), lines(line)

    assert (first.text, first.member, first.metadata) == ("leaf", "a7", {"by.name": "Ada", "tags": ["x", "y"]})
    assert second.text == "text: leaf\nn: 3"
    assert "by.name: Ada" in whole.text


def test_records_of_a_list_are_documents_when_fields_are_named():
    documents = read('[{"id": 1, "text": "leaf"},\n {"id": 1, "text": "needle"}]', Options(json_content_fields=("text",), json_id_field="id"))

    assert [each.text for each in documents] == ["leaf", "needle"]
    assert len({each.member for each in documents}) == 2
    assert place(documents[1], "needle")[1] == 2


def test_a_json_file_of_lines_and_a_lines_file_of_one_value_are_read_as_what_they_are():
    assert len(read('{"a": 1}\n{"a": 2}\n')) == 2
    assert lines('{\n "a":\n  "needle"\n}\n')[0].text == "a: needle"


def test_too_many_records_become_one_document_with_a_section_each():
    (document,) = lines("".join(f'{{"n": "leaf {number}"}}\n' for number in range(5)), Options(max_members=3))

    assert [section.location.part for section in document.sections] == [f"line {number}" for number in range(1, 6)]


def test_nesting_without_end_is_refused_quickly():
    (document,) = read('{"a":' * 100_000)

    assert "nested" in document.notices[0]


@pytest.mark.parametrize("text", ["{}", "[]", " ", "[[], {}]"])
def test_a_file_without_values_says_so(text):
    with pytest.raises(UnreadableError):
        read(text)


values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=5), inner, max_size=4),
    max_leaves=20,
)


@given(values, st.sampled_from([None, 1]))
def test_the_scanner_finds_every_leaf_that_json_finds(value, indent):
    def count(node: object) -> int:
        if isinstance(node, dict):
            return sum(map(count, node.values()))
        return sum(map(count, node)) if isinstance(node, list) else 1

    text = json.dumps(value, indent=indent)

    leaves = list(Scanner(text).leaves())

    assert len(leaves) == count(value)
    assert all(1 <= leaf.line <= text.count("\n") + 1 for leaf in leaves)


def test_blanks_before_an_error_do_not_take_long():
    (document,) = read('{"a": 1' + " ,\n" * 50_000 + "/ needle")

    assert "needle" in document.text
