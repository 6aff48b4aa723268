"""Twenty-odd questions to a real manual of 3,185 pages: the page that answers is among the first three."""

import tomllib
from pathlib import Path

import pytest

from pincite.assembly import open_searcher, open_syncer
from pincite.domain.cancel import CancelToken
from pincite.domain.search import Query
from pincite.settings import Meaning, Settings, with_folders

MANUAL = Path("/usr/share/doc/linux-doc/html")
QUESTIONS = tomllib.loads(Path(__file__).with_name("questions.toml").read_text(encoding="utf-8"))["question"]
FIRST = 3
"""Results among which the page must be."""
RIGHT = 0.8
"""Share of the questions that must be answered there."""


@pytest.mark.long
@pytest.mark.skipif(not MANUAL.is_dir(), reason="needs Debian's package linux-doc")
def test_most_questions_find_their_page_among_the_first_three(tmp_path):
    settings = with_folders(Settings(tmp_path / "library", meaning=Meaning("none")), (str(MANUAL.resolve()),))
    with open_syncer(settings, lambda _: None) as syncer:
        done = syncer.sync(CancelToken())

    with open_searcher(settings) as searcher:
        answers = {q["text"]: searcher.search(Query(q["text"], limit=FIRST), CancelToken()) for q in QUESTIONS}

    missed = [q["text"] for q in QUESTIONS if not any(hit.passage.path.endswith(tuple(q["pages"])) for hit in answers[q["text"]].hits)]
    assert done.documents > 3_000
    assert len(missed) <= len(QUESTIONS) * (1 - RIGHT), missed
