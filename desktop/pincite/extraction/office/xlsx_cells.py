"""What a cell of an Excel sheet shows: shared and inline strings, numbers in their format, dates, cached results of formulas."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Sequence
from typing import TypeAlias

from openpyxl.styles.numbers import BUILTIN_FORMATS, is_date_format, is_timedelta_format
from openpyxl.utils.datetime import CALENDAR_MAC_1904, CALENDAR_WINDOWS_1900, from_excel

from pincite.extraction.containers.xml_guard import Element, child, children, descendants, entity_text, local, stream_xml

Moment: TypeAlias = dt.datetime | dt.date | dt.time | dt.timedelta
_ESCAPE = "_x"
_LINK = re.compile(r'\s*HYPERLINK\s*\(\s*"((?:[^"]|"")*)"\s*(?:[,;]\s*"((?:[^"]|"")*)"\s*)?\)\s*', re.IGNORECASE)
"""A formula that is a link: its target, and what it shows."""


class NumberFormats:
    """How numbers are shown: *shapes* are the formats of the workbook's cell styles, by their index."""

    def __init__(self, shapes: Sequence[str], since_1904: bool) -> None:
        self._epoch = CALENDAR_MAC_1904 if since_1904 else CALENDAR_WINDOWS_1900
        self._formats = [(shape, is_date_format(shape), "%" in shape and '"%' not in shape) for shape in shapes]

    def shown(self, number: float, style: int, raw: str = "") -> str:
        """A number as its style has it; as *raw* if that says it better."""
        shape, is_date, is_share = self._formats[style] if style < len(self._formats) else ("General", False, False)
        plain = f"{number:.15g}" if abs(number) < 1e15 or not raw else raw
        if is_date:
            return self._date(number, shape) or raw or plain
        return f"{number * 100:.10g}%" if is_share else plain

    def _date(self, number: float, shape: str) -> str:
        try:
            moment: Moment | None = from_excel(number, self._epoch, timedelta=is_timedelta_format(shape))
        except (ValueError, OverflowError, TypeError):
            return ""
        if isinstance(moment, dt.datetime):
            moment = (moment + dt.timedelta(milliseconds=500)).replace(microsecond=0)
            return moment.date().isoformat() if moment.time() == dt.time() else moment.isoformat(" ")
        if isinstance(moment, dt.timedelta):
            return _duration(moment)
        return str(moment).partition(".")[0] if moment is not None else ""


def _duration(time: dt.timedelta) -> str:
    """Hours, which may be more than a day has, minutes and seconds."""
    seconds = round(abs(time.total_seconds()))
    sign = "-" if time < dt.timedelta() else ""
    return f"{sign}{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"


class CellReader:
    """Knows the workbook's shared strings and number formats."""

    def __init__(self, strings: Sequence[str], styles: Element | None, since_1904: bool) -> None:
        self._strings = strings
        self._used: set[int] = set()
        self._formats = NumberFormats(_cell_formats(styles) if styles is not None else [], since_1904)

    def text(self, cell: Element) -> str:
        """The text of a cell (``c``), "" if it is empty."""
        kind = cell.get("t") or "n"
        if kind == "inlineStr":
            inline = child(cell, "is")
            if inline is not None:
                return rich_text(inline)
        value = child(cell, "v")
        raw = (value.text or "") if value is not None else ""
        if not raw:
            return self._formula(cell)
        if kind == "s":
            return self._shared(raw.strip())
        if kind == "b":
            return "TRUE" if raw.strip() == "1" else "FALSE"
        if kind == "d":
            return raw.removesuffix("T00:00:00").removesuffix("T00:00:00Z")
        if kind == "n":
            return self._number(raw.strip(), cell.get("s") or "0")
        return unescaped(raw)

    def _shared(self, raw: str) -> str:
        index = int(raw) if raw.isdecimal() and len(raw) < 10 else len(self._strings)
        if index >= len(self._strings):
            return ""
        self._used.add(index)
        return self._strings[index]

    @property
    def lost_strings(self) -> Sequence[str]:
        """Strings that no cell shows, if they are most of the workbook's: the sheets that showed them are missing."""
        unused = [text for index, text in enumerate(self._strings) if index not in self._used]
        return unused if len(unused) * 2 > len(self._strings) else ()

    def _formula(self, cell: Element) -> str:
        """A formula whose result was never stored is all there is to show; of a link, what it says."""
        formula = child(cell, "f")
        text = (formula.text or "") if formula is not None else ""
        link = _LINK.fullmatch(text)
        return (link[2] or link[1]).replace('""', '"') if link else f"={text}" if text else ""

    def _number(self, raw: str, style: str) -> str:
        try:
            number = float(raw)
        except ValueError:
            return raw
        return self._formats.shown(number, int(style) if style.isdecimal() else 0, raw)


def _cell_formats(styles: Element) -> list[str]:
    """The number format of each cell style, by its index."""
    own = {item.get("numFmtId") or "": item.get("formatCode") or "" for item in descendants(styles, "numFmt")}
    formats: list[str] = []
    for group in children(styles, "cellXfs"):
        for style in children(group, "xf"):
            identifier = style.get("numFmtId") or "0"
            builtin = BUILTIN_FORMATS.get(int(identifier)) if identifier.isdecimal() else None
            formats.append(own.get(identifier) or builtin or "General")
    return formats


def shared_strings(data: bytes) -> list[str]:
    """The workbook's strings, by their index."""
    return [rich_text(item) for item in stream_xml(data, "si")]


def rich_text(element: Element) -> str:
    """A string with its runs joined; phonetic guides (``rPh``) are no part of it."""
    pieces: list[str] = []
    for item in element:
        if local(item) == "t":
            pieces.append("".join([item.text or "", *(entity_text(inner) + (inner.tail or "") for inner in item)]))
        elif local(item) == "r":
            pieces.append(rich_text(item))
    return unescaped("".join(pieces))


def unescaped(text: str) -> str:
    """*text* with Excel's ``_x000D_`` escapes of control characters resolved (ECMA-376 part 1, 22.9.2.19)."""
    if _ESCAPE not in text:
        return text
    head, *rest = text.split(_ESCAPE)
    pieces = [head]
    for piece in rest:
        code, mark = piece[:4], piece[4:5]
        if mark == "_" and len(code) == 4 and all(digit in "0123456789abcdefABCDEF" for digit in code):
            number = int(code, 16)
            pieces.append((" " if number < 32 or 0xD800 <= number < 0xE000 else chr(number)) + piece[5:])
        else:
            pieces.append(_ESCAPE + piece)
    return "".join(pieces)
