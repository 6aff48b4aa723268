"""`pincite forget`: nothing of a folder's text stays in the library."""

from __future__ import annotations

from pincite.cli.arguments import parse
from pincite.cli.main import run


def test_recognised_pages_go_with_a_forgotten_folder(tmp_path):
    library, notes = tmp_path / "library", tmp_path / "notes"
    notes.mkdir()
    (notes / "a.md").write_text("A hawser is a rope.\n", encoding="utf-8")
    run(parse(["index", str(notes), "--library", str(library), "--no-vectors", "--quiet"]))
    page = library / "recognised" / "ab" / "abcd" / "1.txt"
    page.parent.mkdir(parents=True)
    page.write_text("Herons stand in reeds", encoding="utf-8")

    status = run(parse(["forget", str(notes), "--library", str(library), "--quiet"]))

    assert status == 0
    assert not page.exists()
