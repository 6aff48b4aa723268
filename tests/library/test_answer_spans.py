"""Where the document that answers a question is found, the passage that is cited holds the whole answer.

Each document of the question answering collections is a file, read, cut, indexed and asked as a person's own are; by words alone.
The figures are printed (`-rP`): found among the first ten, answered by the first passage of the document, by one that is shown.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from unicodedata import normalize

import pytest

from pincite.assembly import open_searcher, open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.search import Channel, Query
from pincite.evaluation import load_collection
from pincite.library.search import Searcher
from pincite.settings import Meaning, Settings, with_folders

COLLECTIONS = (
    "drcd-dev", "jaquad-train-slice", "tydiqa-en-train", "tydiqa-id-dev", "tydiqa-ko-train", "xquad-ar", "xquad-de", "xquad-en", "xquad-ru", "xquad-zh",
)  # fmt: skip
ASKED = 300
"""Questions of a collection that are asked, evenly spread."""

pytestmark = [pytest.mark.long, pytest.mark.shared]


def answers(folder: Path) -> Iterator[tuple[str, str, frozenset[str]]]:
    """Question, document and the texts that answer, evenly spread over the collection."""
    rows = [json.loads(line) for line in (folder / "answers.jsonl").read_text(encoding="utf-8").strip().split("\n")]
    for row in rows[:: max(1, len(rows) // ASKED)]:
        yield row["query-id"], row["corpus-id"], frozenset(" ".join(normalize("NFC", answer["text"]).split()) for answer in row["answers"])


@pytest.fixture
def asked(collections, tmp_path, request):
    """The collection as files in a library, with what asks it."""
    collection = load_collection(collections / request.param)
    notes = tmp_path / "notes"
    notes.mkdir()
    for item in collection.documents:
        (notes / f"{item.id}.txt").write_text(item.text, encoding="utf-8")
    settings = with_folders(Settings(tmp_path / "library", meaning=Meaning(encoder="none")), (str(notes),))
    with open_syncer(settings, lambda _: None) as syncer:
        syncer.sync(CancelToken())
    with open_searcher(settings) as searcher:
        yield collection, searcher


def passages(searcher: Searcher, question: str, document: str) -> list[str]:
    """The passages that are shown of the document, the best first; none if it is not found."""
    result = searcher.search(Query(question, channel=Channel.KEYWORD, more=4), CancelToken())
    hit = next((hit for hit in result.hits if Path(hit.passage.path).stem == document), None)
    return [" ".join(one.passage.text.split()) for one in (hit, *hit.more)] if hit else []


@pytest.mark.parametrize("asked", COLLECTIONS, indirect=True)
def test_the_cited_passage_holds_the_whole_answer(asked, collections):
    collection, searcher = asked
    found = first = shown = total = 0

    for question, document, texts in answers(collections / collection.name):
        total += 1
        there = passages(searcher, collection.questions[question], document)
        found += bool(there)
        first += any(text in passage for passage in there[:1] for text in texts)
        shown += any(text in passage for passage in there for text in texts)

    print(f"{collection.name}: {total} asked, {found} found, {first / found:.1%} answered by the first passage, {shown / found:.1%} by one shown")
    assert found > 0
    assert shown >= 0.99 * found
