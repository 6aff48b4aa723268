"""A long run of spoilt files finds nothing that hangs, floods, crashes a reader or gives a document that contradicts itself."""

from __future__ import annotations

import os

import pytest
from fuzzing import fuzz

MINUTES = float(os.environ.get("PINCITE_FUZZ_MINUTES", "30"))


def test_a_moment_of_fuzzing_finds_nothing(tmp_path):
    watch = fuzz(tmp_path, minutes=0.05, seed=1)

    assert watch.outcomes.total() > 0
    assert watch.finds == 0


@pytest.mark.long
def test_half_an_hour_of_fuzzing_finds_nothing(tmp_path):
    watch = fuzz(tmp_path, MINUTES, seed=2)

    assert watch.outcomes["text"] > 0
    assert sorted(path.name for path in tmp_path.iterdir() if not path.name.startswith("now.")) == []
