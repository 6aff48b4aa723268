"""What `--json` prints can be read back and used: every count as a filter, every result by its own values."""

from __future__ import annotations

import json

import pytest

from pincite.cli.arguments import parse
from pincite.cli.main import run

NOTES = {
    "weir.md": "---\ntitle: The weir\ntags: [water, oak]\ndepth: 0\nrating: 1.0\n---\n# Height\n\nThe weir is two metres high.\n",
    "deep/heron.md": "---\ntags: [water]\nrating: 1\nstatus: a=b, c\n---\nA heron stands at the weir.\n",
    "deep/more/ränder.txt": "Das Wehr hat einen Rand. weir\n",
}


@pytest.fixture(scope="module")
def library(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scripts")
    notes, library = folder / "notes", folder / "library"
    for name, text in NOTES.items():
        (notes / name).parent.mkdir(parents=True, exist_ok=True)
        (notes / name).write_text(text, encoding="utf-8")
    library.mkdir()
    (library / "settings.toml").write_text('workers = 1\n[meaning]\nencoder = "none"\n', encoding="utf-8")
    assert run(parse(["index", str(notes), "--library", str(library), "--quiet"])) == 0
    return library


@pytest.fixture
def ask(library, capsys):
    def ask(*words):
        assert run(parse(["search", "--library", str(library), "--json", "--limit", "all", *words])) == 0
        return json.loads(capsys.readouterr().out)

    return ask


def test_every_count_is_what_its_filter_returns(ask):
    facets = ask("weir")["facets"]

    counted = {(key, value): count for key, counts in facets.items() for value, count in counts.items()}
    returned = {(key, value): len(ask("--filter", f"{key}={value}", "weir")["results"]) for key, value in counted}

    assert returned == counted
    assert counted["tag", "water"] == 2
    assert counted["status", "a=b, c"] == 1


def test_equal_numbers_are_one_value_to_a_filter(ask):
    assert len(ask("--filter", "rating=1", "weir")["results"]) == len(ask("--filter", "rating=1.0", "weir")["results"]) == 2


def test_a_result_is_found_again_by_its_own_values(ask):
    for hit in ask("weir")["results"]:
        again = ask("--filter", f"type={hit['type']}", *(f"--filter=language={hit['language']}" for _ in [0] if "language" in hit), hit["title"], "weir")

        assert hit["id"] in [other["id"] for other in again["results"]]


def test_what_is_absent_is_left_out_and_a_depth_of_nothing_is_not(ask):
    results = {hit["title"]: hit for hit in ask("weir")["results"]}

    assert results["The weir"]["depth"] == 0
    assert "depth" not in results["heron"]
    assert not {"page", "slide", "cell", "member", "state"} & set(results["heron"])
    assert all(None not in hit.values() and "" not in hit.values() for hit in results.values())
