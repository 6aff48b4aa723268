"""What a judge or reranker that reads makes of the shortlist. The local order stands wherever it has nothing to say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pincite.domain.cancel import CancelToken
from pincite.domain.protocols import Judge, Reranker
from pincite.domain.search import Drop, Passage, Verdict
from pincite.retrieval.answer import RankedDocument
from pincite.retrieval.judge import TOP_K, VECTOR_TOP_K
from pincite.retrieval.ordering import Arranged, arrange, ranked_document
from pincite.retrieval.rank import Judged, rank
from pincite.retrieval.shortlist import Candidate, Shelf, shortlist

RERANKED, RERANKED_A_RESULT = 20, 4
"""Best documents that a reranker orders: so many for each that is to be shown, and at least so many (seed system 003)."""
RERANK_WEIGHT = 0.5
"""Of the reranker's place against the place in the list: blended, since a reranker alone does harm now and then."""


def second_opinion(shelf: Shelf, judge: Judge | None, reranker: Reranker | None, token: CancelToken) -> Arranged:
    """The list as *judge* decides and *reranker* orders it, cut at the query's limit. Raises `Cancelled`."""
    limit = shelf.query.limit
    if reranker is not None and limit is not None:
        shelf = replace(shelf, query=replace(shelf.query, limit=reranked(limit)))
    arranged = arrange(shelf)
    if judge is not None:
        arranged = _judged(shelf, arranged, judge, token)
    if reranker is None:
        return arranged
    ordered = _reranked(shelf, arranged.documents, reranker, token)
    beyond = ordered[limit:] if limit is not None and shelf.query.explain else ()
    drops = tuple((d.document, Drop("", "", "limit", d.best.scores.get("p_answers"), d.best.scores.get("rank"))) for d in beyond)
    return replace(arranged, documents=ordered[:limit], drops=(*arranged.drops, *drops))


def reranked(limit: int) -> int:
    """How many documents a reranker is given where *limit* are to be shown."""
    return max(RERANKED, RERANKED_A_RESULT * limit)


@dataclass(frozen=True, slots=True)
class _Decided:
    """The candidates of one question by their paths, and what was said of each."""

    candidates: Mapping[str, Candidate]
    titles: Mapping[str, str]
    verdicts: Mapping[str, Verdict]


def _judged(shelf: Shelf, local: Arranged, judge: Judge, token: CancelToken) -> Arranged:
    """Kept documents by rank, as the judge decides; those it could not decide on stand apart, and are named."""
    asked = shortlist(shelf)[: TOP_K + VECTOR_TOP_K]
    passages = shelf.snapshot.passages([candidate.number for candidate in asked])
    said = judge.judge(shelf.question.text, passages, token)
    names = [_name(passage) for passage in passages]
    titles = {name: passage.title for name, passage in zip(names, passages, strict=True)}
    decided = _Decided(dict(zip(names, asked, strict=True)), titles, dict(zip(names, said, strict=True)))
    undecided = tuple(sorted(name for name, verdict in decided.verdicts.items() if verdict.p_answers is None))
    if len(undecided) == len(decided.candidates):
        reasons = sorted({verdict.reason for verdict in decided.verdicts.values()})
        notes = (f"The language model judged nothing ({', '.join(reasons)}); the list is in Pincite's own order.",) if asked else ()
        return replace(local, undecided=undecided, notes=notes)
    kept, drops = rank([_item(name, decided) for name in decided.candidates], shelf.question.kind, limit=shelf.query.limit)
    numbers = {name: candidate.document for name, candidate in decided.candidates.items()}
    return Arranged(
        tuple(_with_verdict(shelf, decided, item, shelf.question.kind) for item in kept),
        tuple(ranked_document(shelf, decided.candidates[name], ()) for name in undecided),
        tuple((numbers[drop.path], drop) for drop in drops) if shelf.query.explain else (),
        undecided,
        (f"{len(undecided)} of {len(asked)} documents were not judged; they stand apart.",) if undecided else (),
    )


def _name(passage: Passage) -> str:
    """What tells a document from all others: its path, and its name inside of it."""
    return f"{passage.path}#{passage.member}" if passage.member else passage.path


def _item(name: str, decided: _Decided) -> Judged:
    candidate, verdict = decided.candidates[name], decided.verdicts[name]
    title = decided.titles[name]
    return Judged(name, title, verdict.p_answers, verdict.specificity, candidate.genre, candidate.depth, verdict.reason)


def _with_verdict(shelf: Shelf, decided: _Decided, item: Judged, kind: str) -> RankedDocument:
    document = ranked_document(shelf, decided.candidates[item.path], ())
    scores = {"p_answers": item.p_answers or 0.0, "specificity": item.specificity, "rank": item.rank(kind) or 0.0}
    return replace(document, best=replace(document.best, scores={**document.best.scores, **scores}))


def _reranked(
    shelf: Shelf, documents: Sequence[RankedDocument], reranker: Reranker, token: CancelToken
) -> tuple[RankedDocument, ...]:
    """The first documents by the blend of both places; ties as they were."""
    first = list(documents[: shelf.query.limit or RERANKED])
    passages = shelf.snapshot.passages([document.best.number for document in first])
    places = {position: place for place, position in enumerate(reranker.rerank(shelf.question.text, passages, token))}
    order = sorted(range(len(first)), key=lambda n: (1 - RERANK_WEIGHT) * n + RERANK_WEIGHT * places[n])
    return (*(first[n] for n in order), *documents[len(first) :])
