"""The local judge: how likely a passage answers, from what the channels know of it. An estimate, not a probability of truth."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pincite.domain.cancel import CancelToken
from pincite.domain.protocols import Encoder, Snapshot
from pincite.domain.search import Numbers, Passage, Scores, Verdict
from pincite.retrieval.candidates import Words, find_words, rows_of
from pincite.retrieval.question import read_question

TOP_K = 60
"""Best documents by words that are judged."""
VECTOR_TOP_K = 30
"""Best documents by meaning that are judged besides."""

TYPICAL_COSINE = 0.42
"""Of an answer, where nearness in meaning is not known."""
FUSED_RANGE = 2.7
"""The fused score is scaled to 0..1; the model was fitted on the sum of its parts."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of *n* passages for one question, each float32[n].

    `coverage` is the share of the question's weight (idf) in the words held; `exact` the share held as typed; `strength`
    the BM25 score over its ceiling; `cosine` nearness in meaning, nan if unknown.
    """

    coverage: Scores
    exact: Scores
    strength: Scores
    cosine: Scores


def evidence(words: Words, passages: Numbers, cosines: Scores) -> Evidence:
    """What *words* and *cosines* say of *passages*."""
    rows, known = rows_of(words, passages)
    none = np.zeros(len(passages), np.float32)
    if not known.any():
        return Evidence(none, none, none, cosines)
    held, exact = words.held[rows] * known, words.exact[rows] * known
    strength = words.scores[rows] * known / np.float32(max(words.ceiling, 1e-9))
    return Evidence(words.coverage(held), words.coverage(exact), strength.astype(np.float32), cosines)


def p_answers(seen: Evidence, fused: Scores | None = None, lead: float = 0.0, *, code: bool = False) -> Scores:
    """float32[n] in 0..1: a logistic model of the evidence, and of how far each falls behind the best by its *fused* score.

    *lead* is how far the best stands above the best of any other document; *code* says that the best passages are code, among which
    several do as well. Fitted on the first ten documents for 1,500 questions of 14 judged collections, each collection counted
    alike. Fitted on every other question its expected calibration error on the rest is .011 (Brier .067); fitted on thirteen
    collections and tried on the fourteenth, .05 on average.
    """
    meaning = np.where(np.isnan(seen.cosine), np.float32(TYPICAL_COSINE), seen.cosine)
    x = -1.88 + 1.55 * seen.coverage + 2.24 * meaning - 2.25 * code + 0.5 * min(answerable(seen, fused), 0.0)
    if fused is not None and len(fused):
        x += 2.74 * FUSED_RANGE * (fused - fused.max())
        x[int(np.argmax(fused))] += 3.29 * min(FUSED_RANGE * lead, 1.0)
    return (1 / (1 + np.exp(-x))).astype(np.float32)


def answerable(seen: Evidence, fused: Scores | None = None) -> float:
    """Log-odds that the library answers the question at all, from the evidence for its best passage.

    A logistic model of questions to five collections against questions of the four others; fitted on four and tried on the
    fifth its AUROC is .95 to .99.
    """
    if len(seen.coverage) == 0:
        return -9.0
    best = int(np.argmax(seen.coverage + seen.strength if fused is None else fused))
    meaning = TYPICAL_COSINE if np.isnan(seen.cosine[best]) else float(seen.cosine[best])
    return -4.45 + 3.96 * float(seen.coverage[best]) + 3.25 * float(seen.strength[best]) + 3.75 * meaning


def specificity(seen: Evidence) -> Scores:
    """float32[n] in 0..3 (tangential, general, partial, direct): bands of coverage, lifted by nearness in meaning."""
    return np.clip(3.2 * seen.coverage + np.nan_to_num(seen.cosine, nan=0.0) - 0.6, 0, 3).astype(np.float32)


class LocalJudge:
    """Judges by the signals of one snapshot; deterministic, and never undecided."""

    def __init__(self, snapshot: Snapshot, encoder: Encoder | None = None) -> None:
        self._snapshot = snapshot
        self._encoder = encoder

    def judge(self, question: str, passages: Sequence[Passage], token: CancelToken) -> Sequence[Verdict]:
        """A verdict for each passage. Raises `Cancelled` or `EncoderError`."""
        token.check()
        numbers = np.array([passage.number for passage in passages], np.int64)
        words = find_words(self._snapshot, read_question(question, self._snapshot.languages).terms)
        cosines = np.full(len(numbers), np.nan, np.float32)
        if self._encoder is not None:
            cosines = self._snapshot.similarities(self._encoder.encode([question])[0], numbers)
        seen = evidence(words, numbers, cosines)
        return [Verdict(float(p), float(s)) for p, s in zip(p_answers(seen), specificity(seen), strict=True)]
