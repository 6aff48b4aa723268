"""Stored values in compressed blocks: each comes back as it was put, alone or with its neighbours, and some can be kept without being read."""

from __future__ import annotations

import json
import zlib
from io import BytesIO

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.errors import IndexDamagedError
from pincite.index.arrays import ArrayFile, write_arrays
from pincite.index.blocks import Blocks, block_arrays, encode, pack_blocks

NAME = "notes"
VALUES = st.lists(st.one_of(st.text(), st.lists(st.text(max_size=5)), st.integers(), st.none()), min_size=1, max_size=40)


def stored(folder, arrays):
    """*arrays* in a file, as blocks."""
    sink = BytesIO()
    write_arrays(sink, arrays)
    path = folder / "some.seg"
    path.write_bytes(sink.getvalue())
    return Blocks(ArrayFile(path), NAME)


@given(values=VALUES)
def test_each_value_comes_back_alone_and_with_all(tmp_path_factory, values):
    blocks = stored(tmp_path_factory.mktemp("blocks"), pack_blocks(NAME, map(encode, values)))

    alone = [blocks[number] for number in range(len(values))]

    assert alone == values
    assert list(blocks.all()) == values


@given(values=VALUES, chance=st.randoms(use_true_random=False))
def test_the_values_that_are_kept_are_the_same_afterwards(tmp_path_factory, values, chance):
    keep = np.array([chance.random() < 0.6 for _ in values])
    blocks = stored(tmp_path_factory.mktemp("blocks"), pack_blocks(NAME, map(encode, values)))

    chosen = list(blocks.select(keep))
    kept = stored(tmp_path_factory.mktemp("kept"), block_arrays(NAME, [data for data, _ in chosen], [count for _, count in chosen]))

    assert list(kept.all()) == [value for value, stays in zip(values, keep, strict=True) if stays]


def test_blocks_from_before_values_had_lines_are_read_too(tmp_path):
    values = ["a reed,\nand another", ["b", "c"], 3]
    old = zlib.compress(json.dumps(values).encode())

    blocks = stored(tmp_path, block_arrays(NAME, [old], [len(values)]))

    assert [blocks[number] for number in range(3)] == values


@pytest.mark.parametrize("damaged", [b"no zlib at all", zlib.compress(b"[{,\n}]")])
def test_a_block_that_cannot_be_read_is_damage(tmp_path, damaged):
    blocks = stored(tmp_path, block_arrays(NAME, [damaged], [2]))

    with pytest.raises(IndexDamagedError):
        blocks[1]
