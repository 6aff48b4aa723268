"""What a binary Office file says of itself: the SummaryInformation stream (MS-OLEPS)."""

from __future__ import annotations

import datetime as dt
import struct
from collections.abc import Iterator
from typing import Final

from pincite.domain.errors import UnreadableError
from pincite.extraction.mail.text import charset_text
from pincite.extraction.office.ole import OleFile
from pincite.extraction.office.properties import known, people, real_title, split_keywords
from pincite.extraction.office.story import Properties

_STREAM: Final = "\x05SummaryInformation"
_TITLE, _SUBJECT, _AUTHOR, _KEYWORDS, _COMMENTS, _LAST_AUTHOR, _CREATED, _SAVED, _CODE_PAGE = 2, 3, 4, 5, 6, 8, 12, 13, 1
_I2, _LPSTR, _LPWSTR, _FILETIME = 2, 30, 31, 64
MAX_PROPERTIES = 100


def summary(container: OleFile) -> Properties:
    """Title, author, dates and keywords; nothing if the stream is missing or broken."""
    try:
        values = dict(_values(container.read(_STREAM)))
    except (UnreadableError, struct.error):
        return Properties()

    def text(key: int) -> str:
        value = values.get(key)
        return value if isinstance(value, str) else ""

    def date(key: int) -> str:
        value = values.get(key)
        return _date(value) if isinstance(value, int) else ""

    keywords = split_keywords(text(_KEYWORDS))
    created, modified = date(_CREATED), date(_SAVED)
    metadata = known(
        author=people([text(_AUTHOR)]), date=modified or created, created=created, modified=modified, subject=text(_SUBJECT),
        description=text(_COMMENTS), keywords=[*keywords], last_modified_by=text(_LAST_AUTHOR),
    )  # fmt: skip
    return Properties(real_title(text(_TITLE)), "", keywords, metadata)


def _values(data: bytes) -> Iterator[tuple[int, str | int]]:
    (start,) = struct.unpack_from("<I", data, 44)
    section = data[start:]
    (count,) = struct.unpack_from("<I", section, 4)
    places = [struct.unpack_from("<II", section, 8 + 8 * index) for index in range(min(count, MAX_PROPERTIES))]
    page = 1252
    for key, at in sorted(places):
        kind, length = struct.unpack_from("<II", section, at)
        if kind & 0xFFFF == _I2:
            page = length & 0xFFFF if key == _CODE_PAGE else page
        elif kind == _LPSTR:
            yield key, _text(section[at + 8 : at + 8 + length], page)
        elif kind == _LPWSTR:
            yield key, section[at + 8 : at + 8 + 2 * length].decode("utf-16-le", "replace").rstrip("\0")
        elif kind == _FILETIME:
            yield key, struct.unpack_from("<Q", section, at + 4)[0]


def _text(data: bytes, page: int) -> str:
    data = data.partition(b"\0")[0] if page != 1200 else data
    return charset_text(data, {65001: "utf-8", 1200: "utf-16-le"}.get(page, f"cp{page}")).rstrip("\0")


def _date(ticks: int) -> str:
    """A FILETIME (100 ns since 1601) as ISO 8601 in UTC; "" for none and for editing times."""
    try:
        moment = dt.datetime(1601, 1, 1, tzinfo=dt.UTC) + dt.timedelta(microseconds=ticks // 10)
    except OverflowError:
        return ""
    return moment.isoformat(timespec="seconds") if moment.year >= 1980 else ""
