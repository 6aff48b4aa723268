"""Text-like files of real programs, with the right answers that lie beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors

FILES = Path(__file__).parents[3] / "shared" / "data" / "files"
KINDS = ("data", "code", "rst", "org", "tex", "ipynb", "logs", "subtitles")

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not FILES.is_dir(), reason="the shared files are not beside the checkout")]


def expected() -> list[Any]:
    listed = FILES / "expected.json"
    if not listed.is_file():
        return []
    found = json.loads(listed.read_text(encoding="utf-8"))
    entries = found if isinstance(found, list) else found["files"]
    return [entry for entry in entries if entry["path"].split("/")[0] in KINDS]


@pytest.mark.parametrize("entry", expected(), ids=lambda entry: entry["path"])
def test_a_real_file_yields_what_it_holds(entry):
    answer = entry["expect"]
    try:
        documents = Extractors().extract(str(FILES / entry["path"]))
    except UnreadableError:
        assert answer["outcome"] == "text-or-damaged"
        return

    text = "\n".join(document.text for document in documents)
    assert [phrase for phrase in answer.get("phrases", ()) if phrase not in text] == []
    assert documents[0].encoding == answer.get("encoding", documents[0].encoding)
    assert documents[0].title == answer.get("title", documents[0].title)
    assert text.rstrip().endswith(answer.get("last_line", ""))
    assert "iVBORw0KGgo" not in text
