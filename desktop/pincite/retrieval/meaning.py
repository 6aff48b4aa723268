"""The meaning channel of one question: its vector, and a note when it keeps silent."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pincite.domain.errors import EncoderError
from pincite.domain.protocols import Encoder, Snapshot
from pincite.domain.search import Channel, Mask, Numbers, Query, Scores

DEPTH = 200
"""Nearest passages that are looked at."""
FLOOR = 0.30
"""A cosine below this says nothing; "found by meaning" is never said of it."""


@dataclass(frozen=True, slots=True)
class Meaning:
    """The question's vector (None if the channel is silent) and the nearest passages of all the library, best first, none below *least*."""

    vector: npt.NDArray[np.float32] | None
    passages: Numbers
    cosines: Scores
    note: str = ""
    least: float = -1.0


def find_meaning(snapshot: Snapshot, encoder: Encoder | None, query: Query, live: Mask) -> Meaning:
    """Ask the channel. A failing or absent encoder is a note where the channel was asked for, never an error."""
    if query.channel is Channel.KEYWORD:
        return silent()
    if encoder is None:
        return silent("Search by meaning is off; words alone were searched." if query.channel is Channel.VECTOR else "")
    try:
        vector = encoder.encode([query.text])[0]
    except EncoderError as error:
        return silent(f"{error} Words alone were searched.")
    if not vector.any():
        return silent()
    nearest = snapshot.nearest(vector, live, DEPTH)
    if len(nearest.passages) == 0:
        return silent("No passage has a vector yet; words alone were searched." if query.channel is Channel.VECTOR else "")
    least = -1.0 if query.least is None else query.least
    near = nearest.scores >= least
    return Meaning(vector, nearest.passages[near], nearest.scores[near], least=least)


def silent(note: str = "") -> Meaning:
    """A channel that abstains."""
    return Meaning(None, np.zeros(0, np.int64), np.zeros(0, np.float32), note)
