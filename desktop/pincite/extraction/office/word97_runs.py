"""Which characters of a binary Word document are not to be read: those that a tracked change took out, and those that are hidden.

Formatting is kept apart from the text, in pages of runs (MS-DOC 2.8.6 PlcBteChpx, 2.9.33 ChpxFkp): each says for a stretch of the
WordDocument stream which properties differ from the style's.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

_PLACE: Final = 0xFA
"""Offset of fcPlcfBteChpx and lcbPlcfBteChpx in the FIB."""
_PAGE: Final = 512
_PAGE_NUMBER: Final = 0x3FFFFF
_DELETED, _HIDDEN = 0x0800, 0x083C
"""sprmCFRMarkDel and sprmCFVanish (MS-DOC 2.6.1)."""
_OPERANDS: Final = (1, 1, 2, 4, 2, 2, -1, 3)
"""Bytes of a property's operand by the three highest bits of its code; -1: the next byte tells."""
_LONG: Final = frozenset((0xD606, 0xD608))
"""Table properties whose length takes two bytes."""


def unread(stream: bytes, table: bytes) -> Iterator[tuple[int, int]]:
    """(from, up to) in bytes of the WordDocument *stream*, of each run that is deleted or hidden; none where the runs are broken."""
    try:
        start, size = struct.unpack_from("<II", stream, _PLACE)
        pages = table[start : start + size]
        count = max(0, (len(pages) - 4) // 8)
        numbers = struct.unpack_from(f"<{count}I", pages, 4 * (count + 1)) if count else ()
        for number in dict.fromkeys(number & _PAGE_NUMBER for number in numbers):
            yield from _unread_in(stream[number * _PAGE : (number + 1) * _PAGE])
    except (struct.error, IndexError):
        return


def _unread_in(page: bytes) -> Iterator[tuple[int, int]]:
    runs = page[_PAGE - 1]
    edges = struct.unpack_from(f"<{runs + 1}I", page)
    for number in range(runs):
        at = 2 * page[4 * (runs + 1) + number]
        if at and _says_unread(page[at + 1 : at + 1 + page[at]]) and edges[number] < edges[number + 1]:
            yield edges[number], edges[number + 1]


def _says_unread(properties: bytes) -> bool:
    at = 0
    said = False
    while at + 2 < len(properties):
        (code,) = struct.unpack_from("<H", properties, at)
        length = _OPERANDS[code >> 13]
        if length < 0:
            length = 1 + int.from_bytes(properties[at + 2 : at + 4], "little") if code in _LONG else 1 + properties[at + 2]
        if code in (_DELETED, _HIDDEN):
            said = said or bool(properties[at + 2] & 1)
        at += 2 + length
    return said
