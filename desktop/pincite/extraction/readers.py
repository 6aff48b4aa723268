"""Which reader reads which kind of file: a plain table, one line a kind."""

from __future__ import annotations

from pincite.extraction.source_file import Reader

READERS: dict[str, Reader] = {}
"""Reader by extension, in small letters, without the dot."""
