"""What reaches the terminal: UTF-8 whatever the system says, no control characters of a file name or text, one progress line."""

from __future__ import annotations

import json
import os
import re
import sys
from dataclasses import dataclass
from io import TextIOWrapper
from typing import TextIO, cast

_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]")
_SURROGATE = re.compile(r"[\ud800-\udfff]")


def plain(text: str) -> str:
    r"""*text* without what could move the cursor, ring, colour or turn the reading order; newlines and tabs become spaces.

    Bytes of a file name that are no UTF-8 are shown as ``\xNN``.
    """
    text = _SURROGATE.sub(lambda found: f"\\x{ord(found[0]) & 0xFF:02x}", text)
    return _CONTROL.sub("\N{REPLACEMENT CHARACTER}", text.replace("\n", " ").replace("\t", " "))


def to_json(value: object, *, indent: int | None = None) -> str:
    r"""JSON with readable Unicode; a byte of a file name that is no UTF-8 stays the escape ``\udcNN``, which Python reads back."""
    text = json.dumps(value, ensure_ascii=False, indent=indent)
    return _SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


@dataclass(slots=True)
class Terminal:
    """Where a verb speaks: results to `out`, everything else to `err`."""

    out: TextIO
    err: TextIO
    json: bool = False
    quiet: bool = False
    _progress_shown: bool = False

    def result(self, text: str) -> None:
        """One line of what was asked for."""
        self._clear()
        print(text, file=self.out)

    def text(self, text: str) -> None:
        """Several lines as they stand, with the line ends they have."""
        self._clear()
        self.out.write(text)
        self.out.flush()

    def object(self, value: object) -> None:
        """One JSON object on one line."""
        self._clear()
        print(to_json(value), file=self.out, flush=True)

    def say(self, sentence: str) -> None:
        """A remark; nothing when quiet."""
        if not self.quiet:
            self._clear()
            print(plain(sentence), file=self.err, flush=True)

    def fail(self, sentence: str) -> None:
        """Why it did not work; said even when quiet."""
        self._clear()
        print(f"pincite: {plain(sentence)}", file=self.err, flush=True)

    def progress(self, text: str) -> None:
        """Replace the progress line; only where a person watches a terminal."""
        if self.quiet or self.json or not self.err.isatty():
            return
        self._progress_shown = True
        self.err.write(f"\r\x1b[K{plain(text)[:110]}")
        self.err.flush()

    def _clear(self) -> None:
        if self._progress_shown:
            self.err.write("\r\x1b[K")
            self._progress_shown = False


def standard_terminal(*, json_output: bool = False, quiet: bool = False) -> Terminal:
    """The process's own streams, made UTF-8. One that was closed (``>&-``) takes everything and gives nothing."""
    sys.stdin = sys.stdin or _nowhere("r")
    sys.stdout = sys.stdout or _nowhere("w")
    sys.stderr = sys.stderr or _nowhere("w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return Terminal(sys.stdout, sys.stderr, json_output, quiet)


def _nowhere(mode: str) -> TextIO:
    return cast("TextIO", open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123  # no path of ours; it is the process's to the end
