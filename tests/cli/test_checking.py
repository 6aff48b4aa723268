"""`pincite check` looks, and only `--repair` mends: whatever is wrong with the index."""

from __future__ import annotations

from pathlib import Path

import pytest

from pincite.__main__ import main


@pytest.fixture
def library(tmp_path: Path) -> Path:
    """One note, indexed."""
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "rope.md").write_text("A hawser is a thick rope.\n", encoding="utf-8")
    main(["index", str(tmp_path / "notes"), "--library", str(tmp_path / "library"), "--no-vectors", "--quiet"])
    return tmp_path / "library"


def older(library: Path) -> None:
    manifest = library / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"format": ', '"format": 9'))


def other_words(library: Path) -> None:
    manifest = library / "manifest.json"
    manifest.write_text(manifest.read_text().replace("pincite-", "older-"))


def known_as_damaged(library: Path) -> None:
    segment = next(library.glob("*.seg"))
    segment.with_suffix(".damaged").touch()


def without_manifest(library: Path) -> None:
    (library / "manifest.json").unlink()


DAMAGES = pytest.mark.parametrize("damage", [older, other_words, known_as_damaged, without_manifest])


def files(library: Path) -> dict[str, bytes]:
    return {path.relative_to(library).as_posix(): path.read_bytes() for path in library.rglob("*") if path.is_file()}


@DAMAGES
def test_a_check_says_what_is_wrong_and_leaves_every_file_as_it_is(library, damage, capsys):
    damage(library)
    before = files(library)

    status = main(["check", "--library", str(library)])

    printed = capsys.readouterr().err
    assert (status, printed.count("\n")) == (1, 1)
    assert printed.endswith("pincite index mends it.\n")
    assert files(library) == before


@DAMAGES
def test_a_repair_builds_a_new_index_from_the_documents(library, damage, capsys):
    damage(library)

    repaired = main(["check", "--repair", "--library", str(library)])

    assert (repaired, main(["check", "--library", str(library)])) == (0, 0)
    assert "Disk and index agree." in capsys.readouterr().err


@pytest.mark.parametrize("verb", [["search", "hawser"], ["status"], ["facets"], ["documents"], ["skipped"]])
def test_an_index_that_this_version_cannot_read_is_said_in_one_sentence(library, verb, capsys):
    older(library)

    status = main([*verb, "--library", str(library)])

    assert status == 1
    assert capsys.readouterr().err == (
        "pincite: The index was written by another version of Pincite; it has to be rebuilt from the documents. pincite index mends it.\n"
    )
