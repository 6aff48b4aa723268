"""Which files belong to the library: one predicate for the walk, the watcher and the question "why is this file not there?".

A `Scope` is a folder on the way down with every ignore file that reaches it; the walk carries one along, and `Rules.why`
builds the same ones for a single path, so that the two can never disagree.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Container, Sequence
from dataclasses import dataclass, field

from pathspec import GitIgnoreSpec

from pincite.domain.errors import SettingsError
from pincite.sources.globs import GlobList
from pincite.sources.left_out import LEFT_OUT, LEFT_OUT_NAMES, TELLTALES, LeftOutList

logger = logging.getLogger(__name__)

IGNORE_FILES = (".gitignore", ".searchignore")
"""Names of the files whose lines leave out what lies beside and below them. The first is git's; the second is for search alone."""
MAX_SIZE = 128 * 1024 * 1024
"""Bytes above which a file is listed as too large instead of being read."""
MAX_IGNORE_FILE = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Ruling:
    """Why something is left out: the rule in words, and whether it is too fleeting to be listed."""

    rule: str
    silent: bool = False


@dataclass(frozen=True)
class Rules:
    """What the user decides about the files of a folder, as plain values.

    `include` (if any) are patterns of which a file must fit one; `exclude` those that leave out files and whole folders; `switched_off`
    names lists of `left_out` that are not to apply; `max_size` is in bytes, 0 for no limit. Raises `SettingsError` for a
    pattern or a name that cannot be obeyed.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    gitignore: bool = True
    max_size: int = MAX_SIZE
    switched_off: frozenset[str] = frozenset()
    _included: GlobList = field(init=False, repr=False, compare=False)
    _excluded: GlobList = field(init=False, repr=False, compare=False)
    _lists: tuple[tuple[LeftOutList, GlobList], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        unknown = sorted(self.switched_off - LEFT_OUT_NAMES)
        if unknown:
            raise SettingsError(f"There is no list called {unknown[0]!r}; the lists are {', '.join(sorted(LEFT_OUT_NAMES))}.")
        lists = tuple((one, GlobList(one.patterns)) for one in LEFT_OUT if one.name not in self.switched_off)
        object.__setattr__(self, "_included", GlobList(self.include))
        object.__setattr__(self, "_excluded", GlobList(self.exclude))
        object.__setattr__(self, "_lists", lists)

    def judge(self, relative: str, name: str, *, folder: bool) -> Ruling | None:
        """The ruling by patterns alone (no ignore files), None if it may come in."""
        for one, globs in self._lists:
            if not (folder and one.silent) and globs.first(relative, name, folder=folder):
                return Ruling(f"{one.name}: {one.sentence}", one.silent)
        pattern = self._excluded.first(relative, name, folder=folder)
        if pattern:
            return Ruling(f"exclude: {pattern}")
        if not folder and self._included and not self._included.first(relative, name, folder=False):
            return Ruling("include: no pattern fits it")
        return None

    def told_by(self, names: Container[str]) -> Ruling | None:
        """The ruling on a folder because of a file among *names*, its entries."""
        for name, one in TELLTALES.items():
            if name in names and one.name not in self.switched_off:
                return Ruling(f"{one.name}: it holds {name}")
        return None

    def on_the_way(self, scope: Scope, part: str, path: str) -> Ruling | None:
        """The ruling on the folder *part* of *scope*, when only the way to something below it is looked at; *path* is the root's."""
        inside = os.path.join(path, scope.folder, part)
        return scope.why(part, folder=True) or self.told_by([name for name in TELLTALES if os.path.exists(os.path.join(inside, name))])

    def top(self, path: str) -> Scope:
        """The scope of the root folder at *path*."""
        return Scope(self, "", self.ignore_files(path, ""))

    def why(self, path: str, relative: str, *, folder: bool = False) -> Ruling | None:
        """Why the file (or *folder*) *relative* in the root at *path* is left out: the rule of its outermost folder that is."""
        scope = self.top(path)
        parts = relative.strip("/").split("/")
        for part in parts[:-1]:
            ruling = self.on_the_way(scope, part, path)
            if ruling:
                return ruling
            scope = scope.below(part, path)
        return scope.why(parts[-1], folder=folder)

    def ignore_files(self, path: str, folder: str, names: Sequence[str] = IGNORE_FILES) -> tuple[IgnoreFile, ...]:
        """Those of *names* that are in *folder* of the root at *path* and are to be obeyed."""
        wanted = [name for name in names if self.gitignore or name != IGNORE_FILES[0]]
        specs = [(name, _read_ignore_file(os.path.join(path, folder, name))) for name in wanted]
        return tuple(IgnoreFile(name, folder, spec) for name, spec in specs if spec is not None)


@dataclass(frozen=True, slots=True)
class IgnoreFile:
    """One ignore file: the lines of `name` in the folder `folder` (relative to the root, "" for the root itself)."""

    name: str
    folder: str
    spec: GitIgnoreSpec

    def verdict(self, relative: str, *, folder: bool) -> bool | None:
        """True to leave it out, False to take it in after all, None if no line fits. *relative* lies in or below `folder`."""
        inner = relative[len(self.folder) + 1 :] if self.folder else relative
        return self.spec.check_file(inner + "/" if folder else inner).include


@dataclass(frozen=True, slots=True)
class Scope:
    """A folder that belongs to the library, with the ignore files that reach into it, outermost first."""

    rules: Rules
    folder: str
    ignores: tuple[IgnoreFile, ...]

    def why(self, name: str, *, folder: bool) -> Ruling | None:
        """Why the entry *name* of this folder is left out; None if it is not."""
        relative = f"{self.folder}/{name}" if self.folder else name
        ruling = self.rules.judge(relative, name, folder=folder)
        if ruling or not self.ignores:
            return ruling
        for ignore in reversed(self.ignores):  # the nearest file has the last word
            verdict = ignore.verdict(relative, folder=folder)
            if verdict is not None:
                return Ruling(f"{ignore.name} in {ignore.folder or 'the folder itself'}") if verdict else None
        return None

    def below(self, name: str, path: str) -> Scope:
        """The scope of the folder *name* of this folder; *path* is the root's."""
        relative = f"{self.folder}/{name}" if self.folder else name
        return Scope(self.rules, relative, self.ignores).with_ignores(IGNORE_FILES, path)

    def with_ignores(self, names: Sequence[str], path: str) -> Scope:
        """The same scope with the ignore files *names* of its folder, as far as they are there; *path* is the root's."""
        if not names:
            return self
        own = self.rules.ignore_files(path, self.folder, names)
        return Scope(self.rules, self.folder, self.ignores + own)


def _read_ignore_file(path: str) -> GitIgnoreSpec | None:
    """The lines of an ignore file; None if there is none. A line that is no pattern is passed over, like git does."""
    try:
        if not os.path.isfile(path) or os.path.getsize(path) > MAX_IGNORE_FILE:
            return None
        with open(path, encoding="utf-8-sig", errors="surrogateescape") as file:
            lines = file.read().splitlines()
    except OSError:
        return None
    try:
        return GitIgnoreSpec.from_lines(lines)
    except ValueError:
        return GitIgnoreSpec.from_lines([line for line in lines if _is_pattern(line)])


def _is_pattern(line: str) -> bool:
    try:
        GitIgnoreSpec.from_lines([line])
    except ValueError:
        return False
    return True
