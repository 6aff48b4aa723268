"""Which reader reads which kind of file: a plain table, one line a kind.

A reader is named, not imported, so that a child process loads only the parsers it meets.
"""

from __future__ import annotations

from importlib import import_module
from typing import cast

from pincite.extraction.source_file import Reader

READERS: dict[str, str] = {
    "md": "markdown:read",
    "markdown": "markdown:read",
    "mdown": "markdown:read",
    "mkd": "markdown:read",
    "txt": "plain_text:read",
    "text": "plain_text:read",
    "html": "html:read",
    "htm": "html:read",
    "xhtml": "html:read",
    "pdf": "pdf:read",
    "docx": "docx:read",
    "docm": "docx:read",
    "dotx": "docx:read",
    "dotm": "docx:read",
    "pptx": "pptx:read",
    "pptm": "pptx:read",
    "ppsx": "pptx:read",
    "ppsm": "pptx:read",
    "potx": "pptx:read",
    "potm": "pptx:read",
    "xlsx": "xlsx:read",
    "xlsm": "xlsx:read",
    "xltx": "xlsx:read",
    "xltm": "xlsx:read",
    "epub": "epub:read",
}
"""By extension, in small letters, without the dot: the module of this room and its function, which is a `Reader`."""


def reader_for(extension: str) -> Reader | None:
    """The reader of files with this extension; None if there is none."""
    name = READERS.get(extension)
    if name is None:
        return None
    module, _, function = name.partition(":")
    return cast("Reader", getattr(import_module(f"pincite.extraction.{module}"), function))
