"""What has to be done so that the index says what the disk holds: a pure diff of stamps and what is remembered. No I/O.

    found (stamps, left out) + known (states) -> SyncPlan(read, doubts, moves, skips, removals)

Invariant: every known file that was looked for and not found is either moved or removed; nothing that could not be looked at is.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime

from pincite.domain.documents import FileKey, FileStamp, Reason, Skipped, SourceState

SEEN_FROM_OUTSIDE = frozenset(
    (Reason.EXCLUDED, Reason.TOO_LARGE, Reason.CLOUD_ONLY, Reason.NO_PERMISSION, Reason.OUTSIDE, Reason.VANISHED)
)
"""Reasons that do not lie in a file's content: when the walk lets the file in, it is tried, whatever its stamp."""
FINE_NS = 50_000_000
"""Two changes within this time may carry the same time stamp, because a kernel's clock ticks (in nanoseconds)."""
COARSE_NS = 2_000_000_000
"""The same on file systems that count whole seconds, or two."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """A file that may hold what `state` says, under the same name or another: its bytes will tell."""

    stamp: FileStamp
    state: SourceState


@dataclass(frozen=True, slots=True)
class Move:
    """A known file that has another place now; its bytes are those of `state`."""

    state: SourceState
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class SyncPlan:
    """What to do, each file in one list only. `read` is in the order of reading; `unchanged` counts files."""

    read: tuple[FileStamp, ...] = ()
    doubts: tuple[Doubt, ...] = ()
    moves: tuple[Move, ...] = ()
    skips: tuple[Skipped, ...] = ()
    removals: tuple[FileKey, ...] = ()
    unchanged: int = 0

    @property
    def empty(self) -> bool:
        """Whether there is nothing to do."""
        return not (self.read or self.doubts or self.moves or self.skips or self.removals)


def plan(found: Iterable[FileStamp | Skipped], known: Mapping[FileKey, SourceState], version: str, now_ns: int, tools: str = "") -> SyncPlan:
    """Compare what is *found* with what is *known* of the same places.

    *version* is that of the readers: what another version read is read again. *now_ns* (since 1970) puts fresh files first.
    *tools* names the programs that help to read: a file that lacked one is tried again when they are others.
    Folders that could not be looked into (relative path with "/" at the end, any reason but `EXCLUDED`) keep what is known of them.
    """
    diff = _Diff(known, version, tools)
    for one in found:
        if isinstance(one, Skipped):
            diff.left_out(one)
        else:
            diff.present(one)
    diff.find_moves()
    return SyncPlan(
        read=tuple(sorted(diff.read, key=lambda stamp: _turn(stamp, now_ns))),
        doubts=tuple(diff.doubts),
        moves=tuple(diff.moves),
        skips=tuple(diff.skips),
        removals=tuple(diff.missing),
        unchanged=diff.unchanged,
    )


def giving_up(version: str, tools: str, reason: Reason) -> str:
    """What a file is left out by for this reason: the readers of this version, and where one lacked a program, those it had."""
    return f"{version}+{tools}" if reason is Reason.HELPER_MISSING else version


class _Diff:
    """The diff while it is made. `missing` shrinks to what is really gone."""

    def __init__(self, known: Mapping[FileKey, SourceState], version: str, tools: str) -> None:
        self.known = known
        self.version = version
        self.tools = tools
        self.missing = dict(known)
        self.read: list[FileStamp] = []
        self.new: list[FileStamp] = []
        self.doubts: list[Doubt] = []
        self.moves: list[Move] = []
        self.skips: list[Skipped] = []
        self.unchanged = 0
        self._unseen: set[tuple[str, str]] = set()

    def left_out(self, skipped: Skipped) -> None:
        """A file or folder that the walk did not let in."""
        key = skipped.stamp.key
        state = self.missing.pop(key, None)
        before = state.skipped if state else None
        if before is None or (before.stamp, before.reason, before.detail) != (skipped.stamp, skipped.reason, skipped.detail):
            self.skips.append(skipped)
        if key[1].endswith("/") and skipped.reason is not Reason.EXCLUDED:
            self._unseen.add((key[0], "" if key[1] == "./" else key[1]))

    def present(self, stamp: FileStamp) -> None:
        """A file that belongs to the library."""
        state = self.missing.pop(stamp.key, None)
        if state is None:
            if stamp.key not in self.known:
                self.new.append(stamp)
        elif state.skipped is not None:
            self._skipped_before(stamp, state, state.skipped)
        elif state.version != self.version or state.stamp.size != stamp.size:
            self.read.append(stamp)
        elif _surely_same(stamp, state):
            self.unchanged += 1
        else:
            self.doubts.append(Doubt(stamp, state))

    def _skipped_before(self, stamp: FileStamp, state: SourceState, skipped: Skipped) -> None:
        other_version = skipped.version not in {"", giving_up(self.version, self.tools, skipped.reason)}
        if skipped.reason in SEEN_FROM_OUTSIDE or other_version or not _same_place_and_time(stamp, state.stamp):
            self.read.append(stamp)
        else:
            self.unchanged += 1

    def find_moves(self) -> None:
        """Give new names to files that went missing, and keep what could not be looked at."""
        for root, folder in self._unseen:
            for key in [key for key in self.missing if key[0] == root and key[1].startswith(folder)]:
                del self.missing[key]
                self.unchanged += 1
        by_size: dict[tuple[int, int], list[SourceState]] = {}
        for state in self.missing.values():
            if state.skipped is None and state.version == self.version:
                by_size.setdefault((state.stamp.size, state.stamp.mtime_ns), []).append(state)
        for stamp in self.new:
            candidates = by_size.get((stamp.size, stamp.mtime_ns), [])
            state = _best_match(stamp, candidates)
            if state is None:
                self.read.append(stamp)
                continue
            candidates.remove(state)
            del self.missing[state.stamp.key]
            if stamp.inode and stamp.inode == state.stamp.inode:
                self.moves.append(Move(state, stamp))
            else:
                self.doubts.append(Doubt(stamp, state))


def _best_match(stamp: FileStamp, candidates: Iterable[SourceState]) -> SourceState | None:
    """The missing file that most likely is this one: the same inode, else the same name. Another suffix is another kind of file."""
    ending = _suffix(stamp.relative)
    fitting = [state for state in candidates if _suffix(state.stamp.relative) == ending]
    same_inode = [state for state in fitting if stamp.inode and state.stamp.inode == stamp.inode]
    same_name = [state for state in fitting if _name(state.stamp.relative) == _name(stamp.relative)]
    return next(iter(same_inode or same_name or fitting), None)


def _surely_same(stamp: FileStamp, state: SourceState) -> bool:
    """Whether the stamp alone says that the bytes are those that were read.

    A file that was changed again within one tick of its clock after it was read carries the same stamp (git calls such an
    entry "racy"); so a stamp counts only if it was older than a tick when the file was read.
    """
    if not _same_place_and_time(stamp, state.stamp):
        return False
    tick = FINE_NS if stamp.mtime_ns % 1_000_000_000 else COARSE_NS
    read_ns = _nanoseconds(state.indexed_at)
    return read_ns is None or not stamp.mtime_ns <= read_ns < stamp.mtime_ns + tick


def _same_place_and_time(stamp: FileStamp, before: FileStamp) -> bool:
    same_inode = stamp.inode == before.inode or not stamp.inode or not before.inode
    return stamp.size == before.size and stamp.mtime_ns == before.mtime_ns and same_inode


def _nanoseconds(moment: str) -> int | None:
    try:
        return int(datetime.fromisoformat(moment).timestamp() * 1_000_000) * 1000
    except ValueError:
        return None


def _turn(stamp: FileStamp, now_ns: int) -> tuple[float, str, str]:
    """Small before large and new before old; ten times as large weighs as much as ten times as old."""
    age_s = max(now_ns - stamp.mtime_ns, 0) / 1e9
    return (math.log(stamp.size + 4096) + math.log(age_s + 3600), stamp.root, stamp.relative)


def _name(relative: str) -> str:
    return relative.rpartition("/")[2]


def _suffix(relative: str) -> str:
    stem, dot, suffix = _name(relative).rpartition(".")
    return suffix.lower() if dot and stem else ""
