"""The text of a PDF page after the parser: laws without a parser."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.extraction.pdf.layout import Box, Fragment, is_disordered, reading_order
from pincite.extraction.pdf.right_to_left import is_turned_round, reordered
from pincite.extraction.pdf.text import cleaned, joined, running_lines, vocabulary, without_running_lines


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("one\r\ntwo", "one\ntwo"),
        ("ﬁsh and oﬃce", "fish and office"),
        ("a\x00b\x07c", "abc"),
        ("one  \u00a0 two \n", "one two"),
        ("x² ½ Ｂ", "x² ½ Ｂ"),
        ("ﻣﺮﺣﺒﺎ", "مرحبا"),
        ("e\u0301", "é"),
    ],
)
def test_raw_text_is_cleaned(raw, text):
    assert cleaned(raw) == text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("the e\x1ecient \x1dow\r\nof hot and black and bitter co\x1bee, with a \x1cne round golden brown wa\x1fe on a plate", "the efficient flow\nof hot and black and bitter coffee, with a fine round golden brown waffle on a plate"),
        ("the e\x0ecient \row\r\nof hot and black and bitter co\x0bee, with a \x0cne round golden brown wa\x0fe on a plate", "the efficient flow\nof hot and black and bitter coffee, with a fine round golden brown waffle on a plate"),
        ("one line\x0cand another\rand a third", "one line\nand another\nand a third"),
        ("\x1b\x1ca\x1db\x1e\x1f\x0e c\x1bd", "ab cd"),
    ],
)
def test_ligatures_of_tex_fonts_without_names_are_written_out(raw, text):
    assert cleaned(raw) == text


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("infor\ufffemation here", "information here"),
        ("infor\x02\nmation here", "information here"),
        ("infor-\nmation here", "information here"),
        ("Jean-\nPaul came", "Jean-Paul came"),
        ("long-\nterm plans", "long-term plans"),
        ("a well-known name", "a well-known name"),
        ("lines that go\non in small letters", "lines that go on in small letters"),
        ("A heading\nThen a sentence.", "A heading\nThen a sentence."),
        ("one,\nand two", "one, and two"),
        ("1990-\n2000", "1990-\n2000"),
        ("Nordsee-\nund Ostseehäfen", "Nordsee- und Ostseehäfen"),
        ("administra\u2010\ntors of the arrière\x02parents", "administrators of the arrière-parents"),
    ],
)
def test_words_are_whole_across_lines(page, text):
    clean = cleaned(page)

    assert joined(clean, vocabulary([clean])) == text


def standing(line):
    """The places of the characters of a line whose words stand from left to right as they are written here."""
    return {i: (10.0 * i, 700.0) for i, char in enumerate(line) if char != " "}


@pytest.mark.parametrize(
    ("seen", "read"),
    [
        ("גבוה סלע על .נבנה", "נבנה. על סלע גבוה"),
        (".גבוה סלע על", "על סלע גבוה."),
        ("בלבד 4521 ומספרו Blue Heron הוא השם", "השם הוא Blue Heron ומספרו 4521 בלבד"),
        ("בחוף 1890 1887 בין", "בין 1887 1890 בחוף"),
        ("The keeper דהו אבג came, and went.", "The keeper אבג דהו came, and went."),
        ("only words from the left", "only words from the left"),
    ],
)
def test_a_line_of_two_directions_is_put_in_reading_order(seen, read):
    assert reordered(seen, standing(seen)) == read


def test_a_stop_on_the_right_of_all_ends_the_line():
    line = ".על סלע גבוה"
    places = {i: (500.0 - 10 * i, 700.0) for i, char in enumerate(line) if char != " "}

    assert reordered(line, places) == "על סלע גבוה."


def test_a_line_whose_words_have_no_place_stays():
    assert reordered(".גבוה סלע\nעל", {}) == ".גבוה סלע\nעל"


@pytest.mark.parametrize(("letters", "turned"), [("ال", True), ("لا", False), ("بَ", False), ("َب", True), ("هللا", True), ("ب", False)])
def test_letters_of_one_glyph_are_told_to_be_turned_round(letters, turned):
    assert is_turned_round(letters) is turned


def test_lines_of_scripts_without_spaces_join_without_one():
    page = "船大工は長いあいだ屋根の下に置かれていた板を調べ、祭りの前\nに舟を海へ出せるようにした。\nつぎの行"

    assert joined(page, frozenset()).split("\n")[0] == "船大工は長いあいだ屋根の下に置かれていた板を調べ、祭りの前に舟を海へ出せるようにした。"


def test_running_lines_differ_only_in_numbers():
    words = "oak ash elm fir yew box bay".split()
    pages = [f"Yearbook {n}\nof {word} we say\nmuch\nand\nmore of {word}\n{n}" for n, word in enumerate(words, 1)]

    shapes = running_lines(pages)

    assert without_running_lines(pages, shapes)[:2] == [
        "Yearbook 1\nof oak we say\nmuch\nand\nmore of oak", "of ash we say\nmuch\nand\nmore of ash",
    ]


def test_a_line_whose_number_is_not_the_page_stays():
    numbers = (7, 41, 12, 90, 33)
    pages = [f"Lot {lot} of 100\nof {word}\nmuch\nand\n{word} again\n{lot}" for lot, word in zip(numbers, "fir yew box bay elm".split(), strict=True)]

    kept = without_running_lines(pages, running_lines(pages))

    assert kept == pages


def test_roman_page_numbers_count_on():
    pages = [f"Yearbook\nof {word} we say\nmuch\nand\nmore of {word}\n{number}" for number, word in zip("iii iv v vi".split(), "fir yew box bay".split(), strict=True)]

    kept = without_running_lines(pages, running_lines(pages))

    assert kept[1:] == [f"of {word} we say\nmuch\nand\nmore of {word}" for word in ("yew", "box", "bay")]


@given(st.lists(st.text("abc 12\n", max_size=60), max_size=8))
def test_pages_with_few_lines_lose_nothing(pages):
    short = ["\n".join(page.split("\n")[:4]) for page in pages]

    assert without_running_lines(short, running_lines(short)) == short


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 700), st.sampled_from(["one", "two words", "a longer run of many words"])), max_size=30))
def test_reading_order_loses_no_word(placed):
    fragments = [Fragment(Box(x, y, x + 5 * len(text), y + 10), text) for x, y, text in placed]

    ordered = reading_order(fragments) if fragments else ""

    assert sorted("".join(ordered.split())) == sorted("".join(text for _, _, text in placed).replace(" ", ""))


def test_a_plain_column_is_in_order():
    assert not is_disordered([Box(72, 700 - 14 * i, 400, 710 - 14 * i) for i in range(40)])


def test_bullets_before_their_text_are_in_order():
    boxes = [box for i in range(10) for box in (Box(72, 700 - 14 * i, 76, 710 - 14 * i), Box(100, 700 - 14 * i, 400, 710 - 14 * i))]

    assert not is_disordered(boxes)


def test_two_columns_one_after_the_other_are_in_order():
    left = [Box(72, 700 - 14 * i, 280, 710 - 14 * i) for i in range(10)]
    right = [Box(320, 700 - 14 * i, 520, 710 - 14 * i) for i in range(10)]

    assert not is_disordered([*left, *right])
    assert is_disordered([*right, *left])
    assert is_disordered([box for pair in zip(left, right, strict=True) for box in pair])


def test_a_running_head_and_foot_may_be_drawn_last():
    columns = [Box(72 + 180 * column, 700 - 14 * i, 240 + 180 * column, 710 - 14 * i) for column in range(2) for i in range(10)]
    head, foot = Box(72, 780, 200, 790), Box(200, 30, 210, 40)

    assert not is_disordered([*columns, head, foot])
    assert not is_disordered([*columns, foot, head])
    assert is_disordered([*columns[10:], *columns[:10], head, foot])
    assert is_disordered([*columns, *(Box(72, 740 + 14 * i, 400, 750 + 14 * i) for i in range(6))])


def cells(left: float, width: float, rows: int = 6) -> list[Box]:
    """A column of boxes, from the top down."""
    return [Box(left, 700 - 18 * i, left + width, 710 - 18 * i) for i in range(rows)]


def test_a_table_that_is_drawn_by_columns_is_out_of_order_and_columns_of_words_are_not():
    assert is_disordered([*cells(72, 70), *cells(250, 12), *cells(400, 25)])
    assert is_disordered([*cells(72, 8), *cells(100, 90)])
    assert not is_disordered([*cells(72, 60, 30), *cells(250, 60, 30), *cells(400, 60, 30)])  # the index of a book
    assert not is_disordered([*cells(60, 10, 25), *cells(90, 400, 25)])  # numbers of lines beside a text
    assert not is_disordered([*cells(72, 70, 2), *cells(250, 12, 2)])


def test_brackets_that_stand_the_wrong_way_round_on_a_page_are_turned():
    text = "הישיבה )מספר 12( בשבת\n)שנייה( כאן\n[א] שם\nplain )x( words\n"

    assert reordered(text, {}) == "הישיבה (מספר 12) בשבת\n(שנייה) כאן\n[א] שם\nplain )x( words\n"
    assert reordered("(הישיבה) כאן\nסוף) אחת (תחילה\n", {}) == "(הישיבה) כאן\nסוף) אחת (תחילה\n"


def test_a_full_line_of_ideographs_goes_on_though_lines_of_letters_have_more():
    page = "今天港口里停着一艘大船我们和孩子们一起去看它天气很好\n直到晚上才回家。\nA line of letters that holds far more of them than that one"

    assert joined(page, frozenset()).startswith("今天港口里停着一艘大船我们和孩子们一起去看它天气很好直到晚上才回家。\n")
