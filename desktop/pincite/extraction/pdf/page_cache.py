"""Recognised pages, kept by the hash of what they were recognised from: a scan that is moved, or read anew, costs its second a page once."""

from __future__ import annotations

import contextlib
import hashlib
import os
import shutil
from pathlib import Path


class PageCache:
    """The pages of one file. A folder of "" keeps nothing; a disk that cannot be written is no error, only no cache."""

    def __init__(self, folder: str, data: bytes, made_by: str) -> None:
        """*made_by* says how pages are recognised (languages, resolution): another way has other pages."""
        name = hashlib.sha256(made_by.encode() + b"\0" + data).hexdigest()
        self._folder = Path(folder) / name[:2] / name if folder else None

    def get(self, page: int) -> str | None:
        """The text of a page, counted from 1; None if it was not recognised yet."""
        if self._folder is None:
            return None
        try:
            return (self._folder / f"{page}.txt").read_text(encoding="utf-8")
        except (OSError, UnicodeDecodeError):
            return None

    def put(self, page: int, text: str) -> None:
        """Keep a page, whole or not at all."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            self._folder.mkdir(parents=True, exist_ok=True)
            part = self._folder / f"{page}.{os.getpid()}.part"
            part.write_text(text, encoding="utf-8")
            part.replace(self._folder / f"{page}.txt")


def forget_pages(folder: str) -> None:
    """Take every recognised page out of a cache: whose file each was is not known any more."""
    shutil.rmtree(folder, ignore_errors=True)
