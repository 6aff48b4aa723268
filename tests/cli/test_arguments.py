"""What may be typed, and what a slip gets."""

import pytest

from pincite.cli.arguments import VERBS, WINDOW_VERBS, parse, parser
from pincite.cli.main import verb


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
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.parametrize(("text", "read"), [("date", ("date", False)), ("date:asc", ("date", False)), ("a:b:desc", ("a:b", True))])
def test_an_order_names_its_direction(text, read):
    assert parse(["search", "--order", text, "x"]).order == read


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["serch", "rope"], "pincite: there is neither a verb nor a folder 'serch'; did you mean search? (pincite --help says more)."),
        (["search", "--lmit", "3", "rope"], "pincite search: there is no option --lmit; did you mean --limit? (pincite search --help says more)."),
        (["check", "notes"], "pincite check: 'notes' is one word too many here (pincite check --help says more)."),
        (["forget"], "pincite forget: the FOLDER is missing (pincite forget --help says more)."),
        (["search", "--filter", "type", "x"], "pincite search: --filter: write key=value, not 'type' (pincite search --help says more)."),
        (["search", "--limit"], "pincite search: --limit needs a value after it (pincite search --help says more)."),
        (["status", "--json=yes"], "pincite status: --json takes no value, but 'yes' follows it (pincite status --help says more)."),
        (["screenshot", "--scale", "nan", "x.png"], "pincite screenshot: --scale: write a number from 0.5 to 4, not 'nan' (pincite screenshot --help says more)."),
    ],
)
def test_a_slip_gets_one_sentence_with_what_was_meant(words, sentence, capsys):
    with pytest.raises(SystemExit) as ended:
        parse(words)

    assert ended.value.code == 2
    assert capsys.readouterr().err == sentence + "\n"


def test_a_choice_that_is_none_names_the_choices(capsys):
    with pytest.raises(SystemExit):
        parse(["search", "--mode", "guess", "x"])

    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "question" in said
    assert "query" in said


@pytest.mark.parametrize("name", [name for name in VERBS if name not in WINDOW_VERBS])
def test_every_verb_has_its_function(name):
    assert callable(verb(name))


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_says_how_it_is_used_on_lines_that_fit(name, capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    with pytest.raises(SystemExit) as ended:
        parse([name, "--help"])

    said = capsys.readouterr().out
    assert ended.value.code == 0
    assert said.startswith(f"usage: pincite {name}")
    assert max(map(len, said.splitlines())) <= 100


def test_every_verb_has_help():
    text = parser().format_help()

    assert all(verb in text for verb in VERBS)
