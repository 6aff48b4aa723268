"""From judged passages to the ordered documents of an answer: grouping, lifting, folding of copies, cuts."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from pincite.analysis import pieces, reader
from pincite.domain.protocols import Snapshot
from pincite.domain.search import Channel, Drop, Mode, Numbers, Query, Scores
from pincite.retrieval.answer import RankedDocument, RankedPassage
from pincite.retrieval.candidates import best_rows
from pincite.retrieval.gap import cut_at_largest_gap
from pincite.retrieval.judge import answerable
from pincite.retrieval.meaning import KEPT_COSINE
from pincite.retrieval.rank import score
from pincite.retrieval.shortlist import Candidate, Shelf, shortlist
from pincite.retrieval.snippet import holds

SMALL = 400
"""Bytes of text below which equal documents are taken for two notes that say the same, not for copies."""
RARE = 0.005
"""A word in at most this share of the documents (or in three) is rare."""
OFF_TOPIC = -2.3
"""Log-odds below which a library does not answer: of a hundred answerable questions one lies there (two in the worst of twelve
collections), and of foreign ones 77.
"""
DEBRIS = 1 / 3
"""Share of a question's signs that must be words of the library or stop words, if the known words are single letters."""
PUNCTUATED = 0.2
"""Share of signs that are neither letters nor digits, above which a text may be debris."""
SCRAP = 6
"""Words below which a text without a word of the question is not shown as related: "and" or "a b c" is as near to nonsense as to sense (.30 to .40)."""
RELATED = 10
"""Documents that are near in meaning and shown apart."""


@dataclass(frozen=True, slots=True)
class Arranged:
    """The documents of an answer in order, cut to the limit; those that stand apart; what was left out, with the document's number.

    `undecided` are the paths that a judge could not decide on, and `notes` say what went wrong.
    """

    documents: tuple[RankedDocument, ...]
    related: tuple[RankedDocument, ...]
    drops: tuple[tuple[int, Drop], ...]
    undecided: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()


def arrange(shelf: Shelf) -> Arranged:
    """The order by the fused scores, which the local judge goes with."""
    candidates = shortlist(shelf)
    matched = np.zeros(len(shelf.snapshot.document_of) and int(shelf.snapshot.document_of.max()) + 1, np.bool_)
    matched[shelf.snapshot.document_of[shelf.found]] = True
    off_topic = is_off_topic(shelf)
    hits = [] if off_topic else [c for c in candidates if matched[c.document]]
    others = candidates if off_topic else [c for c in candidates if not matched[c.document]]
    hits.sort(key=lambda c: (not c.titled, _by_meaning_below_a_rare_word(shelf, c), -c.key, c.place))
    drops: list[tuple[int, Drop]] = []
    if shelf.query.best_only:
        kept = cut_at_largest_gap([c.rank for c in sorted(hits, key=lambda c: -c.rank)])
        floor = sorted((c.rank for c in hits), reverse=True)[kept - 1] if hits else 0.0
        drops += [drop_of(shelf, c, "below-gap") for c in hits if c.rank < floor]
        hits = [c for c in hits if c.rank >= floor]
    folded = fold(shelf, hits)
    limit = shelf.query.limit
    ranked = [ranked_document(shelf, c, copies) for c, copies in folded[:limit]]
    if not shelf.query.best_only and not off_topic:
        ranked += _rest(shelf, {c.document for c in candidates}, len(folded))
    if limit is not None and shelf.query.explain:
        drops += [drop_of(shelf, c, "limit") for c, _ in folded[limit:]]
    others.sort(key=lambda c: (-c.key, c.place))
    related = [ranked_document(shelf, c, ()) for c in _worth_a_look(shelf, others, off_topic=off_topic)[:RELATED]]
    if shelf.query.explain:
        drops += [drop_of(shelf, c, "low-probability") for c in others]
    return Arranged(tuple(ranked[:limit]), tuple(related), tuple(drops))


def _worth_a_look(shelf: Shelf, others: Sequence[Candidate], *, off_topic: bool) -> list[Candidate]:
    """Those that hold a word of the question, if it is *off_topic*, and those near in meaning that say enough to be near to anything."""
    rows = np.array([c.row for c in others], np.int64)
    near, held = shelf.judged.cosines[rows], shelf.judged.held[rows]
    says = shelf.snapshot.body_lengths(np.array([c.number for c in others], np.int64)) >= SCRAP
    worth = ((near >= shelf.floor) | off_topic) & (says | held | (near >= KEPT_COSINE) | (shelf.query.channel is Channel.VECTOR))
    return [c for c, is_worth in zip(others, worth.tolist(), strict=True) if is_worth]


def is_off_topic(shelf: Shelf) -> bool:
    """Whether the library most likely does not answer a question, though single words of it are there.

    Never said of one or two words, of a phrase that stands somewhere, of a query, or where meaning alone was asked.
    """
    if not np.any(shelf.judged.held) or shelf.query.mode is Mode.QUERY or shelf.question.phrases:
        return False
    if len(shelf.words.terms) < 3 or shelf.stands_out:
        return _is_debris(shelf)
    return _is_debris(shelf) or answerable(shelf.judged.seen, shelf.judged.fused) < OFF_TOPIC


def _is_debris(shelf: Shelf) -> bool:
    """Whether a text is no question at all: full of signs, and only a few scattered letters and digits of it are words of the library."""
    signs = "".join(shelf.question.text.split())
    known = [term.exact for term, n in zip(shelf.words.terms, shelf.words.documents, strict=True) if n]
    scattered = all(len(word) <= 2 and word.isascii() for word in known)
    told = sum(map(len, known)) + sum(len(report.text) for report in shelf.question.reports if not report.used)
    return scattered and told < DEBRIS * len(signs) and sum(not sign.isalnum() for sign in signs) > PUNCTUATED * len(signs)


def _by_meaning_below_a_rare_word(shelf: Shelf, candidate: Candidate) -> bool:
    """Whether a candidate without any word must stand below those that hold a rare word of the question.

    Not where the question is in another language than the library: a number or a stray word that both have is rare there, too.
    """
    if shelf.stands_out:
        return False
    documents = max(3, int(RARE * shelf.snapshot.document_count))
    rare = any(0 < n <= documents for n in shelf.words.documents)
    return rare and not shelf.judged.held[candidate.row]


def fold(shelf: Shelf, hits: Sequence[Candidate]) -> list[tuple[Candidate, tuple[int, ...]]]:
    """Each document with its copies: those of the same bytes that come after it, if they are long enough to be no accident."""
    alike = Counter(hit.file.content_sha for hit in hits)
    twins = [hit.number for hit in hits if hit.file.content_sha and alike[hit.file.content_sha] > 1]
    told_by = {p.number: (p.content_sha, p.member) for p in shelf.snapshot.passages(twins) if p.passages > 1 or p.length >= SMALL}
    folded: dict[tuple[str, str] | int, tuple[Candidate, tuple[int, ...]]] = {}
    for hit in hits:
        same = told_by.get(hit.number, hit.number)
        first, copies = folded.get(same, (hit, ()))
        folded[same] = (first, copies if first is hit else (*copies, hit.document))
    return list(folded.values())


def ranked_document(shelf: Shelf, candidate: Candidate, copies: tuple[int, ...]) -> RankedDocument:
    """The document with the best of its matching passages."""
    others = _others(shelf, candidate.document, candidate.number)
    best = _public(_passage(shelf, candidate.number, candidate))
    return RankedDocument(candidate.document, best, _further(shelf, others), 1 + len(others), copies)


def _others(shelf: Shelf, document: int, number: int) -> Numbers:
    """The document's matching passages but *number*."""
    own = shelf.snapshot.passages_of(document)
    low, high = np.searchsorted(shelf.found, [own[0], own[-1] + 1])
    others = shelf.found[low:high]
    return others[others != number]


def _further(shelf: Shelf, others: Numbers) -> tuple[RankedPassage, ...]:
    """As many of the *others* as the query wants, best first. They are chosen by arrays: a long document has thousands."""
    if not shelf.query.more:
        return ()
    fused = _values_at(shelf.judged.passages, shelf.judged.fused, others)
    words = _values_at(shelf.words.passages, shelf.words.scores, others)
    chosen = others[np.lexsort((others, -words, -fused))[: shelf.query.more]]
    return tuple(_public(_passage(shelf, int(n))) for n in chosen)


def _values_at(numbers: Numbers, values: Scores, wanted: Numbers) -> Scores:
    """The value of each of *wanted* among the rising *numbers*; 0 where it is not among them."""
    if len(numbers) == 0:
        return np.zeros(len(wanted), np.float32)
    at = np.minimum(np.searchsorted(numbers, wanted), len(numbers) - 1)
    return np.where(numbers[at] == wanted, values[at], 0).astype(np.float32)


def _public(passage: RankedPassage) -> RankedPassage:
    """Without the number the list is ordered by: it is never shown, exported or compared."""
    return replace(passage, scores={name: value for name, value in passage.scores.items() if name != "fused"})


def _passage(shelf: Shelf, number: int, candidate: Candidate | None = None) -> RankedPassage:
    judged = shelf.judged
    at = int(np.searchsorted(judged.passages, number))
    if at >= len(judged.passages) or judged.passages[at] != number:
        row = int(np.searchsorted(shelf.words.passages, number))
        return RankedPassage(number, ("words",), {"bm25": float(shelf.words.scores[row])})
    scores = {"fused": float(judged.fused[at]), "coverage": float(judged.seen.coverage[at])}
    if judged.bm25[at] > 0:
        scores["bm25"] = float(judged.bm25[at])
    if not np.isnan(judged.cosines[at]):
        scores["cosine"] = float(judged.cosines[at])
    scores |= {"p_answers": float(judged.p_answers[at]), "specificity": float(judged.specificity[at])}
    scores["rank"] = candidate.rank if candidate else score(scores["p_answers"], scores["specificity"])
    found_by = ("words",) * bool(judged.held[at]) + ("meaning",) * bool(scores.get("cosine", 0.0) >= shelf.floor)
    if candidate is not None:
        found_by += ("title",) * candidate.in_title + ("path",) * _in_path(shelf, candidate)
    return RankedPassage(number, found_by or ("words",), scores)


def _in_path(shelf: Shelf, candidate: Candidate) -> bool:
    """Whether the path holds a word of the question, in the document's own language."""
    [languages] = shelf.snapshot.values_of("language", np.array([candidate.document]))
    language = next(iter(languages), "")
    asked = {key for term in shelf.question.terms for key in term.keys_in(language)}
    readings = reader(language)
    return any(holds(readings(piece), asked) for piece in pieces(candidate.file.relative[-300:]))


def _rest(shelf: Shelf, shown: set[int], count: int) -> list[RankedDocument]:
    """Matching documents beyond the pool, in the order of words, as far as the limit asks for them."""
    limit = shelf.query.limit
    if limit is not None and count >= limit:
        return []
    documents = shelf.snapshot.document_of[shelf.words.passages]
    allowed = np.isin(shelf.words.passages, shelf.found)
    scores = np.where(allowed, shelf.words.scores, -1).astype(np.float32)
    wanted = len(scores) if limit is None else min(len(shown) + limit, len(scores))
    rows = [row for row in best_rows(documents, scores, wanted).tolist() if scores[row] >= 0 and int(documents[row]) not in shown]
    rows = rows if limit is None else rows[: limit - count]
    return [_worded(shelf, int(documents[row]), int(shelf.words.passages[row])) for row in rows]


def _worded(shelf: Shelf, document: int, number: int) -> RankedDocument:
    others = _others(shelf, document, number)
    return RankedDocument(document, _public(_passage(shelf, number)), _further(shelf, others), 1 + len(others))


def drop_of(shelf: Shelf, candidate: Candidate, reason: str) -> tuple[int, Drop]:
    """The candidate's document with the reason why it is left out."""
    [passage] = shelf.snapshot.passages([candidate.number])
    p = float(shelf.judged.p_answers[candidate.row])
    return candidate.document, Drop(passage.path, passage.title, reason, p, candidate.rank)


def listed(snapshot: Snapshot, query: Query, documents: Numbers) -> tuple[RankedDocument, ...]:
    """A selection without a question, in the order of numbers (newest ranking by attribute comes first if asked)."""
    first = [(int(d), snapshot.passages_of(int(d))) for d in documents[: query.limit]]
    return tuple(RankedDocument(d, RankedPassage(int(own[0]), ("words",), {}), matched=len(own)) for d, own in first if len(own))
