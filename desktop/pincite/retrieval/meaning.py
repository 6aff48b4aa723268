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
"""A cosine below this says nothing, within one language."""
FLOOR_ABROAD = 0.1
"""The same across languages, where all cosines are lower."""
NEAREST_TOLD, NEAREST_GUESSED = 0.14, 0.27
"""What the nearest must reach across languages to be an answer; the second where only letters or one short word tell the language: rows of a Cyrillic keyboard reach .26."""
KEPT_COSINE = 0.52
"""A passage without any word of the question is kept only if it is as near in meaning as this (nonsense reaches .50)."""
STANDS_OUT = 0.28
"""Across languages the nearest answers if it is nearer than the eleventh by this share of its cosine. Measured on XQuAD: 93 of 100
questions that have an answer in English reach it, and 20 of 100 questions to other collections, while their cosines are alike."""
BESIDE_NEAREST = 0.4
"""Across languages, passages are kept with the nearest down to this share of its cosine."""


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
    if query.channel is Channel.HYBRID and snapshot.vector_count == 0:
        return silent()  # before the encoder is loaded, which takes a second
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


def kept_by_meaning(meaning: Meaning, *, abroad: bool, sure: bool = True) -> Numbers:
    """Passages that are near enough to be answers without a word of the question.

    *abroad*: it is in a language that the library lacks; *sure*: its own words say so.
    """
    if not abroad or len(meaning.cosines) == 0:
        return meaning.passages[meaning.cosines >= KEPT_COSINE]
    best, eleventh = float(meaning.cosines[0]), float(meaning.cosines[min(10, len(meaning.cosines) - 1)])
    if best < (NEAREST_TOLD if sure else NEAREST_GUESSED) or (len(meaning.cosines) > 10 and best - eleventh < STANDS_OUT * best):
        return meaning.passages[:0]
    return meaning.passages[meaning.cosines >= max(FLOOR_ABROAD, BESIDE_NEAREST * best)]


def silent(note: str = "") -> Meaning:
    """A channel that abstains."""
    return Meaning(None, np.zeros(0, np.int64), np.zeros(0, np.float32), note)
