"""Masks of legal moves."""

from __future__ import annotations

import numpy as np
import pytest

from gametree.adapters.environments.masks import is_mask, numbers


@pytest.mark.parametrize(
    ("answer", "masked"),
    [
        ([1, 1], True),
        ([1, 0, 1], True),
        ((0.0, 1.0, 0.0), True),
        (np.array([True, False]), True),
        ([True, False], False),  # yes, and no
        ([0, 1], False),
        ([0, 1, 2], False),
        ([[1, 1], [1, 0]], False),
        ("11", False),
        ({0, 1}, False),
        (np.ones((2, 2)), False),
        (3, False),
    ],
)
def test_what_is_taken_for_a_mask(answer, masked):
    assert is_mask(answer) == masked


@pytest.mark.parametrize("mask", [[0, 1, 1], (0.0, 1.0, 1.0), np.array([False, True, True])])
def test_a_mask_is_a_list_of_numbers(mask):
    assert numbers(mask) == [1, 2]
