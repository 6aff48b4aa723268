"""Members of a container (an archive, a mail, a mailbox), each read by the reader of its kind. A bad one never loses its neighbours."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.budget import Budget
from pincite.extraction.extractors import Extractors
from pincite.extraction.office.story import why
from pincite.extraction.source_file import Options, SourceFile

MAX_NOTICES = 20
"""Members that are named one by one when they could not be read."""
TEXT_SHARE = 4
"""The texts of all members together may be this many times as long as that of one document."""
_SILENT = frozenset({Reason.UNSUPPORTED, Reason.NO_TEXT, Reason.EMPTY})
"""Reasons that are counted by kind of file, not told for each picture."""


_SECRET = re.compile(
    r"(?:^|/)(?:id_(?:rsa|dsa|ecdsa|ed25519)|\.netrc|_netrc|\.pgpass|\.htpasswd|\.git-credentials|\.npmrc|\.pypirc|\.env(?:\.[^/]*)?|wallet\.dat)$"
    r"|(?:^|/)(?:credentials|token|client_secret[^/]*|service[-_]account[^/]*|logins|secrets)\.json$"
    r"|\.(?:pem|key|p12|pfx|ppk|jks|keystore|kdbx?|gpg|pgp|ovpn)$|(?:^|/)\.(?:ssh|gnupg|aws|azure|kube|docker|password-store)/",
    re.IGNORECASE,
)
"""Members with keys and passwords: what a folder of the library leaves out is not read in a container either."""


class Unpacking:
    """Reads members of one container and remembers what could not be read."""

    def __init__(self, file: SourceFile, options: Options) -> None:
        """Raises `UnreadableError` (CUT) when *file* lies deeper than archives are opened."""
        if file.depth > options.max_depth:
            raise UnreadableError(Reason.CUT, f"containers within containers are opened {options.max_depth} deep")
        self.budget = file.budget or Budget(options.max_unpacked, options.max_members)
        self._file = replace(file, budget=self.budget)
        self._extractors = Extractors(options)
        self._text_left = TEXT_SHARE * options.max_text
        self._failures: list[tuple[str, UnreadableError]] = []
        self._without_text: Counter[str] = Counter()
        self._secrets = 0

    @property
    def full(self) -> bool:
        """Whether nothing more can be read."""
        return self.budget.spent or self._text_left <= 0

    @property
    def reasons(self) -> Sequence[UnreadableError]:
        """Why members could not be read, those without text left out."""
        return [failure for _, failure in self._failures]

    def read(self, name: str, data: bytes) -> Sequence[Document]:
        """The documents in the member called *name*, with their member names; none if it cannot be read."""
        if _SECRET.search(name):
            self._secrets += 1
            return ()
        if self.full or not self.budget.take_member():
            self.failed(name, UnreadableError(Reason.CUT, "enough was read already"))
            return ()
        try:
            documents = self._extractors.read(self._file.member(posixpath.basename(name), data))
        except UnreadableError as failure:
            if failure.reason in _SILENT:
                self._without_text[SourceFile(name, b"").extension or "no extension"] += 1
            else:
                self.failed(name, failure)
            return ()
        self._text_left -= sum(len(document.text) for document in documents)
        return [replace(document, member=f"{name}/{document.member}" if document.member else name) for document in documents]

    def failed(self, name: str, failure: UnreadableError) -> None:
        """Remember that this member could not be read."""
        self._failures.append((name, failure))

    def take_notices(self) -> tuple[str, ...]:
        """Sentences about what could not be read since the last call."""
        notices = [f"{name} was not read: {why(failure)}" for name, failure in self._failures[:MAX_NOTICES]]
        if len(self._failures) > MAX_NOTICES:
            notices.append(f"{len(self._failures) - MAX_NOTICES:,} more members were not read.")
        if self._without_text:
            kinds = ", ".join(f"{count} {kind}" for kind, count in self._without_text.most_common(8))
            notices.append(f"Members without text that can be read: {kinds}.")
        if self._secrets:
            notices.append(f"Members with keys or passwords, which are left out: {self._secrets:,}.")
        self._failures.clear()
        self._without_text.clear()
        self._secrets = 0
        return tuple(notices)
