"""What the members of a ZIP archive are really called: the format says code page 437 or UTF-8, and most writers used their own."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from zipfile import ZipInfo

from pincite.extraction.code_pages import best_code_page
from pincite.extraction.containers.zip_guard import clean_name

UTF8_FLAG = 0x800
UNICODE_PATH = 0x7075
"""Extra field of Info-ZIP with the name in UTF-8."""


def entry_names(entries: Sequence[ZipInfo]) -> list[str]:
    """Readable, harmless names of the entries, in their order. All names of an archive are taken to be in one encoding."""
    raw = [_raw(entry) for entry in entries]
    encoding = _encoding([name for name in raw if name is not None])
    names: list[str] = []
    for entry, name in zip(entries, raw, strict=True):
        text = _unicode_path(entry, name) or (name.decode(encoding, "replace") if name is not None else entry.filename)
        names.append(clean_name(text))
    return names


def _raw(entry: ZipInfo) -> bytes | None:
    """The bytes of a name that is not declared to be UTF-8 and not plain ASCII."""
    if entry.flag_bits & UTF8_FLAG or entry.orig_filename.isascii():
        return None
    try:
        return entry.orig_filename.encode("cp437")
    except UnicodeEncodeError:
        return None


def _encoding(names: Sequence[bytes]) -> str:
    joined = b"\n".join(names)
    try:
        joined.decode("utf-8")
    except UnicodeDecodeError:
        return best_code_page(joined, file_names=True) or "cp437"
    return "utf-8"


def _unicode_path(entry: ZipInfo, raw: bytes | None) -> str:
    extra = entry.extra
    while len(extra) >= 4:
        kind, size = int.from_bytes(extra[:2], "little"), int.from_bytes(extra[2:4], "little")
        body = extra[4 : 4 + size]
        if kind == UNICODE_PATH and len(body) > 5 and raw is not None and int.from_bytes(body[1:5], "little") == zlib.crc32(raw):
            return body[5:].decode("utf-8", "replace")
        extra = extra[4 + size :]
    return ""
