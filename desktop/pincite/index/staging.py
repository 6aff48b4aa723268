"""What a transaction keeps of a source until it is published: as it will be stored, in a tenth of the room that its objects take."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pincite.domain.documents import Chunk, Document, IndexedDocument, Source
from pincite.index.blocks import encode
from pincite.index.records import SourceRecord, from_chunk, from_document, source_record, text_key, text_to_encode, to_chunk, to_document
from pincite.index.vocabulary import Vocabulary, Words


@dataclass(frozen=True, slots=True)
class StagedDocument:
    """A document with its passages, analysed: records in JSON, facets, and for each passage its words and keys."""

    record: bytes
    facets: Mapping[str, tuple[str, ...]]
    quarantined: bool
    passages: tuple[bytes, ...]
    words: tuple[Words, ...]
    texts: tuple[int, ...]
    """The key of what the meaning channel reads of each passage."""
    ids: tuple[int, ...]
    """The key of each passage's id."""


@dataclass(frozen=True, slots=True)
class Staged:
    """A source of a batch."""

    record: SourceRecord
    documents: tuple[StagedDocument, ...] = ()


def staged(source: Source, vocabulary: Vocabulary) -> Staged:
    """*source*, analysed; new words become known to *vocabulary*."""
    return Staged(source_record(source), tuple(_document(one, vocabulary) for one in source.documents))


def unstaged(staged: Staged) -> Source:
    """What was put, to be put again."""
    record = staged.record
    documents = tuple(_indexed(one) for one in staged.documents)
    return Source(record.stamp, record.content_sha, record.version, documents, record.indexed_at, record.revision)


def _document(indexed: IndexedDocument, vocabulary: Vocabulary) -> StagedDocument:
    document, chunks = indexed.document, indexed.chunks
    return StagedDocument(
        record=encode(from_document(indexed)),
        facets=indexed.facets,
        quarantined=indexed.quarantined,
        passages=tuple([encode(from_chunk(chunk)) for chunk in chunks]),
        words=_words(document, chunks, vocabulary),
        texts=tuple([text_key(text_to_encode(document.title, chunk.context, chunk.text)) for chunk in chunks]),
        ids=tuple([text_key(chunk.id) for chunk in chunks]),
    )


def _words(document: Document, chunks: Sequence[Chunk], vocabulary: Vocabulary) -> tuple[Words, ...]:
    numbers = vocabulary.numbers
    title = numbers(document.title, document.language)
    contexts = {context: numbers(context, document.language) for context in {chunk.context: None for chunk in chunks}}
    return tuple([Words(title, contexts[chunk.context], numbers(chunk.text, document.language)) for chunk in chunks])


def _indexed(one: StagedDocument) -> IndexedDocument:
    record = json.loads(one.record.decode("utf-8", "surrogatepass"))
    chunks = tuple(to_chunk(json.loads(passage.decode("utf-8", "surrogatepass"))) for passage in one.passages)
    return IndexedDocument(to_document(record), chunks, one.facets, record["date"], one.quarantined)
