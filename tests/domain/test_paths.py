"""What lies in which folder, by its spelling."""

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.domain.paths import lies_in

parts = st.lists(st.text(alphabet="ab .", min_size=1, max_size=3), max_size=4)


@given(parts, parts)
def test_a_path_lies_in_every_folder_above_it_and_in_no_other(path, folder):
    above, below = os.sep + os.sep.join(folder), os.sep + os.sep.join(path)

    assert lies_in(below, above) == (path[: len(folder)] == folder)


@pytest.mark.parametrize("folder", [os.sep, f"{os.sep}notes{os.sep}"])
def test_a_folder_may_end_in_a_separator(folder):
    assert lies_in(f"{os.sep}notes{os.sep}weir.md", folder)
