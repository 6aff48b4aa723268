"""What the best passages say besides the question: feedback without a user (RM3; Abdul-Jaleel et al., TREC 2004).

It helps a topical question, whose best passages are nearly level, and hurts one that a single passage answers. So it is asked for
only where the list is level, and the more, the longer the question and the more text there is to learn from.
"""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

import numpy as np

from pincite.analysis import pieces, reader
from pincite.domain.protocols import Snapshot
from pincite.domain.search import Numbers, Passage, Scores, Term
from pincite.retrieval.candidates import Words
from pincite.retrieval.stop_words import stop_words

PASSAGES = 10
"""Best passages that are learnt from."""
GLANCE = 3
"""Best passages that tell code from text where nothing else is learnt."""
TERMS = 15
"""Words that are learnt; flat between 10 and 25."""
COMMON = 0.1
"""A word in more than this share of the library's passages says nothing."""
STRENGTH = 0.6
"""Of what was learnt in a score by words, for a long question with enough text; the question keeps the rest."""
ENOUGH = 1_500
"""Words in the best passages from which enough is learnt; short ones (titles, rows) give a poor picture of a topic."""
CODE = 0.025
"""Signs of programs a character, from which a text is code: half of what Python functions have, and above any prose measured."""
_CODE_SIGNS = "_={}[];"
_OPENED = re.compile(r"\(")
_UNSPACED = re.compile("[\u0e01-\u0e5b\u1780-\u17ff\u3041-\u30fa\u4e00-\u9fff]")
_CONSIDERED = 60
"""Most frequent words of the best passages whose spread is looked up."""


@dataclass(frozen=True, slots=True)
class Lesson:
    """What was learnt: index `terms` with their `weights`, which sum to 1, the `strength` in 0..1 to use them with, and whether the
    best passages are `code`.
    """

    terms: tuple[Term, ...]
    weights: tuple[float, ...]
    strength: float
    code: bool

    def scores(self, snapshot: Snapshot, passages: Numbers) -> Scores:
        """float32[n]: the weighed sum of what the learnt words add to the BM25 score of each of *passages*."""
        found = snapshot.match(self.terms, self.weights)
        rows = np.minimum(np.searchsorted(found.passages, passages), max(len(found.passages) - 1, 0))
        if len(found.passages) == 0:
            return np.zeros(len(passages), np.float32)
        return np.where(found.passages[rows] == passages, found.scores[rows], 0).astype(np.float32)


def drop(words: Words) -> float:
    """How far the scores by words fall from the best to the eleventh passage, as a share of the best: 0 level, 1 a single answer."""
    if len(words.scores) < 2:
        return 1.0
    best = np.sort(np.partition(words.scores, max(len(words.scores) - 11, 0))[-11:])
    return float(best[-1] - best[0]) / max(float(best[-1]), 1e-9)


def rising(value: float, middle: float, width: float) -> float:
    """A logistic curve from 0 to 1: one half at *middle*, steeper for a small *width*; falling for a negative one."""
    return 1 / (1 + math.exp(-max(min((value - middle) / width, 60.0), -60.0)))


def learn(snapshot: Snapshot, words: Words, passages: Numbers, fused: Scores) -> Lesson | None:
    """What the best of *passages* by their *fused* scores teach; None where there are too few of them, or of words."""
    if len(words.terms) < 2 or len(passages) < PASSAGES:
        return None
    level = rising(drop(words), 0.6, -0.06)
    best = np.lexsort((passages, -fused))[: PASSAGES if level > 0.1 else GLANCE]
    texts = snapshot.passages([int(number) for number in passages[best]])
    code = float(np.median([_code_signs(passage.text) for passage in texts])) >= CODE
    if level <= 0.1 or any(_UNSPACED.search(term.exact) for term in words.terms):
        return Lesson((), (), 0.0, code)  # one answer, or pairs of characters, which say nothing of a topic
    weights, length = _model(texts, fused[best])
    strength = STRENGTH * level * rising(len(words.terms), 3.5, 0.6) * min(length / ENOUGH, 1.0)
    chosen = _telling(snapshot, weights)
    total = sum(weight for _, weight in chosen)
    return Lesson(tuple(term for term, _ in chosen), tuple(weight / total for _, weight in chosen), strength if chosen else 0.0, code)


def _model(texts: Sequence[Passage], scores: Scores) -> tuple[dict[tuple[str, ...], float], int]:
    """(P(word | the best passages) by the word's keys, without stop words and numbers; how many words they have).

    A number or the name of something in a program that stands there once tells nothing, and would take the longest to read.
    """
    weights: defaultdict[tuple[str, ...], float] = defaultdict(float)
    length, total = 0, max(float(scores.sum()), 1e-9)
    read = [pieces(f"{passage.title}\n{passage.text}") for passage in texts]
    often = Counter(chain.from_iterable(read))
    for passage, parts, score in zip(texts, read, scores, strict=True):
        told = [(n, *_told(piece, passage.language)) for piece, n in Counter(parts).items() if often[piece] > 1 or _is_plain(piece)]
        own = len(parts) + sum(n * (words - 1) for n, words, _ in told)
        length += own
        for n, _, telling in told:
            for keys in telling:
                weights[keys] += float(score) / total * n / own
    return weights, length


def _is_plain(piece: str) -> bool:
    """Whether a piece of text is written as words are, and not as numbers and names in programs are."""
    return piece.isalpha() and (piece.islower() or piece.istitle() or not piece.isascii())


@lru_cache(maxsize=1 << 15)
def _told(piece: str, language: str) -> tuple[int, tuple[tuple[str, ...], ...]]:
    """(how many words a piece of text is, the keys of those that say something). Remembered, since the same come again and again."""
    stops = stop_words(language)
    words = [reading for reading in reader(language)(piece) if reading.asked]
    telling = (word for word in words if len(word.exact) > 1 and word.exact not in stops and not word.exact.isdigit())
    return len(words), tuple(word.keys for word in telling)


def _telling(snapshot: Snapshot, weights: dict[tuple[str, ...], float]) -> list[tuple[Term, float]]:
    """The `TERMS` heaviest words that are not everywhere in the library."""
    heaviest = sorted(weights.items(), key=lambda item: (-item[1], item[0]))[:_CONSIDERED]
    most = COMMON * snapshot.passage_count
    chosen: list[tuple[Term, float]] = []
    for start in range(0, len(heaviest), TERMS):  # looking up how far a word is spread costs more than the rest
        some = [(Term("", "", keys), weight) for keys, weight in heaviest[start : start + TERMS]]
        counts = snapshot.spread([term for term, _ in some])
        chosen += [pair for pair, n in zip(some, counts, strict=True) if 0 < n <= most]
        if len(chosen) >= TERMS:
            break
    return chosen[:TERMS]


def _code_signs(text: str) -> float:
    """Signs of programs, and parentheses right after a letter or digit, for each character."""
    called = sum(text[opened.start() - 1].isalnum() for opened in _OPENED.finditer(text, 1))
    return (sum(map(text.count, _CODE_SIGNS)) + called) / max(len(text), 1)
