"""Dates, keywords and titles as office programs and publishers write them, made uniform."""

from __future__ import annotations

import re
from collections.abc import Iterable

from pincite.domain.documents import Value

_DATE = re.compile(r"^\s*(\d{4})(?:-?(\d{2})(?:-?(\d{2})(?:[T ](\d{2}):?(\d{2})(?::?(\d{2}))?(?:[.,]\d+)?\s*(Z|[+-]\d{2}:?\d{2})?)?)?)?")
_PLACEHOLDER = re.compile(
    r"^(?:untitled|unbenannt|sans titre|sin título|senza titolo|no title|title|document|dokument|word document|presentation|slide|folie|"
    r"powerpoint[ -]presentation|powerpoint-präsentation|présentation powerpoint|presentación de powerpoint|presentazione di powerpoint|"
    r"apresentação do powerpoint|презентация powerpoint|powerpoint 演示文稿|workbook|book|mappe|classeur|sheet|tabelle)\s*\d*$",
    re.IGNORECASE,
)
_PROGRAM = re.compile(r"^Microsoft (?:Office )?(?:Word|PowerPoint|Excel) - ")


def iso_date(text: str | None) -> str:
    """*text* as ISO 8601, as precise as it is ("2021", "2021-04-30", "2021-04-30T10:15:00+00:00"); "" if it is no date.

    >>> iso_date("2012-12-31T11:01:39Z"), iso_date("20210430"), iso_date("0000-00-00"), iso_date("soon")
    ('2012-12-31T11:01:39+00:00', '2021-04-30', '', '')
    """
    match = _DATE.match(text or "")
    if match is None:
        return ""
    year, month, day, hour, minute, second, zone = match.groups()
    if int(year) == 0 or not 1 <= int(month or 1) <= 12 or not 1 <= int(day or 1) <= 31:
        return ""
    date = "-".join(filter(None, (year, month, day)))
    if hour is None or int(hour) > 24 or int(minute) > 59:
        return date
    zone = "+00:00" if zone == "Z" else zone or ""
    if zone and ":" not in zone:
        zone = f"{zone[:3]}:{zone[3:]}"
    return f"{date}T{hour}:{minute}:{second or '00'}{zone}"


def split_keywords(text: str | None) -> tuple[str, ...]:
    """Keywords of one field, separated by semicolons, commas or lines; each once, in order."""
    text = text or ""
    separator = r"[;\n]" if ";" in text else r"[,，、\n]"
    return tuple(dict.fromkeys(word.strip() for word in re.split(separator, text) if word.strip()))


def real_title(text: str | None) -> str:
    """*text* unless it is what a program puts there by itself ("PowerPoint Presentation", "Document1")."""
    text = " ".join((text or "").split())
    text = _PROGRAM.sub("", text)
    return "" if _PLACEHOLDER.match(text) else text


def people(names: Iterable[str]) -> Value:
    """Author names: one as a string, more as a list, none as None. A name with semicolons is several."""
    found = list(dict.fromkeys(name.strip() for field in names for name in field.split(";") if name.strip()))
    if not found:
        return None
    return found[0] if len(found) == 1 else [*found]


def known(**fields: Value) -> dict[str, Value]:
    """The fields that have a value."""
    return {key: value for key, value in fields.items() if value not in (None, "", [])}
