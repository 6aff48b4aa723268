"""The roles. Each has at least two players and one conformance suite; `assembly` alone brings roles and players together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import Chunk, Document
from pincite.domain.events import LeftOut
from pincite.domain.index_roles import Builder, Index, Matches, Snapshot, Vectors, Writer
from pincite.domain.search import Passage, Query, Ranking, SearchResult, Verdict
from pincite.domain.whole_document import WholeDocument

__all__ = ["Asker", "Builder", "Encoder", "Enricher", "Extractor", "Index", "Judge", "Matches", "Reader", "Reranker", "Retriever", "Snapshot", "Splitter", "Vectors", "Writer"]


class Extractor(Protocol):
    """Reads one kind of file."""

    def extract(self, path: str) -> Sequence[Document]:
        """The documents in the file at *path*, at least one.

        Raises `UnreadableError` with its reason; nothing else may leave it on any input.
        """
        ...


class Splitter(Protocol):
    """Cuts a document into passages."""

    def split(self, document: Document, source: str) -> Sequence[Chunk]:
        """Chunks in reading order. They cover all words of every section and cross none.

        *source* is the stable identity of the file; chunk ids are made of it, the member and the offset. Raises nothing.
        """
        ...


class Enricher(Protocol):
    """Writes the context of chunks: what is searched with them but not shown inside them."""

    def enrich(self, document: Document, chunks: Sequence[Chunk]) -> Sequence[Chunk]:
        """The same chunks with their `context` set. Raises nothing."""
        ...


class Encoder(Protocol):
    """Turns texts into vectors whose dot product says how near they are in meaning."""

    @property
    def id(self) -> str:
        """Names the model, its version and its dimensions; vectors of different ids are never compared."""
        ...

    @property
    def dim(self) -> int:
        """Length of a vector."""
        ...

    def supports(self, language: str) -> bool:
        """Whether texts in this language (ISO 639-1, "" for unknown) get useful vectors."""
        ...

    def encode(self, texts: Sequence[str]) -> Vectors:
        """Unit row vectors, float32[len(texts), dim]; an empty text gives zeros. Raises `EncoderError`."""
        ...


class Cache(Protocol):
    """Texts by key that took long to get; any may be gone at any time. A dictionary plays it, too."""

    def get(self, key: str, /) -> str | None:
        """The text under *key*, None if there is none. Raises nothing."""
        ...

    def update(self, texts: Mapping[str, str], /) -> None:
        """Keep *texts* under their keys, if that can be done. Raises nothing."""
        ...


class Retriever(Protocol):
    """One channel: a query in, scored passages out."""

    def retrieve(self, query: Query, token: CancelToken) -> Ranking:
        """Passages under the query's filters, best first. Raises `Cancelled`, `QuestionError` or `EncoderError`."""
        ...


class Judge(Protocol):
    """Says how likely each candidate answers the question."""

    def judge(self, question: str, passages: Sequence[Passage], token: CancelToken) -> Sequence[Verdict]:
        """A verdict for each passage; undecided, with its reason, where it could not say. Raises `Cancelled` or `EncoderError`."""
        ...


class Reranker(Protocol):
    """Puts passages in a better order."""

    def rerank(self, question: str, passages: Sequence[Passage], token: CancelToken) -> Sequence[int]:
        """Positions of *passages*, best first."""
        ...


class Asker(Protocol):
    """Answers questions; what the window and the command line talk to."""

    def search(self, query: Query, token: CancelToken) -> SearchResult:
        """The answer. Raises `Cancelled` or `QuestionError`; a failing channel is a note, not an error."""
        ...


class Reader(Protocol):
    """Shows what the index holds beside the answers; what previews and reports talk to. Same thread as the `Asker`."""

    def read(self, passage: Passage, query: Query, token: CancelToken) -> WholeDocument:
        """The whole document that holds *passage*, with the words of *query* marked; no stretches if it is gone. Raises `Cancelled`."""
        ...

    def left_out(self) -> Sequence[LeftOut]:
        """Every file that is not, or not wholly, in the index, with its absolute path and reason."""
        ...
