"""Documents that the words find and that may not answer: named with their reason, and never in another's place."""

from __future__ import annotations

import numpy as np

from pincite.domain.protocols import Snapshot
from pincite.domain.search import Drop, Mask
from pincite.retrieval.candidates import Words
from pincite.retrieval.judge import TOP_K


def excluded(snapshot: Snapshot, words: Words, live: Mask, allowed: Mask) -> tuple[tuple[int, Drop], ...]:
    """(document, drop) for each document that is left out before the best `TOP_K` others are reached, best first.

    *live* are the documents out of quarantine, *allowed* those of them that pass the filters. Path and title are the caller's to fill in.
    """
    documents = snapshot.document_of[words.passages]
    drops: list[tuple[int, Drop]] = []
    seen: set[int] = set()
    accepted = 0
    for row in np.lexsort((words.passages, -words.scores)):
        number = int(documents[row])
        if number in seen:
            continue
        seen.add(number)
        if allowed[number]:
            accepted += 1
            if accepted == TOP_K:
                break
        else:
            drops.append((number, Drop("", "", "filtered-facet" if live[number] else "quarantined")))
    return tuple(drops)
