"""Functions of NumPy in compiled rules."""

from __future__ import annotations

import numpy as np
import pytest
from numba.core.errors import TypingError

from ..both_modes import assert_same, assert_same_arrays, compiled

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
            + (np.roll(table, (n, -1), axis=(0, 1)), np.roll(table > 3, (1, n), (-1, -2)))
            + (np.roll(table, n, axis=-2), np.sort(WEIGHTS[::-1]))
            + (np.array([[1, n], [3, 4]]), np.pad(table, 1)[0])
        )

    assert_same_arrays(play, 10)


def test_arrays_put_together():
    def play(n):
        table = np.arange(6).reshape(2, 3)
        row = np.array([7, 8, n])
        small = table.astype(np.int8)
        return (
            (np.concatenate((table, table)), np.concatenate((table, table.T.copy().T), axis=1))
            + (
                np.concatenate([row, row, row]),
                np.concatenate((row, WEIGHTS)),
                np.stack([row, row]),
            )
            + (np.stack((table, table), axis=2), np.stack((table, table), axis=-3))
            + (np.stack((row, WEIGHTS), 1), np.vstack((row, row)), np.vstack((table, table)))
            + (np.hstack((row, row)), np.hstack((table, table)), np.column_stack((row, row)))
            + (
                np.hstack((row, n, WEIGHTS)),
                np.hstack((row > 7, False)),
                np.array([table, table + n]),
            )
            + (np.array([[[n, 1], [2, 3]], [[4, 5], [6, 7]]]), np.array((table, table), np.float64))
            + (np.zeros((2, n), int), np.ones(n, float), np.arange(0, n, 3, int), np.zeros(2, bool))
            + (np.tile(row, 2), np.tile(row, (2, 2)), np.tile(small, 2), np.tile(table, (2, 1)))
            + (np.repeat(row, 2), table.repeat(2), np.repeat(small, 2, axis=0))
            + (np.repeat(table, 2, axis=1), np.kron(table, np.eye(2, dtype=int)))
            + (np.pad(row, 2), np.pad(small, 1, constant_values=3))
            + (np.pad(table, 1, mode="constant"), np.append(row, 3))
        )

    assert_same_arrays(play, 10)


def test_numbers_beside_each_other():
    def play(n):
        table = np.arange(6).reshape(2, 3) - 2
        small = table.astype(np.int8)
        halves = table / 2
        return (
            (np.maximum(table, 0), np.minimum(small, 1), np.maximum(small, table), np.minimum(3, n))
            + (np.maximum(halves, 0.5), np.maximum(WEIGHTS, table), np.maximum(WEIGHTS, n))
            + (np.logical_and(table > 0, small), np.logical_or(table, 0), np.logical_not(table))
            + (np.logical_xor(table > 0, small > 1), np.clip(table, 0, 2), small.clip(-1, 1))
            + (np.clip(table, None, 0), np.clip(halves, 0, 1), np.sign(table), np.sign(halves))
            + (
                np.clip(n, 0, 3),
                np.where(table > 0, halves, -1.0),
                np.where(table > 0, table, small),
            )
        )

    assert_same_arrays(play, 10)


def test_counts_and_places():
    def play(n):
        table = np.array([[3, 1, 2], [1, 5, 1]])
        values, counts = np.unique(table, return_counts=True)
        return (
            (values, counts, np.unique(table, return_counts=False), np.bincount(table.ravel()))
            + (np.bincount(WEIGHTS, minlength=n), np.isin(table, [1, 5]), np.isin(table, WEIGHTS))
            + (table.argmax(axis=0), table.argmin(axis=1), np.argmax(table, axis=-1))
            + (table.cumsum(), np.cumsum(table, axis=0), np.cumsum(table, axis=1))
            + (
                np.cumsum(table > 1),
                np.cumprod(table * 0.5),
                np.flip(table),
                np.flip(table, axis=0),
            )
            + (np.flip(table, 1), np.flip(WEIGHTS), np.take(WEIGHTS, [2, 0]), table.take(4))
            + (np.take(table, [1, 0, 1], axis=0), np.take(table, [2, 0], axis=1))
            + (np.take(table, 1, axis=1), np.count_nonzero(table == 1, axis=0))
        )

    assert_same_arrays(play, 10)


def test_what_does_not_fit_raises():
    def faulty(case):
        table = np.arange(6).reshape(2, 3)
        if case == 0:
            return np.concatenate((table, table[:, 1:])).size
        if case == 1:
            return np.stack((table[0], table[0, :2])).size
        if case == 2:
            return np.bincount(table[0] - 1).size
        return np.hstack((table, table)).size

    assert_same(faulty, (0,), (1,), (2,), (3,))


def test_axes_change_their_places():
    def play(n):
        cube = np.arange(24).reshape(2, 3, 4) + n
        four = np.arange(36).reshape(2, 3, 2, 3)
        return (
            (cube.transpose(0, 2, 1), cube.transpose(2, 0, 1), cube.transpose((1, 2, 0)))
            + (np.transpose(cube, (-1, 0, 1)), cube.transpose(), np.transpose(cube[0]))
            + (four.transpose(0, 2, 1, 3).reshape(4, 9), cube[1].transpose(1, 0), cube[0, 0].T)
            + (np.swapaxes(cube, 0, 2), cube.swapaxes(1, -1), four.swapaxes(1, 2).reshape(36))
            + (cube.swapaxes(n, n), cube[:, ::2].transpose(1, 0, 2), cube[1, 1].transpose())
        )

    assert_same_arrays(play, 1)

    def faulty(case):
        cube = np.arange(24).reshape(2, 3, 4)
        if case == 0:
            return cube.transpose(0, 1, 1).size
        if case == 1:
            return cube.transpose(0, 1, 3).size
        if case == 2:
            return np.swapaxes(cube, 0, 3).size
        return cube.transpose(0, -3, 1).size

    assert_same(faulty, (0,), (3,))
    made = compiled(faulty, 1)
    for case in (1, 2):  # NumPy's own error is one of these
        for play in (faulty, made):
            with pytest.raises(ValueError, match="axis .*out of bounds"):
                play(case)
    with pytest.raises(TypingError, match="given something else than each axis"):
        compiled(lambda n: np.zeros((n, n, n)).transpose(0, 1).size, 1)


def test_numbers_are_gone_through_with_their_places():
    def play(n):
        table = np.arange(6).reshape(2, 3) - n
        total = np.zeros((3, 2))
        seen = 0
        for (row, column), value in np.ndenumerate(table):
            total[column, row] = value
            seen = seen * 7 + row + 2 * column
        for place, value in np.ndenumerate(table.T.reshape(1, 2, 3)):
            if value > 0:
                seen = seen * 3 + place[1] * place[2]
        for place, value in np.ndenumerate(table[0]):
            seen += place[0] * int(value)
        return total, np.array([seen]), table

    assert_same_arrays(play, 2)


def test_arrays_of_several_dtypes_get_the_one_that_numpy_gives_them():
    def play(n):
        halves = np.arange(6).reshape(2, 3) / 2
        whole, small = np.full((2, 3), n), np.full((2, 3), n, np.int8)
        return (
            np.array([halves, whole, small]),
            np.array([small, small > 3], dtype=np.int32),
            np.stack([whole, small]),
            np.stack((small, small == n), axis=-1),
            np.concatenate([whole[0], small[1], halves[0]]),
            np.vstack([small, whole]),
            np.hstack((small[0], halves[0])),
            np.column_stack([small[0], small[1] > 3]),
        )

    assert_same_arrays(play, 4)


def test_arrays_of_different_numbers_of_dimensions_are_not_joined():
    def mixed(n):
        return np.concatenate((np.zeros((n, n)), np.zeros(n, np.int8)))

    with pytest.raises(TypingError, match="joins arrays of different numbers of dimensions"):
        compiled(mixed, 1)


def test_signs_and_sizes_of_numbers():
    def play(n):
        return (
            np.sign(n),
            np.sign(-n),
            np.sign(n - n),
            np.sign(n / 2),
            np.sign(-0.25),
            np.sign(0.0),
        ) + (np.abs(-n), np.abs(n / -2), np.abs([n, -2]).sum(), np.sign((n, -2)).sum())

    assert_same_arrays(play, 3)
