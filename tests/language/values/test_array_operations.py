"""Arithmetic on arrays in compiled rules."""

from __future__ import annotations

import numpy as np
import pytest

from ..both_modes import assert_same_arrays

WEIGHTS = np.array([1, 2, 4])


def test_arithmetic_wraps_and_broadcasts_as_numpy_does():
    def play(n):
        small = np.full((2, 3), n, dtype=np.int8)
        table = np.arange(6).reshape(2, 3)
        return (
            (small * 100, small + table, small == n, small > 300, 5 - table, -table, ~(table > 2))
            + (table / 2, table // 4, table % 4, WEIGHTS * table, (table > 1) & (table < 4))
            + (np.array([1.5, 2.5]) * n, np.array((1, 2)) - 1, abs(table - 3), WEIGHTS @ table[0])
            + (table[:, :1] + WEIGHTS, np.where(table > 4, table, -1), small.astype(np.int64))
        )

    assert_same_arrays(play, 10)


def by_zero(n):
    reals, whole = np.array([1.0, 0.0, -1.0]), np.array([4, 0, -4])
    halves, part = np.array([0.5, 0.0], np.float32), reals.copy()
    part /= n
    return (
        reals / n, reals / 0, reals // 0.0, reals % 0.0, whole / n, whole // n, whole % n,
        1 / reals, reals / reals.copy(), part, halves / 0, whole // whole[::-1],
        reals / reals.sum(),
    )  # fmt: skip


@pytest.mark.filterwarnings("ignore:divide by zero", "ignore:invalid value")
def test_arrays_divided_by_zero_go_on_as_in_numpy():
    assert_same_arrays(by_zero, 0)
    assert_same_arrays(by_zero, 2)
