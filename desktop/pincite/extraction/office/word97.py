"""The text of binary Word documents from 97 on, by their piece table (MS-DOC 2.4.1): main text, then notes, comments and boxes.

Word keeps a document's text in pieces, in the order of editing; the table says which bytes stand where, and in which of two encodings.
"""

from __future__ import annotations

import re
import struct
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import Final

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.office.ole import OleFile
from pincite.extraction.office.word97_runs import unread

_MAGIC: Final = 0xA5EC
_WORD_97: Final = 0x00C1
_SECOND_TABLE: Final = 0x0200
_COMPRESSED: Final = 0x40000000
_PARTS: Final = ("", "footnotes", "headers", "", "comments", "endnotes", "text boxes", "")
"""What the eight stretches of a document's text are, in their order (FibRgLw97); macros and header boxes are not read."""
_FIELD_CODE = re.compile("\x13[^\x13\x14\x15]*(?:\x14|(?=\x15))")
_MARKS: Final = str.maketrans(
    {"\x07": "\t", "\x0b": "\n", "\x0c": "\n", "\x1e": "-", "\xa0": " ", **dict.fromkeys("\x00\x01\x02\x03\x04\x05\x08\x13\x14\x15\x1f")}
)
_ROW_END = re.compile("\x07\x07")


def is_word_97(head: bytes) -> bool:
    """Whether the WordDocument stream that begins like this has a piece table; older ones have none."""
    if len(head) < 4:
        return False
    magic, version = struct.unpack_from("<HH", head)
    return magic == _MAGIC and version >= _WORD_97


def stretches(container: OleFile) -> Iterator[tuple[str, list[str]]]:
    """(part, paragraphs) of each kind of text; part "" is the main text. Raises `UnreadableError` (DAMAGED)."""
    stream = container.read("WordDocument")
    try:
        text = _whole(stream, container)
        counts = struct.unpack_from("<8i", stream, 0x4C)
    except struct.error as error:
        raise UnreadableError(Reason.DAMAGED, "its piece table is broken") from error
    at = 0
    for part, count in zip(_PARTS, counts, strict=True):
        begin, at = at, at + max(0, count)
        if part or begin == 0:
            yield part, _paragraphs(text[begin:at])


def _whole(stream: bytes, container: OleFile) -> str:
    (flags,) = struct.unpack_from("<H", stream, 10)
    table = container.read("1Table" if flags & _SECOND_TABLE else "0Table")
    start, size = struct.unpack_from("<II", stream, 0x1A2)
    pieces = _piece_table(table[start : start + size])
    count = (len(pieces) - 4) // 12
    places = struct.unpack_from(f"<{count + 1}I", pieces)
    found: list[str] = []
    left = len(stream)  # pieces that overlap could make a small file long
    taken_out = sorted(unread(stream, table))
    for number in range(count):
        length = min(max(0, places[number + 1] - places[number]), left)
        left -= length
        (offset,) = struct.unpack_from("<I", pieces, 4 * (count + 1) + 8 * number + 2)
        if offset & _COMPRESSED:
            at = (offset & ~_COMPRESSED) // 2
            found.append(_blanked(stream[at : at + length].decode("cp1252", "replace"), at, 1, taken_out))
        else:
            found.append(_blanked(stream[offset : offset + 2 * length].decode("utf-16-le", "replace"), offset, 2, taken_out))
    return "".join(found)


def _blanked(text: str, start: int, width: int, taken_out: Sequence[tuple[int, int]]) -> str:
    """The *text* of a piece, whose characters stand *width* bytes apart from *start* on, with NULs for those that are taken out."""
    parts: list[str] = []
    told = 0
    for number in range(max(0, bisect_left(taken_out, (start, start)) - 1), len(taken_out)):
        begin, end = ((edge - start) // width for edge in taken_out[number])
        if begin >= len(text):
            break
        begin, end = max(told, begin), min(len(text), end)
        if begin < end:
            parts += (text[told:begin], "\0" * (end - begin))
            told = end
    return "".join((*parts, text[told:]))


def _piece_table(data: bytes) -> bytes:
    """The PlcPcd of a Clx, behind the formatting that may come first."""
    at = 0
    while at < len(data) and data[at] == 1:
        at += 3 + struct.unpack_from("<H", data, at + 1)[0]
    if at >= len(data) or data[at] != 2:
        raise UnreadableError(Reason.DAMAGED, "its piece table is missing")
    (size,) = struct.unpack_from("<I", data, at + 1)
    return data[at + 5 : at + 5 + size]


def _paragraphs(text: str) -> list[str]:
    """The paragraphs of a stretch: field codes and marks taken out, a table's row as one line with tabs."""
    previous = ""
    while previous != text:  # fields stand in fields
        previous, text = text, _FIELD_CODE.sub("", text)
    lines = _ROW_END.sub("\r", text).split("\r")
    return [line.translate(_MARKS).strip("\t ") for line in lines]
