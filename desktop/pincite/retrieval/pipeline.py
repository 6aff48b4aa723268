"""The whole path of one question over one snapshot: read, retrieve, fuse, judge, order, cut."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from pincite.domain.cancel import CancelToken
from pincite.domain.protocols import Encoder, Judge, Snapshot
from pincite.domain.search import MAX_TERMS, Channel, Mask, Numbers, Query, Scores, Term
from pincite.retrieval.answer import Answer, RankedDocument
from pincite.retrieval.candidates import Words, find_words, rows_of
from pincite.retrieval.fusion import convex_combination, scaled
from pincite.retrieval.judge import evidence, p_answers, specificity
from pincite.retrieval.meaning import Meaning, find_meaning
from pincite.retrieval.ordering import Judged, Shelf, arrange, listed
from pincite.retrieval.question import Question, read_question
from pincite.retrieval.reporting import notes_for, reports_for

POOL = 1_000
"""Best passages by words that are fused with meaning; those beyond follow in the order of words."""
MEANING_WEIGHT = 0.35
"""Share of the meaning channel in a fused score (safe from .3 to .5 on all collections but one)."""
KEPT_COSINE = 0.62
"""A passage without any word of the question is kept only if it is as near in meaning as this."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Documents that may be found at all, and those of them that pass the filters."""

    live: Mask
    allowed: Mask


class Ranker:
    """Ranks the passages and documents of one snapshot. For one thread, like the snapshot."""

    def __init__(self, snapshot: Snapshot, encoder: Encoder | None = None, judge: Judge | None = None) -> None:
        """Without *encoder* there is no meaning channel; without *judge* the local one decides."""
        self._snapshot = snapshot
        self._encoder = encoder
        self._judge = judge

    def read(self, query: Query) -> Question:
        """The words that *query* is about: for marking them in a text without searching."""
        return read_question(query.text, self._snapshot.languages)

    def answer(self, query: Query, token: CancelToken) -> Answer:
        """Everything found for *query*. Raises `Cancelled`, or `QuestionError` for a query that cannot be parsed.

        An empty text with filters lists the selection; an `order` lists all of it, whatever the words say.
        """
        token.check()
        question = self.read(query)
        scope = Scope(self._snapshot.document_mask(()), self._snapshot.document_mask(query.filters))
        if not question.terms:
            return self._selection(query, question, scope)
        question, words = self._words(question, query)
        token.check()
        meaning = find_meaning(self._snapshot, self._encoder, query, scope.live)
        token.check()
        return self._ranked(query, question, words, meaning, scope, token)

    # ------------------------------------------------------------------ words

    def _words(self, question: Question, query: Query) -> tuple[Question, Words]:
        """What the words find. An identifier that nobody has is searched by its parts."""
        words = find_words(self._snapshot, question.terms)
        unknown = [i for i, n in enumerate(words.documents) if n == 0 and question.parts[i]]
        if unknown:
            terms = _with_parts(question, unknown)
            question = replace(question, terms=terms, parts=((),) * len(terms))
            words = find_words(self._snapshot, terms)
        if question.exact_only:
            held = self._snapshot.phrase(question.phrases[0])
            words = _only(words, np.isin(words.passages, held))
        if query.channel is Channel.VECTOR:
            words = _only(words, np.zeros(len(words.passages), np.bool_))
        return question, words

    # ------------------------------------------------------------------ ranking

    def _ranked(
        self, query: Query, question: Question, words: Words, meaning: Meaning, scope: Scope, token: CancelToken
    ) -> Answer:
        document_of = self._snapshot.document_of
        kept = meaning.passages[meaning.cosines >= KEPT_COSINE] if not question.exact_only else meaning.passages[:0]
        matching = np.zeros(len(scope.live), np.bool_)
        matching[document_of[words.passages]] = True
        matching[document_of[kept]] = True
        matching &= scope.live
        found = np.union1d(words.passages, kept)
        found = found[scope.allowed[document_of[found]]]
        judged = self._judged(question, words, meaning, scope)
        shelf = Shelf(self._snapshot, question, words, found, judged, query)
        token.check()
        documents, related, drops = arrange(shelf)
        total = int((matching & scope.allowed).sum())
        hidden = int(matching.sum()) - total
        return Answer(
            question=question, matching=matching, documents=documents, related=related, drops=drops,
            terms=reports_for(question, words), notes=notes_for(self._snapshot, query, question, words, meaning, total, hidden, documents),
            total_documents=total, total_passages=len(found), hidden=hidden, candidates=len(judged.passages), decided=len(judged.passages),
            phrase_passages=self._phrase_count(question, scope),
        )  # fmt: skip

    def _judged(self, question: Question, words: Words, meaning: Meaning, scope: Scope) -> Judged:
        """The best passages of both channels, with their fused scores and the judge's estimate."""
        pool = self._pool(words, meaning, scope)
        cosines = np.full(len(pool), np.nan, np.float32)
        if meaning.vector is not None:
            cosines = self._snapshot.similarities(meaning.vector, pool)
        rows, known = rows_of(words, pool)
        scores = words.scores[rows] * known if len(words.passages) else np.zeros(len(pool), np.float32)
        fused = fuse(scores, cosines)
        if question.phrases and len(pool):
            fused = fused * (1 + np.isin(pool, self._held_phrases(question, pool))).astype(np.float32)
        seen = evidence(words, pool, cosines)
        held = words.held[rows] * known if len(words.passages) else np.zeros(len(pool), np.uint32)
        return Judged(pool, fused, scores, cosines, held, seen, p_answers(seen), specificity(seen))

    def _pool(self, words: Words, meaning: Meaning, scope: Scope) -> Numbers:
        document_of = self._snapshot.document_of
        inside = scope.allowed[document_of[words.passages]]
        passages, scores = words.passages[inside], words.scores[inside]
        if len(passages) > POOL:
            passages = passages[np.argpartition(-scores, POOL)[:POOL]]
        near = meaning.passages
        if meaning.vector is not None and not scope.allowed.all():
            near = self._snapshot.nearest(meaning.vector, scope.allowed, len(meaning.passages)).passages
        return np.union1d(passages, near)

    def _held_phrases(self, question: Question, pool: Numbers) -> Numbers:
        return np.concatenate([self._snapshot.phrase(phrase, pool) for phrase in question.phrases])

    def _phrase_count(self, question: Question, scope: Scope) -> int | None:
        """Passages under the filters that hold every quoted phrase."""
        if not question.phrases:
            return None
        within: Numbers | None = None
        for phrase in question.phrases:
            within = self._snapshot.phrase(phrase, within)
        assert within is not None
        return int(scope.allowed[self._snapshot.document_of[within]].sum())

    # ------------------------------------------------------------------ selections

    def _selection(self, query: Query, question: Question, scope: Scope) -> Answer:
        """No word to search: with filters or an order, the selection itself; else everything counts and nothing is listed."""
        blank = not query.text.strip()
        matching = scope.live if blank else np.zeros(len(scope.live), np.bool_)
        total = int((matching & scope.allowed).sum())
        selected: tuple[RankedDocument, ...] = ()
        passages = int(scope.allowed[self._snapshot.document_of].sum()) if blank else 0
        if blank and (query.filters or query.order is not None):
            selected = listed(self._snapshot, query, np.flatnonzero(scope.allowed))
        notes = () if blank else ("There is no word in this question.",)
        return Answer(
            question, matching, selected, notes=notes, total_documents=total, total_passages=passages,
            hidden=int((matching & ~scope.allowed).sum()),
        )  # fmt: skip


def fuse(scores: Scores, cosines: Scores) -> Scores:
    """One score from both channels: BM25 from 0 to its best here, cosine from 0 to its best."""
    if len(scores) == 0:
        return scores
    words = scaled(scores, 0.0, float(scores.max()))
    if not np.any(scores):
        words = np.full(len(scores), np.nan, np.float32)
    high = float(np.nanmax(cosines)) if not np.isnan(cosines).all() else 0.0
    return convex_combination([(words, 1 - MEANING_WEIGHT), (scaled(cosines, 0.0, high), MEANING_WEIGHT)])


def _only(words: Words, chosen: Mask) -> Words:
    return replace(
        words, passages=words.passages[chosen], scores=words.scores[chosen], held=words.held[chosen], exact=words.exact[chosen]
    )


def _with_parts(question: Question, unknown: list[int]) -> tuple[Term, ...]:
    """The terms with those at *unknown* replaced by their parts; at most `MAX_TERMS`."""
    terms: dict[tuple[str, ...], Term] = {}
    for i, term in enumerate(question.terms):
        for part in question.parts[i] if i in unknown else (term,):
            terms.setdefault(part.keys, part)
    return tuple(terms.values())[:MAX_TERMS]
