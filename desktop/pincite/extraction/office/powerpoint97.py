"""The text of binary PowerPoint presentations from 97 on (MS-PPT): slides in show order.

The document keeps an outline of what stands in placeholders; text boxes stand in the slides' own records, which the persist
directory finds, because slides are saved one behind another in the order of editing.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator, Mapping
from typing import Final

_DOCUMENT: Final = 0x03E8
_SLIDE: Final = 0x03EE
_SLIDE_LIST: Final = 0x0FF0
_SLIDE_BEGINS: Final = 0x03F3
_HEADER: Final = 0x0F9F
_WIDE_TEXT: Final = 0x0FA0
_NARROW_TEXT: Final = 0x0FA8
_PERSIST_DIRECTORY: Final = 0x1772
_CONTAINER: Final = 0xF
_TITLES: Final = frozenset({0, 6})
_SLIDES: Final = 0
"""Instance of the list of slides; those of masters and notes have others."""
MAX_DEPTH = 32

Record = tuple[int, int, int, bytes]
"""(type, instance, version, content)."""


def records(data: bytes) -> Iterator[Record]:
    """The records in *data*, one after another; ends where they stop making sense."""
    at = 0
    while at + 8 <= len(data):
        head, kind, size = struct.unpack_from("<HHI", data, at)
        if at + 8 + size > len(data):
            return
        yield kind, head >> 4, head & 0xF, data[at + 8 : at + 8 + size]
        at += 8 + size


def slides(stream: bytes) -> list[tuple[str, list[str]]]:
    """(title, texts) of each slide of the last saved document, a text of a slide only once."""
    documents = [content for kind, _, _, content in records(stream) if kind == _DOCUMENT]
    lists = [
        content
        for kind, instance, _, content in records(documents[-1] if documents else b"")
        if kind == _SLIDE_LIST and instance == _SLIDES
    ]
    places = _places(stream)
    found: list[tuple[str, list[str]]] = []
    role = -1
    for kind, _, _, content in (record for listing in lists for record in records(listing)):
        if kind == _SLIDE_BEGINS and len(content) >= 4:
            found.append(("", _drawn(stream, places.get(struct.unpack_from("<I", content)[0]))))
            role = -1
        elif kind == _HEADER and len(content) >= 4:
            (role,) = struct.unpack_from("<I", content)
        elif kind in {_WIDE_TEXT, _NARROW_TEXT} and found:
            title, texts = found[-1]
            if role in _TITLES and not title:
                found[-1] = (_text(kind, content), texts)
            else:
                texts.append(_text(kind, content))
    return [(title, [text for text in dict.fromkeys(texts) if text != title]) for title, texts in found]


def _places(stream: bytes) -> Mapping[int, int]:
    """Offset of each record that has a persist id, as of the last save."""
    places: dict[int, int] = {}
    for kind, _, _, content in records(stream):
        numbers = struct.unpack(f"<{len(content) // 4}I", content[: len(content) // 4 * 4]) if kind == _PERSIST_DIRECTORY else ()
        at = 0
        while at < len(numbers):
            first, count = numbers[at] & 0xFFFFF, numbers[at] >> 20
            places.update(enumerate(numbers[at + 1 : at + 1 + count], first))
            at += 1 + count
    return places


def _drawn(stream: bytes, offset: int | None) -> list[str]:
    """The texts in the drawings of the slide whose record begins at *offset*."""
    if offset is None or offset + 8 > len(stream):
        return []
    _, kind, size = struct.unpack_from("<HHI", stream, offset)
    return list(_texts(stream[offset + 8 : offset + 8 + size], 0)) if kind == _SLIDE else []


def _texts(data: bytes, depth: int) -> Iterator[str]:
    for kind, _, version, content in records(data):
        if version == _CONTAINER and depth < MAX_DEPTH:
            yield from _texts(content, depth + 1)
        elif kind in {_WIDE_TEXT, _NARROW_TEXT}:
            yield _text(kind, content)


def _text(kind: int, content: bytes) -> str:
    """The text of a text record, its paragraphs as lines."""
    text = content.decode("utf-16-le", "replace") if kind == _WIDE_TEXT else content.decode("latin-1")
    return text.replace("\r", "\n").replace("\x0b", "\n").replace("\0", " ").strip()
