"""What is stored of a source, a document and a passage, as plain JSON values; and back."""

from __future__ import annotations

from dataclasses import dataclass, fields
from hashlib import blake2b
from typing import Any

from pincite.domain.documents import (
    Chunk,
    Document,
    FileStamp,
    IndexedDocument,
    Location,
    Reason,
    Skipped,
    Source,
)

LOCATION_FIELDS = tuple(field.name for field in fields(Location))


@dataclass(frozen=True, slots=True)
class SourceRecord:
    """A file that the index knows: read, or skipped with its reason."""

    stamp: FileStamp
    content_sha: str = ""
    version: str = ""
    indexed_at: str = ""
    revision: str | None = None
    skipped: Skipped | None = None


def source_record(source: Source) -> SourceRecord:
    """The record of a file that was read."""
    return SourceRecord(source.stamp, source.content_sha, source.version, source.indexed_at, source.revision)


def from_source(record: SourceRecord) -> list[Any]:
    """A source as a JSON value."""
    stamp, skipped = record.stamp, record.skipped
    reason = [skipped.reason.code, skipped.detail, skipped.version] if skipped else None
    return [
        stamp_value(stamp),
        [record.content_sha, record.version, record.indexed_at, record.revision, reason],
    ]


def stamp_value(stamp: FileStamp) -> list[Any]:
    """A stamp as a JSON value."""
    return [stamp.root, stamp.relative, stamp.size, stamp.mtime_ns, stamp.inode]


def to_source(value: list[Any]) -> SourceRecord:
    """The source that `from_source` was given."""
    stamp = FileStamp(*value[0])
    content_sha, version, indexed_at, revision, reason = value[1]
    skipped = Skipped(stamp, Reason.of(reason[0]), *reason[1:]) if reason else None
    return SourceRecord(stamp, content_sha, version, indexed_at, revision, skipped)


def from_document(indexed: IndexedDocument) -> dict[str, Any]:
    """A document as a JSON value, without its text (its passages have it) and its facets (columns have them)."""
    document = indexed.document
    return {
        "type": document.type,
        "title": document.title,
        "member": document.member,
        "language": document.language,
        "encoding": document.encoding,
        "metadata": dict(document.metadata),
        "tags": document.tags,
        "aliases": document.aliases,
        "links": document.links,
        "notices": document.notices,
        "cut": document.cut,
        "date": indexed.date,
    }


def to_document(value: dict[str, Any]) -> Document:
    """The document that `from_document` was given; its text, sections, pages and outline are not kept."""
    return Document(
        type=value["type"],
        text="",
        sections=(),
        title=value["title"],
        member=value["member"],
        language=value["language"],
        encoding=value["encoding"],
        metadata=value["metadata"],
        tags=tuple(value["tags"]),
        aliases=tuple(value["aliases"]),
        links=tuple(value["links"]),
        notices=tuple(value["notices"]),
        cut=value["cut"],
    )


def from_chunk(chunk: Chunk) -> list[Any]:
    """A passage as a JSON value."""
    place = {name: value for name in LOCATION_FIELDS if (value := getattr(chunk.location, name)) not in (None, ())}
    return [chunk.id, chunk.index, chunk.start, chunk.end, chunk.offset, chunk.length, chunk.text, place, chunk.context]


def to_chunk(value: list[Any]) -> Chunk:
    """The passage that `from_chunk` was given."""
    identity, index, start, end, offset, length, text, place, context = value
    if "heading_path" in place:
        place["heading_path"] = tuple(place["heading_path"])
    return Chunk(identity, index, start, end, offset, length, text, Location(**place), context)


def text_to_encode(title: str, context: str, text: str) -> str:
    """What the meaning channel reads of a passage: its title, where it stands, and itself."""
    return "\n".join(part for part in (title, context, text) if part)


def text_key(text: str) -> int:
    """A number that stands for a text: 64 bits of its BLAKE2b hash."""
    digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=8).digest()
    return int.from_bytes(digest, "little")
