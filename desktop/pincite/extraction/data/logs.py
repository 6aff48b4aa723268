"""Logs and other line-by-line records: their own text, in stretches of bounded size."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.documents import Document, Section
from pincite.extraction.markup.own_text import bounded, decoded, of_text, own_document
from pincite.extraction.source_file import Options, SourceFile

COLOUR = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
"""What terminals take for colours."""

SECTION = 16_384
"""Characters a section: a log has no headings, and no passage should have to look further than this for its bounds."""


def read_log(file: SourceFile, options: Options) -> Sequence[Document]:
    """A log of any size; a line is never torn unless it alone is longer than a section."""
    text, encoding, notices = decoded(file)
    own = of_text(COLOUR.sub("", text), options.max_text, encoding, notices)
    return [own_document(own, file, bounded([Section(0, len(own.text))], own.text, SECTION), title=file.name)]
