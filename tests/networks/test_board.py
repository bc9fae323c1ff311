"""Boards: patterns wherever they are, their rows of weights, and the priors of moves."""

from __future__ import annotations

import numpy as np
import pytest

from gametree.games import Nim, TicTacToe
from gametree.networks.blueprint import blueprint_of
from gametree.networks.board import Board, board_for
from gametree.networks.board_cells import BoardCells
from gametree.networks.symmetries import Symmetries
from gametree.networks.windows import SHARED, layout_of


@pytest.fixture(scope="module")
def tic_tac_toe():
    return blueprint_of(TicTacToe())


def patterns(board, cells):
    board.room[:] = cells
    board.look()
    return board.found.tolist()


def rows_of(board, cells):
    """Return the rows that the windows of a board read in play, those with nothing left out."""
    pairs = zip(board.firsts.tolist(), patterns(board, cells), strict=True)
    return sorted(first + pattern for first, pattern in pairs if pattern)


def members_of(board):
    begins = [0, *board.ends[:-1].tolist()]
    return [
        board.members[begin:end].tolist()
        for begin, end in zip(begins, board.ends.tolist(), strict=True)
    ]


def test_a_window_with_nothing_in_it_has_pattern_0(tic_tac_toe):
    board = tic_tac_toe.board
    assert patterns(board, [0] * 9) == [0] * 12
    corner = patterns(board, [1] + [0] * 8)
    # One row, one column, one diagonal, one block each.
    assert [bool(each) for each in corner].count(True) == 5


def test_patterns_are_read_cell_by_cell_in_the_order_of_the_window(tic_tac_toe):
    board = tic_tac_toe.board
    rng = np.random.default_rng(4)
    for cells in rng.integers(0, 3, (50, 9)).tolist():
        expected = [
            sum(cells[cell] * 3**power for power, cell in enumerate(reversed(window)))
            for window in members_of(board)
        ]
        assert patterns(board, cells) == expected


def test_positions_that_are_images_of_each_other_read_the_same_rows():
    """All but the windows that are their own images, where a pattern and its reverse differ."""
    half_turn = np.arange(12)[::-1]
    held = BoardCells(12, np.arange(12).reshape(3, 4).tolist(), [0, 1, 2], np.full(2, -1, np.int32))
    symmetries = Symmetries(np.array([np.arange(12), half_turn]), np.zeros(2), np.zeros(2))
    board = board_for(held, symmetries)
    own = [{*half_turn[window].tolist()} == {*window} for window in members_of(board)]
    assert 0 < sum(own) < 6
    rng = np.random.default_rng(5)
    for cells in rng.integers(0, 3, (20, 12)):
        rows, images = (
            sorted(
                first + pattern
                for first, pattern, turned in zip(
                    board.firsts, patterns(board, each), own, strict=True
                )
                if not turned
            )
            for each in (cells, cells[half_turn])
        )
        assert rows == images


def test_what_a_sort_shares_is_added_to_the_rows_of_its_groups():
    held = BoardCells(12, np.arange(12).reshape(3, 4).tolist(), [0, 1], np.full(2, -1, np.int32))
    alone = Symmetries(np.arange(12)[None], np.zeros((1, 0)), np.zeros((1, 0)))
    board = board_for(held, alone)
    assert board.size == board.shared + sum(2 ** len(window) for window in members_of(board))
    rng = np.random.default_rng(6)
    before = rng.normal(size=(board.size, 3))
    rows = before.copy()
    board.add_shared_rows(rows)
    assert (rows[: board.shared] == before[: board.shared]).all()
    seen = set()
    for window, members in enumerate(members_of(board)):
        for pattern in range(2 ** len(members)):
            own = int(board.firsts[window]) + pattern
            shared = int(board.shared_firsts[window]) + pattern
            assert rows[own] == pytest.approx(before[own] + before[shared])
            seen.add(own)
    assert seen == set(range(board.shared, board.size))


def test_windows_without_a_group_have_the_rows_of_their_sort_alone():
    held = BoardCells(9, [[0, 1, 2], [3, 4, 5], [6, 7, 8]], [0, 1], np.full(2, -1, np.int32))
    layout = layout_of(held.places, 2, [list(range(9))])
    board = Board(held, layout._replace(groups=[SHARED] * len(layout.groups)))
    assert board.size == board.shared == sum(layout.patterns)
    assert board.firsts.tolist() == board.shared_firsts.tolist()
    rows = np.ones((board.size, 2))
    board.add_shared_rows(rows)
    assert (rows == 1.0).all()


def test_patterns_tell_all_boards_apart(tic_tac_toe):
    rng = np.random.default_rng(1)
    boards = {tuple(row) for row in rng.integers(0, 3, (200, 9)).tolist()}
    assert len({tuple(patterns(tic_tac_toe.board, cells)) for cells in boards}) == len(boards)


def test_a_prior_is_the_sum_of_the_weights_around_the_cell(tic_tac_toe):
    """By hand: the centre is in 8 windows of 12, as place 1 of lines and one of each block's."""
    board = tic_tac_toe.board
    cells = [1, 0, 2, 0, 0, 0, 0, 0, 0]
    found = patterns(board, cells)
    weights = np.zeros(5 + 2 * board.slots)
    rng = np.random.default_rng(2)
    weights[:] = rng.normal(size=len(weights))
    starts, start = {}, 0  # where the weights begin for lines, diagonals and blocks
    for first, length in ((0, 3), (27, 3), (54, 6)):
        starts[first] = start
        start += length * 3**length
    assert start == board.slots
    expected, covering, empty = 0.0, 0, 0
    for window, members in enumerate(members_of(board)):
        if 4 in members:
            covering += 1
            empty += not found[window]
            sort = int(board.shared_firsts[window])
            slot = starts[sort] + len(members) * found[window]
            if found[window]:
                expected += weights[5 + board.slots + slot + members.index(4)]  # the second site
    assert covering == 8
    assert empty == 3  # a row, a column, a block: they add nothing
    board.spread(weights, 5)
    action = tic_tac_toe.actions.number(4)
    assert board.prior(action) == pytest.approx(expected, abs=1e-12)
    assert board.prior(tic_tac_toe.actions.size - 1) == 0.0


def test_games_without_a_board_have_none():
    board = blueprint_of(Nim((1, 2, 3))).board
    assert (board.cells, board.windows, board.size, board.slots) == (0, 0, 0, 0)
    assert set(board.sites.tolist()) == {-1}
    board.look()
    board.spread(np.zeros(1), 0)
    assert board.prior(0) == 0.0
    board.add_shared_rows(np.zeros((0, 4)))
