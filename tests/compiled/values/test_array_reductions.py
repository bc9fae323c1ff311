"""Sums, extremes and products of arrays in compiled rules."""

from __future__ import annotations

import numpy as np

from .both_modes import assert_same_arrays


def test_reductions():
    def play(n):
        table = np.arange(12).reshape(3, 4) % 5
        parts = np.arange(600) * 0.1 + 0.37
        return (
            (table.sum(), table.sum(axis=0), np.sum(table, axis=1), table.max(), table.min(axis=1))
            + ((table > 3).any(), (table > 3).all(), (table > 3).any(axis=0), table.argmax())
            + (np.any(table == n), np.count_nonzero(table), table.mean(), table.prod(axis=-1)[2])
            + (parts.sum(), parts.mean(), parts.reshape(20, 30).sum(axis=1), np.argmin(table))
            + (parts.reshape(20, 30).sum(axis=0), table.trace(), table.diagonal(1).sum())
        )

    assert_same_arrays(play, 10)
