"""Mailboxes: many messages in one file, each told apart by its "From " line (RFC 4155 and its dialects)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.mail.message import MailReader, parse
from pincite.extraction.source_file import Options, SourceFile

_FROM_LINE = re.compile(rb"^From (.*)\r?\n", re.MULTILINE)
_DATED = re.compile(rb"\d\d?:\d\d.*\d{4}|\d{4}.*\d\d?:\d\d")
_FROM_LINE_LENGTH = 200
"""Bytes of such a line that are looked at."""
_HEADER_LINE = re.compile(rb"[!-9;-~]+[ \t]*:|>?From |\r?\n")
_USUAL_HEADER_LINE = re.compile(
    rb"(?:Return-Path|Received|From|To|Cc|Subject|Date|Message-ID|Delivered-To|Reply-To|Sender|MIME-Version|Content-[a-z-]+|Status"
    rb"|X-[a-z0-9-]+|List-[a-z-]+|DKIM-Signature|Authentication-Results|ARC-[a-z-]+|In-Reply-To|References|Envelope-To)[ \t]*:",
    re.IGNORECASE,
)
_QUOTED_FROM = re.compile(rb"^>(>*From )", re.MULTILINE)


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """Every message, as members "message 1", "message 2", ... Raises `UnreadableError` if none can be read."""
    if not file.data.strip():
        raise UnreadableError(Reason.EMPTY)
    reader = MailReader(file, options)
    documents: list[Document] = []
    first_failure: UnreadableError | None = None
    for number, data in enumerate(messages(file.data), 1):
        if number > options.max_members or reader.full:
            notice = f"Only its first {number - 1:,} messages were read."
            documents[-1:] = [replace(last, cut=True, notices=(*last.notices, notice)) for last in documents[-1:]]
            break
        try:
            documents += reader.message(parse(data), f"message {number}")
        except UnreadableError as failure:
            first_failure = first_failure or failure
    if not documents:
        raise first_failure or UnreadableError(Reason.DAMAGED, "it holds no message")
    return documents


def messages(data: bytes) -> Iterator[bytes]:
    """The messages: each begins with a "From " line that opens the file or follows an empty line, and stands before a header field.

    Sentences begin with "From " too: without a date and a time, the header field must be one that messages usually begin with.
    """
    starts = [match for match in _FROM_LINE.finditer(data) if _begins(data, match.start()) and _stands_before_header(data, match)]
    if not starts:
        yield data
        return
    ends = [match.start() for match in starts[1:]] + [len(data)]
    for match, end in zip(starts, ends, strict=True):
        yield _QUOTED_FROM.sub(rb"\1", data[match.end() : end])


def _stands_before_header(data: bytes, line: re.Match[bytes]) -> bool:
    wanted = _HEADER_LINE if _DATED.search(line[1][:_FROM_LINE_LENGTH]) else _USUAL_HEADER_LINE
    return wanted.match(data, line.end()) is not None


def _begins(data: bytes, start: int) -> bool:
    before = data[max(0, start - 4) : start]
    return not before.strip() or before.endswith((b"\n\n", b"\n\r\n"))
