"""CSV and JSON are read as the settings say for the folder they lie in."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from pincite.__main__ import main

ORDERS = "number,customer,remark\n7,Varga,a hawser of hemp\n8,Okafor,a lamp\n"
SETTINGS = """
[reading]
csv_content_columns = ["remark"]

[[parsing]]
folder = "../notes/exports"
csv_content_columns = ["customer"]
csv_metadata_columns = ["customer"]
csv_id_column = "number"
"""


@pytest.fixture
def library(tmp_path: Path) -> Path:
    for folder in ("notes", "notes/exports", "notes/exports-of-old", "library"):
        (tmp_path / folder).mkdir()
    for folder in ("notes/exports", "notes/exports-of-old"):
        (tmp_path / folder / "orders.csv").write_text(ORDERS, encoding="utf-8")
    (tmp_path / "library" / "settings.toml").write_text(SETTINGS, encoding="utf-8")
    main(["index", str(tmp_path / "notes"), "--library", str(tmp_path / "library"), "--no-vectors", "--quiet"])
    return tmp_path / "library"


def found(library: Path, capsys: pytest.CaptureFixture[str], *words: str) -> set[str]:
    capsys.readouterr()
    main(["search", "--library", str(library), "--json", "--channel", "keyword", "--limit", "all", *words])
    return {Path(hit["path"]).parent.name for hit in json.loads(capsys.readouterr().out)["results"]}


def test_the_columns_of_a_folder_hold_in_it_and_nowhere_else(library, capsys):
    assert found(library, capsys, "hawser") == {"exports-of-old"}
    assert found(library, capsys, "varga") == {"exports"}
    assert found(library, capsys, "--filter", "customer=Varga", "varga") == {"exports"}


def test_the_settings_of_a_folder_survive_being_saved(library, capsys):
    extra = library.parent / "more"
    extra.mkdir()

    main(["index", str(extra), "--library", str(library), "--no-vectors", "--quiet"])

    assert found(library, capsys, "varga") == {"exports"}
