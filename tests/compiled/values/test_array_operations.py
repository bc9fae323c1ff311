"""Arithmetic on arrays in compiled rules."""

from __future__ import annotations

import numpy as np

from .both_modes import assert_same_arrays

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
