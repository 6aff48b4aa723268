"""Opens ZIP containers that strangers made. What is unpacked is counted before and while it is read; nothing is ever written to disk."""

from __future__ import annotations

import io
import lzma
import posixpath
import zipfile
import zlib
from collections.abc import Sequence

from pincite.domain.documents import Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.budget import Budget
from pincite.extraction.source_file import Options, SourceFile

OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
"""First bytes of an OLE container: binary Office files, and OOXML behind a password."""
MAX_ENTRIES = 100_000
"""Entries of a ZIP directory that are looked at; reading a million of them alone would take a minute."""
SUSPICIOUS_SIZE = 8 * 1024 * 1024
"""Bytes below which a high ratio is harmless."""
SUSPICIOUS_RATIO = 200
"""Unpacked to packed size. Real XML stays below 100; deflate can reach 1,032."""

ENCRYPTED_FLAG = 0x1
READ_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA)
OTHER_METHODS = {1: "Shrink", 6: "Implode", 9: "Deflate64", 93: "Zstandard", 95: "XZ", 96: "JPEG", 97: "WavPack", 98: "PPMd"}
"""Names of methods that are not unpacked here (PKWARE APPNOTE 4.4.5)."""
STEP = 4_096
"""Bytes that are unpacked at once: `zipfile` hands bzip2 and LZMA as many packed ones, which become a hundred megabytes at most."""

BROKEN_ZIP = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, EOFError, OSError, NotImplementedError, RuntimeError, ValueError, LookupError, OverflowError)
"""What `zipfile` raises on damage. `RuntimeError` is its word for a wrong password, `ValueError` for negative offsets, `LookupError` for cut extra fields."""


def open_zip(data: bytes) -> zipfile.ZipFile:
    """A `ZipFile` over *data*; raises `UnreadableError` if it is none, or has absurdly many entries."""
    if data.count(b"PK\x01\x02") > MAX_ENTRIES:
        raise UnreadableError(Reason.TOO_LARGE, f"it holds more than {MAX_ENTRIES:,} files")
    try:
        return zipfile.ZipFile(io.BytesIO(data))
    except BROKEN_ZIP as error:
        raise UnreadableError(Reason.DAMAGED, "it is no sound ZIP container") from error


def read_entry(archive: zipfile.ZipFile, info: zipfile.ZipInfo, size: int, budget: Budget) -> bytes:
    """Unpack one entry of an archive of *size* bytes. Raises `UnreadableError` with the reason that fits."""
    if info.flag_bits & ENCRYPTED_FLAG:
        raise UnreadableError(Reason.PASSWORD)
    if info.compress_type not in READ_METHODS:
        method = OTHER_METHODS.get(info.compress_type, str(info.compress_type))
        raise UnreadableError(Reason.UNSUPPORTED, f"it is packed with the unusual method {method}")
    if info.compress_size > size:
        raise UnreadableError(Reason.DAMAGED, "its directory promises more than the file holds")
    refuse_bomb(info.file_size, info.compress_size)
    budget.take(info.file_size)
    try:
        with archive.open(info) as stream:
            return b"".join(iter(lambda: stream.read(STEP), b""))  # never more than its directory says
    except BROKEN_ZIP as error:
        raise UnreadableError(Reason.DAMAGED, "a part of it cannot be unpacked") from error


def refuse_bomb(size: int, packed: int) -> None:
    """Raise `UnreadableError` (TOO_LARGE) if *packed* bytes become *size* as they only do in a bomb."""
    if size > SUSPICIOUS_SIZE and size > SUSPICIOUS_RATIO * max(1, packed):
        raise UnreadableError(Reason.TOO_LARGE, "it unpacks to a suspicious multiple of its size")


def clean_name(name: str) -> str:
    r"""A member's name with "/" between parts, never leading out of the container: no drive, no root, no "..".

    >>> clean_name("..\\..\\etc/passwd")
    'etc/passwd'
    """
    parts = name.replace("\\", "/").replace("\0", "").split("/")
    if parts and len(parts[0]) == 2 and parts[0].endswith(":"):
        parts = parts[1:]
    return "/".join(part for part in parts if part not in {"", ".", ".."})


class Package:
    """A document that is a ZIP of parts (OOXML, ODF, EPUB). Part names are compared as the formats do: without case, without a leading slash."""

    def __init__(self, file: SourceFile, options: Options) -> None:
        """Open *file*; raises `UnreadableError`: PASSWORD for an encrypted OOXML file, DAMAGED for what is no ZIP."""
        data = file.data
        if data.startswith(OLE_MAGIC):
            raise _why_ole(data)
        if not data:
            raise UnreadableError(Reason.DAMAGED, "it is empty (0 bytes)")
        self._size = len(data)
        self._archive = open_zip(data)
        self._budget = file.budget or Budget(options.max_unpacked, options.max_members)
        self._entries = {_key(info.filename): info for info in self._archive.infolist()}

    @property
    def names(self) -> Sequence[str]:
        """Names of all parts, as stored, "/" between their segments."""
        return [clean_name(info.filename) for info in self._archive.infolist() if not info.is_dir()]

    def has(self, name: str) -> bool:
        """Whether there is such a part."""
        return _key(name) in self._entries

    def read(self, name: str) -> bytes:
        """The part's bytes; raises `UnreadableError`."""
        info = self._entries.get(_key(name))
        if info is None:
            raise UnreadableError(Reason.DAMAGED, f"its part {posixpath.basename(name)!r} is missing")
        return read_entry(self._archive, info, self._size, self._budget)

    def read_spare(self, name: str) -> bytes | None:
        """The bytes of a part that the document can do without: None where it is missing or damaged."""
        try:
            return self.read(name)
        except UnreadableError:
            return None


def _key(name: str) -> str:
    return clean_name(name).lower()


def names_encryption(data: bytes) -> bool:
    """Whether an OLE container, sound or not, names the stream that holds an encrypted package."""
    return "EncryptedPackage".encode("utf-16-le") in data or "EncryptionInfo".encode("utf-16-le") in data


def _why_ole(data: bytes) -> UnreadableError:
    if names_encryption(data):
        return UnreadableError(Reason.PASSWORD)
    return UnreadableError(Reason.DAMAGED, "it is a file of an older Office version under a new name")
