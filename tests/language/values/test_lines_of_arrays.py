"""Rows chosen by flags, and rows, columns and items that `np.delete` leaves out."""

from __future__ import annotations

import numpy as np

from ..both_modes import assert_same, assert_same_arrays

BOARD = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1], [0, 0, 1]], dtype=np.int8)


def full_rows_cleared(least):
    board = BOARD.copy()
    full = board.sum(axis=1) >= least
    kept = board[~full]
    fallen = np.vstack([np.zeros((4 - len(kept), 3), dtype=np.int8), kept])
    board[full] = 7
    turned = BOARD.T[BOARD[:3, 0] == 1]
    return kept, fallen, board, turned, BOARD[:, ::2][full], BOARD[BOARD[:, 1] == 0]


def test_rows_chosen_by_flags():
    for least in (0, 1, 3, 4):
        assert_same_arrays(full_rows_cleared, least)


def rows_by(length):
    return BOARD[np.full(length, True)].tolist()


def rows_written(length):
    board = BOARD.copy()
    board[np.full(length, False)] = 1
    return board.tolist()


def test_flags_of_another_length_raise_as_in_numpy():
    assert_same(rows_by, (4,), (3,), (5,))
    assert_same(rows_written, (4,), (3,), (5,))


def left_out(index):
    line = BOARD[1] + np.arange(3)
    return (
        (np.delete(BOARD, index, axis=0), np.delete(BOARD, index, axis=1))
        + (np.delete(BOARD, index, -1), np.delete(BOARD, index))
        + (np.delete(line, index), np.delete(BOARD[::2], 0, axis=0))
    )


def test_lines_left_out():
    for index in (0, 1, 2, -1, -3):
        assert_same_arrays(left_out, index)


def row_left_out(index):
    return np.delete(BOARD, index, axis=0).tolist()


def item_left_out(index):
    return np.delete(BOARD[0], index).tolist()


def test_lines_that_are_not_there_raise_as_in_numpy():
    assert_same(row_left_out, (3,), (4,), (-4,), (-5,))
    assert_same(item_left_out, (2,), (3,), (-3,), (-4,))
