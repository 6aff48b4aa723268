"""What becomes of the list when a judge or reranker that reads is asked."""

import numpy as np
import pytest
from memory_snapshot import MemorySnapshot, Note

from pincite.domain.cancel import CancelToken
from pincite.domain.search import Filter, Query, Ranking, Verdict
from pincite.retrieval import Ranker
from pincite.retrieval.channels import FunctionReranker, FunctionRetriever, FusedRetriever

NOTES = [
    Note("guide.md", ["how to set the heron trap by the weir, step by step"], facets={"genre": ("tutorial_or_guide",), "depth": ("2",)}),
    Note("paper.md", ["the heron and the weir: a study"], facets={"genre": ("paper",)}),
    Note("diary.md", ["saw a heron at the weir today"]),
    Note("list.md", ["heron, weir, punt, oar"]),
    Note("other.md", ["feed the starter twice a day"]),
]
QUESTION = "how do I set a heron trap at the weir?"


class _Judge:
    """Says of each note what it was told to say."""

    def __init__(self, **said):
        self.said, self.asked = said, []

    def judge(self, question, passages, token):
        self.asked.append([passage.relative for passage in passages])
        return [self.said.get(passage.relative.removesuffix(".md"), Verdict(0.1)) for passage in passages]


class _Backwards:
    """Puts the last first."""

    def rerank(self, question, passages, token):
        return list(range(len(passages)))[::-1]


def ask(judge=None, reranker=None, **options):
    ranker = Ranker(MemorySnapshot(NOTES), judge=judge, reranker=reranker)
    answer = ranker.answer(Query(QUESTION, **{"judged": True, "explain": True} | options), CancelToken())
    return answer, [NOTES[d.document].path for d in answer.documents]


def test_the_list_is_what_the_judge_keeps_in_the_order_of_its_rank():
    judge = _Judge(guide=Verdict(0.85, 3), paper=Verdict(0.9, 1), diary=Verdict(0.52, 1), list=Verdict(0.3))

    answer, paths = ask(judge)

    assert paths == ["guide.md", "paper.md"]
    assert round(answer.documents[0].best.scores["rank"], 2) == 1.36
    assert {drop.path.rsplit("/", 1)[-1]: drop.reason for _, drop in answer.drops} == {"diary.md": "below-window", "list.md": "low-probability"}


def test_an_undecided_document_is_neither_ranked_nor_a_no():
    judge = _Judge(guide=Verdict(0.9, 3), paper=Verdict(reason="timeout"), diary=Verdict(0.8), list=Verdict(0.7))

    answer, paths = ask(judge)

    assert "paper.md" not in paths
    assert [NOTES[d.document].path for d in answer.related] == ["paper.md"]
    assert [path.rsplit("/", 1)[-1] for path in answer.undecided] == ["paper.md"]
    assert [drop.reason for _, drop in answer.drops] == ["undecided:timeout"]
    assert answer.candidates - answer.decided == 1


def test_when_nothing_was_judged_the_local_order_stands_and_the_reason_is_said():
    silent = {name: Verdict(reason="retries") for name in ("guide", "paper", "diary", "list")}

    answer, paths = ask(_Judge(**silent))

    assert paths == ask(None)[1]
    assert any("judged nothing (retries)" in note for note in answer.notes)


def test_the_judge_is_asked_only_where_the_query_wants_it():
    judge = _Judge(guide=Verdict(0.9))

    _, paths = ask(judge, judged=False)

    assert judge.asked == []
    assert len(paths) == 4


def test_a_document_that_a_filter_hides_never_reaches_the_judge():
    judge = _Judge()

    ask(judge, filters=(Filter("genre", "paper"),))

    assert judge.asked == [["paper.md"]]


def test_a_reranker_is_blended_and_never_replaces():
    _, before = ask()

    _, after = ask(reranker=_Backwards())

    assert sorted(after) == sorted(before)
    assert after == before


@pytest.mark.parametrize(("limit", "given"), [(3, 20), (10, 40), (None, 20)])
def test_a_reranker_is_given_four_documents_for_each_to_show_and_at_least_twenty(limit, given):
    notes = [Note(f"{n:02}.md", [f"the heron by the weir, entry {n}"]) for n in range(60)]
    asked = []

    def as_they_came(question, passages):
        asked.append(len(passages))
        return range(len(passages))

    ranker = Ranker(MemorySnapshot(notes), reranker=FunctionReranker(as_they_came))
    answer = ranker.answer(Query("heron weir", judged=True, limit=limit, explain=True), CancelToken())

    assert asked == [given]
    assert len(answer.documents) == (limit or 60)
    assert sum(drop.reason == "limit" for _, drop in answer.drops) >= (given - limit if limit else 0)


def test_a_function_is_a_retriever():
    found = Ranking("toy", np.array([2, 0], np.int64), np.array([0.9, 0.2], np.float32))

    fused = FusedRetriever(FunctionRetriever(lambda query, token: found)).retrieve(Query("heron"), CancelToken())

    assert fused.passages.tolist() == [2, 0]
