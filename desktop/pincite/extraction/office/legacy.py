"""Binary Office files: DOC and PPT from 97 on and XLS from 5.0 on by ourselves, what is older by a helper that is installed and allowed.

What only bears such a name is read as what it is: RTF, HTML, a web archive, OOXML, plain text and tables with tabs are often saved as ".doc" or ".xls".
"""

from __future__ import annotations

import csv
import io
import struct
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from pincite.domain.documents import Document, Location, OutlineEntry, Reason
from pincite.domain.errors import UnreadableError
from pincite.extraction.containers.zip_guard import OLE_MAGIC, names_encryption
from pincite.extraction.office.excel97 import is_excel_97, tell_workbook
from pincite.extraction.office.ole import OleFile
from pincite.extraction.office.ole_properties import summary
from pincite.extraction.office.powerpoint97 import slides
from pincite.extraction.office.programs import installed, run_helper
from pincite.extraction.office.sheet import Cell, SheetStory
from pincite.extraction.office.story import Story
from pincite.extraction.office.word97 import is_word_97, stretches
from pincite.extraction.readers import reader_for
from pincite.extraction.sniffing import extension_of
from pincite.extraction.source_file import Options, SourceFile

_WORD: Final = {
    "antiword": ("antiword", "-m", "UTF-8.txt", "-w", "0", "{file}"),
    "catdoc": ("catdoc", "-d", "utf-8", "-w", "{file}"),
}
_EXCEL: Final = ("xls2csv", "-d", "utf-8", "-q", "3", "-b", "\f", "{file}")
_WORD_NAMES: Final = frozenset({"doc", "dot"})
_EXCEL_NAMES: Final = frozenset({"xls", "xlt"})
_NEVER: Final = _WORD_NAMES | _EXCEL_NAMES | {"ppt", "pps", "pot"}


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The document by what it is inside, whatever its extension says. Raises `UnreadableError`."""
    if not file.data.startswith(OLE_MAGIC):
        return _under_false_name(file, options)
    try:
        container = OleFile(file.data)
    except UnreadableError as error:
        raise (UnreadableError(Reason.PASSWORD) if names_encryption(file.data) else error) from error
    if "EncryptedPackage" in container.names or "EncryptedSummary" in container.names:
        raise UnreadableError(Reason.PASSWORD)
    if "WordDocument" in container.names:
        return _read_word(file, options, container)
    if not container.names.isdisjoint({"Workbook", "Book"}):
        return _read_excel(file, options, container)
    if "PowerPoint Document" in container.names:
        return _read_powerpoint(file, options, container)
    raise UnreadableError(Reason.UNSUPPORTED, "it is an OLE container of another program")


def _under_false_name(file: SourceFile, options: Options) -> Sequence[Document]:
    head = file.data[:2048].lstrip(b"\xef\xbb\xbf \r\n\t").lower()
    kind = extension_of(file.data)
    if not kind and (b"mime-version:" in head or head.startswith(b"from: <saved by")):
        kind = "mht"
    if not kind and b"<html" in head:
        kind = "html"
    if not kind and head.startswith(b"<?xml"):
        kind = "xml"
    if not kind and file.extension in _WORD_NAMES:
        kind = "txt"
    if not kind and file.extension in _EXCEL_NAMES and b"\t" in head:
        kind = "tsv"
    reader = reader_for(kind) if kind and kind not in _NEVER else None
    if reader is None:
        raise UnreadableError(Reason.DAMAGED, "it is no binary Office file")
    documents = reader(replace(file, name=f"{file.stem}.{kind}"), options)
    return [replace(document, type=file.extension) if not document.member else document for document in documents]


def _allowed(options: Options, *names: str) -> str:
    """The helper to use; raises `UnreadableError` (HELPER_MISSING) with what to install."""
    name = installed(*(name for name in names if name in options.helpers))
    if name is None:
        raise UnreadableError(Reason.HELPER_MISSING, f"install {' or '.join(names)} to read it")
    return name


def _read_word(file: SourceFile, options: Options, container: OleFile) -> Sequence[Document]:
    head = container.read("WordDocument")[:32]
    if len(head) < 32 or head[11] & 0x01:
        raise UnreadableError(Reason.PASSWORD if len(head) == 32 else Reason.DAMAGED)
    story = Story(options)
    if is_word_97(head):
        for part, paragraphs in stretches(container):
            story.enter((), Location(part=part or None))
            for paragraph in paragraphs:
                story.paragraph(paragraph)
    else:
        command = _WORD[_allowed(options, "antiword", "catdoc")]
        text = run_helper(command, file.data, ".doc").decode("utf-8", "replace")
        for paragraph in text.replace("\r\n", "\n").split("\n"):
            story.paragraph(_cells(paragraph))
    return [story.document(file, summary(container), doctype="doc")]


def _cells(line: str) -> str:
    """A table row as antiword draws it ("|a |b |") with its cells parted by tabs."""
    if line.startswith("|") and line.endswith("|"):
        return "\t".join(cell.strip() for cell in line.strip("|").split("|"))
    return line


def _read_excel(file: SourceFile, options: Options, container: OleFile) -> Sequence[Document]:
    stream = container.read("Workbook" if "Workbook" in container.names else "Book")
    if is_excel_97(stream):
        story = Story(options)
        tell_workbook(stream, story)
        return [story.document(file, summary(container), file.stem, doctype="xls")]
    names = list(_sheet_names(stream))
    _allowed(options, "xls2csv")
    sheets = run_helper(_EXCEL, file.data, ".xls").decode("utf-8", "replace").split("\f")
    story = Story(options)
    for number, text in enumerate(sheet for sheet in sheets if sheet.strip()):
        name = names[number] if number < len(names) else f"Sheet{number + 1}"
        story.entry(OutlineEntry(1, name))
        sheet = SheetStory(story, name)
        for row, cells in enumerate(_csv_rows(text), 1):
            sheet.row(row, [Cell(column, cell) for column, cell in enumerate(cells, 1) if cell.strip()])
        sheet.end()
    return [story.document(file, summary(container), file.stem, doctype="xls")]


def _csv_rows(text: str) -> Iterator[list[str]]:
    try:
        yield from csv.reader(io.StringIO(text.replace("\0", " ")))
    except csv.Error:
        return


def _sheet_names(stream: bytes) -> Iterator[str]:
    """Names from the BOUNDSHEET records of BIFF5 and BIFF8. Raises `UnreadableError` (PASSWORD) at a FILEPASS record."""
    at = 0
    wide = True
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        body = stream[at + 4 : at + 4 + length]
        if kind == 0x2F:
            raise UnreadableError(Reason.PASSWORD)
        if kind == 0x809 and at == 0:
            wide = body[:2] == b"\x00\x06"
        if kind == 0x0A:
            return
        if kind == 0x85 and len(body) > 8:
            start = 8 if wide else 7
            encoding = "utf-16-le" if wide and body[7] & 1 else "cp1252"
            yield body[start:].decode(encoding, "replace")
        at += 4 + length


def _read_powerpoint(file: SourceFile, options: Options, container: OleFile) -> Sequence[Document]:
    story = Story(options)
    for number, (title, texts) in enumerate(slides(container.read("PowerPoint Document")), 1):
        story.enter((), Location(slide=number))
        story.heading(1, title)
        for text in texts:
            story.paragraph(text)
    return [story.document(file, summary(container), doctype="ppt")]
