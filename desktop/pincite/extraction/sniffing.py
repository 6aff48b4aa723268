"""Tells what kind of file some bytes are, by their first ones; extensions lie, and some files have none."""

from __future__ import annotations

import re
from typing import Final

_MAGIC: Final = (
    (b"%PDF-", "pdf"),
    (b"PK\x03\x04", "zip"),
    (b"PK\x05\x06", "zip"),
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "ole"),
    (b"{\\rtf", "rtf"),
    (b"\x1f\x8b", "gz"),
    (b"BZh", "bz2"),
    (b"\xfd7zXZ\x00", "xz"),
    (b"7z\xbc\xaf\x27\x1c", "7z"),
    (b"Rar!\x1a\x07", "rar"),
    (b"SQLite format 3\x00", "sqlite"),
    (b"\x78\x9f\x3e\x22", "tnef"),
    (b"\x89PNG\r\n\x1a\n", "image"),
    (b"\xff\xd8\xff", "image"),
    (b"GIF87a", "image"),
    (b"GIF89a", "image"),
    (b"II*\x00", "image"),
    (b"MM\x00*", "image"),
    (b"\x7fELF", "program"),
    (b"MZ", "program"),
    (b"\xca\xfe\xba\xbe", "program"),
    (b"ID3", "audio"),
    (b"OggS", "audio"),
    (b"fLaC", "audio"),
    (b"\x1aE\xdf\xa3", "video"),
    (b"wOFF", "font"),
    (b"wOF2", "font"),
)
_HTML = re.compile(rb"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|body)\b", re.IGNORECASE | re.DOTALL)
_FIELD: Final = rb"(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*)"
_MAIL: Final = re.compile(rb"(From [^\n]*\d\d:\d\d[^\n]*\n)?" + _FIELD + rb"{2,}\r?(?:\n|\Z)")
_MAIL_FIELDS: Final = (re.compile(rb"^from:", re.IGNORECASE | re.MULTILINE), re.compile(rb"^(?:date|received|message-id|return-path):", re.IGNORECASE | re.MULTILINE))
_MAIL_HEAD: Final = 65_536
"""Bytes within which the header fields of a message end."""
_TEXT_MAGIC: Final = {"program", "audio"}
"""Kinds whose magic is short enough to begin an honest text; these need a second look."""

_ZIP_KINDS: Final = (
    (b"application/epub+zip", "epub"),
    (b"application/vnd.oasis.opendocument.text", "odt"),
    (b"application/vnd.oasis.opendocument.spreadsheet", "ods"),
    (b"application/vnd.oasis.opendocument.presentation", "odp"),
    (b"word/", "docx"),
    (b"ppt/", "pptx"),
    (b"xl/workbook.bin", "xlsb"),
    (b"xl/", "xlsx"),
)


def sniff(data: bytes) -> str:
    """The kind of file that *data* begins: "pdf", "zip", "ole", "rtf", "html", "image", ...; "" for plain text or the unknown."""
    head = data[:1024]
    for magic, kind in _MAGIC:
        if head.startswith(magic) and not (kind in _TEXT_MAGIC and b"\x00" not in head):
            return kind
    if data[257:262] == b"ustar":
        return "tar"
    if b"%PDF-" in head:
        return "pdf"
    return "html" if _HTML.match(head) else ""


def mail_extension(data: bytes) -> str:
    """The extension of mail that has none, as in Thunderbird's folders and a Maildir: "mbox", "eml"; "" for all else."""
    match = _MAIL.match(data[:_MAIL_HEAD])
    if match is None or not all(field.search(match[0]) for field in _MAIL_FIELDS):
        return ""
    return "mbox" if match[1] else "eml"


def extension_of(data: bytes) -> str:
    """The extension that files like this one have, for a file that has none; "" if that cannot be told."""
    kind = sniff(data)
    if kind != "zip":
        return kind
    for mark, extension in _ZIP_KINDS:
        if mark in data[:4096] or mark in data[-65_536:]:
            return extension
    return "zip"
