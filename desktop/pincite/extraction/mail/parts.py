"""What the parts of a mail message are: shown, attached, another version of the same, or machinery (RFC 2045 to 2049)."""

from __future__ import annotations

import binascii
import re
from collections.abc import Sequence
from email.errors import MessageError
from email.generator import BytesGenerator
from email.message import Message
from email.policy import compat32
from email.utils import collapse_rfc2231_value
from io import BytesIO
from typing import Final

from pincite.extraction.containers.zip_guard import clean_name
from pincite.extraction.mail.text import field_text, header_text

_SHOWN: Final = frozenset({"text/plain", "text/html", "text/enriched", "text/richtext", "application/xhtml+xml", "text/x-amp-html"})
_VERSIONS: Final = ("text/html", "application/xhtml+xml", "text/plain")
"""Of two versions of a body the richer one is read: it has the links and tables; a plain one that says more is preferred to it."""
_EXTENSIONS: Final = {
    "text/html": "html", "text/plain": "txt", "text/calendar": "ics", "text/csv": "csv", "text/markdown": "md", "text/vcard": "vcf",
    "application/pdf": "pdf", "application/json": "json", "application/rtf": "rtf", "application/zip": "zip", "application/msword": "doc",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "docx",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "xlsx",
    "application/vnd.openxmlformats-officedocument.presentationml.presentation": "pptx",
    "application/vnd.oasis.opendocument.text": "odt", "application/epub+zip": "epub",
}  # fmt: skip
_FURNITURE: Final = re.compile(
    r"(?:application/(?:x-)?(?:pkcs7-signature|pgp-signature|pgp-encrypted|applefile)|text/(?:rfc822-headers|css|javascript))$"
)


def subparts(part: Message) -> list[Message]:
    """The parts directly inside."""
    payload = part.get_payload()
    return [item for item in payload if isinstance(item, Message)] if isinstance(payload, list) else []


def decoded(part: Message) -> bytes:
    """The bytes of a part, its transfer encoding undone as far as it is sound. Never raises."""
    try:
        data = part.get_payload(decode=True)
    except (binascii.Error, ValueError, LookupError, MessageError, AssertionError):
        data = None
    if isinstance(data, bytes):
        return data
    raw = part.get_payload()
    return raw.encode("utf-8", "surrogateescape") if isinstance(raw, str) else b""


def is_encrypted(kind: str) -> bool:
    """Whether a part of this kind hides the body from everyone but its receiver (PGP; S/MIME where nothing is signed in it)."""
    return kind == "multipart/encrypted" or kind.endswith("pkcs7-mime")


def is_furniture(kind: str) -> bool:
    """Whether a part is machinery that nobody reads: signatures, repeated headers."""
    return _FURNITURE.match(kind) is not None


def is_shown(part: Message, kind: str) -> bool:
    """Whether a mail program shows this part as the message's text, rather than as an attachment."""
    if part.get_content_disposition() == "attachment":
        return False
    if kind in _SHOWN or kind.startswith(("message/", "multipart/")):
        return not (file_name(part) and part.get_content_disposition() is not None)
    return kind.startswith("text/") and not file_name(part) and kind not in _EXTENSIONS and not is_furniture(kind)


def other_versions(versions: Sequence[Message]) -> Sequence[Message]:
    """Of the versions of one body, those that are not read."""
    texts = {item: _text_length(item) for item in versions}
    found = {kind: item for item in versions for kind in (_shown_kind(item),) if kind}
    best = next((found[kind] for kind in _VERSIONS if kind in found and texts[found[kind]]), None)
    return [item for item in found.values() if item is not best] if best is not None else ()


def _shown_kind(part: Message) -> str:
    """The kind of text that a version shows, inside of whatever wraps it."""
    kind = part.get_content_type()
    if kind in _VERSIONS:
        return kind
    inner = [item.get_content_type() for item in part.walk() if item is not part] if kind == "multipart/related" else []
    return next((kind for kind in _VERSIONS if kind in inner), "")


def _text_length(part: Message) -> int:
    return sum(len(decoded(item).strip()) for item in part.walk() if item.get_content_type() in _VERSIONS)


def inner_message(part: Message) -> tuple[str, bytes]:
    """(file name, bytes) of a message within a message; it may be packed in base64, which the standard forbids and programs do."""
    inner = subparts(part)
    encoded = (part.get("Content-Transfer-Encoding") or "").strip().lower() in {"base64", "quoted-printable"}
    if not inner:
        data = decoded(part)
    elif encoded and not inner[0].keys():
        packed = Message()
        packed["Content-Transfer-Encoding"] = str(part["Content-Transfer-Encoding"])
        packed.set_payload(inner[0].get_payload())
        data = decoded(packed)
    else:
        data = as_bytes(inner[0])
    subject = header_text(inner[0], "Subject") if inner else ""
    return file_name(part) or f"{clean_name(subject)[:80].replace('/', ' ') or 'message'}.eml", data


def as_bytes(message: Message) -> bytes:
    """A message as it would be sent."""
    stream = BytesIO()
    try:
        BytesGenerator(stream, mangle_from_=False, policy=compat32.clone(max_line_length=None)).flatten(message)
    except (MessageError, ValueError, LookupError, TypeError, AttributeError, AssertionError):
        return decoded(message)
    return stream.getvalue()


def attachment_name(part: Message, kind: str) -> str:
    """The file name of an attachment, made up from its kind if it has none."""
    return file_name(part) or f"attachment.{_EXTENSIONS.get(kind, kind.rpartition('/')[2])}"


def file_name(part: Message) -> str:
    """The name that a part gives itself, without any folder; "" if it gives none."""
    for header, parameter in (("content-disposition", "filename"), ("content-type", "name")):
        try:
            value = part.get_param(parameter, header=header)
            text = collapse_rfc2231_value(value) if value else ""
        except (ValueError, LookupError, TypeError):
            text = ""
        name = clean_name(field_text(text)).rpartition("/")[2]
        if name:
            return name[-200:]
    return ""
