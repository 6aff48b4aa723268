"""Concept expansion (seed system 002): what the best hits link to is a candidate too, judged like the others and marked as such."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

import numpy as np

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Mask
from pincite.retrieval.answer import Answer, RankedDocument, RankedPassage
from pincite.retrieval.candidates import Words, best_rows
from pincite.retrieval.judge import evidence, p_answers, specificity
from pincite.retrieval.meaning import FLOOR, Meaning
from pincite.retrieval.rank import KEEP, score

SEEDS = 10
"""Best documents by words whose concepts are followed."""
FOLLOWED = 5
"""Documents that are added at most: what is linked is often only near."""


def with_concepts(snapshot: Snapshot, answer: Answer, words: Words, meaning: Meaning, allowed: Mask, limit: int | None) -> Answer:
    """*answer* with the documents of its seeds' concepts: in the list where the judge keeps them and there is room, else related.

    Documents that hold a word of the question are in the answer already. *allowed* are those that pass the filters.
    """
    via = _linked(snapshot, words, allowed)
    if not via:
        return answer
    known = {document.document for document in (*answer.documents, *answer.related)}
    marked = replace(answer, documents=_marked(answer.documents, via), related=_marked(answer.related, via))
    added = [_judged(snapshot, number, concept, words, meaning) for number, concept in via.items() if number not in known]
    added.sort(key=lambda document: -document.best.scores["p_answers"])
    return _joined(marked, added[:FOLLOWED], len(via), limit)


def _joined(answer: Answer, added: list[RankedDocument], candidates: int, limit: int | None) -> Answer:
    kept = [document for document in added if document.best.scores["p_answers"] >= KEEP and not answer.matching[document.document]]
    matching = answer.matching.copy()
    matching[[document.document for document in kept]] = True
    rest = [document for document in added if document not in kept]
    return replace(
        answer, matching=matching, documents=(*answer.documents, *kept)[:limit], related=(*answer.related, *rest),
        total_documents=answer.total_documents + len(kept), total_passages=answer.total_passages + len(kept),
        candidates=answer.candidates + candidates, decided=answer.decided + candidates,
    )  # fmt: skip


def _marked(documents: Iterable[RankedDocument], via: dict[int, str]) -> tuple[RankedDocument, ...]:
    """Those that a concept leads to say so, beside how they were found."""
    return tuple(_led_to(document, via[document.document]) if document.document in via else document for document in documents)


def _led_to(document: RankedDocument, concept: str) -> RankedDocument:
    best = replace(document.best, found_by=(*document.best.found_by, "concept"))
    return replace(document, best=best, concepts=(concept,))


def _linked(snapshot: Snapshot, words: Words, allowed: Mask) -> dict[int, str]:
    """Document number to concept: what the seeds link to and the question's words do not find."""
    document_of = snapshot.document_of
    if "concept" not in snapshot.facet_keys():
        return {}
    inside = allowed[document_of[words.passages]]
    passages = words.passages[inside]
    seeds = passages[best_rows(document_of[passages], words.scores[inside], SEEDS)]
    concepts = list(dict.fromkeys(name for names in snapshot.values_of("concept", document_of[seeds]) for name in names))
    if not concepts:
        return {}
    found = np.zeros(len(allowed), np.bool_)
    found[document_of[words.passages]] = True
    places = _places(snapshot, {_plain(name) for name in concepts})
    linked: dict[int, str] = {}
    for name in concepts:
        for number in places.get(_plain(name), ()):
            if allowed[number] and not found[number]:
                linked.setdefault(number, name)
    return linked


def _places(snapshot: Snapshot, wanted: set[str]) -> dict[str, list[int]]:
    """The documents that a wanted name means: by path without its ending, else by file name, else by title or alias."""
    ways: list[defaultdict[str, list[int]]] = [defaultdict(list), defaultdict(list), defaultdict(list)]
    for entry in snapshot.entries():
        path = _plain(entry.relative)
        for way, names in zip(ways, ((path,), (path.rpartition("/")[2],), map(str.casefold, (entry.title, *entry.aliases))), strict=True):
            for name in names:
                if name in wanted:
                    way[name].append(entry.document)
    by_path, by_name, by_title = ways
    return {name: by_path.get(name) or by_name.get(name) or by_title.get(name, []) for name in wanted}


def _plain(name: str) -> str:
    """A path or concept in small letters, without ``.md``."""
    return name.strip().casefold().removesuffix(".md")


def _judged(snapshot: Snapshot, number: int, concept: str, words: Words, meaning: Meaning) -> RankedDocument:
    """The document by the passage nearest in meaning, or its first."""
    own = snapshot.passages_of(number)
    cosines = snapshot.similarities(meaning.vector, own) if meaning.vector is not None else np.full(len(own), np.nan, np.float32)
    seen = evidence(words, own, cosines)
    likely = p_answers(seen)
    at = int(np.argmax(likely))
    scores = {"p_answers": float(likely[at]), "specificity": float(specificity(seen)[at])}
    scores["rank"] = score(scores["p_answers"], scores["specificity"])
    near = not np.isnan(cosines[at])
    if near:
        scores["cosine"] = float(cosines[at])
    found_by = ("meaning",) * bool(near and cosines[at] >= FLOOR) + ("concept",)
    return RankedDocument(number, RankedPassage(int(own[at]), found_by, scores), concepts=(concept,))
