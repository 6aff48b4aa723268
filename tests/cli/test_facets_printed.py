"""`pincite facets`: the twenty most frequent values of each facet, and how many more there are; JSON has them all."""

from __future__ import annotations

import json

from pincite.cli.arguments import parse
from pincite.cli.main import run


def test_twenty_values_are_printed_and_the_others_counted(tmp_path, capsys):
    notes, library = tmp_path / "notes", tmp_path / "library"
    notes.mkdir()
    for n in range(23):
        (notes / f"{n}.md").write_text(f"---\nconcepts: [c{n:02}, weir]\n---\nA weir.\n", encoding="utf-8")
    run(parse(["index", str(notes), "--library", str(library), "--no-vectors", "--quiet"]))

    run(parse(["facets", "--library", str(library)]))
    printed = capsys.readouterr().out
    run(parse(["facets", "--library", str(library), "--json"]))
    every = json.loads(capsys.readouterr().out)["facets"]["concept"]

    shown = printed.split("\nconcept\n")[1].split("\n\n")[0].splitlines()
    assert shown[0].split() == ["23", "weir"]
    assert len(shown) == 21
    assert shown[-1].strip() == "and 4 more (--json lists all)"
    assert len(every) == 24
