"""`pincite forget`: nothing of a folder's text stays in the library."""

from __future__ import annotations

from pincite.cli.arguments import parse
from pincite.cli.main import run
from pincite.index import open_index
from pincite.settings import load


def test_a_folder_that_cannot_be_forgotten_now_can_be_forgotten_later(tmp_path, capsys):
    library, notes, letters = tmp_path / "library", tmp_path / "notes", tmp_path / "letters"
    for folder in (notes, letters):
        folder.mkdir()
        (folder / "a.md").write_text("A hawser is a rope.\n", encoding="utf-8")
    run(parse(["index", str(notes), str(letters), "--library", str(library), "--no-vectors", "--quiet"]))
    words = ["forget", str(notes), str(letters), "--library", str(library)]

    lock = open_index(library, ()).lock()
    refused = run(parse(words)), capsys.readouterr().err
    kept = [root.path for root in load(library).roots]
    lock.release()
    done = run(parse(words)), capsys.readouterr().err

    assert refused == (1, "pincite: Another process is writing this library's index; try again when it is done.\n")
    assert kept == [str(notes), str(letters)]
    assert done == (0, "2 files forgotten.\n")
    assert load(library).roots == ()


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
