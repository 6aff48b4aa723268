"""The schema: what Whoosh is told of a passage's fields. It is made here and never read from the disk."""

from __future__ import annotations

from typing import Any

from whoosh.analysis.tokenizers import SpaceSeparatedTokenizer
from whoosh.fields import STORED, TEXT, Schema


def make_schema() -> Schema:
    """Title, headings and body with positions; exact forms with counts; the rest is stored."""
    analyzer: Any = SpaceSeparatedTokenizer()
    return Schema(
        title=TEXT(analyzer=analyzer, phrase=True, stored=True),
        headings=TEXT(analyzer=analyzer, phrase=True, stored=True),
        body=TEXT(analyzer=analyzer, phrase=True, stored=True),
        word=TEXT(analyzer=analyzer, phrase=False),
        path=STORED,
    )
