"""Which segments are merged, and when: few enough that a save stays quick, often enough that a question meets few segments."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.search import Mask

FANOUT = 8
"""So many segments of about one size become one; a passage is rewritten once for each power of it."""
SMALL = 1 << 20
"""Bytes; segments below it count as one size."""
DEAD = 0.2
"""A segment with more than this share of dead sources is rewritten."""

QUICK = 16 << 20
"""Bytes of segments that a commit merges: some 0.3 s."""
MOST_SEGMENTS = 48
"""Segments that may wait for an idle time: each costs a question some 0.1 ms."""


def parts_to_merge(segments: Sequence[tuple[int, Mask]]) -> list[int]:
    """Numbers of the segments, each given as (bytes, live sources), that should become one; none if all is well."""
    wasteful = [number for number, (_, live) in enumerate(segments) if len(live) and 1 - live.mean() > DEAD]
    if wasteful:
        smallest = min(wasteful, key=lambda number: segments[number][0])
        return [number for number, (size, _) in enumerate(segments) if size <= segments[smallest][0]]
    tiers: dict[int, list[int]] = {}
    for number, (size, _) in enumerate(segments):
        tiers.setdefault(tier(size), []).append(number)
    full = [level for level, members in sorted(tiers.items()) if len(members) >= FANOUT]
    return [number for number, (size, _) in enumerate(segments) if tier(size) <= full[0]] if full else []


def parts_to_merge_now(segments: Sequence[tuple[int, Mask]], *, busy: bool) -> list[int]:
    """Those of them that a commit merges itself; the others wait for an idle time, unless there are too many.

    A saved note must not wait for a big merge. While the process is *busy* with handing out files to builders, nobody may.
    """
    chosen = parts_to_merge(segments)
    slow = busy or sum(segments[number][0] for number in chosen) > QUICK
    return [] if slow and len(segments) <= MOST_SEGMENTS else chosen


def tier(size: int) -> int:
    """Sizes of one tier differ by less than `FANOUT`."""
    level = 0
    while size > SMALL * FANOUT**level:
        level += 1
    return level
