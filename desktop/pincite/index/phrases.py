"""Phrases and nearness from positions, read only for passages that hold all of the words."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

import numpy as np

from pincite.domain.search import Mask, Numbers, Term
from pincite.index.inversion import Integers
from pincite.index.scoring import Member

PLACES = 1 << 24
"""More than the positions of any passage and a gap: passage and position make one number."""


def phrase(members: Sequence[Member], terms: Sequence[Term], within: Mask | None, slop: int) -> Numbers:
    """Live passages where *terms* stand in this order, at most *slop* words between neighbours; only those in *within*."""
    found = [np.zeros(0, np.int64)]
    for member in members:
        inside = within[member.base : member.base + member.segment.passage_count] if within is not None else None
        found.append(phrase_in(member, terms, inside, slop) + member.base)
    return np.concatenate(found)


def phrase_in(member: Member, terms: Sequence[Term], within: Mask | None, slop: int) -> Numbers:
    """The same in one segment, in its own passage numbers."""
    numbers = [[n for key in term.keys if (n := member.segment.keys.find(key.encode("utf-8", "surrogatepass"))) >= 0] for term in terms]
    if not numbers or not all(numbers):
        return np.zeros(0, np.int64)
    chosen = np.logical_and.reduce([holders(member, any_of) for any_of in numbers])
    for limit in (member.live, within):
        if limit is not None:
            chosen &= limit
    if not chosen.any():
        return np.zeros(0, np.int64)
    places = [places_of(member, any_of, chosen) for any_of in numbers]
    ends = reduce(lambda reached, following: followers(reached, following, slop), places)
    return np.unique(ends // PLACES)


def holders(member: Member, numbers: Sequence[int]) -> Mask:
    """bool[passages]: those that hold any of the terms."""
    mask = np.zeros(member.segment.passage_count, np.bool_)
    for number in numbers:
        mask[member.segment.ids("keys", number)] = True
    return mask


def places_of(member: Member, numbers: Sequence[int], chosen: Mask) -> Integers:
    """Where any of the terms stands in the *chosen* passages: passage * PLACES + position, rising."""
    places: list[Integers] = []
    for number in numbers:
        ids, ends, positions = member.segment.positions(number)
        owner = np.repeat(ids, np.diff(ends))
        kept = chosen[owner]
        places.append(owner[kept] * PLACES + positions[kept])
    return places[0] if len(places) == 1 else np.unique(np.concatenate(places))


def followers(reached: Integers, following: Integers, slop: int) -> Integers:
    """Those of *following* that come after one of *reached* with at most *slop* words between; both rise."""
    if len(reached) == 0:
        return reached
    nearest = np.searchsorted(reached, following) - 1
    return following[(nearest >= 0) & (following - reached[nearest] <= slop + 1)]
