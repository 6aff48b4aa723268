"""`pincite status` and `skipped` for a person: what is there, what is not, and what to do about it."""

from __future__ import annotations

import pytest

from pincite.cli.arguments import parse
from pincite.cli.main import run


@pytest.fixture
def library(tmp_path, capsys):
    """Two notes, an empty one, a picture, and a key that the rules leave out; without vectors."""
    folder = tmp_path / "yard"
    folder.mkdir()
    (folder / "weir.md").write_text("# The weir\n\nIt is closed in spring.", "utf-8")
    (folder / "lock.md").write_text("# The lock\n\nIt is open all year.", "utf-8")
    (folder / "empty.md").write_text("", "utf-8")
    (folder / "id_rsa").write_text("nothing secret", "utf-8")
    made = str(tmp_path / "library")
    assert run(parse(["index", str(folder), "--library", made, "--no-vectors"])) == 0
    said = capsys.readouterr()
    return made, said.out + said.err


def test_files_lacking_and_files_left_out_by_rules_are_told_apart(library, capsys):
    made, said = library

    assert run(parse(["status", "--library", made])) == 0
    printed = capsys.readouterr().out

    assert "\n1 file" in said
    assert " left out: 1 empty\n" in printed
    assert "1 more" in printed
    assert "excluded" not in printed
    assert "Meaning search covers none of the passages yet." in printed


def test_each_file_is_listed_with_its_reason_and_what_to_do(library, capsys):
    made, _ = library

    assert run(parse(["skipped", "--library", made])) == 0
    lines = capsys.readouterr().out.splitlines()

    assert len(lines) == 2
    assert lines[0].endswith("empty.md: It is empty. Nothing to do.")
    assert "id_rsa: A rule of yours leaves it out." in lines[1]
    assert lines[1].endswith("Change the rule in the settings if you want it.")
