"""What mail programs write into header fields and bodies, decoded as they meant it."""

from __future__ import annotations

import binascii
import datetime as dt
import re
from collections.abc import Iterable
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime

from pincite.domain.errors import UnreadableError
from pincite.extraction.encodings import decode, known

MAX_FIELD = 20_000
"""Characters of a header field that are kept."""
_ENCODED_GAP = re.compile(r"(=\?[^?\s]+\?[bq]\?[^?]*\?=)\s+(?==\?)", re.IGNORECASE)
_BROKEN_START = re.compile(r"=(?==\?[^?\s]+\?[bq]\?)", re.IGNORECASE)


def charset_text(data: bytes, charset: str) -> str:
    """*data* as text, by its declared *charset* under whatever name, else by what fits. Never raises."""
    codec = known(charset) if charset else ""
    if codec and codec not in {"utf-16-le", "utf-16", "cp1252"}:
        try:
            return data.decode(codec)
        except (UnicodeDecodeError, LookupError):
            pass
    try:
        return decode(data, charset).text
    except UnreadableError:
        return data.decode(codec or "utf-8", "replace")


def header_text(message: Message, name: str) -> str:
    """A header field on one line, encoded words and raw 8-bit text decoded; "" if it is not there."""
    return field_text(message.get(name), message.get_content_charset() or "")


def field_text(raw: object, charset: str = "") -> str:
    """The decoded text of one raw field."""
    if raw is None:
        return ""
    text = _readable(str(raw)[:MAX_FIELD], charset)
    return " ".join(_words(text).split())


def _readable(text: str, charset: str) -> str:
    """The parser leaves bytes beyond ASCII as lone surrogates; this finds out what they were."""
    try:
        data = text.encode("ascii", "surrogateescape")
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode("utf-8")
    return text if text.isascii() else charset_text(data, charset)


def _words(text: str) -> str:
    if "=?" not in text:
        return text
    text = _ENCODED_GAP.sub(r"\1", _BROKEN_START.sub("", text.replace("\r", "").replace("\n", " ")))
    try:
        parts = decode_header(text)
    except (HeaderParseError, binascii.Error, ValueError):
        return text
    pieces: list[str] = []
    pending: tuple[bytes, str] = (b"", "")
    for part, charset in parts:  # one character may be cut over two encoded words of a charset
        if isinstance(part, bytes) and charset and charset == pending[1]:
            pending = (pending[0] + part, charset)
            continue
        pieces.append(charset_text(*pending))
        data = part if isinstance(part, bytes) else part.encode("utf-8", "replace")
        pending = (data, charset or "utf-8")
    pieces.append(charset_text(*pending))
    return "".join(pieces)


def addresses(message: Message, *names: str) -> list[str]:
    """The people in these fields, as "Ada Lee <ada@example.org>" or the bare address."""
    fields = [field_text(raw) for name in names for raw in message.get_all(name, [])]
    found: list[str] = []
    for name, address in _pairs(fields):
        text = f"{name} <{address}>" if name and address and name != address else (name or address)
        if text:
            found.append(" ".join(text.split()))
    return list(dict.fromkeys(found))


def names(people: Iterable[str]) -> list[str]:
    """The same people by name alone, by address where there is no name."""
    return [person.partition(" <")[0].strip("\"' ") if " <" in person else person for person in people]


def _pairs(fields: list[str]) -> list[tuple[str, str]]:
    try:
        pairs = getaddresses(fields, strict=False)  # pyright: ignore[reportCallIssue]  # newer than the stubs, and not in every 3.11
    except TypeError:
        pairs = getaddresses(fields)
    except (ValueError, IndexError):
        pairs = []
    pairs = [(name.strip(), address.strip()) for name, address in pairs if name.strip() or address.strip()]
    return pairs or [("", field) for field in fields if field]


def sent_date(message: Message) -> str:
    """When it was sent (else resent, else delivered), ISO 8601 with its own zone; "" if no field tells."""
    for name in ("Date", "Resent-Date", "Delivery-Date", "Received"):
        for raw in message.get_all(name, []):
            text = field_text(raw).rpartition(";")[2].strip()
            date = _parsed(text)
            if date:
                return date
    return ""


def _parsed(text: str) -> str:
    try:
        date: dt.datetime = parsedate_to_datetime(re.sub(r"\s*\([^)]*\)\s*$", "", text))
    except (ValueError, TypeError, IndexError, OverflowError):
        return ""
    return date.isoformat(timespec="seconds") if date.year >= 1970 else ""


def reflowed(text: str, delete_space: bool) -> str:
    """``format=flowed`` text with its paragraphs put together again (RFC 3676); quote marks stay."""
    lines: list[str] = []
    open_quote: str | None = None
    for line in text.split("\n"):
        quote = line[: len(line) - len(line.lstrip(">"))]
        body = line[len(quote) :].removeprefix(" ")
        soft = body.endswith(" ") and body != "-- "
        if open_quote is not None and quote == open_quote and body != "-- ":
            lines[-1] += body
        else:
            lines.append(f"{quote} {body}" if quote else body)
        if soft and delete_space:
            lines[-1] = lines[-1][:-1]
        open_quote = quote if soft else None
    return "\n".join(lines)
