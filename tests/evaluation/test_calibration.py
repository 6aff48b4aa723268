"""Probabilities are compared with what came true, in figures and as a picture."""

import xml.etree.ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pincite.evaluation import calibration, diagram

estimates = st.lists(st.tuples(st.floats(0, 1), st.booleans()), max_size=60)


def test_what_comes_true_as_often_as_was_said_has_no_error():
    said = [(0.25, i < 1) for i in range(4)] + [(0.75, i < 3) for i in range(4)]

    measured = calibration(said)

    assert measured.error == 0
    assert measured.brier == pytest.approx(0.1875)
    assert [(part.stated, part.true, part.count) for part in measured.bins] == [(0.25, 0.25, 4), (0.75, 0.75, 4)]


def test_a_judge_that_is_always_sure_and_wrong_has_every_error():
    measured = calibration([(1.0, False), (0.0, True)])

    assert (measured.error, measured.brier) == (1, 1)


@given(estimates)
def test_every_estimate_is_in_one_bin_and_the_error_is_a_share(said):
    measured = calibration(said)

    assert measured.count == len(said)
    assert 0 <= measured.error <= 1
    assert measured.error**2 <= measured.brier + 1e-9  # Jensen: a bin's mean distance is no more than its spread


@given(estimates)
def test_the_diagram_is_a_picture_with_a_circle_for_each_bin(said):
    measured = calibration(said)

    root = ET.fromstring(diagram(measured))

    assert len(root.findall("{http://www.w3.org/2000/svg}circle")) == len(measured.bins)
