"""What may be typed, and what a slip gets."""

import pytest

from pincite.cli.arguments import VERBS, parse, parser


def test_folders_alone_open_the_window():
    arguments = parse(["~/notes", "--library", "lib"])

    assert (arguments.verb, arguments.folders, arguments.library) == ("open", ["~/notes"], "lib")


def test_nothing_at_all_opens_the_window():
    assert parse([]).verb == "open"


def test_common_options_stand_before_or_after_the_verb():
    before = parse(["--library", "lib", "--json", "search", "x"])
    after = parse(["search", "--library", "lib", "--json", "x"])

    assert vars(before) == vars(after)


def test_a_question_may_hold_dashes_after_the_end_of_options():
    arguments = parse(["search", "--limit=3", "--", "-word", "--explain"])

    assert (arguments.text, arguments.limit, arguments.explain) == (["-word", "--explain"], 3, False)


def test_filters_repeat_and_keep_equal_signs_in_values():
    arguments = parse(["search", "--filter", "tag=a=b", "--filter=type=md", "--exclude", "year=2024", "x"])

    assert arguments.filter == [("tag", "a=b"), ("type", "md")]
    assert arguments.exclude == [("year", "2024")]


@pytest.mark.parametrize(
    "words",
    [
        ["search", "--filter", "type", "x"],
        ["search", "--filter", "=md", "x"],
        ["search", "--order", "date:down", "x"],
        ["search", "--limit", "0", "x"],
        ["search", "--limit", "-1", "x"],
        ["search", "--limit", "many", "x"],
        ["search", "--channel", "smell", "x"],
        ["screenshot", "out.png", "--size", "12"],
        ["forget"],
        ["extract"],
    ],
)
def test_a_slip_ends_with_status_two_and_a_sentence(words, capsys):
    with pytest.raises(SystemExit) as caught:
        parse(words)

    assert caught.value.code == 2
    assert "error:" in capsys.readouterr().err


@pytest.mark.parametrize(("text", "read"), [("date", ("date", False)), ("date:asc", ("date", False)), ("a:b:desc", ("a:b", True))])
def test_an_order_names_its_direction(text, read):
    assert parse(["search", "--order", text, "x"]).order == read


def test_every_verb_has_help():
    text = parser().format_help()

    assert all(verb in text for verb in VERBS)
