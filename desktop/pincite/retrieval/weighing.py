"""One score for each passage from all that is known of it: words, meaning, coverage, and what the best passages teach."""

from __future__ import annotations

import numpy as np

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Numbers, Scores
from pincite.retrieval.candidates import Words, rows_of
from pincite.retrieval.feedback import Lesson, drop, learn, rising
from pincite.retrieval.fusion import convex_combination, scaled
from pincite.retrieval.judge import evidence, p_answers, specificity
from pincite.retrieval.meaning import Meaning
from pincite.retrieval.question import Question
from pincite.retrieval.shortlist import Judged

WORDS_WEIGHT, MEANING_WEIGHT, COVERAGE_WEIGHT = 1.0, 0.8, 0.8
"""Of BM25, cosine and coverage in a fused score; tuned on 14 judged collections together, flat within a third of each."""
TRUST_ABROAD = 3.0
"""In meaning, where the question is in a language that the library lacks: names and numbers are all that words can tell. Flat from 2 to
5 (XQuAD in four languages over English: nDCG@10 .82 with 1, .85 so).
"""
CODE_MEANING, CODE_COVERAGE = 2.5, 0.4
"""By which the weights change where the best passages are code: a question in plain words meets it in meaning (CoSQA: .42 to .45)."""


def weigh(
    snapshot: Snapshot, question: Question, words: Words, meaning: Meaning, pool: Numbers, *, learns: bool, abroad: bool = False
) -> Judged:
    """The passages of *pool*, which rise, with their fused scores and the judge's estimate.

    *learns* allows feedback; *abroad*: the question is in a language that the library lacks.
    """
    cosines = np.full(len(pool), np.nan, np.float32)
    if meaning.vector is not None:
        cosines = snapshot.similarities(meaning.vector, pool)
    rows, known = rows_of(words, pool)
    scores = words.scores[rows] * known if len(words.passages) else np.zeros(len(pool), np.float32)
    seen = evidence(words, pool, cosines)
    trust = TRUST_ABROAD if abroad else trust_in_meaning(words)
    fused = fuse(scores, cosines, seen.coverage, trust)
    lesson = learn(snapshot, words, pool, fused) if learns and not question.phrases else None
    if lesson is not None:
        taught = with_lesson(snapshot, lesson, scores, words, pool)
        fused = fuse(taught, cosines, seen.coverage, 1.0 if lesson.code else trust, code=lesson.code)
    if question.phrases and len(pool):
        fused = fused * (1 + np.isin(pool, held_phrases(snapshot, question, pool))).astype(np.float32)
    held = words.held[rows] * known if len(words.passages) else np.zeros(len(pool), np.uint32)
    likely = p_answers(seen, fused, lead(fused, snapshot.document_of[pool]), code=lesson is not None and lesson.code)
    return Judged(pool, fused, scores, cosines, held, seen, likely, specificity(seen))


def lead(fused: Scores, documents: Numbers) -> float:
    """How far the best score stands above the best of any other document; 0 where there is no other."""
    if len(fused) == 0:
        return 0.0
    others = fused[documents != documents[np.argmax(fused)]]
    return float(fused.max() - others.max()) if len(others) else 0.0


def held_phrases(snapshot: Snapshot, question: Question, pool: Numbers) -> Numbers:
    """Those of *pool* that hold a quoted phrase of the question."""
    return np.concatenate([snapshot.phrase(phrase, pool) for phrase in question.phrases])


def with_lesson(snapshot: Snapshot, lesson: Lesson, scores: Scores, words: Words, pool: Numbers) -> Scores:
    """BM25 *scores* with the learnt words' share, both for each word of their kind."""
    if lesson.strength <= 0:
        return scores
    own = scores * ((1 - lesson.strength) / len(words.terms))
    return (own + lesson.strength * lesson.scores(snapshot, pool)).astype(np.float32)


def fuse(scores: Scores, cosines: Scores, coverage: Scores, trust: float, *, code: bool = False) -> Scores:
    """One score from both channels: BM25 from 0 to its best here, cosine from 0 to its best, and the share of the question held.

    *trust* scales the weight of meaning; *code* says what the best passages are. A channel that knows nothing gives up its
    weight.
    """
    if len(scores) == 0:
        return scores
    held = bool(np.any(scores))
    nothing = np.full(len(scores), np.nan, np.float32)
    high = float(np.nanmax(cosines)) if not np.isnan(cosines).all() else 0.0
    return convex_combination(
        [
            (scaled(scores, 0.0, float(scores.max())) if held else nothing, WORDS_WEIGHT),
            (scaled(cosines, 0.0, high), MEANING_WEIGHT * trust * (CODE_MEANING if code else 1.0)),
            (coverage if held else nothing, COVERAGE_WEIGHT * (CODE_COVERAGE if code else 1.0)),
        ]
    )


def trust_in_meaning(words: Words) -> float:
    """How far the meaning channel can be trusted with this question in this library, 0.3..1.

    A long question with many passages of nearly the same score is a topic, not something to be answered in one place: there
    words tell the fine differences and sentence vectors blur them (NPL: .426 with full trust, .451 so).
    """
    topical = rising(len(words.terms), 5.5, 0.6) * rising(drop(words), 0.5, -0.06)
    return 1 - 0.7 * topical
