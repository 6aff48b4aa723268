"""Office files, books, mails and archives of real programs, with the right answers that lie beside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.extractors import Extractors

FILES = Path(__file__).parents[3] / "shared" / "data" / "files"
KINDS = ("docx", "odf", "pptx", "xlsx", "epub", "office-legacy", "mail", "archives")
DAMAGED = ("damaged/empty.docx", "damaged/alice-cut.epub")
REASONS = {
    "needs-password": {Reason.PASSWORD},
    "no-text": {Reason.NO_TEXT, Reason.EMPTY},
    "damaged": {Reason.DAMAGED, Reason.EMPTY, Reason.TOO_LARGE, Reason.HELPER_MISSING},
    "text-or-damaged": {Reason.DAMAGED, Reason.NO_TEXT},
    "text-or-no-text": {Reason.NO_TEXT},
    "text-or-clear-unsupported": {Reason.UNSUPPORTED, Reason.HELPER_MISSING, Reason.PASSWORD},
}

pytestmark = [pytest.mark.shared, pytest.mark.skipif(not FILES.is_dir(), reason="the shared files are not beside the checkout")]


SOUND = {"office-legacy/OOM_alloc.xls"}
"""Files that only another reader took for damaged."""


def expected() -> list[Any]:
    listed = FILES / "expected.json"
    entries = json.loads(listed.read_text(encoding="utf-8")) if listed.is_file() else []
    return [entry for entry in entries if entry["path"].split("/")[0] in KINDS or entry["path"] in DAMAGED]


@pytest.mark.parametrize("entry", expected(), ids=lambda entry: entry["path"])
def test_a_real_file_yields_what_it_holds(entry: Any):
    answer = entry["expect"]
    outcome = answer["outcome"]

    try:
        documents = Extractors().extract(str(FILES / entry["path"]))
    except UnreadableError as refusal:
        documents = ()
        reason = refusal.reason
    else:
        reason = None

    assert reason in REASONS.get(outcome, set()) if reason else outcome.startswith("text") or entry["path"] in SOUND
    if documents:
        check(documents, answer)


def check(documents: Any, answer: dict[str, Any]) -> None:
    first: Document = documents[0]
    text = " ".join(" ".join(document.text for document in documents).split())
    assert [phrase for phrase in answer.get("phrases", ()) if phrase not in text] == []
    assert not answer.get("phrases_any") or any(phrase in text for phrase in answer["phrases_any"])
    assert [phrase for phrase in answer.get("phrases_nospace", ()) if phrase not in text.replace(" ", "")] == []
    assert first.title == answer.get("title", first.title)
    assert first.language == answer.get("language", first.language)
    assert first.title == answer.get("subject", first.title)
    assert first.metadata.get("parts") == answer.get("parts", first.metadata.get("parts"))
    if "messages" in answer:
        assert len([document for document in documents if "/" not in document.member]) == answer["messages"]
