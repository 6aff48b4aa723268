"""Records and strings of binary Excel workbooks from 5.0 to 2003 (MS-XLS): no meaning, only their encoding."""

from __future__ import annotations

import struct
from collections.abc import Iterator, Sequence
from typing import Final

CONTINUE: Final = 0x3C
BOF, EOF, FILEPASS, CODEPAGE, DATEMODE, FORMAT, XF, SHEET, SST = 0x809, 0x0A, 0x2F, 0x42, 0x22, 0x41E, 0xE0, 0x85, 0xFC
LABEL_SST, LABEL, RICH_LABEL, NUMBER, RK, MANY_RK, BOOLEAN, FORMULA, STRING = 0xFD, 0x204, 0xD6, 0x203, 0x27E, 0xBD, 0x205, 0x06, 0x207
NOTE, OBJECT, OBJECT_TEXT, CHART_TEXT = 0x1C, 0x5D, 0x1B6, 0x100D
_WIDE, _RICH, _PHONETIC = 0x01, 0x08, 0x04


def records(stream: bytes, at: int = 0) -> Iterator[tuple[int, Sequence[bytes]]]:
    """(number, its content and what continues it) from the offset *at* on. A cut record ends them."""
    number, pieces = -1, [b""]
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        content = stream[at + 4 : at + 4 + length]
        if kind == CONTINUE:
            pieces.append(content)
        else:
            if number >= 0:
                yield number, pieces
            number, pieces = kind, [content]
        at += 4 + length
    if number >= 0:
        yield number, pieces


class Strings:
    """Reads what lies in the pieces of one record, one after the other. Raises `struct.error` at the end."""

    def __init__(self, pieces: Sequence[bytes], at: int = 0) -> None:
        self._pieces = pieces
        self._piece, self._at = 0, at

    def _next_piece(self) -> None:
        self._piece, self._at = self._piece + 1, 0
        if self._piece >= len(self._pieces):
            raise struct.error

    def raw(self, size: int) -> bytes:
        """The next *size* bytes."""
        found: list[bytes] = []
        while size > 0:
            part = self._pieces[self._piece][self._at : self._at + size]
            found.append(part)
            self._at += len(part)
            size -= len(part)
            if size > 0:
                self._next_piece()
        return b"".join(found)

    def number(self, size: int) -> int:
        """The next unsigned number of *size* bytes."""
        return int.from_bytes(self.raw(size), "little")

    def text(self, count_size: int) -> str:
        """The next string, whose count of characters takes *count_size* bytes; formatting and phonetic guides are passed over."""
        count = self.number(count_size)
        flags = self.number(1)
        runs = self.number(2) if flags & _RICH else 0
        phonetic = self.number(4) if flags & _PHONETIC else 0
        text = self.characters(count, flags)
        self.raw(4 * runs + phonetic)
        return text

    def characters(self, count: int, flags: int) -> str:
        """*count* characters; where they go on in another piece, that says anew how wide they are."""
        found: list[bytes] = []  # in UTF-16, for a character may be cut in two
        while count > 0:
            width = 2 if flags & _WIDE else 1
            part = self._pieces[self._piece][self._at : self._at + count * width]
            part = part[: len(part) // width * width]
            found.append(part if width == 2 else part.decode("latin-1").encode("utf-16-le"))
            self._at += len(part)
            count -= len(part) // width
            if count > 0:
                self._next_piece()
                flags = self.number(1)
        return b"".join(found).decode("utf-16-le", "replace")
