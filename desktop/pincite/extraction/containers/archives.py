"""Archives: ZIP, TAR (plain or packed with gzip, bzip2, xz) and single packed files. Members are read by the readers of their kinds.

Nothing is written to disk, names never lead out of the archive, and one `Budget` holds for everything inside, at every depth.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import tarfile
import zlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import BinaryIO, Final, cast

from pincite.domain.documents import Document, Location, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.archive_names import entry_names
from pincite.extraction.containers.members import Unpacking
from pincite.extraction.containers.zip_guard import clean_name, open_zip, read_entry, refuse_bomb
from pincite.extraction.office.story import Properties, Story, why
from pincite.extraction.source_file import Options, SourceFile

Member = tuple[str, Callable[[], bytes]]
"""(name, what unpacks it)."""

MAX_LISTED = 2_000
"""Names that the archive's own document lists."""
_STEP: Final = 1 << 16
_BROKEN: Final = (tarfile.TarError, zlib.error, lzma.LZMAError, EOFError, OSError, ValueError, OverflowError, IndexError)
_PACKERS: Final = {
    "gz": gzip.open,
    "tgz": gzip.open,
    "bz2": bz2.open,
    "tbz": bz2.open,
    "tbz2": bz2.open,
    "xz": lzma.open,
    "txz": lzma.open,
    "lzma": lzma.open,
}
_LEFT_OUT: Final = frozenset(
    {"__MACOSX", ".git", ".svn", "node_modules", "__pycache__", ".ssh", ".gnupg", ".DS_Store", "Thumbs.db", "desktop.ini"}
)
"""Folders and files of machinery and of secrets, which are not read in an archive either."""


def read_zip(file: SourceFile, options: Options) -> Sequence[Document]:
    """A list of the members, and the documents in them. Raises `UnreadableError` if none can be read."""
    if not file.data:
        raise UnreadableError(Reason.EMPTY)
    unpacking = Unpacking(file, options)
    archive = open_zip(file.data)
    size = len(file.data)
    names = entry_names(archive.infolist())
    members = [
        (name, lambda info=info: read_entry(archive, info, size, unpacking.budget))
        for info, name in zip(archive.infolist(), names, strict=True)
        if not info.is_dir()
    ]
    return _documents(file, options, members, unpacking)


def read_tar(file: SourceFile, options: Options) -> Sequence[Document]:
    """The same for a tar archive. A damaged end loses only what comes after it."""
    return _tar(file, options, io.BytesIO(file.data), Unpacking(file, options))


def read_packed(file: SourceFile, options: Options) -> Sequence[Document]:
    """A single packed file, or a packed tar archive. Raises `UnreadableError`."""
    if not file.data:
        raise UnreadableError(Reason.EMPTY)
    unpacking = Unpacking(file, options)
    data, cut = _unpack(file, unpacking)
    inner = _inner_name(file)
    if inner.lower().endswith(".tar") or data[257:262] == b"ustar":
        return _tar(file, options, io.BytesIO(data), unpacking)
    documents = unpacking.read(inner, data)
    if not documents:
        raise next(iter(unpacking.reasons), UnreadableError(Reason.NO_TEXT))
    notices = ("It is damaged: only what could be unpacked was read.",) if cut else ()
    return [replace(document, notices=(*document.notices, *notices), cut=document.cut or cut) for document in documents]


def _unpack(file: SourceFile, unpacking: Unpacking) -> tuple[bytes, bool]:
    """(what could be unpacked, whether it broke off). Taken in steps, so that a bomb is noticed while it is small."""
    pieces: list[bytes] = []
    size = 0
    opener = _PACKERS.get(file.extension, gzip.open)
    try:
        with cast("BinaryIO", opener(io.BytesIO(file.data), "rb")) as stream:
            while piece := stream.read(_STEP):
                unpacking.budget.take(len(piece))
                pieces.append(piece)
                size += len(piece)
                refuse_bomb(size, len(file.data))
    except _BROKEN as error:
        if not pieces:
            raise UnreadableError(Reason.DAMAGED, "it cannot be unpacked") from error
        return b"".join(pieces), True
    return b"".join(pieces), False


def _inner_name(file: SourceFile) -> str:
    """The name of what is packed: "notes.txt" for "notes.txt.gz", "x.tar" for "x.tgz"."""
    return f"{file.stem}.tar" if file.extension.startswith("t") else file.stem


def _tar(file: SourceFile, options: Options, stream: BinaryIO, unpacking: Unpacking) -> Sequence[Document]:
    try:
        archive = tarfile.open(fileobj=stream, mode="r:", errors="surrogateescape")  # noqa: SIM115  # its members are read as they come
    except _BROKEN as error:
        raise UnreadableError(Reason.DAMAGED, "it is no sound tar archive") from error
    return _documents(file, options, _tar_members(archive, unpacking), unpacking)


def _tar_members(archive: tarfile.TarFile, unpacking: Unpacking) -> Iterator[Member]:
    while True:
        try:
            info = archive.next()
        except _BROKEN:
            unpacking.failed("The rest", UnreadableError(Reason.DAMAGED))
            return
        if info is None:
            return
        archive.members = []  # pyright: ignore[reportAttributeAccessIssue]  # it keeps every header otherwise; not in the stubs
        if info.isreg():
            yield clean_name(info.name), lambda info=info: _tar_bytes(archive, info, unpacking)


def _tar_bytes(archive: tarfile.TarFile, info: tarfile.TarInfo, unpacking: Unpacking) -> bytes:
    unpacking.budget.take(info.size)
    try:
        stream = archive.extractfile(info)
        data = stream.read() if stream is not None else b""
    except _BROKEN as error:
        raise UnreadableError(Reason.DAMAGED) from error
    if len(data) < info.size:
        raise UnreadableError(Reason.DAMAGED, "the archive ends inside of it")
    return data


def _documents(file: SourceFile, options: Options, members: Iterable[Member], unpacking: Unpacking) -> Sequence[Document]:
    """The archive's own document (its list of members and what could not be read), then those of its members."""
    documents: list[Document] = []
    listed: list[str] = []
    taken: set[str] = set()
    for stored, unpack in members:
        if _is_left_out(stored):
            continue
        name = _distinct(stored, taken)
        listed.append(name)
        if unpacking.full:
            break
        try:
            documents.extend(unpacking.read(name, unpack()))
        except UnreadableError as failure:
            unpacking.failed(name, failure)
    reasons = [failure for failure in unpacking.reasons if failure.reason is not Reason.CUT]
    if not documents and (reasons or not listed):
        raise _why_nothing(listed, reasons)
    return [_own(file, options, listed, unpacking), *documents]


def _why_nothing(listed: Sequence[str], reasons: Sequence[UnreadableError]) -> UnreadableError:
    if not reasons:
        return UnreadableError(Reason.EMPTY, "it holds no files")
    member = listed[0] if len(listed) == 1 else "a member"
    return UnreadableError(reasons[0].reason, f"{member} was not read: {why(reasons[0]).rstrip('.')}")


def _own(file: SourceFile, options: Options, listed: Sequence[str], unpacking: Unpacking) -> Document:
    story = Story(options)
    story.enter((), Location(part="contents"))
    story.paragraph("\n".join(listed[:MAX_LISTED]))
    if unpacking.full:
        story.notices.append("Not all of its members were read: together they are too large.")
    story.notices.extend(unpacking.take_notices())
    return story.document(file, Properties(title=file.name, metadata={"members": len(listed)}))


def _is_left_out(name: str) -> bool:
    parts = name.split("/")
    return not name or parts[-1].startswith("._") or not _LEFT_OUT.isdisjoint(parts)


def _distinct(name: str, taken: set[str]) -> str:
    unique = name
    number = 1
    while unique in taken:
        number += 1
        unique = f"{name} ({number})"
    taken.add(unique)
    return unique
