"""Mail messages (EML, Apple's EMLX, saved web archives MHT) with what is attached to them.

Each message is one document, cited by part; attachments and messages within are documents of their own.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from email import message_from_bytes
from email.errors import MessageError
from email.message import Message
from email.policy import Compat32
from typing import Final

from pincite.domain.documents import Document, Location, Reason, Value
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.members import Unpacking
from pincite.extraction.mail.parts import (
    attachment_name,
    decoded,
    inner_message,
    is_encrypted,
    is_furniture,
    is_shown,
    other_versions,
    subparts,
)
from pincite.extraction.mail.smime import signed_content
from pincite.extraction.mail.text import addresses, charset_text, header_text, names, reflowed, sent_date
from pincite.extraction.office.properties import known
from pincite.extraction.office.story import Properties, Story
from pincite.extraction.source_file import Options, SourceFile
from pincite.extraction.web.xhtml import Walk, parse_html

MAX_PARTS = 2_000
"""Parts of one message that are looked at."""
_SHOWN: Final = ("Subject", "From", "To", "Cc", "Date")
_FROM_LINE = re.compile(rb"^From .*\r?\n")


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """One message with its attachments. Raises `UnreadableError`."""
    data = file.data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    if not data.strip():
        raise UnreadableError(Reason.EMPTY)
    return MailReader(file, options).message(parse(_FROM_LINE.sub(b"", data, count=1) if data.startswith(b"From ") else data), "")


def read_emlx(file: SourceFile, options: Options) -> Sequence[Document]:
    """A message as Apple Mail keeps it: its length in bytes, the message, a property list."""
    length, _, rest = file.data.partition(b"\n")
    if not length.strip().isdigit():
        return read(file, options)
    return read(replace(file, data=rest[: int(length[:12])]), options)


class _AsItStands(Compat32):
    """Gives header fields as they stand in the file, bytes beyond ASCII as lone surrogates: `mail_text` knows better what they are."""

    def header_fetch_parse(self, name: str, value: str) -> str:  # noqa: ARG002  # the name is part of the contract
        """The raw value."""
        return value


def parse(data: bytes) -> Message:
    """The message in *data*, whatever is wrong with it. Raises `UnreadableError` if there is none."""
    try:
        return message_from_bytes(data, policy=_AsItStands())
    except (MessageError, ValueError, LookupError, AttributeError) as error:
        raise UnreadableError(Reason.DAMAGED, "it is no mail message") from error


@dataclass(frozen=True, slots=True)
class _Attached:
    """A part that is read by another reader."""

    name: str
    data: bytes


class MailReader:
    """Reads the messages of one file; what is unpacked from them is counted over all."""

    def __init__(self, file: SourceFile, options: Options) -> None:
        self._file, self._options = file, options
        self._unpacking = Unpacking(file, options)

    @property
    def full(self) -> bool:
        """Whether nothing more can be read."""
        return self._unpacking.full

    def message(self, message: Message, member: str) -> list[Document]:
        """The message itself, then what is attached to it."""
        body = _Body(self._options)
        body.tell(message)
        attached = [document for part in body.attached for document in self._attached(part, member)]
        notices = self._unpacking.take_notices()
        try:
            own = body.document(self._file, message)
        except UnreadableError:
            if not attached:
                raise
            return attached
        return [replace(own, member=member, notices=(*own.notices, *notices)), *attached]

    def _attached(self, part: _Attached, member: str) -> Sequence[Document]:
        return self._unpacking.read(f"{member}/{part.name}" if member else part.name, part.data)


class _Body:
    """The text of one message: its header fields, then the parts that are shown."""

    def __init__(self, options: Options) -> None:
        self._story = Story(options)
        self.attached: list[_Attached] = []
        self._parts = 0
        self._names: set[str] = set()

    def tell(self, message: Message) -> None:
        """Headers first, then the parts in order."""
        self._story.enter((), Location(part="headers"))
        lines = [f"{name}: {text}" for name in _SHOWN if (text := header_text(message, name))]
        self._story.paragraph("\n".join(lines))
        self._part(message, "body")

    def document(self, file: SourceFile, message: Message) -> Document:
        """What was told, with the header fields as metadata."""
        people = addresses(message, "From") or addresses(message, "Sender", "Resent-From")
        to, copies = addresses(message, "To"), addresses(message, "Cc")
        subject = header_text(message, "Subject")
        sender: Value = names(people)[0] if len(people) == 1 else [*names(people)]
        metadata = known(
            author=sender, date=sent_date(message), subject=subject, to=[*to], cc=[*copies], parts=self._parts,
            message_id=header_text(message, "Message-ID").strip("<>"), in_reply_to=header_text(message, "In-Reply-To").strip("<>"),
            attachments=[part.name for part in self.attached], **{"from": ", ".join(people)},
        )  # fmt: skip
        fields = (header_text(message, name) for name in ("Keywords", "X-Keywords", "X-Gmail-Labels"))
        keywords = tuple(dict.fromkeys(word.strip() for field in fields for word in field.split(",") if word.strip()))
        language = header_text(message, "Content-Language").partition(",")[0]
        return self._story.document(file, Properties(subject, language, keywords, metadata))

    def _part(self, part: Message, place: str) -> None:
        self._parts += 1
        if self._parts > MAX_PARTS:
            return
        kind = part.get_content_type()
        signed = signed_content(decoded(part)) if kind.endswith("pkcs7-mime") else None
        if signed is not None:
            self._part(parse(signed), place)
        elif is_encrypted(kind):
            self._story.notices.append("Its body is encrypted.")
        elif kind in {"message/rfc822", "message/news", "message/global"}:
            self._parts += sum(1 for _ in part.walk()) - 1
            self._keep(*inner_message(part))
        elif part.is_multipart():
            self._many(part, kind, place)
        elif is_shown(part, kind) or (place == "body" and self._parts == 1 and kind.startswith("text/")):
            self._text(part, kind, place)
        elif not is_furniture(kind):
            self._keep(attachment_name(part, kind), decoded(part))

    def _many(self, part: Message, kind: str, place: str) -> None:
        inner = subparts(part)
        unshown = other_versions(inner) if kind == "multipart/alternative" else ()
        for number, item in enumerate(inner, 1):
            if item in unshown:
                self._parts += sum(1 for _ in item.walk())
            elif kind in {"multipart/alternative", "multipart/related"}:
                self._part(item, place)
            else:
                self._part(item, f"part {number}" if place == "body" else f"{place}.{number}")

    def _keep(self, name: str, data: bytes) -> None:
        stem, dot, extension = name.rpartition(".")
        unique = name
        number = 1
        while unique.lower() in self._names:
            number += 1
            unique = f"{stem} ({number}).{extension}" if dot else f"{name} ({number})"
        self._names.add(unique.lower())
        self.attached.append(_Attached(unique, data))

    def _text(self, part: Message, kind: str, place: str) -> None:
        self._story.enter((), Location(part=place))
        text = charset_text(decoded(part), part.get_content_charset() or "").replace("\r\n", "\n").replace("\r", "\n").replace("\0", " ")
        if kind in {"text/html", "application/xhtml+xml"}:
            self._html(text)
            return
        if str(part.get_param("format") or "").lower() == "flowed":
            text = reflowed(text, str(part.get_param("delsp") or "").lower() == "yes")
        for paragraph in re.split(r"\n[ \t]*\n", text):
            self._story.paragraph(paragraph.rstrip())

    def _html(self, text: str) -> None:
        try:
            Walk(self._story).tell(parse_html(text))
        except UnreadableError:
            self._story.notices.append("A part of it has no text.")
