"""From bytes to text: byte order mark, strict UTF-8, what the file declares, then a guess that is shown.

A guess is made by how well the decoded text fits a language (`code_pages`), since many code pages decode anything.
"""

from __future__ import annotations

import codecs
import contextlib
import re
from dataclasses import dataclass
from typing import Final

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.code_pages import best_code_page
from pincite.extraction.sniffing import sniff

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_KOREAN: Final = b"\x1b$)C"
"""What begins a text in ISO-2022-KR."""
_SAMPLE = 16_384
_CONTROLS: Final = bytes(code for code in range(32) if code not in b"\t\n\x0b\x0c\r\x1b\x00") + b"\x7f"
_OVERSTRUCK: Final = re.compile(rb"(?:[\x20-\x7e]|[\xc2-\xf4][\x80-\xbf]{1,3})\x08(?=[^\x00-\x1f])")
"""How printers and ``man`` write bold and underlined letters: a letter or a line, a step back, the letter again."""
_NUL_IS_UTF16: Final = 0.15
_NUL_MOST: Final = 0.75
_CONTROL_SHARE: Final = 0.03
_BROKEN_SHARE: Final = 0.1
_STRAY: Final = 0.1

_WEB_NAMES: Final = {
    "iso-8859-1": "cp1252", "latin1": "cp1252", "latin-1": "cp1252", "ascii": "cp1252", "us-ascii": "cp1252", "iso8859-1": "cp1252",
    "iso-8859-9": "cp1254", "iso-8859-11": "cp874", "tis-620": "cp874", "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030",
    "ks_c_5601-1987": "cp949", "euc-kr": "cp949", "shift_jis": "cp932", "shift-jis": "cp932", "x-sjis": "cp932", "windows-31j": "cp932",
    "x-mac-cyrillic": "mac_cyrillic", "macintosh": "mac_roman", "x-mac-roman": "mac_roman", "unicode": "utf-16-le", "utf-16": "utf-16-le",
    "windows-949": "cp949", "windows-874": "cp874", "utf8": "utf-8",
}
"""What browsers take a declared name for (WHATWG Encoding Standard), where Python's codec of that name knows less."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text, the Python name of the encoding it was in, and sentences about what was guessed or lost."""

    text: str
    encoding: str
    notices: tuple[str, ...] = ()


def decode(data: bytes, declared: str = "") -> Decoded:
    """The text in *data*. Raises `UnreadableError`: DAMAGED for bytes that are no text, ENCODING where no encoding fits."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _marked(data, encoding)
    if _KOREAN in data[:_SAMPLE]:  # its shifts are control characters elsewhere
        with contextlib.suppress(UnicodeDecodeError):
            return Decoded(data.decode("iso2022_kr"), "iso2022_kr")
    wide = _wide_encoding(data)
    if wide:
        return Decoded(_without_nuls(data.decode(wide, "replace")), wide, (f"Read as {wide.upper()}, which it does not declare.",))
    if b"\b" in data:
        data = _OVERSTRUCK.sub(b"", data)
    _refuse_binary(data)
    notices: tuple[str, ...] = ()
    if b"\x00" in data:
        data = data.replace(b"\x00", b" ")
        notices = ("It holds NUL bytes; they were read as spaces.",)
    if b"\x1b" in data and (b"\x1b$" in data or b"\x1b(" in data):  # one byte is found at many times the speed of two
        declared = declared or "iso2022_jp"
    decoded = _strict(data, declared) or _mended(data) or _guessed(data)
    return Decoded(decoded.text, decoded.encoding, notices + decoded.notices)


def known(name: str) -> str:
    """The Python codec for a declared encoding *name*; "" if there is none or it is no text encoding."""
    name = name.strip().strip("\"'").lower()
    name = _WEB_NAMES.get(name, name)
    try:
        info = codecs.lookup(name)
    except (LookupError, ValueError):
        return ""
    return name if name and info._is_text_encoding else ""  # noqa: SLF001  # the only way to tell "hex" from a text encoding


def _marked(data: bytes, encoding: str) -> Decoded:
    text = data.decode(encoding, "replace").removeprefix("\ufeff")
    notices = ("Some of its bytes are broken; they show as \ufffd.",) if "\ufffd" in text else ()
    return Decoded(_without_nuls(text), encoding, notices)


def _without_nuls(text: str) -> str:
    return text.replace("\x00", " ") if "\x00" in text else text


def _wide_encoding(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark, by where the NULs (or, for scripts without them, the spaces and line ends) stand."""
    head = data[:_SAMPLE]
    if len(head) < 4 or len(data) % 2 or b"\x00" not in head:
        return ""
    even, odd = head[::2], head[1::2]
    if len(data) % 4 == 0:
        quarters = [head[i::4].count(0) / (len(head) / 4) for i in range(4)]
        if quarters[3] > 0.95 and quarters[2] > 0.95 and quarters[0] < 0.5:
            return "utf-32-le"
        if quarters[0] > 0.95 and quarters[1] > 0.95 and quarters[3] < 0.5:
            return "utf-32-be"
    low, high = even.count(0) / len(even), odd.count(0) / len(odd)
    if max(low, high) < _NUL_IS_UTF16:
        return _wide_by_spaces(head, even, odd)
    if max(low, high) < _NUL_MOST and _is_ascii_but_for_nuls(head):
        return ""
    encoding = "utf-16-le" if high > low else "utf-16-be"
    return encoding if min(low, high) < max(low, high) / 8 and _is_text(head, encoding) else ""


def _is_ascii_but_for_nuls(data: bytes) -> bool:
    return data.isascii() and len(data.translate(None, _CONTROLS)) == len(data)


def _wide_by_spaces(head: bytes, even: bytes, odd: bytes) -> str:
    for encoding, upper, lower in (("utf-16-le", odd, even), ("utf-16-be", even, odd)):
        blanks = sum(1 for high, low in zip(upper, lower, strict=True) if not high and low in b" \n\r")
        if blanks and blanks == upper.count(0) and _is_text(head, encoding):
            return encoding
    return ""


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        text = data[: len(data) // 2 * 2].decode(encoding)
    except UnicodeDecodeError as error:
        if error.start < len(data) - 4:
            return False
        text = data[: error.start].decode(encoding)
    return sum(char.isprintable() or char in "\n\r\t\x0c" for char in text) >= 0.97 * len(text)


def _refuse_binary(data: bytes) -> None:
    kind = sniff(data)
    if kind not in ("", "html", "rtf"):
        raise UnreadableError(Reason.DAMAGED, f"it is not text but of kind {kind}")
    for sample in (data[:_SAMPLE], data[len(data) // 2 : len(data) // 2 + _SAMPLE]):
        controls = len(sample) - len(sample.translate(None, _CONTROLS))
        if controls > max(2, _CONTROL_SHARE * len(sample)) or sample.count(0) > 0.5 * len(sample):
            raise UnreadableError(Reason.DAMAGED, "it is not text")


def _strict(data: bytes, declared: str) -> Decoded | None:
    names = ["utf-8", known(declared)] if declared else ["utf-8"]
    if names[-1].startswith("iso2022"):
        names.reverse()
    for name in names:
        if not name or name.startswith(("utf-16", "utf-32")):
            continue
        try:
            return Decoded(data.decode(name), name)
        except (UnicodeDecodeError, LookupError):
            continue
    return None


_MULTIBYTE = re.compile(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}")


def _mended(data: bytes) -> Decoded | None:
    """UTF-8 with a few broken places, as after a cut or a bad copy; None if it does not look like UTF-8."""
    high = len(data) - len(data.translate(None, bytes(range(0x80, 0x100))))
    good = sum(len(found) for found in _MULTIBYTE.findall(data))
    if not good or (high - good) > _BROKEN_SHARE * high:
        return None
    return Decoded(data.decode("utf-8", "replace"), "utf-8", ("Some of its bytes are not UTF-8; they show as \ufffd.",))


def _guessed(data: bytes) -> Decoded:
    name = best_code_page(data)
    if not name and sum(byte > 0x7F for byte in data) < _STRAY * len(data):
        return Decoded(data.decode("utf-8", "replace"), "utf-8", ("Some of its bytes are not UTF-8; they show as \ufffd.",))
    if not name:
        raise UnreadableError(Reason.ENCODING)
    text = data.decode(name, "replace")
    return Decoded(text, name, (f"Its encoding is not declared; it was read as {name}.",))
