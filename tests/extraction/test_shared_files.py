"""Real files of every kind, with the right answers that lie beside them: outcome, title, pages, labels, outline, phrases, tags, links."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from typing import Any

import pytest

from pincite.domain.documents import Document
from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors

FILES = Path(__file__).parents[3] / "shared" / "data" / "files"
ACCEPTED = {
    "text": {"text"},
    "note": {"text", "empty"},
    "no-text": {"no-text", "empty"},
    "needs-password": {"password"},
    "damaged": {"damaged", "empty", "no-text", "helper-missing"},
    "garbled": {"text", "no-text"},
    "text-or-damaged": {"text", "damaged", "no-text"},
    "text-or-no-text": {"text", "no-text"},
    "text-or-clear-unsupported": {"text", "unsupported", "helper-missing", "cut", "damaged"},
}
TEXT_AFTER_ALL = {"pdf/bomb_giant.pdf", "office-legacy/OOM_alloc.xls"}
"""Files of which our reader gets text that the readers of the list did not; the workbook is sound, and LibreOffice shows the same in it."""

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not FILES.is_dir(), reason="the shared files are not beside the checkout")]


def entries() -> list[Any]:
    listed = FILES / "expected.json"
    return json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else []


def flat(text: str) -> str:
    return " ".join(text.split())


def bare(text: str) -> str:
    """NFKC without marks, as the list compares scripts with vowel signs."""
    return "".join(char for char in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)) if not unicodedata.combining(char))


def outcome(path: str) -> tuple[str, tuple[Document, ...]]:
    try:
        return "text", tuple(Extractors().extract(str(FILES / path)))
    except UnreadableError as error:
        return error.reason.code, error.documents


@pytest.mark.parametrize("entry", entries(), ids=lambda entry: entry["path"])
def test_a_real_file_meets_its_answer(entry):
    path, answer = entry["path"], entry["expect"]

    happened, documents = outcome(path)

    assert happened in ACCEPTED[answer["outcome"]] or (path in TEXT_AFTER_ALL and happened == "text")
    if not documents:
        assert answer["outcome"] not in ("text", "note")
        return
    document = documents[0]
    assert document.title == answer.get("title", document.title)
    assert len(document.pages) == answer.get("pages", len(document.pages))
    assert [page.label for page in document.pages] == answer.get("page_labels", [page.label for page in document.pages])
    check_outline(document, answer)
    check_note(document, answer)
    if happened == "text":
        check_text(documents, answer)


def check_outline(document: Document, answer: dict[str, Any]) -> None:
    top = answer.get("outline_top", [])
    assert [entry.text for entry in document.outline if entry.level == 1][: len(top)] == top


def check_note(document: Document, answer: dict[str, Any]) -> None:
    keys = {*answer.get("front_matter_keys", ()), *answer.get("properties", ())}
    assert keys - set(document.metadata) == set()
    assert set(answer.get("tags", ())) - set(document.tags) == set()
    assert set(answer.get("wikilinks", ())) - set(document.links) == set()
    embeds = document.metadata.get("embeds")
    assert set(answer.get("embeds", ())) - set(embeds if isinstance(embeds, list) else ()) == set()


def check_text(documents: tuple[Document, ...], answer: dict[str, Any]) -> None:
    whole = flat("\n".join(document.text for document in documents))
    missing = [phrase for phrase in answer.get("phrases", ()) if flat(phrase) not in whole]
    assert missing == []
    assert [phrase for phrase in answer.get("phrases_normalised", ()) if bare(phrase) not in bare(whole)] == []
    places = [whole.find(phrase) for phrase in answer.get("order", ())]
    assert places == sorted(places)
    assert -1 not in places
    for phrase, number in answer.get("page_of", {}).items():
        page = documents[0].pages[number - 1]
        assert phrase in flat(documents[0].text[page.start : page.end])
