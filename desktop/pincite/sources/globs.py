r"""Glob patterns as regular expressions: one expression for a whole list, so that a file costs one match however many patterns there are.

A pattern without a slash fits names at any depth; others fit paths relative to the root. ``*`` and ``?`` stay within a name,
``**`` crosses folders, ``[a-z]`` is a set of characters, ``{a,b}`` are alternatives and may be nested, ``\`` takes the next
character as it is. A slash at the end restricts a pattern to folders.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from unicodedata import normalize

from pincite.domain.errors import SettingsError


@dataclass(frozen=True, slots=True)
class Glob:
    """One pattern, read: its expression, whether it looks at the name alone, and whether only folders fit it."""

    pattern: str
    expression: str
    by_name: bool
    folders_only: bool


def read_glob(pattern: str) -> Glob:
    """The pattern as an expression for a full match. Raises `SettingsError` if its brackets do not close."""
    folders_only = pattern.endswith("/")
    body = normalize("NFC", pattern).rstrip("/").removeprefix("./")  # as names are before they are compared
    by_name = "/" not in body
    expression = _translate(body.lstrip("/"), pattern)
    if body.endswith("/**"):  # what holds for all that is in a folder holds for the folder
        expression = f"(?:{expression}|{_translate(body.lstrip('/')[:-3], pattern)})"
    return Glob(pattern, expression, by_name, folders_only)


class GlobList:
    """Several patterns, in order. `first` names the pattern that fits."""

    def __init__(self, patterns: Sequence[str]) -> None:
        globs = [read_glob(pattern) for pattern in patterns if pattern.strip("/")]
        self._globs = globs
        self._names = _any_of([g for g in globs if g.by_name])
        self._paths = _any_of([g for g in globs if not g.by_name])
        self._each = [re.compile(g.expression, re.DOTALL) for g in globs]

    def __bool__(self) -> bool:
        return bool(self._globs)

    def first(self, relative: str, name: str, *, folder: bool) -> str:
        """The first pattern that fits, "" if none does. *relative* has no slash at its ends; *name* is its last part."""
        if not name.isascii() or not relative.isascii():  # disks differ in how they spell an accent; people type it composed
            relative, name = normalize("NFC", relative), normalize("NFC", name)
        if not (self._names and self._names.fullmatch(name)) and not (self._paths and self._paths.fullmatch(relative)):
            return ""
        for glob, expression in zip(self._globs, self._each, strict=True):
            if (folder or not glob.folders_only) and expression.fullmatch(name if glob.by_name else relative):
                return glob.pattern
        return ""


def _any_of(globs: Sequence[Glob]) -> re.Pattern[str] | None:
    return re.compile("|".join(f"(?:{glob.expression})" for glob in globs), re.DOTALL) if globs else None


def _translate(body: str, pattern: str) -> str:
    """The expression for a pattern without its outer slashes."""
    parts: list[str] = []
    depth, i = 0, 0
    while i < len(body):
        piece, i, depth = _token(body, i, depth, pattern)
        parts.append(piece)
    if depth:
        raise SettingsError(f"The pattern {pattern!r} opens a brace that is never closed.")
    return "".join(parts)


def _token(body: str, i: int, depth: int, pattern: str) -> tuple[str, int, int]:
    """Expression of the token at *i*, where the next one begins, and how many braces are open there."""
    char = body[i]
    if body.startswith("**/", i) and (i == 0 or body[i - 1] in "/{,"):
        return "(?:[^/]+/)*", i + 3, depth
    if body.startswith("**", i):
        return ".*", i + 2, depth
    if char == "*":
        return "[^/]*", i + 1, depth
    if char == "?":
        return "[^/]", i + 1, depth
    if char == "[":
        piece, after = _character_set(body, i, pattern)
        return piece, after, depth
    if char == "{":
        return "(?:", i + 1, depth + 1
    if char == "," and depth:
        return "|", i + 1, depth
    if char == "}" and depth:
        return ")", i + 1, depth - 1
    if char == "\\" and i + 1 < len(body):
        return re.escape(body[i + 1]), i + 2, depth
    return re.escape(char), i + 1, depth


def _character_set(body: str, i: int, pattern: str) -> tuple[str, int]:
    """The expression of the set that opens at *i*, and the place after it."""
    start = i + 2 if body[i + 1 : i + 2] in {"!", "^"} else i + 1
    end = body.find("]", start + 1)
    if end < 0:
        raise SettingsError(f"The pattern {pattern!r} opens a bracket that is never closed.")
    inside = re.sub(r"([\\\[\]^&|~])", r"\\\1", body[start:end])
    expression = f"[{'^/' if start == i + 2 else ''}{inside}]"
    try:
        re.compile(expression)
    except re.error as error:
        raise SettingsError(f"The pattern {pattern!r} holds a range of characters that runs backwards.") from error
    return expression, end + 1
