"""Reads JSON as a stream of leaves with their lines; comments, trailing commas and several values in a row are let pass.

No recursion: nesting is bounded by `MAX_DEPTH`, not by the stack.
"""

from __future__ import annotations

import json
import re
from bisect import bisect_left
from collections.abc import Iterator

from pincite.extraction.data.tree_sections import Leaf, Step

MAX_DEPTH = 200

SKIP = r"""(?:[\s,\ufeff\x1e]+|//[^\n]*|/\*.*?\*/|\#[^\n]*)*+"""
TOKEN = re.compile(
    SKIP + r"""(?:(?P<string>"[^"\\]*(?:\\.[^"\\]*)*"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'|[^\s,:{}\[\]"'/\#]+)(?P<name>\s*:)?"""
    r"""|(?P<open>[{\[])|(?P<close>[}\]])|(?P<end>\Z))""",
    re.DOTALL,
)
"""A string or word, perhaps with the colon that makes a name of it; a bracket; or the end. Commas are blanks."""

SURROGATE = re.compile("[\ud800-\udfff]")
ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|(.))", re.DOTALL)
ESCAPES = {"n": "\n", "t": "\t", "r": "\n", "b": "", "f": "\n"}
NUMBER = re.compile(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+|0[xX][0-9a-fA-F]+)(?:[eE][-+]?\d+)?")
WORDS = frozenset({"true", "false", "null", "NaN", "Infinity", "-Infinity", "undefined", "+Infinity"})


class JsonError(ValueError):
    """What stands on `line` (from 1) is no JSON."""

    def __init__(self, line: int, what: str) -> None:
        super().__init__(f"line {line}: {what}")
        self.line = line


class Scanner:
    """One pass over *text*, whose first line is *first_line* of the file."""

    def __init__(self, text: str, first_line: int = 1) -> None:
        self._text = text
        self._first_line = first_line
        self._breaks = [match.start() for match in re.finditer("\n", text)]
        self._path: list[Step] = []
        self._closers: list[str] = []
        self.values = 0
        """Top-level values so far."""

    def leaves(self) -> Iterator[Leaf]:
        """Leaves in order; an empty object or list is none. Raises `JsonError` where the text stops being JSON."""
        at = 0
        key: str | None = None
        match_at = TOKEN.match
        while match := match_at(self._text, at):
            sort = match.lastgroup
            at = match.end()
            if sort == "name":
                key = self._key(match["string"], match.start("string"), key)
            elif sort == "string":
                yield self._leaf(match["string"], match.start("string"), key)
                key = None
                self._advance()
            elif sort == "open":
                self._open(match["open"], match.start("open"), key)
                key = None
            elif sort == "close":
                self._close(match["close"], match.start("close"), key)
            else:
                break
        if match is None:
            raise JsonError(self.line(at), "this is no JSON")
        if self._closers:
            raise JsonError(self.line(len(self._text)), "it ends before its brackets are closed")

    def line(self, offset: int) -> int:
        """The line of the character at *offset*."""
        return bisect_left(self._breaks, offset) + self._first_line

    def _expects_key(self) -> bool:
        return bool(self._closers) and self._closers[-1] == "}"

    def _key(self, piece: str, at: int, key: str | None) -> str:
        if key is not None or not self._expects_key():
            raise JsonError(self.line(at), "a name that does not belong here")
        return unquoted(piece) if piece[0] in "\"'" else piece

    def _leaf(self, piece: str, at: int, key: str | None) -> Leaf:
        if key is None and self._expects_key():
            raise JsonError(self.line(at), "a name without a value")
        path = tuple(self._path) if key is None else (*self._path, key)
        return Leaf(path, self._value(piece, at), self.line(at))

    def _open(self, piece: str, at: int, key: str | None) -> None:
        if self._expects_key() and key is None:
            raise JsonError(self.line(at), "a value without a name")
        if len(self._closers) >= MAX_DEPTH:
            raise JsonError(self.line(at), f"it is nested more than {MAX_DEPTH} deep")
        if key is not None:
            self._path.append(key)
        self._closers.append("}" if piece == "{" else "]")
        if piece == "[":
            self._path.append(0)

    def _close(self, piece: str, at: int, key: str | None) -> None:
        if not self._closers or self._closers.pop() != piece or key is not None:
            raise JsonError(self.line(at), "a bracket that closes nothing")
        if piece == "]":
            self._path.pop()
        if self._expects_key():
            self._path.pop()
        self._advance()

    def _advance(self) -> None:
        if not self._closers:
            self.values += 1
        elif self._closers[-1] == "]":
            step = self._path[-1]
            self._path[-1] = step + 1 if isinstance(step, int) else 0

    def _value(self, piece: str, at: int) -> str:
        if piece[0] in "\"'":
            return unquoted(piece)
        if piece in WORDS or NUMBER.fullmatch(piece):
            return piece
        raise JsonError(self.line(at), f"{piece[:40]!r} is no value")


def unquoted(piece: str) -> str:
    """The string that a JSON string means; half surrogate pairs and NULs become the replacement character."""
    if "\\" not in piece:
        text = piece[1:-1]
    else:
        try:
            text = json.loads(piece, strict=False) if piece[0] == '"' else single_quoted(piece)
        except ValueError:
            text = single_quoted(piece)
    return SURROGATE.sub("\ufffd", text.replace("\0", "\ufffd").replace("\r\n", "\n").replace("\r", "\n"))


def single_quoted(piece: str) -> str:
    """A string with escapes that JSON does not know, read as JavaScript does."""
    return ESCAPE.sub(lambda match: chr(int(match[1], 16)) if match[1] else ESCAPES.get(match[2], match[2]), piece[1:-1])
