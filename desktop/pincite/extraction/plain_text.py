"""Plain text: the file's own text, one section, exact lines."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.documents import Document, Section
from pincite.extraction.encodings import decode
from pincite.extraction.lines import editor_text, own_lines
from pincite.extraction.source_file import Options, SourceFile


def read(file: SourceFile, options: Options) -> Sequence[Document]:
    """The text, its encoding and its lines. Raises `UnreadableError` for bytes that are no text."""
    decoded = decode(file.data)
    text = editor_text(decoded.text)
    notices = list(decoded.notices)
    cut = len(text) > options.max_text
    if cut:
        text = text[: options.max_text]
        notices.append(f"Only the first {options.max_text:,} characters were read.")
    document = Document(
        type="txt" if file.extension in ("text", "") else file.extension,
        text=text,
        sections=(Section(0, len(text)),) if text.strip() else (),
        title=file.stem,
        encoding=decoded.encoding,
        lines=own_lines(text),
        metadata={"format": "text"},
        notices=tuple(notices),
        cut=cut,
    )
    return [document]
