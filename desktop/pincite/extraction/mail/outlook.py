"""Outlook messages (MSG), by python-oxmsg if the extra "msg" is installed; what it finds is put together as mail and read as such."""

from __future__ import annotations

import struct
from collections.abc import Sequence
from email.message import EmailMessage, Message
from email.utils import format_datetime
from importlib import import_module
from io import BytesIO
from types import ModuleType
from typing import Any

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.zip_guard import OLE_MAGIC
from pincite.extraction.mail.message import MailReader, parse
from pincite.extraction.mail.message import read as read_mail
from pincite.extraction.mail.parts import as_bytes
from pincite.extraction.office.ole import OleFile
from pincite.extraction.source_file import Options, SourceFile

_BROKEN = (ValueError, LookupError, OSError, AssertionError, AttributeError, TypeError, struct.error)
"""What python-oxmsg raises on damage."""


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """One message with its attachments. Raises `UnreadableError`; HELPER_MISSING without the extra."""
    if not file.data.startswith(OLE_MAGIC):
        return read_mail(file, options)  # plain mail is saved under this name too
    OleFile(file.data)  # refuses sizes that cannot be true
    library = _library()
    try:
        outlook: Any = library.Message.load(BytesIO(file.data))
        mail = _as_mail(outlook)
    except _BROKEN as error:
        raise UnreadableError(Reason.DAMAGED, "it is no sound Outlook message") from error
    return MailReader(file, options).message(parse(as_bytes(mail)), "")


def _library() -> ModuleType:
    try:
        return import_module("oxmsg")
    except ImportError as error:
        raise UnreadableError(Reason.HELPER_MISSING, 'install pincite with its extra "msg" to read it') from error


def _as_mail(outlook: Any) -> Message:
    mail = EmailMessage()
    headers: dict[str, str] = outlook.message_headers
    mail["Subject"] = _line(outlook.subject)
    mail["From"] = _line(headers.get("From") or outlook.sender)
    mail["To"] = _line(headers.get("To") or ", ".join(f"{person.name} <{person.email_address}>" for person in outlook.recipients))
    if headers.get("Cc"):
        mail["Cc"] = _line(headers["Cc"])
    if outlook.sent_date is not None:
        mail["Date"] = format_datetime(outlook.sent_date)
    mail.set_content(outlook.body or "")
    if outlook.html_body:
        mail.add_alternative(outlook.html_body, subtype="html")
    for attachment in outlook.attachments:
        if attachment.file_bytes:
            mail.add_attachment(attachment.file_bytes, maintype="application", subtype="octet-stream", filename=_line(attachment.file_name))
    return mail


def _line(text: str | None) -> str:
    return " ".join((text or "").split())
