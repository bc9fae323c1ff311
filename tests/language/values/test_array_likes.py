"""Operators of arrays with lists and tuples of numbers, against NumPy."""

from __future__ import annotations

import numpy as np

from ..both_modes import assert_same

STEPS = np.array([[1, 2], [3, 4]], np.int8)
HALVES = np.array([0.5, 1.5])


def compared(n):
    cells = np.array([[n, 2], [3, 4]], np.int8)
    row = np.array([n, 2, 3])
    return (
        [bool((cell == (n, 2)).all()) for cell in cells],
        (row < (2, 2, 9)).tolist(),
        (row >= [2, 2, 9]).tolist(),
        ((1, 2, 3) != row).tolist(),
        ([3, 2, 1] <= row).tolist(),
        [place for place in [(n, 2, 3), (1, 2, 3)] if (row == place).all()],
        (cells == ((n, 2), (3, 5))).tolist(),
        bool((STEPS[n % 2] == (3, 4)).all()),
    )


def worked_out(n):
    row, flags = np.array([n, 2, 3]), np.array([True, False, n > 1])
    return (
        (row + [0.5] * 3).tolist(),
        ([1, 2, 3] + row).tolist(),
        ((1, 2, 3) - row).tolist(),
        (row * (3,)).tolist(),
        (row / (1, 2, 4)).tolist(),
        (row // (2, 2, 2)).tolist(),
        (row % [2, 3, 2]).tolist(),
        (HALVES + (n, 1)).tolist(),
        (STEPS + [1, 2]).tolist(),
        (flags & (True, True, False)).tolist(),
        (flags | [False, True, False]).tolist(),
        (flags ^ (True, True, True)).tolist(),
    )


def in_place(n):
    cells = np.array([[n, 2], [3, 4]], np.int8)
    cells[0] += (1, -1)
    cells -= [1, 2]
    halves = np.array([n, 2.5, 3])
    halves *= (0.5, 1, 1)
    return cells.tolist(), halves.tolist()


def test_comparisons():
    assert_same(compared, (3,), (1,), (0,))


def test_arithmetic():
    assert_same(worked_out, (3,), (1,), (0,))


def test_arithmetic_in_place():
    assert_same(in_place, (3,), (1,), (0,))


def test_lengths_that_do_not_fit_are_refused():
    assert_same(lambda n: (np.array([n, 2, 3]) + (1, 2)).tolist(), (3,))
