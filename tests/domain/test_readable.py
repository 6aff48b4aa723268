"""Markdown is shown as it reads, and every mark stays on its word."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.readable import readable


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see [the answer](../letters/2008.md) and [[net|Network]] or [[plain]]", "see the answer and Network or plain"),
        ("## What cold does\n\nat least **1,000 living** seeds", "What cold does\n\nat least 1,000 living seeds"),
        ("![the yard](a_b.png \"x\") and *one* _two_ ~~three~~ ==four==", "the yard and one two three four"),
        ("snake_case_name and 2 * 3 * 4 and a_b", "snake_case_name and 2 * 3 * 4 and a_b"),
        ("run `get **x**` now", "run get **x** now"),
        ("```\n# not a heading\n**x**\n```\n> quoted", "```\n# not a heading\n**x**\n```\nquoted"),
        ("The <b>bold</b> claim & the &amp; sign: 1 < 2", "The <b>bold</b> claim & the &amp; sign: 1 < 2"),
        ("a <!-- hidden --> b \\* c", "a  b * c"),
        ("[ ] open [x] done", "[ ] open [x] done"),
        ("[wiki](https://x.example/a_(b)) end", "wiki end"),
    ],
)
def test_marks_of_markdown_are_not_shown(text, shown):
    assert readable(text, ())[0] == shown


def test_a_mark_stays_on_its_word():
    text = "the [Vault Manual](vault-manual.pdf) is **cold**"

    shown, marks = readable(text, ((5, 10), (19, 24), (42, 46)))

    assert [shown[a:b] for a, b in marks] == ["Vault", "cold"]


@given(st.text(alphabet="ab *_`~=[]()!#>\\|<-\n", max_size=80), st.data())
def test_no_letter_outside_of_links_is_lost_and_ranges_stay_inside(text, data):
    a = data.draw(st.integers(0, len(text)))
    b = data.draw(st.integers(a, len(text)))

    shown, marks = readable(text, ((a, b),))

    assert all(0 <= start < end <= len(shown) for start, end in marks)
    if "[" not in text and "<" not in text:
        assert [c for c in shown if c in "ab"] == [c for c in text if c in "ab"]


@given(st.text(max_size=200))
def test_any_text_can_be_shown(text):
    assert len(readable(text, ())[0]) <= len(text)
