"""Records of binary workbooks (MS-XLSB 2.1.4): a number, a length, and that many bytes, one after the other."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final

ROW, BLANK, RK, ERROR, BOOLEAN, REAL, STRING, SHARED = range(8)
"""Cells by what they hold; the first is the row that they stand in."""
FORMULA_STRING, FORMULA_REAL, FORMULA_BOOLEAN, FORMULA_ERROR = range(8, 12)
"""Cells with a formula, whose result comes first."""
STRING_ITEM, NUMBER_FORMAT, CELL_STYLE, WORKBOOK_PROPERTIES, SHEET = 19, 44, 47, 153, 156
BEGIN_CELL_STYLES, END_CELL_STYLES = 617, 618
ERRORS: Final = {0x00: "#NULL!", 0x07: "#DIV/0!", 0x0F: "#VALUE!", 0x17: "#REF!", 0x1D: "#NAME?", 0x24: "#NUM!", 0x2A: "#N/A"}
NO_TEXT: Final = 0xFFFFFFFF


def records(data: bytes) -> Iterator[tuple[int, bytes]]:
    """(number, content) of each record; what comes before a break is kept."""
    at = 0
    while at < len(data):
        number, at = _seven_bits(data, at, 2)
        size, at = _seven_bits(data, at, 4)
        if at + size > len(data):
            return
        yield number, data[at : at + size]
        at += size


def _seven_bits(data: bytes, at: int, most: int) -> tuple[int, int]:
    """A number of up to *most* bytes, seven bits of it in each, the lowest first; and where it ends."""
    number = 0
    for place in range(most):
        byte = data[at + place] if at + place < len(data) else 0
        number |= (byte & 0x7F) << 7 * place
        if not byte & 0x80:
            return number, at + place + 1
    return number, at + most


def wide_string(content: bytes, at: int) -> tuple[str, int]:
    """The text at *at*, and where it ends. Raises `struct.error`."""
    (count,) = struct.unpack_from("<I", content, at)
    if count == NO_TEXT:
        return "", at + 4
    end = at + 4 + 2 * count
    return content[at + 4 : end].decode("utf-16-le", "replace"), end


def packed_number(value: int) -> float:
    """The number in an RK value: an integer or the upper half of a float, perhaps a hundred times as large (MS-XLSB 2.5.122)."""
    if value & 2:
        number = float((value >> 2) - (1 << 30 if value & 0x80000000 else 0))
    else:
        (number,) = struct.unpack("<d", struct.pack("<Q", (value & 0xFFFFFFFC) << 32))
    return number / 100 if value & 1 else number
