"""The other player of the role `Index`: dictionaries and loops, so plain that it can be read as the definition."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from pincite.analysis import Token, analyze
from pincite.domain.documents import FileStamp, IndexedDocument, Skipped, Source, SourceState
from pincite.domain.errors import IndexLockedError
from pincite.domain.search import Count, Entry, Filter, Numbers, Origin, Passage, Ranking, Term

WEIGHTS = {"title": 3.0, "headings": 2.0, "body": 1.0}
GAP = 64


@dataclass(frozen=True)
class Found:
    passages: np.ndarray
    scores: np.ndarray
    terms: np.ndarray
    exact: np.ndarray


@dataclass
class Row:
    """One passage with its tokens by field."""

    source: Source
    document: int
    indexed: IndexedDocument
    number: int
    fields: dict[str, list[Token]]

    def count(self, field: str, keys: Iterable[str]) -> int:
        return sum(key in token.keys for token in self.fields[field] for key in keys)

    def holds(self, term: Term) -> bool:
        return any(self.count(field, self.keys(term)) for field in WEIGHTS)

    def keys(self, term: Term) -> tuple[str, ...]:
        return term.keys_in(self.indexed.document.language)

    def holds_exactly(self, term: Term) -> bool:
        return any(token.exact == term.exact for tokens in self.fields.values() for token in tokens)

    def spots(self, term: Term) -> set[int]:
        spots: set[int] = set()
        base = 0
        for tokens in self.fields.values():
            spots |= {base + i for i, token in enumerate(tokens) if set(token.keys) & set(term.keys)}
            base += len(tokens) + GAP
        return spots


class MemorySnapshot:
    def __init__(self, generation: int, entries: Mapping[tuple[str, str], Source | Skipped], vectors: Mapping[str, np.ndarray]) -> None:
        self.generation = generation
        self._entries = dict(entries)
        self._vectors = dict(vectors)
        self._documents = [(s, d) for s in self._entries.values() if isinstance(s, Source) for d in s.documents]
        self._rows = [
            Row(source, number, indexed, i, {
                "title": analyze(indexed.document.title, indexed.document.language),
                "headings": analyze(chunk.context, indexed.document.language),
                "body": analyze(chunk.text, indexed.document.language),
            })
            for number, (source, indexed) in enumerate(self._documents)
            for i, chunk in enumerate(indexed.chunks)
        ]

    @property
    def passage_count(self) -> int:
        return len(self._rows)

    @property
    def document_count(self) -> int:
        return len(self._documents)

    @property
    def quarantined_count(self) -> int:
        return sum(indexed.quarantined for _, indexed in self._documents)

    @property
    def vector_count(self) -> int:
        return sum(self._key(row) in self._vectors for row in self._rows)

    @property
    def document_of(self) -> Numbers:
        return np.array([row.document for row in self._rows], np.int64)

    @property
    def languages(self) -> Sequence[str]:
        counts = Counter(v for _, d in self._documents for v in d.facets.get("language", ()))
        return [value for value, _ in sorted(counts.items(), key=lambda item: (-item[1], item[0]))]

    def find(self, passage_id: str) -> int | None:
        found = [i for i, row in enumerate(self._rows) if row.indexed.chunks[row.number].id == passage_id]
        return found[-1] if found else None

    def match(self, terms: Sequence[Term], weights: Sequence[float] | None = None) -> Found:
        rows = self._rows
        average = {f: max(sum(len(row.fields[f]) for row in rows) / max(len(rows), 1), 1e-9) for f in WEIGHTS}
        scores = [0.0] * len(rows)
        bits = [0] * len(rows)
        exact = [0] * len(rows)
        for i, term in enumerate(terms):
            holders = [n for n, row in enumerate(rows) if row.holds(term)]
            idf = math.log(1 + (len(rows) - len(holders) + 0.5) / (len(holders) + 0.5))
            for n in holders:
                row = rows[n]
                w = sum(
                    weight * row.count(f, row.keys(term)) / (1 - 0.75 + 0.75 * len(row.fields[f]) / average[f]) for f, weight in WEIGHTS.items()
                )
                typed = row.holds_exactly(term)
                scores[n] += idf * w * 2.2 / (1.2 + w) * (1.15 if typed else 1) * (weights[i] if weights else 1)
                bits[n] |= 1 << i
                exact[n] |= typed << i
        found = [n for n in range(len(rows)) if bits[n]]
        pick = lambda values, kind: np.array([values[n] for n in found], kind)
        return Found(np.array(found, np.int64), pick(scores, np.float32), pick(bits, np.uint32), pick(exact, np.uint32))

    def spread(self, terms: Sequence[Term]) -> Sequence[int]:
        return [passages for _, passages in self.frequencies(terms)]

    def frequencies(self, terms: Sequence[Term]) -> Sequence[tuple[int, int]]:
        found = [[row for row in self._rows if row.holds(term)] for term in terms]
        return [(len({row.document for row in rows}), len(rows)) for rows in found]

    def phrase(self, terms: Sequence[Term], within: Numbers | None = None, slop: int = 0) -> Numbers:
        found: list[int] = []
        for n, row in enumerate(self._rows):
            reached = row.spots(terms[0]) if terms else set()
            for term in terms[1:]:
                reached = {spot for spot in row.spots(term) if any(0 < spot - before <= slop + 1 for before in reached)}
            if reached and (within is None or n in within):
                found.append(n)
        return np.array(found, np.int64)

    def vocabulary(self, pattern: str, limit: int) -> Sequence[tuple[str, int]]:
        wanted = re.compile("".join(".*" if c == "*" else "." if c == "?" else re.escape(c) for c in pattern))
        found = {word: count for word, count in self._words().items() if wanted.fullmatch(word)}
        return sorted(found.items(), key=lambda item: (-item[1], item[0]))[:limit]

    def similar_words(self, word: str, limit: int) -> Sequence[tuple[str, int]]:
        found = [(edits, -count, other) for other, count in self._words().items() if (edits := distance(word, other)) <= 2]
        return [(other, -count) for _, count, other in sorted(found)[:limit]]

    def body_lengths(self, passages: Numbers) -> Numbers:
        texts = (self._rows[int(n)].indexed.chunks[self._rows[int(n)].number].text for n in passages)
        return np.array([len(analyze(text, "en")) for text in texts], np.int64)

    def in_field(self, term: Term, field: str) -> Numbers:
        return np.array([n for n, row in enumerate(self._rows) if row.count(field, term.keys)], np.int64)

    def with_words(self, words: Sequence[str]) -> Numbers:
        return np.array([n for n, row in enumerate(self._rows) if any(row.holds_exactly(Term(w, w, ())) for w in words)], np.int64)

    def with_pattern(self, pattern: str) -> Numbers:
        return self.with_words([word for word, _ in self.vocabulary(pattern, len(self._words()))])

    def entries(self) -> Sequence[Entry]:
        return [
            Entry(n, "Notes", s.stamp.relative, d.document.member, d.document.title, d.document.aliases, d.date, s.stamp.size, s.stamp.mtime_ns)
            for n, (s, d) in enumerate(self._documents)
        ]

    def origins(self, documents: Numbers) -> Sequence[Origin]:
        sources = [self._documents[number][0] for number in documents]
        return [Origin("Notes", source.stamp.relative, source.content_sha) for source in sources]

    def values_of(self, key: str, documents: Numbers | None = None) -> Sequence[tuple[str, ...]]:
        numbers = range(len(self._documents)) if documents is None else documents
        return [self._documents[number][1].facets.get(key, ()) for number in numbers]

    def document_mask(self, filters: Sequence[Filter]) -> np.ndarray:
        return np.array([not d.quarantined and all(passes(d, k, filters) for k in {f.key for f in filters}) for _, d in self._documents], np.bool_)

    def facet_keys(self) -> Sequence[str]:
        return sorted({key for _, d in self._documents for key, values in d.facets.items() if values})

    def facet_counts(self, documents: np.ndarray, keys: Sequence[str] | None = None) -> Mapping[str, Sequence[Count]]:
        return {key: self._counts(documents, key) for key in (self.facet_keys() if keys is None else keys)}

    def passages(self, numbers: Sequence[int]) -> Sequence[Passage]:
        return [self._passage(self._rows[n], n) for n in numbers]

    def passages_of(self, document: int) -> Numbers:
        return np.flatnonzero(self.document_of == document)

    def vector_rows(self) -> tuple[Numbers, np.ndarray]:
        found = [n for n, row in enumerate(self._rows) if self._key(row) in self._vectors]
        return np.array(found, np.int64), np.array([self._vectors[self._key(self._rows[n])] for n in found], np.float32)

    def nearest(self, vector: np.ndarray, documents: np.ndarray | None, limit: int) -> Ranking:
        scored = [
            (-float(self._vectors[self._key(row)] @ vector), n)
            for n, row in enumerate(self._rows)
            if self._key(row) in self._vectors and not row.indexed.quarantined and (documents is None or documents[row.document])
        ]
        best = sorted(scored)[:limit]
        return Ranking("vector", np.array([n for _, n in best], np.int64), np.array([-score for score, _ in best], np.float32))

    def similarities(self, vector: np.ndarray, passages: Numbers) -> np.ndarray:
        known = [self._vectors.get(self._key(self._rows[n])) for n in passages]
        return np.array([np.nan if one is None else one @ vector for one in known], np.float32)

    def texts_without_vectors(self, limit: int) -> Sequence[tuple[str, str]]:
        missing = {self._key(row): self._key(row) for row in self._rows if self._key(row) not in self._vectors}
        return list(missing.items())[:limit]

    def sources(self) -> Iterator[SourceState]:
        for entry in self._entries.values():
            if isinstance(entry, Skipped):
                yield SourceState(entry.stamp, "", "", "", 0, 0, entry)
            else:
                passages = sum(len(d.chunks) for d in entry.documents)
                yield SourceState(entry.stamp, entry.content_sha, entry.version, entry.indexed_at, len(entry.documents), passages)

    def close(self) -> None: ...

    def _words(self) -> dict[str, int]:
        pairs = {(t.exact, row.document) for row in self._rows for tokens in row.fields.values() for t in tokens}
        return dict(Counter(word for word, _ in pairs))

    def _counts(self, documents: np.ndarray, key: str) -> Sequence[Count]:
        chosen = [d for n, (_, d) in enumerate(self._documents) if documents[n]]
        values = {v for _, d in self._documents for v in d.facets.get(key, ())} | {"(none)"}
        counts = [Count(v, sum(passes(d, key, [Filter(key, v)]) for d in chosen)) for v in values]
        return sorted((count for count in counts if count.documents), key=lambda count: (-count.documents, count.value))

    def _key(self, row: Row) -> str:
        chunk = row.indexed.chunks[row.number]
        return "\n".join(part for part in (row.indexed.document.title, chunk.context, chunk.text) if part)

    def _passage(self, row: Row, number: int) -> Passage:
        chunk, document, stamp = row.indexed.chunks[row.number], row.indexed.document, row.source.stamp
        return Passage(
            chunk.id, number, row.document, f"/home/ines/{stamp.relative}", "Notes", stamp.relative, document.member, document.title,
            document.type, document.language, chunk.text, chunk.offset, chunk.length, chunk.location, row.number + 1, len(row.indexed.chunks),
            row.indexed.date, stamp.size, stamp.mtime_ns, row.source.content_sha, row.source.revision, row.source.indexed_at, document.cut,
            {key: values for key, values in row.indexed.facets.items() if values}, document.metadata,
        )  # fmt: skip


def passes(document: IndexedDocument, key: str, filters: Sequence[Filter]) -> bool:
    values = document.facets.get(key, ())

    def has(value: str) -> bool:
        below = key == "folder" and any(v.startswith(value + "/") for v in values)
        return value in values or below or (value == "(none)" and not values)

    mine = [f for f in filters if f.key == key]
    included = [f for f in mine if not f.exclude]
    return (not included or any(has(f.value) for f in included)) and not any(has(f.value) for f in mine if f.exclude)


def distance(a: str, b: str) -> int:
    """Restricted Damerau-Levenshtein, from the book."""
    table = [[i + j if not i * j else 0 for j in range(len(b) + 1)] for i in range(len(a) + 1)]
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            table[i][j] = min(table[i - 1][j] + 1, table[i][j - 1] + 1, table[i - 1][j - 1] + (a[i - 1] != b[j - 1]))
            if i > 1 and j > 1 and a[i - 1] == b[j - 2] and a[i - 2] == b[j - 1]:
                table[i][j] = min(table[i][j], table[i - 2][j - 2] + 1)
    return table[-1][-1]


class MemoryWriter:
    def __init__(self, index: MemoryIndex) -> None:
        self._index = index
        self._entries = dict(index.entries)

    def put(self, source: Source) -> None:
        self._entries.pop(source.stamp.key, None)
        self._entries[source.stamp.key] = source

    def touch(self, stamp: FileStamp) -> None:
        entry = self._entries.get(stamp.key)
        if entry is not None:
            self._entries[stamp.key] = replace(entry, stamp=stamp)

    def move(self, old: tuple[str, str], stamp: FileStamp, facets: Mapping[str, tuple[str, ...]] | None = None) -> None:
        if old == stamp.key and not facets:
            self.touch(stamp)
            return
        entry = self._entries.get(old)
        if old != stamp.key:
            self._entries.pop(old, None)
        if isinstance(entry, Source):
            documents = tuple(replace(d, facets={k: v for k, v in {**d.facets, **(facets or {})}.items() if v}) for d in entry.documents)
            self.put(replace(entry, stamp=stamp, documents=documents))

    def skip(self, skipped: Skipped) -> None:
        self._entries.pop(skipped.stamp.key, None)
        self._entries[skipped.stamp.key] = skipped

    def remove(self, keys: Iterable[tuple[str, str]]) -> None:
        for key in keys:
            self._entries.pop(key, None)

    def commit(self) -> int:
        self._index.writing = False
        if self._entries != self._index.entries:
            self._index.entries = self._entries
            self._index.number += 1
        return self._index.number

    def cancel(self) -> None:
        self._index.writing = False


class MemoryIndex:
    def __init__(self) -> None:
        self.entries: dict[tuple[str, str], Source | Skipped] = {}
        self.vectors: dict[str, np.ndarray] = {}
        self.number = 0
        self.writing = False

    def snapshot(self) -> MemorySnapshot:
        return MemorySnapshot(self.number, self.entries, self.vectors)

    def generation(self) -> int:
        return self.number

    def state(self) -> tuple[int, int]:
        return self.number, len(self.vectors)

    def writer(self) -> MemoryWriter:
        if self.writing:
            raise IndexLockedError("Another process is writing this library's index; try again when it is done.")
        self.writing = True
        return MemoryWriter(self)

    def put_vectors(self, encoder_id: str, keys: Sequence[str], vectors: np.ndarray) -> None:
        self.vectors |= dict(zip(keys, vectors, strict=True))

    def prune_vectors(self) -> int:
        alive = {self.snapshot()._key(row) for row in self.snapshot()._rows}
        dead = self.vectors.keys() - alive
        for key in dead:
            del self.vectors[key]
        return len(dead)

    def check(self) -> None:
        pass

    def heed(self) -> None:
        pass

    def take_over(self, keep: Collection[str] = ()) -> bool:
        return False

    def merge(self) -> bool:
        return False

    def compact(self) -> int:
        return self.number
