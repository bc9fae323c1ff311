"""Functions of NumPy in compiled rules."""

from __future__ import annotations

import numpy as np

from .both_modes import assert_same_arrays

WEIGHTS = np.array([1, 2, 4])


def test_functions():
    def play(n):
        table = np.arange(9).reshape(3, 3)
        rows, columns = np.where(table > 4)
        return (
            (np.fliplr(table), np.flipud(table), np.rot90(table), np.rot90(table, 2), table.T)
            + (np.argwhere(table > 6), np.flatnonzero(table % 2), rows, columns, table.ravel())
            + (np.array_equal(table, table.T), table.tolist(), np.unique(table % 3), np.diag(table))
            + (np.roll(WEIGHTS, 1), np.ones(3, dtype=int), np.eye(2), np.zeros_like(table))
            + (np.sort(WEIGHTS[::-1]), np.array([[1, n], [3, 4]]), np.pad(table, 1)[0])
        )

    assert_same_arrays(play, 10)
