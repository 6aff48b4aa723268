"""Where the output goes, and what the system's locale makes of names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest


def pincite(*words: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    with Path(os.devnull).open("rb") as nothing:
        return subprocess.run([sys.executable, "-m", "pincite", *words], stdin=nothing, capture_output=True, env=os.environ | environment, check=False)


@pytest.fixture
def library(tmp_path: Path) -> Path:
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "沼地.md").write_text("A hawser is a thick rope.\n", encoding="utf-8")
    pincite("index", str(tmp_path / "notes"), "--library", str(tmp_path / "library"), "--no-vectors", "--quiet")
    return tmp_path / "library"


@pytest.mark.skipif(sys.platform == "win32", reason="Windows names files in Unicode")
def test_a_locale_without_unicode_finds_and_prints_every_name(library):
    ascii_only = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "ascii"}

    done = pincite("search", "--library", str(library), "--channel", "keyword", "hawser", **ascii_only)

    assert done.returncode == 0, done.stderr
    assert "沼地.md" in done.stdout.decode()
    assert b"unavailable" not in done.stdout


@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell that closes streams")
@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_a_stream_that_is_closed_is_no_trouble(library, closed):
    words = f'"{sys.executable}" -m pincite search --library "{library}" --channel keyword hawser {closed}'

    done = subprocess.run(["sh", "-c", words], stdin=subprocess.DEVNULL, capture_output=True, check=False)

    assert (done.returncode, b"wrong" in done.stderr) == (0, False)
    assert (b"hawser" in done.stdout) == (closed != ">&-")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is full")
def test_output_that_cannot_be_written_is_one_sentence(library):
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pincite", "search", "--library", str(library), "--channel", "keyword", "hawser"],
            stdout=full, stderr=subprocess.PIPE, check=False,
        )  # fmt: skip

    said = done.stderr.decode()
    assert done.returncode == 1
    assert "No space left" in said
    assert "Traceback" not in said
