"""The composite extractor: reads a file's bytes, chooses its reader, and turns whatever happens into documents or a reason."""

from __future__ import annotations

import errno
import logging
import os
import stat
from collections.abc import Sequence
from dataclasses import replace
from types import TracebackType
from typing import Final, Self

from pincite.domain.documents import Document, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.language import detect
from pincite.extraction.pdf.ocr import IMAGES, read_image
from pincite.extraction.readers import READERS, reader_by_name, reader_for
from pincite.extraction.sniffing import extension_of, mail_extension, sniff
from pincite.extraction.source_file import Options, Reader, SourceFile

logger = logging.getLogger(__name__)

NEVER_TEXT: Final = frozenset(
    "7z a aac ai aif aiff apk arw avi avif bin blend bmp bz2 cab class cr2 cr3 cur dat db db3 dcm deb dll dmg dng dylib ear emf eot"
    " exe exr flac flv gif heic heif ico img iso j2k jar jfif jp2 jpeg jpf jpg jpx jxl lib lz4 lzma m4a m4v mdb mid midi mkv mov mp3"
    " mp4 mpeg mpg msi nef o obj oga ogg ogv opus orf otf pack pam pbm pcx pdb pgm pkl png pnm ppm psd pyc pyd pyo qoi raf rar raw rpm"
    " rw2 so sqlite sqlite3 swf tga tif tiff ttc ttf war wasm wav webm webp wma wmf wmv woff woff2 xcf xz zst".split()
)
"""Extensions of files that are known to hold no text of their own, unless a reader is listed for them."""

_CONTAINERS: Final = {"pdf": "pdf", "docx": "zip", "pptx": "zip", "xlsx": "zip", "xlsb": "zip", "odt": "zip", "ods": "zip", "odp": "zip", "epub": "zip"}
"""What the bytes of a kind must be; anything else under its name is damaged."""


_OFFICE: Final = frozenset("docx docm pptx pptm xlsx xlsm xlsb odt ods odp".split())
_OFFICE_CONTENT: Final = frozenset(("ole", "rtf", "html", "zip"))
_CALLED_OFFICE: Final = {"ole": "a file of an older Office version", "html": "a web page"}
"""What office documents are inside, whatever they are called, where it is not said by an extension."""


def supported(path: str) -> bool:
    """Whether a file of this name may have a reader. Names without an extension, and unknown ones, are decided by their bytes."""
    extension = SourceFile(os.path.basename(path), b"").extension  # noqa: PTH119  # the path may hold undecodable bytes
    return extension in READERS or extension not in NEVER_TEXT


def supported_extensions() -> frozenset[str]:
    """Extensions, in small letters, that have a reader of their own."""
    return frozenset(READERS)


class Extractors:
    """Reads every kind of file there is a reader for, in this process. Plays `Extractor`."""

    def __init__(self, options: Options | None = None) -> None:
        self._options = options or Options()

    def extract(self, path: str) -> Sequence[Document]:
        """The documents in the file, at least one. Raises `UnreadableError` and nothing else."""
        file = SourceFile(os.path.basename(path), read_bytes(path))  # noqa: PTH119  # the path may hold undecodable bytes
        return Extractors(self._options.at(path)).read(file)

    def read(self, file: SourceFile) -> Sequence[Document]:
        """The documents in a file that is already in memory, such as a member of an archive."""
        try:
            return _with_text(file, _choose(file, self._options)(file, self._options))
        except UnreadableError:
            raise
        except MemoryError as error:
            raise UnreadableError(Reason.TOO_LARGE, "it needs more memory than it may have") from error
        except RecursionError as error:
            raise UnreadableError(Reason.DAMAGED, "it is nested too deeply") from error
        except Exception as error:
            logger.debug("reading %r", file.name, exc_info=True)
            raise UnreadableError(Reason.DAMAGED, f"its reader failed: {type(error).__name__}") from error

    def close(self) -> None:
        """Nothing to let go of."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None) -> None:
        self.close()


def read_bytes(path: str) -> bytes:
    """The whole file. Raises `UnreadableError` if it cannot be opened, is no file, or shrinks away."""
    try:
        # Not blocking: a named pipe without a writer would wait for ever.
        descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0))
        with open(descriptor, "rb") as stream:  # noqa: PTH123  # a descriptor has no path
            if not stat.S_ISREG(os.fstat(descriptor).st_mode):
                raise UnreadableError(Reason.UNSUPPORTED, "it is not an ordinary file")
            return stream.read()
    except (OSError, ValueError) as error:
        raise _refusal(path, error) from error


def _refusal(path: str, error: OSError | ValueError) -> UnreadableError:
    if isinstance(error, PermissionError):
        return UnreadableError(Reason.NO_PERMISSION)
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return UnreadableError(Reason.VANISHED, "It is a link that leads nowhere." if os.path.islink(path) else "")  # noqa: PTH114  # as above
    if isinstance(error, IsADirectoryError):
        return UnreadableError(Reason.UNSUPPORTED, "it is a folder")
    if isinstance(error, OSError) and error.errno == errno.ELOOP:
        return UnreadableError(Reason.OUTSIDE, "it is a link that leads in a circle")
    return UnreadableError(Reason.DAMAGED, (error.strerror if isinstance(error, OSError) else None) or "it cannot be opened")


def _choose(file: SourceFile, options: Options) -> Reader:
    extension = file.extension
    reader = read_image if options.ocr and extension in IMAGES else reader_for(extension)
    if not file.data:
        raise UnreadableError(Reason.EMPTY, documents=(_bare(file),))
    if reader is None:
        return reader_by_name(file.name, file.data) or _by_content(file)
    kind = sniff(file.data)
    expected = _CONTAINERS.get(extension)
    if extension in _OFFICE and kind in _OFFICE_CONTENT:
        return _office_reader(file, reader)
    if expected is not None and kind not in (expected, "ole") and not (expected == "pdf" and not kind):
        raise UnreadableError(Reason.DAMAGED, f"it is called .{extension}, but its content is {_called(kind)}")
    return reader


def _office_reader(file: SourceFile, reader: Reader) -> Reader:
    """The reader of an office document by what it is inside: people and programs rename and mislabel them."""
    kind = extension_of(file.data)
    if kind in (file.extension, "zip"):
        return reader
    other = reader_for("doc" if kind == "ole" else kind)
    if other is None or other is reader:
        return reader

    def read(file: SourceFile, options: Options) -> Sequence[Document]:
        documents = other(replace(file, name=f"{file.stem}.{'doc' if kind == 'ole' else kind}"), options)
        notice = f"It is called .{file.extension}, but was read as {_CALLED_OFFICE.get(kind, kind.upper())}."
        return [document if document.member else replace(document, type=file.extension, notices=(*document.notices, notice)) for document in documents]

    return read


def _by_content(file: SourceFile) -> Reader:
    mail = mail_extension(file.data) or ("tnef" if sniff(file.data) == "tnef" else "")
    if mail and (reader := reader_for(mail)):
        return lambda file, options: reader(replace(file, name=f"{file.name}.{mail}"), options)
    if file.extension in NEVER_TEXT:
        raise UnreadableError(Reason.UNSUPPORTED, f"there is no reader for .{file.extension}")
    kind = extension_of(file.data)
    reader = reader_for(kind) if kind else None
    if reader is not None and (kind == "html" or not file.extension):
        return reader
    if kind and kind != "html":
        raise UnreadableError(Reason.UNSUPPORTED, f"its content is {_called(kind)}")
    text_reader = reader_for("txt")
    assert text_reader is not None
    return text_reader


def _called(kind: str) -> str:
    return {"": "something else", "zip": "an archive", "html": "a web page", "ole": "an old Office document"}.get(kind, f"of kind {kind}")


def _bare(file: SourceFile) -> Document:
    return Document(type=file.extension or "txt", text="", sections=(), title=file.stem)


def _with_text(file: SourceFile, documents: Sequence[Document]) -> Sequence[Document]:
    found = [document for document in documents if document.text and not document.text.isspace()]
    if not found:
        raise UnreadableError(Reason.NO_TEXT, documents=tuple(documents) or (_bare(file),))
    return [document if document.language else replace(document, language=detect(document.text)) for document in found]
