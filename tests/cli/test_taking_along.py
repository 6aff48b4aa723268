"""`pincite search --format`: results in a form to take along."""

from __future__ import annotations

import csv
import io

import pytest

from pincite.cli.arguments import parse
from pincite.cli.main import run


@pytest.mark.parametrize(("form", "begins"), [("text", "weir\n\n[1] Weir, Weir, line 1 ("), ("markdown", "# weir\n\n1. [Weir](<file:///"), ("bibtex", "@misc{")])
def test_results_are_printed_in_the_form_asked_for(form, begins, weir, capsys):
    status = run(parse(["search", "--library", str(weir), "--format", form, "weir"]))

    assert status == 0
    assert capsys.readouterr().out.startswith(begins)


def test_a_table_is_all_that_is_printed(weir, capsys):
    run(parse(["search", "--library", str(weir), "--format", "csv", "--quiet", "weir"]))

    (row,) = csv.DictReader(io.StringIO(capsys.readouterr().out, newline=""))
    assert (row["title"], row["line"], row["heading"]) == ("Weir", "1", "Weir")


@pytest.fixture(scope="module")
def weir(tmp_path_factory):
    folder = tmp_path_factory.mktemp("weir")
    notes, library = folder / "notes", folder / "library"
    notes.mkdir()
    (notes / "weir.md").write_text("# Weir\n\nThe weir is two metres high.\n", encoding="utf-8")
    library.mkdir()
    (library / "settings.toml").write_text('workers = 1\n[meaning]\nencoder = "none"\n', encoding="utf-8")
    run(parse(["index", str(notes), "--library", str(library), "--quiet"]))
    return library
