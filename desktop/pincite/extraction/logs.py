"""Logs and other line-by-line records: their own text, in stretches of bounded size."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.documents import Document, Section
from pincite.extraction.own_text import bounded, own_document, own_text
from pincite.extraction.source_file import Options, SourceFile

SECTION = 16_384
"""Characters a section: a log has no headings, and no passage should have to look further than this for its bounds."""


def read_log(file: SourceFile, options: Options) -> Sequence[Document]:
    """A log of any size; a line is never torn unless it alone is longer than a section."""
    own = own_text(file, options)
    return [own_document(own, file, bounded([Section(0, len(own.text))], own.text, SECTION), title=file.name)]
