"""YAML, TOML, INI and properties files: their own text, with a section for each table or block."""

from __future__ import annotations

import re
from collections.abc import Sequence

from pincite.domain.documents import Document
from pincite.extraction.lines import editor_text
from pincite.extraction.markup.own_text import Heading, OwnText, of_text, own_document, own_text, shortened, under_headings
from pincite.extraction.source_file import Options, SourceFile

TABLE = re.compile(r"^\s*\[{1,2}\s*([^\[\]]+?)\s*\]{1,2}\s*(?:[#;].*)?$")
"""``[table]``, ``[[array.of.tables]]`` or ``[section]``."""

VALUES = re.compile(r"""[\d\s.,+\-eE_]+|["'].*["']\s*,.*|(?:true|false)(?:\s*,.*)?""")
"""What stands in brackets where a list goes on over several lines."""

YAML_BLOCK = re.compile(r"""^(["']?)([^\s#"'\-{\[&*!|>%@`][^"']*?)\1\s*:\s*(?:[|>][-+0-9]*|&\S+|!\S+)?\s*(?:#.*)?$""")
"""A key at the left edge whose value stands on the lines below."""

YAML_SCALAR = re.compile(r"""^["']?[^\s#\-][^:]*:\s+\S""")

ESCAPED = re.compile(r"(?<!\\)\\u(?!d[89a-f]|00[01]|007f)([0-9a-f]{4})", re.IGNORECASE)
"""A character of a property file, one that can stand in a text."""

INDENTED = re.compile(r"^(?:\s+\S|-(?:\s|$))")


def read_tables(file: SourceFile, options: Options) -> Sequence[Document]:
    """TOML, INI and their kin; each table is a heading. Java's property files escape what is beyond Latin-1."""
    own = own_text(file, options)
    if file.extension == "properties" and "\\u" in own.text:
        text = editor_text(ESCAPED.sub(lambda found: chr(int(found[1], 16)), own.text))
        own = of_text(text, options.max_text, own.encoding, own.notices)
    headings = [
        Heading(line, 1, shortened(match[1].strip("\"'")), anchor=match[1])
        for line, row in enumerate(own.rows, 1)
        if (match := TABLE.match(row)) and not VALUES.fullmatch(match[1])
    ]
    sections, outline = under_headings(own, headings)
    return [own_document(own, file, sections, title=file.name, outline=outline)]


def read_yaml(file: SourceFile, options: Options) -> Sequence[Document]:
    """YAML; each key at the left edge that opens a block is a heading."""
    own = own_text(file, options)
    sections, outline = under_headings(own, yaml_blocks(own))
    return [own_document(own, file, sections, title=file.name, outline=outline)]


def yaml_blocks(own: OwnText) -> list[Heading]:
    """Keys at the left edge with something below them."""
    headings: list[Heading] = []
    rows = own.rows
    for line, row in enumerate(rows, 1):
        match = YAML_BLOCK.match(row)
        if match and INDENTED.match(next((below for below in rows[line : line + 20] if below.strip()), "")):
            headings.append(Heading(line, 1, shortened(match[2])))
        elif headings and headings[-1].text and YAML_SCALAR.match(row):
            headings.append(Heading(line, 1, ""))  # plain keys after a block do not belong to it
    return headings
