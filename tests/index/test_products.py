"""Both ways to multiply a vector with rows of bytes, against the exact products."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.index.products import Products, by_numkong, by_numpy, fastest

WAYS = [by_numpy, pytest.param(by_numkong, marks=pytest.mark.skipif(fastest() is by_numpy, reason="no NumKong on this system"))]


@pytest.mark.parametrize("way", WAYS)
@given(seed=st.integers(0, 2**32 - 1), count=st.integers(0, 1100), dim=st.sampled_from([1, 3, 64, 500, 512, 1024]))
def test_products_are_exact_to_a_ten_thousandth_of_a_cosine(way: Products, seed: int, count: int, dim: int) -> None:
    chance = np.random.default_rng(seed)
    rows = chance.integers(-128, 128, (count, dim)).astype(np.int8)
    vector = chance.normal(size=dim).astype(np.float32)
    vector /= np.linalg.norm(vector)

    products = way(rows, vector)

    lengths = np.maximum(np.linalg.norm(rows.astype(np.float64), axis=1), 1)
    assert products.dtype == np.float32
    assert np.abs(products - rows.astype(np.float64) @ vector.astype(np.float64)).max(initial=0) <= 1e-4 * lengths.max(initial=1)


@pytest.mark.parametrize("way", WAYS)
def test_rows_that_lie_apart_in_memory_are_multiplied_where_they_are(way: Products) -> None:
    table = np.zeros(700, np.dtype([("key", "<u8"), ("vector", "i1", (96,))]))
    table["vector"] = np.random.default_rng(5).integers(-127, 128, (700, 96))
    table.flags.writeable = False

    products = way(table["vector"], np.full(96, 0.1, np.float32))

    assert products == pytest.approx(table["vector"].sum(axis=1, dtype=np.float64) * 0.1, abs=0.02)


@pytest.mark.parametrize("way", WAYS)
def test_a_vector_of_zeros_is_like_nothing(way: Products) -> None:
    rows = np.full((3, 8), 127, np.int8)

    products = way(rows, np.zeros(8, np.float32))

    assert products.tolist() == [0, 0, 0]
