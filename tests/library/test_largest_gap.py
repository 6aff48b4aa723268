"""What cutting at the largest gap does to judged questions: far fewer documents for a pointed question, at the cost of some recall."""

from __future__ import annotations

import pytest

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Channel, Query
from pincite.evaluation import load_collection
from pincite.extraction.language import detect
from pincite.index import open_index
from pincite.library.bench import index_collection
from pincite.retrieval.pipeline import Ranker
from pincite.splitting.auto import AutoSplitter

QUESTIONS = 120


@pytest.mark.shared
def test_a_pointed_question_keeps_few_documents_and_nearly_always_the_right_one(collections, tmp_path):
    collection = load_collection(collections / "xquad-en")
    index = open_index(tmp_path / "library", (), "")
    index_collection(index, collection, AutoSplitter(), detect, None, CancelToken())
    snapshot = index.snapshot()
    ids = [collection.documents[int(entry.relative.split(".")[0])].id for entry in snapshot.entries()]
    asked = list(collection.questions.items())[:QUESTIONS]

    def measured(*, best_only):
        """(documents kept, precision, recall) on average."""
        kept = precision = recall = 0.0
        for question, text in asked:
            answer = Ranker(snapshot).answer(Query(text, channel=Channel.KEYWORD, best_only=best_only), CancelToken())
            found = {ids[document.document] for document in answer.documents}
            right = {name for name, grade in collection.judgements[question].items() if grade > 0}
            kept += len(found)
            precision += len(found & right) / max(len(found), 1)
            recall += len(found & right) / len(right)
        return kept / len(asked), precision / len(asked), recall / len(asked)

    everything, best = measured(best_only=False), measured(best_only=True)
    snapshot.close()

    assert best[0] < everything[0] / 3
    assert best[1] > 3 * everything[1]
    assert best[2] > 0.8
    assert everything[2] >= best[2]
