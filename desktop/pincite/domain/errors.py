"""The errors that Pincite raises on purpose.

    PinciteError                    its message is one sentence that may be shown as it stands
    ├── SettingsError               a settings file or an option cannot be obeyed
    ├── QuestionError               a question, filter or order that cannot be run
    ├── LibraryError                a library folder that cannot be used
    │   ├── IndexLockedError        another process is writing this index
    │   ├── IndexDamagedError       a file of the index is cut, missing or not ours
    │   └── IndexVersionError       the index was written by another version
    ├── StorageError                the disk is full, read-only or failing
    ├── UnreadableError             one file's text cannot be had; carries a `Reason`
    ├── WebPageError                a page of the web cannot be had
    ├── EncoderError                the meaning channel cannot encode
    └── Cancelled                   the caller asked to stop
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pincite.domain.documents import Document, Reason

MISSHAPEN = (ValueError, LookupError, TypeError, AttributeError, OverflowError, RecursionError)
"""What a service's answer of another shape than is promised may raise where it is taken apart."""


class PinciteError(Exception):
    """The root. `str(error)` is one sentence: what, where, and what to do."""


class SettingsError(PinciteError):
    """A settings file or an option cannot be obeyed."""


class QuestionError(PinciteError):
    """A question, filter or order that cannot be run; `position` is the character at fault, if known."""

    def __init__(self, message: str, position: int | None = None) -> None:
        super().__init__(message)
        self.position = position


class LibraryError(PinciteError):
    """A library folder that cannot be used."""


class IndexLockedError(LibraryError):
    """Another process is writing this index."""


class IndexDamagedError(LibraryError):
    """A file of the index is cut, missing or not ours."""


class IndexVersionError(LibraryError):
    """The index was written by another version of Pincite."""


class StorageError(PinciteError):
    """The disk is full, read-only or failing."""


class UnreadableError(PinciteError):
    """The text of one file cannot be had. Never ends a run: it becomes a `Skipped` entry.

    `documents` is what could be learnt all the same: title, pages with labels, metadata of a scan or an empty note.
    """

    def __init__(self, reason: Reason, detail: str = "", documents: tuple[Document, ...] = ()) -> None:
        super().__init__(detail or reason.sentence)
        self.reason = reason
        self.detail = detail
        self.documents = documents


class WebPageError(PinciteError):
    """A page of the web cannot be had."""


class EncoderError(PinciteError):
    """The meaning channel cannot encode."""


class Cancelled(PinciteError):
    """The caller asked to stop."""
