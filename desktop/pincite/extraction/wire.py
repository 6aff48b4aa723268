"""Documents and refusals as JSON, for the pipe between a parser's process and ours. Never pickle: the child may be lying.

A frame is its length in bytes (4 bytes, big endian) and that much UTF-8 JSON.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping
from dataclasses import fields
from typing import Any, BinaryIO, cast

from pincite.domain.documents import Document, LineMap, Location, OutlineEntry, Page, Reason, Section, Value
from pincite.domain.errors import UnreadableError
from pincite.domain.parsing import Parsing

_LENGTH = struct.Struct(">I")
MAX_FRAME = 2**32 - 1
"""Bytes that a frame's length can say."""

_Object = dict[str, Any]


class FrameTooLargeError(Exception):
    """The other side announced more than the reader accepts."""


def write_frame(stream: BinaryIO, message: Mapping[str, Any]) -> None:
    """Send one message. Lone surrogates, as in undecodable file names, survive."""
    write_encoded(stream, encode(message))


def write_encoded(stream: BinaryIO, data: bytes) -> None:
    """Send one message that is JSON already."""
    stream.write(_LENGTH.pack(len(data)))
    stream.write(data)
    stream.flush()


def encode(message: Mapping[str, Any]) -> bytes:
    """A message's JSON."""
    return json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass")


def read_frame(stream: BinaryIO, limit: int = MAX_FRAME) -> _Object | None:
    """The next message; None at the end of the stream or if it is cut. Raises `FrameTooLargeError`, `ValueError` on rubbish."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    (length,) = _LENGTH.unpack(head)
    if length > limit:
        raise FrameTooLargeError(f"a message of {length} bytes")
    data = stream.read(length)
    if len(data) < length:
        return None
    message = json.loads(data.decode("utf-8", "surrogatepass"))
    if not isinstance(message, dict):
        raise ValueError("a message is an object")  # noqa: TRY004  # what came is wrong, not the call
    return cast("_Object", message)


def to_json(document: Document) -> _Object:
    """A document as plain JSON values; what has its default is left out."""
    value: _Object = {"type": document.type, "text": document.text}
    value["sections"] = [[section.start, section.end, _set_fields(section.location)] for section in document.sections]
    if document.lines is not None:
        value["lines"] = [document.lines.offsets, document.lines.lines]
    value["pages"] = [[page.number, page.start, page.end, page.label] for page in document.pages]
    value["outline"] = [_set_fields(entry) for entry in document.outline]
    value["metadata"] = dict(document.metadata)
    for name in _PLAIN:
        value[name] = getattr(document, name)
    return value


def from_json(value: Mapping[str, Any]) -> Document:
    """The document that `to_json` wrote. Raises `ValueError`, `KeyError` or `TypeError` if it did not write this."""
    lines = value.get("lines")
    plain: _Object = {name: tuple(value[name]) if name in _LISTS else value[name] for name in _PLAIN}
    return Document(
        type=str(value["type"]),
        text=str(value["text"]),
        sections=tuple(Section(start, end, _location(place)) for start, end, place in value["sections"]),
        lines=LineMap(tuple(lines[0]), tuple(lines[1])) if lines else None,
        pages=tuple(Page(number, start, end, label) for number, start, end, label in value["pages"]),
        outline=tuple(OutlineEntry(**entry) for entry in value["outline"]),
        metadata=cast("dict[str, Value]", value["metadata"]),
        **plain,
    )


def refusal_to_json(error: UnreadableError) -> _Object:
    """Why a file could not be read."""
    return {"reason": error.reason.code, "detail": error.detail, "documents": [to_json(document) for document in error.documents]}


def refusal_from_json(value: Mapping[str, Any]) -> UnreadableError:
    """The error that `refusal_to_json` wrote."""
    documents = tuple(from_json(document) for document in value["documents"])
    return UnreadableError(Reason.of(str(value["reason"])), str(value["detail"]), documents)


def options_from_json(value: Mapping[str, Any]) -> _Object:
    """The fields of `Options`, whose tuples became lists, and whose folders became objects, on the way."""
    read = {name: tuple(cast("list[Any]", item)) if isinstance(item, list) else item for name, item in value.items()}
    return read | {"parsing": tuple(Parsing(**options_from_json(item)) for item in read["parsing"])} if "parsing" in read else read


_LISTS = ("tags", "aliases", "links", "notices")
_PLAIN = ("title", "member", "language", "encoding", "cut", *_LISTS)


def _set_fields(value: Location | OutlineEntry) -> _Object:
    pairs = ((field.name, getattr(value, field.name)) for field in fields(value))
    return {name: item for name, item in pairs if item is not None and item != ()}


def _location(value: Mapping[str, Any]) -> Location:
    fields_set: _Object = {**value, "heading_path": tuple(value.get("heading_path", ()))}
    return Location(**fields_set)
