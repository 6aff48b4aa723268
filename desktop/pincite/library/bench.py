"""Measure the library's own search on a judged collection: the collection is indexed as files would be, and asked."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Document, FileStamp, IndexedDocument, Section, Source
from pincite.domain.protocols import Encoder, Index, Snapshot, Splitter
from pincite.domain.search import Channel, Query
from pincite.evaluation import Collection, Report, run
from pincite.evaluation.benchmark import DEPTH
from pincite.evaluation.postgres import is_installed
from pincite.library.baselines import measure_and, measure_postgres
from pincite.library.embed import Embedder
from pincite.retrieval.pipeline import Ranker

BATCH = 2_000
"""Documents a commit."""
JUDGED = 10
"""First documents of an answer whose probability is compared with the judgements."""
ROOT = "bench"


def _silent(told: object) -> None:
    """Tell nobody."""
    del told


class Bench:
    """Indexes one collection after the other and asks its questions through the path that answers a person's.

    *open_index* gives a new, empty index for a collection's number; *detect* the language of a text. Without *encoder* only
    the keyword channel is measured.
    """

    def __init__(
        self, open_index: Callable[[str], Index], splitter: Splitter, detect: Callable[[str], str], encoder: Encoder | None = None
    ) -> None:
        self._open_index = open_index
        self._splitter = splitter
        self._detect = detect
        self._encoder = encoder
        self._opened = 0

    def measure(
        self,
        collection: Collection,
        channels: Sequence[Channel],
        limit: int | None = None,
        tell: Callable[[str], None] = _silent,
        *,
        baselines: Path | None = None,
    ) -> list[Report]:
        """What each of *channels* reaches on the judged questions (the first *limit* of them); first, what the *baselines* do.

        *baselines* is a folder for PostgreSQL, which is one of them if it is installed. Raises `PinciteError` if it does not start.
        """
        self._opened += 1
        index = self._open_index(str(self._opened))
        tell(f"{collection.name}: indexing {len(collection.documents):,} documents")
        index_collection(index, collection, self._splitter, self._detect, self._encoder, CancelToken())
        snapshot = index.snapshot()
        try:
            reports: list[Report] = []
            if baselines is not None:
                tell(f"{collection.name}: baselines")
                if is_installed():
                    reports.append(measure_postgres(baselines / f"postgres-{self._opened}", collection, limit))
                reports.append(measure_and(snapshot, collection, _names(snapshot, collection), limit))
            for channel in channels:
                tell(f"{collection.name}: {channel.value}")
                if self._encoder is not None or channel is Channel.KEYWORD:
                    reports.append(measure_channel(snapshot, collection, self._encoder, channel, limit))
            return reports
        finally:
            snapshot.close()


def index_collection(
    index: Index, collection: Collection, splitter: Splitter, detect: Callable[[str], str], encoder: Encoder | None, token: CancelToken
) -> None:
    """Put all documents into an empty *index*, and their vectors if there is an *encoder*. Raises `Cancelled`."""
    sources = _sources(collection, splitter, detect)
    while batch := [source for source, _ in zip(sources, range(BATCH), strict=False)]:
        token.check()
        writer = index.writer()
        for source in batch:
            writer.put(source)
        writer.commit()
    if encoder is not None:
        Embedder(index, encoder, _silent).run(token)


def measure_channel(snapshot: Snapshot, collection: Collection, encoder: Encoder | None, channel: Channel, limit: int | None) -> Report:
    """What *channel* reaches on the judged questions of *collection* (the first *limit* of them)."""
    ranker = Ranker(snapshot, encoder)
    names = _names(snapshot, collection)
    said: list[Mapping[str, float]] = []

    def ask(text: str) -> Sequence[str]:
        answer = ranker.answer(Query(text, channel=channel, limit=DEPTH), CancelToken())
        found = (*answer.documents, *answer.related)
        said.append({names[one.document]: one.best.scores["p_answers"] for one in found[:JUDGED] if "p_answers" in one.best.scores})
        return [names[one.document] for one in found]

    report = run(collection, channel.value, ask, limit)
    asked = zip(report.rankings, said, strict=True)
    estimates = [(p, document in collection.judgements[question]) for question, ps in asked for document, p in ps.items()]
    return replace(report, estimates=estimates)


def _sources(collection: Collection, splitter: Splitter, detect: Callable[[str], str]) -> Iterator[Source]:
    for number, item in enumerate(collection.documents):
        document = Document("txt", item.text, (Section(0, len(item.text)),), title=item.title, language=detect(f"{item.title}\n{item.text}"))
        chunks = tuple(splitter.split(document, f"{ROOT}:{number}"))
        sha = hashlib.sha256(f"{number}\0{item.text}".encode()).hexdigest()
        stamp = FileStamp(ROOT, f"{number}.txt", len(item.text), 0)
        facets = {"language": (document.language,)} if document.language else {}
        yield Source(stamp, sha, "bench", (IndexedDocument(document, chunks, facets),), "1970-01-01T00:00:00+00:00")


def _names(snapshot: Snapshot, collection: Collection) -> dict[int, str]:
    """The collection's id of each document number."""
    numbers = sorted({int(n) for n in snapshot.document_of})
    first = [(number, of) for number in numbers if len(of := snapshot.passages_of(number))]
    passages = snapshot.passages([int(of[0]) for _, of in first])
    return {n: collection.documents[int(p.relative.split(".", 1)[0])].id for (n, _), p in zip(first, passages, strict=True)}
