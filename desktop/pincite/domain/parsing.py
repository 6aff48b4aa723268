"""How tables and records are taken apart: which columns or fields are searched, which become facets, and which names a row."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordParsing:
    """How CSV and JSON files are read; empty means the format's default. Column and field names are the file's own."""

    csv_delimiter: str = ""
    """Delimiter of CSV files; empty means it is found out."""
    csv_content_columns: tuple[str, ...] = ()
    """Columns whose text is searched; none means all."""
    csv_metadata_columns: tuple[str, ...] = ()
    """Columns that become facets."""
    csv_id_column: str = ""
    """Column that names a row in citations."""
    json_content_fields: tuple[str, ...] = ()
    """Fields whose text is searched; none means the whole record."""
    json_metadata_fields: tuple[str, ...] = ()
    """Fields that become facets."""
    json_id_field: str = ""
    """Field that names a record in citations."""


@dataclass(frozen=True, slots=True)
class Parsing(RecordParsing):
    """How such files below one folder are read, in place of what holds for the library."""

    folder: str = ""
    """An absolute path. Of several folders around a file the innermost counts."""
