"""Reads one file: from its stamp to what goes into the index. A file that is bad, gone or still being written is an answer, not an error."""

from __future__ import annotations

import hashlib
import logging
import os
import stat
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from tempfile import TemporaryDirectory

from pincite.domain.documents import Document, FileStamp, IndexedDocument, Reason, Root, Skipped, Source
from pincite.domain.errors import UnreadableError
from pincite.domain.protocols import Enricher, Extractor, Splitter
from pincite.library.facets import facets_of
from pincite.library.outcomes import Gone, Outcome, Same, Task, Unsettled
from pincite.library.plan import Doubt, giving_up
from pincite.library.revision import Revisions

logger = logging.getLogger(__name__)

QUIET_NS = 120_000_000
"""Nanoseconds for which a file must have stood still before it is read."""
PATIENCE_S = 2.0
"""Seconds to wait for that; a file that is always written to is read as it is, and again later."""
BLOCK = 1 << 20
WARMING = "# Warming\n\n" + "The kettle is on the stove and the boat lies quietly in the harbour while the morning comes. " * 4


class FileReader:
    """Reads files with one extractor; for one thread."""

    def __init__(
        self,
        extractor: Extractor,
        splitter: Splitter,
        roots: Mapping[str, Root],
        version: str,
        *,
        enricher: Enricher | None = None,
        quarantine: str = "",
        tools: str = "",
    ) -> None:
        self._extractor = extractor
        self._splitter = splitter
        self._enricher = enricher
        self._roots = roots
        self._version = version
        self._tools = tools
        self._quarantine = quarantine
        self._revisions = Revisions()

    def do(self, task: Task) -> Outcome:
        """What became of the file. Raises nothing: a bug is logged, and the file set aside."""
        stamp = task.stamp if isinstance(task, Doubt) else task
        try:
            settled = self._settled(stamp)
            if settled is None:
                return Gone(stamp)
            content_sha = self._sha(settled)
            if isinstance(task, Doubt) and content_sha == task.state.content_sha:
                return Same(task, settled)
            return self._read(settled, content_sha)
        except UnreadableError as error:
            return self._left_out(stamp, error)
        except FileNotFoundError:
            return Gone(stamp)
        except PermissionError:
            return Skipped(stamp, Reason.NO_PERMISSION)
        except OSError as error:
            return Skipped(stamp, Reason.DAMAGED, f"The disk could not read it: {error.strerror or error}.")
        except Exception:  # one file must never end a run, whatever a library does with it
            logger.exception("reading a file of type %r failed", os.path.splitext(stamp.relative)[1])
            return Skipped(stamp, Reason.DAMAGED, "Pincite failed on it; the log has the details.", self._version)

    def warm(self) -> None:
        """Have the extractor read a note of no meaning, so that its child and its models are there when the first real file comes."""
        try:
            with TemporaryDirectory(prefix="pincite-") as folder:
                path = os.path.join(folder, "warm.md")
                with open(path, "w", encoding="utf-8") as file:
                    file.write(WARMING)
                self._extractor.extract(path)
        except (OSError, UnreadableError):
            logger.debug("the extractor could not be warmed", exc_info=True)

    def compare(self, doubt: Doubt) -> Same | None:
        """Whether the file's bytes are those of the doubt's state; None if not, or if they cannot be read."""
        try:
            return Same(doubt, doubt.stamp) if self._sha(doubt.stamp) == doubt.state.content_sha else None
        except (OSError, UnreadableError):
            return None

    @property
    def due(self) -> bool:
        """Nothing is held back."""
        return False

    def finish(self) -> None:
        """Nothing is held back."""

    def close(self) -> None:
        """End the extractor's process, if it has one."""
        close = getattr(self._extractor, "close", None)
        if callable(close):
            close()

    def path(self, stamp: FileStamp) -> str:
        """The absolute path of a file."""
        return os.path.join(self._roots[stamp.root].path, *stamp.relative.split("/"))

    def _settled(self, stamp: FileStamp) -> FileStamp | None:
        """The stamp of the file as soon as it stands still; None if it is gone. Waits `PATIENCE_S` at most."""
        path = self.path(stamp)
        end = time.monotonic() + PATIENCE_S
        while True:
            now = _stamp(path, stamp)
            if now is None:
                return None
            age_ns = time.time_ns() - now.mtime_ns
            if not 0 <= age_ns < QUIET_NS or time.monotonic() >= end:
                return now
            time.sleep((QUIET_NS - age_ns) / 1e9)

    def _sha(self, stamp: FileStamp) -> str:
        """SHA-256 of the bytes. Follows no link and waits for no pipe, even if one took the file's place just now."""
        flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
        digest = hashlib.sha256()
        with open(os.open(self.path(stamp), flags), "rb", buffering=0) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise UnreadableError(Reason.UNSUPPORTED, "It is no plain file.")
            while block := file.read(BLOCK):
                digest.update(block)
        return digest.hexdigest()

    def _left_out(self, stamp: FileStamp, error: UnreadableError) -> Skipped:
        return Skipped(stamp, error.reason, error.detail, giving_up(self._version, self._tools, error.reason))

    def _read(self, stamp: FileStamp, content_sha: str) -> Outcome:
        path = self.path(stamp)
        indexed_at = datetime.now(UTC).isoformat()
        try:
            documents = self._extractor.extract(path)
        except UnreadableError as error:
            return Gone(stamp) if _stamp(path, stamp) is None else self._left_out(stamp, error)
        source = Source(
            stamp=stamp,
            content_sha=content_sha,
            version=self._version,
            documents=tuple(self._indexed(document, stamp) for document in documents),
            indexed_at=indexed_at,
            revision=self._revisions.of(os.path.dirname(path)),
        )
        after = _stamp(path, stamp)
        if after is None:
            return Gone(stamp)
        return source if after == stamp else Unsettled(source, after)

    def _indexed(self, document: Document, stamp: FileStamp) -> IndexedDocument:
        root = self._roots[stamp.root]
        placed = facets_of(document, root, stamp, self._quarantine)
        chunks = self._splitter.split(document, f"{root.id}/{stamp.relative}")
        if self._enricher is not None:
            chunks = self._enricher.enrich(document, chunks)
        if document.pages:  # a citation says "p. xii (12 of 340)"
            document = replace(document, metadata={**document.metadata, "pages": len(document.pages)})
        return IndexedDocument(document, tuple(chunks), placed.facets, placed.date, placed.quarantined)

    def begin(self) -> None:
        """A new run begins: what is remembered of git is looked up again."""
        self._revisions.forget()


def _stamp(path: str, stamp: FileStamp) -> FileStamp | None:
    """The file's stamp now; None if it is gone or no plain file any more."""
    try:
        status = os.lstat(path)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if not stat.S_ISREG(status.st_mode):
        return None
    return replace(stamp, size=status.st_size, mtime_ns=status.st_mtime_ns, inode=status.st_ino)
