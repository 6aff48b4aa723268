"""One of a thing, and more of it."""

from types import SimpleNamespace

import pytest

from pincite.domain.wording import counted, heading_of_related


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((0, "file"), "0 files"), ((1, "file"), "1 file"), ((1_240, "file"), "1,240 files"), ((1, "entry", "entries"), "1 entry"),
        ((2, "file is", "files are"), "2 files are"),
    ],
)  # fmt: skip
def test_the_word_follows_the_number(said, expected):
    assert counted(*said) == expected


@pytest.mark.parametrize(
    ("found", "heading"),
    [([("meaning",), ("meaning", "title")], "Related by meaning"), ([("meaning",), ("words", "meaning")], "Related"), ([], "Related by meaning")],
)
def test_related_documents_stand_under_what_led_to_them(found, heading):
    hits = [SimpleNamespace(found_by=by) for by in found]

    assert heading_of_related(hits) == heading
