"""What is wrapped in a signature (CMS, RFC 5652): the text of an opaquely signed mail, the document in a ``.p7m`` file. No signature is checked."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.members import Unpacking
from pincite.extraction.source_file import Options, SourceFile

_SIGNED: Final = bytes.fromhex("2a864886f70d010702")
_OBJECT, _OCTETS, _FIRST = 0x06, 0x04, 0xA0
"""Tags: object identifier, octet string, and the field that is numbered 0."""
_CONSTRUCTED = 0x20
MAX_DEPTH = 30
_ARMOUR = re.compile(rb"-----[A-Z0-9 ]+-----|\s")


@dataclass(frozen=True, slots=True)
class _Element:
    """One element of the encoding (X.690): its tag, and where its content and the next element begin."""

    tag: int
    start: int
    end: int
    after: int


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The document in a signed file, such as ``invoice.pdf.p7m``. Raises `UnreadableError`; PASSWORD if it is encrypted."""
    data = signed_content(file.data)
    if data is None:
        raise UnreadableError(Reason.PASSWORD, "it is encrypted for its receiver, or a signature alone")
    unpacking = Unpacking(file, options)
    documents = unpacking.read(file.stem if SourceFile(file.stem, b"").extension else f"{file.stem}.eml", data)
    if not documents:
        raise next(iter(unpacking.reasons), UnreadableError(Reason.NO_TEXT))
    first, *others = documents
    return [replace(first, notices=(*first.notices, *unpacking.take_notices())), *others]


def signed_content(data: bytes) -> bytes | None:
    """What is signed in *data* (binary, base64 or PEM); None if it is encrypted, signed elsewhere, or no such message at all."""
    if not data.startswith(b"\x30"):
        try:
            data = base64.b64decode(_ARMOUR.sub(b"", data), validate=True)
        except (binascii.Error, ValueError):
            return None
    try:
        kind, wrapped = _fields(data, _element(data, 0))[:2]
        if kind.tag != _OBJECT or data[kind.start : kind.end] != _SIGNED:
            return None
        signed = _fields(data, _fields(data, wrapped)[0])
        content = next(part for field in signed for part in _content(data, field))
        return _octets(data, content)
    except (IndexError, ValueError, StopIteration):
        return None


def _content(data: bytes, field: _Element) -> Iterator[_Element]:
    """The octets in the field that holds the type of the content and then the content itself."""
    parts = _fields(data, field) if field.tag == 0x30 else ()
    if len(parts) == 2 and parts[0].tag == _OBJECT and parts[1].tag == _FIRST:
        yield from _fields(data, parts[1])


def _element(data: bytes, at: int, depth: int = 0) -> _Element:
    """The element at *at*. Raises `ValueError` or `IndexError` where there is none."""
    tag, length = data[at], data[at + 1]
    start = at + 2
    if depth > MAX_DEPTH or tag & 0x1F == 0x1F:
        raise ValueError
    if length == 0x80:  # of unknown length: it ends with two zeros
        end = start
        while data[end : end + 2] != b"\0\0":
            end = _element(data, end, depth + 1).after
        return _Element(tag, start, end, end + 2)
    if length > 0x80:
        size = length & 0x7F
        length = int.from_bytes(data[start : start + size], "big")
        start += size
    if start + length > len(data):
        raise ValueError
    return _Element(tag, start, start + length, start + length)


def _fields(data: bytes, whole: _Element) -> Sequence[_Element]:
    fields: list[_Element] = []
    at = whole.start
    while at < whole.end:
        fields.append(_element(data, at))
        at = fields[-1].after
    return fields


def _octets(data: bytes, element: _Element) -> bytes | None:
    """The bytes of an octet string, which may be cut into pieces."""
    if not element.tag & _CONSTRUCTED:
        return data[element.start : element.end] if element.tag == _OCTETS else None
    return b"".join(data[piece.start : piece.end] for piece in _fields(data, element) if piece.tag == _OCTETS)
