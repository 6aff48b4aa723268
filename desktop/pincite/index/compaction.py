"""Which segments a commit merges: few enough that a save stays quick, often enough that a question meets few segments."""

from __future__ import annotations

from collections.abc import Sequence

from pincite.domain.search import Mask

FANOUT = 8
"""So many segments of about one size become one; a passage is rewritten once for each power of it."""
SMALL = 1 << 20
"""Bytes; segments below it count as one size."""
DEAD = 0.2
"""A segment with more than this share of dead sources is rewritten."""


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


def tier(size: int) -> int:
    """Sizes of one tier differ by less than `FANOUT`."""
    level = 0
    while size > SMALL * FANOUT**level:
        level += 1
    return level
