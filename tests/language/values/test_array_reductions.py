"""Sums, extremes and products of arrays in compiled rules."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.errors import TypingError

from ..both_modes import assert_same_arrays, compiled


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


def test_reductions_of_lists_and_tuples():
    def play(n):
        scores, pair = [n, 3, 8, 1], (0.5, n / 4)
        rows = [[n, 2, 3], [4, 5, 6]]
        return (
            (np.sum(scores), np.max(scores), np.min(pair), np.mean(scores), np.prod(pair))
            + (np.argmax(scores), np.argmin(pair), np.any([n > 3, n > 9]), np.all((n > 3, n > 4)))
            + (np.sum(rows), np.sum(rows, axis=0)[1], np.max(rows, axis=1)[0], np.cumsum(scores)[2])
            + (
                np.count_nonzero([n, 0, 2]),
                np.dot(scores, [1, 2, 3, 4]),
                np.sum([k * k for k in scores]),
            )
        )

    assert_same_arrays(play, 5)


def test_products_of_floats_are_rounded_as_numpy_rounds_them():
    def play(n):
        row = np.arange(40) * 0.0625 + n / 7
        table = row.reshape(5, 8)
        return (
            (np.prod(row), row.prod(), table.prod(), table.prod(axis=0), np.prod(table, axis=1))
            + (row[::3].prod(), table.T.copy().prod(), table[:, 2].prod(), (row > 1).prod())
            + (row.astype(np.float32).prod(), np.prod(row[:0]))
        )

    assert_same_arrays(play, 3)


def test_products_of_floats_that_lie_apart_are_refused():
    def play(n):
        return (np.arange(6).reshape(2, 3) / n).T.prod()

    with pytest.raises(TypingError, match="floats that do not lie one behind the other"):
        compiled(play, 3)
