"""Rising passage numbers of many terms as gaps: two bytes a posting, and a short list of the few gaps that need more.

``name/gaps`` uint16[n] holds the difference to the posting before, for a term's first one to 0; where the difference is larger
than `WIDEST`, ``name/wide/at`` uint32 names the posting and ``name/wide/rest`` uint32 what is missing.
"""

from __future__ import annotations

import numpy as np

from pincite.domain.search import Numbers
from pincite.index.arrays import Array, ArrayFile

WIDEST = 65535


def as_gaps(ids: Array, starts: Array, first: int = 0) -> tuple[Array, Array, Array]:
    """(gaps, at, rest) of *ids*, where term *t* has ``ids[starts[t]:starts[t + 1]]``; *at* is counted from *first* on."""
    wide = ids.astype(np.int64)
    gaps = np.diff(wide, prepend=0)
    begins = starts[:-1][np.diff(starts) > 0]
    gaps[begins] = wide[begins]
    at = np.flatnonzero(gaps > WIDEST)
    rest = (gaps[at] - WIDEST).astype(np.uint32)
    return np.minimum(gaps, WIDEST).astype(np.uint16), (at + first).astype(np.uint32), rest


def gap_arrays(name: str, ids: Array, starts: Array) -> dict[str, Array]:
    """The arrays of the module's docstring."""
    gaps, at, rest = as_gaps(ids, starts.astype(np.int64))
    return {f"{name}/gaps": gaps, f"{name}/wide/at": at, f"{name}/wide/rest": rest}


def read_gaps(file: ArrayFile, name: str, first: int, end: int) -> Numbers:
    """int64[end - first]: the gaps of a range of postings."""
    gaps = file[f"{name}/gaps"][first:end].astype(np.int64)
    at = file[f"{name}/wide/at"]
    low, high = np.searchsorted(at, np.array([first, end], at.dtype))
    if low != high:
        gaps[at[low:high].astype(np.int64) - first] += file[f"{name}/wide/rest"][low:high]
    return gaps


def read_many(file: ArrayFile, name: str, first_term: int, end_term: int) -> Numbers:
    """The passages of a range of terms, one after the other."""
    starts = file[f"{name}/postings"][first_term : end_term + 1].astype(np.int64)
    gaps = read_gaps(file, name, int(starts[0]), int(starts[-1]))
    totals = np.cumsum(gaps)
    sizes = np.diff(starts)
    begins = (starts[:-1] - starts[0])[sizes > 0]
    return totals - np.repeat(totals[begins] - gaps[begins], sizes[sizes > 0])
