"""``winmail.dat`` (TNEF, MS-OXTNEF): what Outlook attaches when it wraps its attachments for other Outlooks. The attachments are read."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.members import Unpacking
from pincite.extraction.containers.zip_guard import clean_name
from pincite.extraction.mail.text import charset_text
from pincite.extraction.source_file import Options, SourceFile

_BEGIN, _TITLE, _DATA, _PROPERTIES = 0x00069002, 0x00018010, 0x0006800F, 0x00069005
"""Attributes: an attachment begins, its short name, its bytes, its MAPI properties."""
_LONG_NAME = 0x3707
_FIXED: Final = {2: 4, 3: 4, 4: 4, 5: 8, 6: 8, 7: 8, 10: 4, 11: 4, 20: 8, 64: 8, 72: 16}
"""Sizes of MAPI values by their type, in bytes, as they are padded here; all other types say their length."""
_UNICODE = 0x1F


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The documents among its attachments. Raises `UnreadableError` if there are none."""
    unpacking = Unpacking(file, options)
    names: set[str] = set()
    documents: list[Document] = []
    for number, (name, data) in enumerate(attachments(file.data), 1):
        unique = name if name and name not in names else f"{number} {name or 'attachment'}"
        names.add(unique)
        documents.extend(unpacking.read(unique, data))
    if not documents:
        raise next(iter(unpacking.reasons), UnreadableError(Reason.NO_TEXT, "it has no attachment with text"))
    return documents


def attachments(data: bytes) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of each attachment. What comes after a damage is left out."""
    name, content = "", b""
    for kind, body in _attributes(data):
        if kind == _BEGIN:
            if content:
                yield name, content
            name, content = "", b""
        elif kind == _TITLE:
            name = name or clean_name(charset_text(body.rstrip(b"\0"), ""))
        elif kind == _DATA:
            content = body
        elif kind == _PROPERTIES:
            name = clean_name(_long_name(body)) or name
    if content:
        yield name, content


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    at = 6
    while at + 9 <= len(data):
        _, kind, length = struct.unpack_from("<BII", data, at)
        body = data[at + 9 : at + 9 + length]
        if len(body) < length:
            return
        yield kind, body
        at += 9 + length + 2


def _long_name(properties: bytes) -> str:
    """The attachment's full name among its MAPI properties; "" if it is not found before something that cannot be read."""
    try:
        (count,) = struct.unpack_from("<I", properties, 0)
        at = 4
        for _ in range(min(count, 500)):
            kind, identifier = struct.unpack_from("<HH", properties, at)
            at += 4
            if identifier >= 0x8000:
                return ""  # properties with names of their own come last
            if kind in _FIXED:
                at += _FIXED[kind]
                continue
            values, length = struct.unpack_from("<II", properties, at)
            value = properties[at + 8 : at + 8 + length]
            if identifier == _LONG_NAME:
                return (value.decode("utf-16-le", "replace") if kind == _UNICODE else charset_text(value, "")).rstrip("\0")
            for _ in range(min(values, 500)):
                (length,) = struct.unpack_from("<I", properties, at + 4)
                at += 4 + (length + 3) // 4 * 4
            at += 4
    except struct.error:
        return ""
    return ""
