"""Looks at the disk and says what has to be done. A root that is away, even one that goes away meanwhile, is left as it is."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import TypeAlias

from pincite.domain.cancel import CancelToken
from pincite.domain.documents import FileKey, Root, Skipped, SourceState
from pincite.domain.events import IndexEvent, Notice
from pincite.library.facets import QUARANTINE
from pincite.library.memory import Memory
from pincite.library.plan import SyncPlan, plan
from pincite.library.progress import Progress
from pincite.sources.roots import absence
from pincite.sources.rules import Rules
from pincite.sources.walk import Found, Place, walk

Places: TypeAlias = Mapping[str, Sequence[Place]]
"""Root id to the folders in it that are to be looked at."""


@dataclass(frozen=True)
class Library:
    """What is to be kept in step: its folders, what belongs in, and the version of those who read.

    `tools` names the programs of this machine that help to read. `apart` are absolute paths that are never walked into (the index itself); with `cloud`, placeholders are fetched and read.
    """

    roots: tuple[Root, ...]
    rules: Rules = field(default_factory=Rules)
    version: str = "1"
    quarantine: str = QUARANTINE
    apart: tuple[str, ...] = ()
    cloud: bool = False
    tools: str = ""

    @cached_property
    def by_id(self) -> Mapping[str, Root]:
        """The roots by their ids."""
        return {root.id: root for root in self.roots}

    def path(self, key: FileKey) -> str:
        """The absolute path of a file of the library."""
        return os.path.join(self.by_id[key[0]].path, *key[1].split("/"))


@dataclass(frozen=True, slots=True)
class Survey:
    """What has to be done, and the roots that could not be looked at."""

    todo: SyncPlan
    away: tuple[Root, ...]


def survey(
    library: Library, memory: Memory, places: Places | None, *, token: CancelToken, progress: Progress, emit: Callable[[IndexEvent], None]
) -> Survey:
    """Walk *places* (None: everything) and compare. Raises `Cancelled`."""
    away: set[str] = set()
    found: list[Found] = []
    for root in library.roots:
        looked = (Place(),) if places is None else tuple(places.get(root.id, ()))
        if not looked:
            continue
        here = [] if absence(root.path) else _walk(library, root, looked, token, partial(_scanned, progress, len(found)))
        why = absence(root.path)  # asked again: what was not seen because the drive was pulled is not gone
        if why:
            emit(Notice(f"{root.name} cannot be reached: {why}. What is known of it is kept.", "warning"))
            away.add(root.id)
        else:
            found += here
    if places is None:
        progress.scanned(len(found), last=True)
    known = _known_in(library, memory, places, away)
    known |= {key: memory.known[key] for key in map(_key, found) if key in memory.known}  # a place may be left out by a folder above it
    todo = plan(found, known, library.version, time.time_ns(), library.tools)
    doubts = tuple(doubt for doubt in todo.doubts if not memory.is_settled(doubt.stamp))
    todo = replace(todo, doubts=doubts, unchanged=todo.unchanged + len(todo.doubts) - len(doubts))
    return Survey(todo, tuple(root for root in library.roots if root.id in away))


def _walk(library: Library, root: Root, looked: Sequence[Place], token: CancelToken, tell: Callable[[int], None]) -> list[Found]:
    apart = (*library.apart, *(other.path for other in library.roots if other.id != root.id))
    found: list[Found] = []
    for one in walk(root, library.rules, token, looked, apart, cloud=library.cloud):
        found.append(one)
        tell(len(found))
    return found


def _key(one: Found) -> FileKey:
    return (one.stamp if isinstance(one, Skipped) else one).key


def _scanned(progress: Progress, before: int, here: int) -> None:
    progress.scanned(before + here)


def _known_in(library: Library, memory: Memory, places: Places | None, away: set[str]) -> dict[FileKey, SourceState]:
    """What is known of the places that were looked at."""
    if places is None:
        return {key: state for key, state in memory.known.items() if key[0] in library.by_id and key[0] not in away}
    inside = {root: _inside(looked) for root, looked in places.items() if root not in away}
    return {key: state for key, state in memory.known.items() if key[0] in inside and inside[key[0]](key[1])}


def _inside(places: Sequence[Place]) -> Callable[[str], bool]:
    """Whether a relative path lies in one of *places*."""
    flat = {place.folder for place in places if not place.deep}
    deep = tuple(place.folder + "/" if place.folder else "" for place in places if place.deep)

    def inside(relative: str) -> bool:
        return relative.startswith(deep) or relative.rstrip("/").rpartition("/")[0] in flat

    return inside
