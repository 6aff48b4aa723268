"""Row vectors of length one."""

from __future__ import annotations

import numpy as np

from pincite.domain.protocols import Vectors


def unit_rows(rows: Vectors) -> Vectors:
    """Each row divided by its length, float32; rows of zeros, or with anything that is no number, become zeros."""
    clean = np.nan_to_num(np.asarray(rows, np.float32), nan=0.0, posinf=0.0, neginf=0.0)
    lengths = np.linalg.norm(clean, axis=1, keepdims=True)
    return np.divide(clean, lengths, out=np.zeros_like(clean), where=lengths > 0)
