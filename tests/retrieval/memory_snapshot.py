"""A small index in memory: the second player of the `Snapshot` role as far as the ranker needs it, written for clearness."""

from __future__ import annotations

import fnmatch
import math
from collections import Counter, defaultdict
from dataclasses import dataclass, field

import numpy as np

from pincite.analysis import analyze
from pincite.domain.documents import Location
from pincite.domain.search import Count, Entry, Origin, Passage, Ranking

WEIGHTS, K1, B = (3.0, 2.0, 1.0), 1.2, 0.75


@dataclass
class Note:
    """A document to be: its passages' texts, and what is known of it."""

    path: str
    passages: list[str]
    title: str = ""
    language: str = "en"
    facets: dict[str, tuple[str, ...]] = field(default_factory=dict)
    headings: list[str] = field(default_factory=list)
    quarantined: bool = False
    sha: str = ""
    date: str = ""
    size: int = 0


@dataclass
class Found:
    passages: np.ndarray
    scores: np.ndarray
    terms: np.ndarray
    exact: np.ndarray


class MemorySnapshot:
    """Answers from *notes*; with *encoder*, every passage has a vector."""

    def __init__(self, notes, encoder=None, generation=1):
        self._notes = notes
        self.generation = generation
        self._passages = [(d, i) for d, note in enumerate(notes) for i in range(len(note.passages))]
        self.document_of = np.array([d for d, _ in self._passages], np.int64)
        self._fields = [self._analysed(d, i) for d, i in self._passages]
        self._averages = [max(float(np.mean([len(f[n]) for f in self._fields] or [0])), 1e-9) for n in range(3)]
        texts = [f"{notes[d].title}\n{notes[d].passages[i]}" for d, i in self._passages]
        self._vectors = encoder.encode(texts) if encoder is not None else None
        self.calls = Counter()

    def _analysed(self, d, i):
        note = self._notes[d]
        heading = note.headings[i] if i < len(note.headings) else ""
        return [analyze(text, note.language) for text in (note.title, heading, note.passages[i])]

    passage_count = property(lambda self: len(self._passages))
    capacity = passage_count
    document_count = property(lambda self: len(self._notes))
    quarantined_count = property(lambda self: sum(note.quarantined for note in self._notes))
    vector_count = property(lambda self: 0 if self._vectors is None else len(self._vectors))

    @property
    def languages(self):
        return [language for language, _ in Counter(note.language for note in self._notes if note.language).most_common()]

    def body_lengths(self, passages):
        return np.array([len(self._fields[p][2]) for p in passages], np.int64)

    def match(self, terms, weights=None):
        self.calls["match"] += 1
        n = len(self._passages)
        scores, held, exact = np.zeros(n, np.float32), np.zeros(n, np.uint32), np.zeros(n, np.uint32)
        for bit, term in enumerate(terms):
            found = [self._weight(fields, term) for fields in self._fields]
            holders = sum(w > 0 for w in found)
            idf = math.log(1 + (n - holders + 0.5) / (holders + 0.5))
            for p, w in enumerate(found):
                if w > 0:
                    held[p] |= 1 << bit
                    if any(token.exact == term.exact for tokens in self._fields[p] for token in tokens):
                        exact[p] |= 1 << bit
                    scores[p] += idf * w * (K1 + 1) / (w + K1) * (1.15 if exact[p] >> bit & 1 else 1) * (weights[bit] if weights else 1)
        rows = np.flatnonzero(held)
        return Found(rows, scores[rows], held[rows], exact[rows])

    def _weight(self, fields, term):
        total = 0.0
        for tokens, weight, average in zip(fields, WEIGHTS, self._averages, strict=True):
            tf = sum(key in term.keys for token in tokens for key in token.keys)
            total += weight * tf / (1 - B + B * len(tokens) / average)
        return total

    def spread(self, terms):
        return [passages for _, passages in self.frequencies(terms)]

    def frequencies(self, terms):
        holders = [np.flatnonzero([self._weight(fields, term) > 0 for fields in self._fields]) for term in terms]
        return [(len(set(self.document_of[ids].tolist())), len(ids)) for ids in holders]

    def phrase(self, terms, within=None, slop=0):
        chosen = range(len(self._passages)) if within is None else [int(n) for n in within]
        return np.array(sorted(p for p in chosen if any(self._holds(tokens, terms, slop) for tokens in self._fields[p])), np.int64)

    @staticmethod
    def _holds(tokens, terms, slop):
        if not terms:
            return False
        ends = {i for i, token in enumerate(tokens) if set(token.keys) & set(terms[0].keys)}
        for term in terms[1:]:
            nexts = {i for i, token in enumerate(tokens) if set(token.keys) & set(term.keys)}
            ends = {j for j in nexts if any(i < j <= i + slop + 1 for i in ends)}
        return bool(ends)

    def in_field(self, term, field):
        place = ("title", "headings", "body").index(field)
        held = [any(set(token.keys) & set(term.keys) for token in fields[place]) for fields in self._fields]
        return np.flatnonzero(np.array(held, bool))

    def with_words(self, words):
        wanted = set(words)
        return np.flatnonzero(np.array([any(t.exact in wanted for tokens in fields for t in tokens) for fields in self._fields], bool))

    def with_pattern(self, pattern):
        return self.with_words([word for word, _ in self.vocabulary(pattern, len(self._words()))])

    def entries(self):
        return [
            Entry(d, "notes", note.path, "", note.title or note.path.rsplit("/", 1)[-1].rsplit(".", 1)[0], (), note.date, note.size)
            for d, note in enumerate(self._notes)
        ]

    def origins(self, documents):
        return [Origin("notes", self._notes[d].path, self._notes[d].sha or self._notes[d].path) for d in documents]

    def values_of(self, key, documents=None):
        return [self._notes[d].facets.get(key, ()) for d in (range(len(self._notes)) if documents is None else documents)]

    def _words(self):
        documents = defaultdict(set)
        for (d, _), fields in zip(self._passages, self._fields, strict=True):
            for tokens in fields:
                for token in tokens:
                    documents[token.exact].add(d)
        return documents

    def vocabulary(self, pattern, limit):
        found = [(w, len(d)) for w, d in self._words().items() if fnmatch.fnmatchcase(w, pattern.replace("[", "[[]"))]
        return sorted(found, key=lambda item: (-item[1], item[0]))[:limit]

    def similar_words(self, word, limit):
        found = [(edits(word, w), w, len(d)) for w, d in self._words().items() if abs(len(w) - len(word)) <= 2]
        return [(w, d) for e, w, d in sorted((x for x in found if x[0] <= 2), key=lambda x: (x[0], -x[2], x[1]))[:limit]]

    def document_mask(self, filters):
        mask = np.array([not note.quarantined for note in self._notes], bool)
        for key in {f.key for f in filters}:
            wanted = {f.value for f in filters if f.key == key and not f.exclude}
            banned = {f.value for f in filters if f.key == key and f.exclude}
            values = [set(note.facets.get(key, ())) or {"(none)"} for note in self._notes]
            mask &= np.array([(not wanted or bool(v & wanted)) and not v & banned for v in values], bool)
        return mask

    def facet_keys(self):
        return list(dict.fromkeys(key for note in self._notes for key in note.facets))

    def facet_counts(self, documents, keys=None):
        counts = {}
        for key in self.facet_keys() if keys is None else keys:
            seen = Counter(v for d in np.flatnonzero(documents) for v in self._notes[d].facets.get(key, ()) or ("(none)",))
            counts[key] = tuple(Count(v, n) for v, n in sorted(seen.items(), key=lambda item: (-item[1], item[0])))
        return counts

    def passages(self, numbers):
        return [self._passage(int(n)) for n in numbers]

    def _passage(self, number):
        d, i = self._passages[number]
        note = self._notes[d]
        heading = (note.headings[i],) if i < len(note.headings) and note.headings[i] else ()
        return Passage(
            id=f"{d}-{i}", number=number, document=d, path="/notes/" + note.path, root="notes", relative=note.path, member="",
            title=note.title or note.path.rsplit("/", 1)[-1].rsplit(".", 1)[0], type=note.path.rsplit(".", 1)[-1], language=note.language,
            text=note.passages[i], offset=0, length=len(note.passages[i].encode()), location=Location(heading_path=heading),
            passage=i + 1, passages=len(note.passages), content_sha=note.sha or note.path, facets=note.facets, date=note.date, size=note.size,
        )  # fmt: skip

    def find(self, passage_id):
        return next((n for n in range(len(self._passages)) if self._passage(n).id == passage_id), None)

    def passages_of(self, document):
        return np.flatnonzero(self.document_of == document)

    def vector_rows(self):
        return np.arange(len(self._vectors)), self._vectors

    def nearest(self, vector, documents, limit):
        if self._vectors is None:
            return Ranking("vector", np.zeros(0, np.int64), np.zeros(0, np.float32))
        rows = np.arange(len(self._passages))
        rows = rows if documents is None else rows[documents[self.document_of]]
        scores = self._vectors[rows] @ vector
        order = np.lexsort((rows, -scores))[:limit]
        return Ranking("vector", rows[order], scores[order].astype(np.float32))

    def similarities(self, vector, passages):
        if self._vectors is None:
            return np.full(len(passages), np.nan, np.float32)
        return (self._vectors[passages] @ vector).astype(np.float32)

    def texts_without_vectors(self, limit):
        return []

    def sources(self):
        return iter(())

    def close(self):
        pass


def edits(a, b):
    """Levenshtein's distance."""
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        previous, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            previous, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, previous + (x != y))
    return row[-1]
