"""Sizes of observations; what is none is refused in `tests/networks/test_shown.py`."""

from __future__ import annotations

import numpy as np
import pytest

from gametree.rules.observations import NoObservation, other_sizes, sizes_of_observation


def test_each_item_has_its_size():
    assert sizes_of_observation((1, True, 2.5)) == ((), (), ())
    assert sizes_of_observation([[1, 2], ((1, 2, 3), (4, 5, 6))]) == ((2,), (2, 3))
    assert sizes_of_observation(np.zeros((4, 2, 3))) == ((2, 3),) * 4


@pytest.mark.parametrize(
    "wrong", [np.float64(3.0), np.zeros(()), np.zeros((2, 2, 2, 2)), "123", [[]], [None], (1j,)]
)
def test_what_is_none_is_refused(wrong):
    with pytest.raises(NoObservation, match=r"^returned .*was expected"):
        sizes_of_observation(wrong)


def test_infinite_numbers_are_refused():
    with pytest.raises(NoObservation, match="finite numbers were expected"):
        sizes_of_observation(([1.0, np.inf],))


def test_the_item_that_differs_is_named():
    assert "returned 3 by 2 numbers as item 1, and 4 numbers in" in other_sizes(
        ((), (3, 2)), ((), (4,))
    )
