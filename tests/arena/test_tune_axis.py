from __future__ import annotations

import math

import pytest

from gametree.arena.tuning.axis import Axis
from gametree.errors import BadParameter


def test_values_of_an_axis():
    assert Axis("n", 4, 9, whole=True).values(65) == (4, 5, 6, 7, 8, 9)
    values = Axis("c", 0.1, 3, log=True).values(65, 1.234)
    assert len(values) == 66
    assert values[0] == 0.1
    assert values[-1] == 3
    assert 1.234 in values
    assert all(len(f"{value:g}") <= 6 for value in values)
    narrow = Axis("x", 1000.0, 1000.001).values(65)
    assert len(narrow) == 65
    assert list(narrow) == sorted(narrow)


@pytest.mark.parametrize("axis", [Axis("c", 0.1, 3, log=True), Axis("c", -2.0, 5.0)])
def test_places_and_values_are_inverse(axis):
    for place in (0.0, 0.2, 0.5, 1.0):
        assert axis.place(axis.value(place)) == pytest.approx(place)


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Axis("c", 3, 1), "from one number up to a larger one"),
        (lambda: Axis("c", 0, math.inf), "from one number up to a larger one"),
        (lambda: Axis("c", 0, 1, log=True), "begin above 0"),
        (lambda: Axis("n", 0.5, 3, whole=True), "whole ends"),
    ],
)
def test_what_cannot_be_is_refused(make, message):
    with pytest.raises(BadParameter, match=message):
        make()
