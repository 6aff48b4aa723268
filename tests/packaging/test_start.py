"""What `start.py` understands, and what it hands on."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
import terminal
from terminal import SAMPLE, _in_terminal, _Pincite, _request, has_display


@pytest.fixture
def no_display(monkeypatch):
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)


@pytest.fixture
def program(tmp_path):
    """A stand-in for the program: it writes down how it was called, a call a line."""
    path = tmp_path / "python"
    path.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n')
    path.chmod(0o755)
    return path


def calls(program: Path) -> list[str]:
    return (program.parent / "calls").read_text().splitlines()


@pytest.mark.usefixtures("no_display")
def test_without_a_display_there_is_no_window():
    assert not has_display()
    assert not _request([]).window


@pytest.mark.usefixtures("no_display")
@pytest.mark.parametrize("variable", ["DISPLAY", "WAYLAND_DISPLAY"])
def test_with_a_display_there_is_one(variable, monkeypatch):
    monkeypatch.setenv(variable, ":7")

    assert _request([]).window
    assert not _request(["--ask", "how long"]).window
    assert not _request(["--no-window"]).window


def test_folders_and_options_may_stand_in_any_order():
    request = _request(["Notes", "--limit", "3", "--filter", "type=md", "Papers", "--ask", "how -long", "--filter", "year=2003", "--best"])

    assert request.folders == ("Notes", "Papers")
    assert request.ask == "how -long"
    assert request.search == ("--filter", "type=md", "--filter", "year=2003", "--limit", "3", "--best")


def test_an_unknown_option_is_wrong_usage(capsys):
    with pytest.raises(SystemExit) as stopped:
        _request(["--frobnicate"])

    assert stopped.value.code == 2
    assert "--frobnicate" in capsys.readouterr().err


def test_a_question_is_asked_after_the_folders_are_indexed(program, tmp_path):
    request = _request(["--ask=--quiet?", "--limit", "2"])

    status = _in_terminal(_Pincite(program, str(tmp_path / "lib"), request.common), request, ["Notes"])

    assert status == 0
    assert calls(program) == [
        f"-m pincite index --library {tmp_path}/lib -- Notes",
        f"-m pincite search --library {tmp_path}/lib --limit 2 -- --quiet?",
    ]


def test_json_keeps_the_index_quiet(program):
    request = _request(["--ask", "how long", "--json"])

    _in_terminal(_Pincite(program, None, request.common), request, ["Notes"])

    assert calls(program) == ["-m pincite index --quiet -- Notes", "-m pincite search --json -- how long"]


def test_a_failing_index_is_the_exit_status(tmp_path):
    failing = tmp_path / "python"
    failing.write_text("#!/bin/sh\nexit 1\n")
    failing.chmod(0o755)
    request = _request(["--ask", "how long"])

    assert _in_terminal(_Pincite(failing, None, ()), request, ["Notes"]) == 1


def test_the_prompt_asks_until_an_empty_line(program, monkeypatch):
    lines = iter(["how long", "and why", ""])
    monkeypatch.setattr("builtins.input", lambda prompt: next(lines))
    request = _request(["--no-window"])

    status = _in_terminal(_Pincite(program, None, ()), request, ["Notes"])

    assert status == 0
    assert calls(program)[1:] == ["-m pincite search -- how long", "-m pincite search -- and why"]


def test_the_end_of_input_ends_the_prompt(program, monkeypatch):
    def ended(prompt: str) -> str:
        raise EOFError

    monkeypatch.setattr("builtins.input", ended)

    assert _in_terminal(_Pincite(program, None, ()), _request([]), ["Notes"]) == 0


def test_the_sample_library_is_a_library_of_its_own(monkeypatch, tmp_path):
    monkeypatch.delenv("PINCITE_LIBRARY", raising=False)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))

    python = Path(sys.executable)

    assert Path(terminal._library(python, _request([])) or "").name == "sample"
    assert terminal._library(python, _request(["Notes"])) is None
    assert terminal._library(python, _request(["--library", "here"])) == "here"
    assert SAMPLE.is_dir()
