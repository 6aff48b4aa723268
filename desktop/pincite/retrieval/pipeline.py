"""The whole path of one question over one snapshot: read, retrieve, fuse, judge, order, cut."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from pincite.domain.cancel import CancelToken
from pincite.domain.errors import QuestionError
from pincite.domain.protocols import Encoder, Judge, Reranker, Snapshot
from pincite.domain.search import MAX_TERMS, Channel, Mask, Mode, Numbers, Query, Term
from pincite.retrieval.answer import Answer, RankedDocument
from pincite.retrieval.candidates import Words, find_words
from pincite.retrieval.concepts import with_concepts
from pincite.retrieval.excluded import excluded
from pincite.retrieval.meaning import DEPTH, FLOOR, FLOOR_ABROAD, Meaning, find_meaning, kept_by_meaning, silent
from pincite.retrieval.ordering import arrange, listed
from pincite.retrieval.orders import can_order, in_order
from pincite.retrieval.query_run import run_query, words_of
from pincite.retrieval.question import Question, read_question
from pincite.retrieval.reporting import notes_for, reports_for
from pincite.retrieval.second_opinion import second_opinion
from pincite.retrieval.shortlist import Shelf
from pincite.retrieval.vocabulary import about_selection
from pincite.retrieval.weighing import weigh

UNKNOWN = 0.4
"""Share of a question's words that nobody has, from which it may be in another language: of English questions over the library
that they were asked of, 1 in 100 reaches it; of German ones over English texts, 95.
"""
POOL = 1_000
"""Best passages by words that are fused with meaning; those beyond follow in the order of words."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Documents that may be found at all, and those of them that pass the filters."""

    live: Mask
    allowed: Mask


class Ranker:
    """Ranks the passages and documents of one snapshot. For one thread, like the snapshot."""

    def __init__(
        self, snapshot: Snapshot, encoder: Encoder | None = None, judge: Judge | None = None, reranker: Reranker | None = None
    ) -> None:
        """Without *encoder* there is no meaning channel. *judge* and *reranker* are asked where a query wants it; the local judge always."""
        self._snapshot = snapshot
        self._encoder = encoder
        self._judge = judge
        self._reranker = reranker

    def read(self, query: Query) -> Question:
        """The words that *query* is about: for marking them in a text without searching."""
        if query.mode is Mode.QUERY and query.text.strip():
            with suppress(QuestionError):
                return run_query(query.text, self._snapshot, CancelToken()).question
        return read_question(query.text, self._snapshot.languages)

    def answer(self, query: Query, token: CancelToken) -> Answer:
        """Everything found for *query*. Raises `Cancelled`, or `QuestionError` for a query that cannot be parsed.

        An empty text with filters lists the selection; an `order` lists all of it, whatever the words say.
        """
        answer = self._answer(query, token)
        notes = about_selection(self._snapshot, query, answer.total_documents, reasoned=bool(answer.notes))
        return replace(answer, notes=(*notes, *answer.notes))

    def _answer(self, query: Query, token: CancelToken) -> Answer:
        token.check()
        if query.least is not None and query.channel is Channel.HYBRID:
            raise QuestionError("A least score means something in one channel only: ask by words or by meaning alone.")
        scope = Scope(self._snapshot.document_mask(()), self._snapshot.document_mask(query.filters))
        strict = query.mode is Mode.QUERY and bool(query.text.strip())
        if strict:
            held = run_query(query.text, self._snapshot, token)
            question, words = held.question, words_of(held, self._snapshot)
        else:
            question, words = self._words(self.read(query))
        if query.least is not None and query.channel is Channel.KEYWORD:
            words = _only(words, words.scores >= query.least)
        if query.order is not None and can_order(self._snapshot, query.order):
            return in_order(self._snapshot, query, question, words, scope.live, scope.allowed)
        if not question.terms and not strict:
            return self._selection(query, question, scope)
        token.check()
        meaning = silent() if strict else find_meaning(self._snapshot, self._encoder, query, scope.live)
        if query.channel is Channel.VECTOR and meaning.vector is not None:
            words = _only(words, np.zeros(len(words.passages), np.bool_))
        token.check()
        answer = self._ranked(query, question, words, meaning, scope, token)
        if not strict and not question.exact_only and query.channel is Channel.HYBRID and not query.best_only:
            answer = with_concepts(self._snapshot, answer, words, meaning, scope.allowed, query.limit)
        if query.explain:
            answer = replace(answer, drops=(*answer.drops, *excluded(self._snapshot, words, scope.live, scope.allowed)))
        return answer

    # ------------------------------------------------------------------ words

    def _words(self, question: Question) -> tuple[Question, Words]:
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
        return question, words

    # ------------------------------------------------------------------ ranking

    def _ranked(
        self, query: Query, question: Question, words: Words, meaning: Meaning, scope: Scope, token: CancelToken
    ) -> Answer:
        document_of = self._snapshot.document_of
        abroad = self._is_abroad(question, words)
        kept = kept_by_meaning(meaning, abroad=abroad, sure=question.is_told) if not question.exact_only else meaning.passages[:0]
        matching = np.zeros(len(scope.live), np.bool_)
        matching[document_of[words.passages]] = True
        matching[document_of[kept]] = True
        matching &= scope.live
        found = words.passages if len(kept) == 0 else np.union1d(words.passages, kept)
        found = found[scope.allowed[document_of[found]]]
        judged = weigh(
            self._snapshot, question, words, meaning, self._pool(words, meaning, scope), learns=query.mode is Mode.QUESTION, abroad=abroad
        )
        floor = FLOOR_ABROAD if abroad else FLOOR
        shelf = Shelf(self._snapshot, question, words, found, judged, query, floor, stands_out=abroad and len(kept) > 0)
        token.check()
        reads = query.judged and query.mode is Mode.QUESTION and (self._judge is not None or self._reranker is not None)
        arranged = second_opinion(shelf, self._judge, self._reranker, token) if reads else arrange(shelf)
        total = int((matching & scope.allowed).sum())
        hidden = int(matching.sum()) - total
        return Answer(
            question=question, matching=matching, documents=arranged.documents, related=arranged.related, drops=arranged.drops,
            terms=reports_for(question, words),
            notes=(*notes_for(self._snapshot, query, question, words, meaning, total, hidden, arranged.documents), *arranged.notes),
            total_documents=total, total_passages=len(found), hidden=hidden, candidates=len(judged.passages),
            decided=len(judged.passages) - len(arranged.undecided), undecided=arranged.undecided,
            phrase_passages=self._phrase_count(question, scope),
        )  # fmt: skip

    def _is_abroad(self, question: Question, words: Words) -> bool:
        """Whether the question is in a language that the library does not have, and the encoder does.

        A question that only leans to such a language is in it if the library has hardly a word of it.
        """
        known = self._snapshot.languages
        language = question.language if question.language not in known else ""
        if not language and words.documents.count(0) >= UNKNOWN * len(words.documents) > 1:
            language = question.leaning
        return bool(language) and bool(known) and self._encoder is not None and self._encoder.supports(language)

    def _pool(self, words: Words, meaning: Meaning, scope: Scope) -> Numbers:
        passages, scores = words.passages, words.scores
        if not scope.allowed.all():
            inside = scope.allowed[self._snapshot.document_of[passages]]
            passages, scores = passages[inside], scores[inside]
        if len(passages) > POOL:
            passages = passages[np.argpartition(scores, len(scores) - POOL)[-POOL:]]
        near = meaning.passages
        if meaning.vector is not None and not scope.allowed.all():
            nearest = self._snapshot.nearest(meaning.vector, scope.allowed, DEPTH)
            near = nearest.passages[nearest.scores >= meaning.least]
        return np.union1d(passages, near)

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
