"""Rings a bell when something under a root changes. watchdog is nothing but that bell: what changed, the walk finds out.

Invariant: whatever cannot be watched is told of, so that it can be looked at on a timer instead.
"""

from __future__ import annotations

import errno
import logging
import os
import sys
import warnings
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from threading import Condition
from typing import TypeAlias

from watchdog.events import (
    DirAttribEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    FileAttribEvent,
    FileClosedEvent,
    FileCreatedEvent,
    FileDeletedEvent,
    FileModifiedEvent,
    FileMovedEvent,
    FileSystemEvent,
    FileSystemEventHandler,
)
from watchdog.observers import Observer
from watchdog.observers.api import BaseObserver, ObservedWatch

from pincite.domain.documents import Root
from pincite.sources.roots import absence, sends_no_events
from pincite.sources.rules import IGNORE_FILES, Rules
from pincite.sources.walk import Place

logger = logging.getLogger(__name__)

HEARD: tuple[type[FileSystemEvent], ...] = (
    FileCreatedEvent,
    FileModifiedEvent,
    FileClosedEvent,
    FileDeletedEvent,
    FileMovedEvent,
    FileAttribEvent,
    DirCreatedEvent,
    DirDeletedEvent,
    DirMovedEvent,
    DirAttribEvent,
)
"""Not opening and not closing after mere reading: our own reading must not ring."""
MANY = 2_000
"""Places after which single ones are no longer kept: the root as a whole is looked at."""

NO_MORE = "the system has no more watches to give"
_AWAY = (0, 0)

Touched: TypeAlias = dict[str, set[Place]]
"""Root id to the folders in it that something happened in."""


class Bell:
    """Collects where something happened until somebody has time to look. Any thread may ring."""

    def __init__(self) -> None:
        self._changed = Condition()
        self._touched: Touched = {}
        self._rings = 0
        self._woken = False

    def ring(self, root: str, place: Place) -> None:
        """Something happened in *place* of the root with this id."""
        with self._changed:
            places = self._touched.setdefault(root, set())
            if Place() not in places:
                places.add(place)
            if len(places) > MANY or place == Place():
                self._touched[root] = {Place()}
            self._rings += 1
            self._changed.notify_all()

    @property
    def rung(self) -> bool:
        """Whether there is something to collect."""
        return bool(self._touched)

    def wake(self) -> None:
        """End this `wait`, or the next one, although nothing rang."""
        with self._changed:
            self._woken = True
            self._changed.notify_all()

    def wait(self, timeout_s: float) -> bool:
        """Sleep until it rings or somebody wakes, at most *timeout_s*; whether there is something to collect."""
        with self._changed:
            if not self._touched and not self._woken:
                self._changed.wait(timeout_s)
            self._woken = False
            return bool(self._touched)

    def settle(self, quiet_s: float, longest_s: float, clock: Callable[[], float]) -> None:
        """Wait until nothing rang for *quiet_s*, but no longer than *longest_s* in all: bursts are folded."""
        end = clock() + longest_s
        with self._changed:
            while True:
                before = self._rings
                self._changed.wait(min(quiet_s, max(end - clock(), 0)))
                if self._rings == before or clock() >= end:
                    return

    def collect(self) -> tuple[Touched, int]:
        """What was touched since the last time, and how often it rang; the bell is empty then."""
        with self._changed:
            touched, rings = self._touched, self._rings
            self._touched, self._rings = {}, 0
            return touched, rings


@dataclass(frozen=True, slots=True)
class Unwatched:
    """A root whose changes send no events, and why; it has to be looked at on a timer."""

    root: Root
    why: str


class Watcher:
    """Watches roots and rings *bell*. Roots may vanish and come back: call `renew` now and then, and after an overflow."""

    def __init__(self, roots: Sequence[Root], rules: Rules, bell: Bell, observer: Callable[[], BaseObserver] = Observer) -> None:
        self._roots = tuple(roots)
        self._rules = rules
        self._bell = bell
        self._make = observer
        self._observer: BaseObserver | None = None
        self._watches: dict[str, ObservedWatch] = {}
        self._standing: dict[str, tuple[int, int]] = {}
        self._unwatched: dict[str, Unwatched] = {}

    @property
    def unwatched(self) -> tuple[Unwatched, ...]:
        """Roots that are there but send no events, or not all."""
        return tuple(self._unwatched.values())

    def start(self) -> None:
        """Begin to listen. Never raises: what cannot be watched is in `unwatched`."""
        warnings.filterwarnings("ignore", "Callback with id", RuntimeWarning)  # a folder made while it is added is met twice, and watched once
        try:
            self._observer = self._make()
            self._observer.start()
        except OSError as error:
            logger.warning("watching is not possible: %s", error)
            self._observer = None
        self.renew()

    def stop(self) -> None:
        """Stop listening and wait for the threads."""
        observer, self._observer = self._observer, None
        self._watches.clear()
        self._standing.clear()
        if observer is not None:
            observer.stop()
            observer.join(5)

    def renew(self) -> tuple[Root, ...]:
        """Watch what came back, let go of what went away; the roots whose standing changed since the last time."""
        return tuple(root for root in self._roots if self._renew(root))

    def _renew(self, root: Root) -> bool:
        standing = _AWAY if absence(root.path) else _identity(root.path)
        if standing == self._standing.get(root.id):
            return False
        self._standing[root.id] = standing
        self._let_go(root)
        if standing != _AWAY:
            why = self._watch(root)
            if why:
                self._unwatched[root.id] = Unwatched(root, why)
        return True

    def _let_go(self, root: Root) -> None:
        self._unwatched.pop(root.id, None)
        watch = self._watches.pop(root.id, None)
        if watch is not None and self._observer is not None:
            try:
                self._observer.unschedule(watch)
            except (KeyError, OSError):  # its thread ended by itself when the folder went away
                logger.debug("the watch on %s had ended", root.name)

    def _watch(self, root: Root) -> str:
        """Listen below *root*; why not everything there will be heard, "" if it will."""
        if self._observer is None:
            return NO_MORE
        real = os.path.realpath(root.path)  # the kernel does not follow a link that is a root
        try:
            ringer = _Ringer(root, real, self._rules, self._bell)
            self._watches[root.id] = self._observer.schedule(ringer, real, recursive=True, event_filter=list(HEARD))
        except OSError as error:
            return _why(error)
        if sends_no_events(real):
            return "changes on a network drive send no events"
        return NO_MORE if watches_are_used_up(real) else ""


class _Ringer(FileSystemEventHandler):
    """Turns an event into the folder it happened in, unless it happened where the library does not look."""

    def __init__(self, root: Root, real: str, rules: Rules, bell: Bell) -> None:
        self._root = root
        self._real = real
        self._rules = rules
        self._bell = bell

    def on_any_event(self, event: FileSystemEvent) -> None:
        for raw in (event.src_path, event.dest_path):
            path = os.fsdecode(raw)
            if path:
                self._at(path, folder=event.is_directory)

    def _at(self, path: str, *, folder: bool) -> None:
        relative = os.path.relpath(path, self._real).replace(os.sep, "/")
        if relative == "." or relative.startswith("../"):
            self._bell.ring(self._root.id, Place())
            return
        parent, _, name = relative.rpartition("/")
        if self._is_outside(parent.split("/") if parent else []):
            return
        if name in IGNORE_FILES:
            self._bell.ring(self._root.id, Place(parent))
        elif self._rules.judge(relative, name, folder=folder) is None:
            self._bell.ring(self._root.id, Place(parent, deep=False))
            if folder:
                self._bell.ring(self._root.id, Place(relative))

    def _is_outside(self, parts: Sequence[str]) -> bool:
        """Whether a folder on the way is left out by its name, like .git; the walk knows the rest."""
        walked = (("/".join(parts[: i + 1]), part) for i, part in enumerate(parts))
        return any(self._rules.judge(relative, name, folder=True) for relative, name in walked)


def fewest(places: Collection[Place]) -> tuple[Place, ...]:
    """The same places, without those that a deeper one covers."""
    deep = sorted({place.folder for place in places if place.deep}, key=len)
    tops: list[str] = []
    for folder in deep:
        if not any(_covers(top, folder) for top in tops):
            tops.append(folder)
    flat = {place.folder for place in places if not place.deep}
    kept = [folder for folder in flat if not any(_covers(top, folder) for top in tops)]
    return (*(Place(folder) for folder in sorted(tops)), *(Place(folder, deep=False) for folder in sorted(kept)))


def _covers(top: str, folder: str) -> bool:
    return not top or folder == top or folder.startswith(top + "/")


def watches_are_used_up(path: str) -> bool:
    """Linux: whether the kernel refuses one more watch, so that some folders below were silently passed over."""
    if not sys.platform.startswith("linux"):
        return False
    from watchdog.observers.inotify_c import inotify_add_watch, inotify_init  # noqa: PLC0415  # there is no such module elsewhere

    descriptor = inotify_init()
    if descriptor < 0:
        return True
    try:
        return inotify_add_watch(descriptor, os.fsencode(path), 0x200) < 0
    finally:
        os.close(descriptor)


def _identity(path: str) -> tuple[int, int]:
    try:
        status = os.stat(path)
    except OSError:
        return _AWAY
    return (status.st_dev, status.st_ino)


def _why(error: OSError) -> str:
    if error.errno in {errno.ENOSPC, errno.EMFILE, errno.ENFILE}:
        return NO_MORE
    return f"the system does not watch it ({error.strerror or error})"
