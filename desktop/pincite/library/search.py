"""Ask the library: from a query to an answer that can be shown and cited without a second call."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import TracebackType
from typing import Self

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Location, Reason, Root
from pincite.domain.events import LeftOut
from pincite.domain.protocols import Encoder, Index, Judge, Reranker, Snapshot
from pincite.domain.search import Count, Hit, Incomplete, Mask, Passage, Query, SearchResult
from pincite.domain.whole_document import Stretch, WholeDocument
from pincite.domain.wording import counted
from pincite.library.counters import SearchCounters, TimedEncoder
from pincite.library.overview import Overview, left_out, overview, recent
from pincite.retrieval.answer import Answer, RankedDocument, RankedPassage
from pincite.retrieval.pipeline import Ranker
from pincite.retrieval.snippet import Marker
from pincite.retrieval.vocabulary import by_value


class Searcher:
    """Answers questions over the newest commit. For one thread; the window gives it one of its own.

    *queued* tells how many files wait to be read, for honest completeness; *size* the bytes of the index on disk. *counters* are
    shared by all searchers of a process; without them it keeps its own.
    """

    def __init__(
        self,
        index: Index,
        roots: Sequence[Root],
        encoder: Encoder | None = None,
        judge: Judge | None = None,
        queued: Callable[[], int] = lambda: 0,
        size: Callable[[], int] = lambda: 0,
        counters: SearchCounters | None = None,
        reranker: Reranker | None = None,
    ) -> None:
        self._index = index
        self._roots = tuple(roots)
        self._encoder = TimedEncoder(encoder) if encoder is not None else None
        self._judge = judge
        self._reranker = reranker
        self._queued = queued
        self._size = size
        self.counters = counters or SearchCounters()
        self._snapshot: Snapshot | None = None
        self._seen: object = None
        self._counts = Incomplete()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the index's files."""
        if self._snapshot is not None:
            self._snapshot.close()
            self._snapshot = None

    def search(self, query: Query, token: CancelToken) -> SearchResult:
        """The answer. Raises `Cancelled` or `QuestionError`; a failing channel is a note, not an error."""
        started = time.perf_counter()
        result = self._answered(query, token, started)
        if query.text.strip():
            calls, embed_us = self._encoder.take() if self._encoder is not None else (0, 0)
            self.counters.searched(result, total_us=round(result.elapsed_ms * 1000), embed_us=embed_us, encoded=calls > 0)
        return result

    def _answered(self, asked: Query, token: CancelToken, started: float) -> SearchResult:
        snapshot = self._newest()
        query = replace(asked, filters=by_value(snapshot, asked.filters))
        answer = Ranker(snapshot, self._encoder, self._judge, self._reranker).answer(query, token)
        token.check()
        marker = Marker(answer.question)
        hits = [self._hit(snapshot, marker, document) for document in answer.documents]
        token.check()
        related = [self._hit(snapshot, marker, document) for document in answer.related]
        drops = first_passages(snapshot, [number for number, _ in answer.drops] if query.explain else [])
        return SearchResult(
            query=asked, question_kind=answer.question.kind, terms=answer.terms, built=answer.question.built, notes=self._notes(snapshot, answer),
            hits=tuple(hits), related=tuple(related),
            dropped=tuple(replace(drop, path=drops[n].path, title=drops[n].title) for n, drop in answer.drops if n in drops),
            facets=facets_under(snapshot, answer.matching, query), total_documents=answer.total_documents,
            total_passages=answer.total_passages, hidden=answer.hidden, candidates=answer.candidates, decided=answer.decided,
            undecided=answer.undecided, phrase_passages=answer.phrase_passages, incomplete=replace(self._counts, queued=self._queued()),
            elapsed_ms=(time.perf_counter() - started) * 1000, generation=snapshot.generation,
        )

    def read(self, passage: Passage, query: Query, token: CancelToken) -> WholeDocument:
        """The whole document that holds *passage*, with the words of *query* marked; no stretches if it is gone."""
        snapshot = self._newest()
        marker = Marker(Ranker(snapshot).read(query))
        number = snapshot.find(passage.id)
        if number is None:
            return WholeDocument(())
        document = int(snapshot.document_of[number])
        stretches: list[Stretch] = []
        for part in snapshot.passages([int(n) for n in snapshot.passages_of(document)]):
            token.check()
            stretches.append(Stretch(part, marker.marks(part.text, part.language)))
        focus = next((i for i, stretch in enumerate(stretches) if stretch.passage.id == passage.id), 0)
        return WholeDocument(tuple(stretches), focus)

    def left_out(self) -> Sequence[LeftOut]:
        """Every file that is not, or not wholly, in the index, with its absolute path and reason, by path."""
        return [LeftOut(path, skipped) for path, skipped in left_out(self._newest(), self._roots)]

    def recent(self, limit: int) -> Sequence[tuple[str, int]]:
        """(absolute path, mtime in nanoseconds) of the indexed files that changed last, the newest first."""
        return recent(self._newest(), self._roots, limit)

    def overview(self) -> Overview:
        """Counts of what is indexed, left out and missing."""
        snapshot = self._newest()
        return overview(
            snapshot, self._roots, without_vectors=self._counts.without_vectors, quarantined=snapshot.quarantined_count,
            size=self._size(),
        )

    def _newest(self) -> Snapshot:
        """The newest snapshot; a commit, or vectors added, since the last question opens a new one."""
        state = self._index.state()
        if self._snapshot is None or state != self._seen:
            self._seen, fresh = state, self._index.snapshot()
            only_vectors = self._snapshot is not None and self._snapshot.generation == fresh.generation
            self._counts = replace(self._counts if only_vectors else _count(fresh), without_vectors=self._missing(fresh))
            if self._snapshot is not None:
                self._snapshot.close()
            self._snapshot = fresh
        return self._snapshot

    def _missing(self, snapshot: Snapshot) -> int:
        return snapshot.passage_count - snapshot.vector_count if self._encoder is not None else 0

    def _notes(self, snapshot: Snapshot, answer: Answer) -> tuple[str, ...]:
        notes = list(answer.notes)
        if snapshot.document_count == 0:
            notes.append("Nothing is indexed yet.")
        if not answer.documents and (waiting := self._queued()):
            notes.append(f"{counted(waiting, 'file is', 'files are')} not read yet; what you look for may be among them.")
        return tuple(dict.fromkeys(notes))

    def _hit(self, snapshot: Snapshot, marker: Marker, document: RankedDocument) -> Hit:
        shown = [document.best, *document.more]
        passages = snapshot.passages([ranked.number for ranked in shown])
        copies = first_passages(snapshot, document.copies).values()
        best, *others = (_one_hit(passage, ranked, marker) for passage, ranked in zip(passages, shown, strict=True))
        return replace(
            best, state=self._state(passages[0]), copies=tuple(copy.path for copy in copies), concepts=document.concepts,
            matched=document.matched, more=tuple(others),
        )

    def _state(self, passage: Passage) -> str:
        """How the file stands to what was indexed: "", "changed", "missing" or "unavailable"."""
        try:
            found = os.stat(passage.path)  # noqa: PTH116  # may hold bytes that are no UTF-8
        except OSError:
            here = any(os.path.isdir(root.path) for root in self._roots if root.name == passage.root)  # noqa: PTH112  # as above
            return "missing" if here else "unavailable"
        return "" if (found.st_size, found.st_mtime_ns) == (passage.size, passage.mtime_ns) else "changed"


def first_passages(snapshot: Snapshot, documents: Sequence[int]) -> dict[int, Passage]:
    """The first passage of each document that has one: what names the document."""
    first = {number: int(of[0]) for number in documents if len(of := snapshot.passages_of(number))}
    return dict(zip(first, snapshot.passages(list(first.values())), strict=True))


def _one_hit(passage: Passage, ranked: RankedPassage, marker: Marker) -> Hit:
    shown = marker.snippet(passage.text, passage.language)
    line, line_end = match_lines(passage.text, passage.location, shown.start + shown.highlights[0][0] if shown.highlights else None)
    return Hit(passage, shown, ranked.found_by, ranked.scores, line, line_end)


def match_lines(text: str, location: Location, at: int | None) -> tuple[int | None, int | None]:
    """First and last line of the file for a match that begins at character *at* of a passage's text.

    Exact where the text has the file's own lines; where it was laid out anew (HTML, a joined PDF line), the passage's lines.
    """
    if location.line is None or at is None:
        return location.line, location.line_end
    end = location.line_end or location.line
    if text.count("\n") != end - location.line:
        return location.line, location.line_end
    line = location.line + text.count("\n", 0, at)
    return line, line


def facets_under(snapshot: Snapshot, matching: Mask, query: Query) -> Mapping[str, Sequence[Count]]:
    """Counts of every facet over all matches, each under every filter but its own: what a click on a value will return."""
    keys = list(snapshot.facet_keys())
    chosen = {part.key for part in query.filters}
    counts = dict(snapshot.facet_counts(matching & snapshot.document_mask(query.filters), [key for key in keys if key not in chosen]))
    for key in chosen & set(keys):
        others = [part for part in query.filters if part.key != key]
        counts |= snapshot.facet_counts(matching & snapshot.document_mask(others), [key])
    return {key: counts[key] for key in keys if key in counts}


def _count(snapshot: Snapshot) -> Incomplete:
    """What the library lacks, counted once a commit."""
    reasons = [state.skipped.reason for state in snapshot.sources() if state.skipped is not None]
    reasons = [reason for reason in reasons if reason is not Reason.EXCLUDED]  # what the user's rules leave out is not lacking
    cut = reasons.count(Reason.CUT)
    return Incomplete(skipped=len(reasons) - cut, cut=cut)
