"""One of a thing, and more of it."""

import pytest

from pincite.domain.wording import counted


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        ((0, "file"), "0 files"), ((1, "file"), "1 file"), ((1_240, "file"), "1,240 files"), ((1, "entry", "entries"), "1 entry"),
        ((2, "file is", "files are"), "2 files are"),
    ],
)  # fmt: skip
def test_the_word_follows_the_number(said, expected):
    assert counted(*said) == expected
