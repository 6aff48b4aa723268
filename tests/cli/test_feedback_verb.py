"""`pincite feedback`: what was asked in vain, and which results answered."""

from __future__ import annotations

import json

import pytest

from pincite.cli.arguments import parse
from pincite.cli.main import run


@pytest.fixture
def say(tmp_path, capsys):
    """The command line on a small library; gives the status, what was printed, and what was remarked."""
    notes, library = tmp_path / "notes", tmp_path / "library"
    notes.mkdir()
    (notes / "weir.md").write_text("# Weir\n\nThe weir is two metres high.\n", encoding="utf-8")
    library.mkdir()
    (library / "settings.toml").write_text('workers = 1\n[meaning]\nencoder = "none"\n', encoding="utf-8")

    def say(verb, *words):
        status = run(parse([verb, "--library", str(library), *words]))
        said = capsys.readouterr()
        return status, said.out, said.err

    say("index", str(notes), "--quiet")
    return say


def test_questions_in_vain_are_listed_until_they_are_cleared(say):
    say("search", "zebra crossing")
    say("search", "zebra crossing")
    say("search", "how high is the weir")
    say("search", "--json", "okapi")

    listed = json.loads(say("feedback", "--json")[1])
    counted = json.loads(say("status", "--json")[1])["unanswered"]
    printed = say("status")[1]
    cleared = json.loads(say("feedback", "--clear", "--json")[1])

    assert [(one["question"], one["times"], one["reason"]) for one in listed["unanswered"]] == [
        ("zebra crossing", 2, "No document contains “zebra” or “crossing”.")
    ]
    assert counted == 1
    assert "1 question found nothing (pincite feedback lists them)" in printed
    assert cleared == {"unanswered": [], "labels": []}


def test_a_result_is_labelled_by_its_number(say):
    status, _, _ = say("search", "--answered", "1", "how high is the weir")

    (label,) = json.loads(say("feedback", "--json")[1])["labels"]
    _, shown, _ = say("feedback")

    assert status == 0
    assert (label["question"], label["answered"]) == ("how high is the weir", True)
    assert label["path"].endswith("weir.md")
    assert label["scores"]["coverage"] > 0
    assert shown.startswith("answered: how high is the weir  -  /")


def test_a_number_that_no_result_has_is_a_sentence(say):
    status, _, remark = say("search", "--not-answered", "4", "weir")

    assert status == 1
    assert remark.splitlines()[-1] == "pincite: There is no result 4; this question has 1."


def test_a_damaged_list_of_questions_leaves_the_rest_of_the_status(say, tmp_path):
    (tmp_path / "library" / "user.sqlite3").write_bytes(b"no database" * 100)

    status, printed, remarked = say("status", "--json")

    told = json.loads(printed)
    assert (status, told["documents"]) == (0, 1)
    assert "unanswered" not in told
    assert "user.sqlite3, which keeps what is yours, is damaged" in remarked
