"""Boards: windows counted by hand, patterns wherever they are, and the cells of moves."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from gametree.games import ConnectFour, Nim, Othello, TicTacToe
from gametree.networks.action_numbers import numbers_of
from gametree.networks.blueprint import blueprint_of
from gametree.networks.board import Board, board_for, layout_of, shape_for, sites_of
from gametree.networks.features import board_of, features_of
from gametree.networks.seen_play import SeenPlay, seen_in


def windows_of(layout):
    """Return the kind and the cells of each window."""
    begins = [0, *layout.ends[:-1]]
    pairs = zip(layout.kinds, zip(begins, layout.ends, strict=True), strict=True)
    return [(kind, tuple(layout.members[begin:end])) for kind, (begin, end) in pairs]


def test_windows_of_three_by_three_cells():
    layout = layout_of((3, 3), 3)
    windows = windows_of(layout)
    lines = {(0, 1, 2), (3, 4, 5), (6, 7, 8)}, {(0, 3, 6), (1, 4, 7), (2, 5, 8)}
    for kind, expected in enumerate((*lines, {(0, 4, 8)}, {(2, 4, 6)})):
        assert {cells for each, cells in windows if each == kind} == expected
    wide = {(0, 1, 2, 3, 4, 5), (3, 4, 5, 6, 7, 8)}
    assert {cells for kind, cells in windows if kind == 4} == wide
    tall = {cells for kind, cells in windows if kind == 5}
    assert {frozenset(cells) for cells in tall} == {
        frozenset((0, 1, 3, 4, 6, 7)),
        frozenset((1, 2, 4, 5, 7, 8)),
    }
    assert layout.patterns == [27, 27, 27, 27, 729, 729]
    assert len(windows) == 12


def test_lines_are_of_five_cells_where_there_is_room():
    layout = layout_of((6, 7), 3)
    counts = Counter(kind for kind, _ in windows_of(layout))
    assert [counts[kind] for kind in range(4)] == [6 * 3, 2 * 7, 2 * 3, 2 * 3]
    assert [counts[kind] for kind in (4, 5)] == [5 * 5, 4 * 6]
    assert layout.patterns == [243] * 4 + [729] * 2


def test_more_codes_make_smaller_windows():
    assert {len(cells) for _, cells in windows_of(layout_of((8, 8), 5))} == {4}
    assert {len(cells) for _, cells in windows_of(layout_of((8, 8), 13))} == {2}
    for codes in range(2, 32):
        assert max(layout_of((8, 8), codes).patterns) <= 1100


@pytest.mark.parametrize(
    ("cells", "told", "expected"),
    [
        (9, None, (3, 3)),
        (42, None, (6, 7)),
        (64, None, (8, 8)),
        (30, None, (5, 6)),
        (27, None, (3, 9)),
        (42, (7, 6), (7, 6)),
        (8, None, None),
        (401, None, None),
        (13, None, None),
        (28, (2, 14), (2, 14)),
        (28, (1, 28), None),
        (40, None, (5, 8)),
    ],
)
def test_shapes(cells, told, expected):
    assert shape_for(cells, told) == expected


@pytest.fixture(scope="module")
def tic_tac_toe():
    return blueprint_of(TicTacToe())


def settled(blueprint, state):
    cells = np.zeros(blueprint.board.cells, np.int32)
    blueprint.features.codes(state, cells)
    blueprint.board.settle(cells)
    return cells.tolist()


def test_cells_of_a_position(tic_tac_toe):
    assert settled(tic_tac_toe, (0, 0)) == [0] * 9
    mine, theirs = 0b000_010_001, 0b100_000_000
    cells = settled(tic_tac_toe, (mine, theirs))
    assert cells[0] == cells[4] != cells[8]
    assert [place for place, each in enumerate(cells) if each] == [0, 4, 8]
    assert {cells[0], cells[8]} == {1, 2}
    # Of the other player's side the stones have changed their codes.
    assert settled(tic_tac_toe, (theirs, mine)) == [3 - each if each else 0 for each in cells]


def test_cells_that_are_not_there_are_none_of_those_that_are():
    """Columns are lists that grow: above their stones there is nothing."""
    columns = [[[], [], []], [[1], [], []], [[1, 3], [2], []], [[1, 3], [2, 2], [1, 1, 1, 1]]]
    seen = SeenPlay(columns, {}, [], [])
    features = features_of(TicTacToe(), seen)
    board = board_of(TicTacToe(), features, numbers_of([0]), seen)
    assert board.cells == 12
    cells = np.zeros(12, np.int32)
    rows = []
    for state in columns:
        features.codes(state, cells)
        board.settle(cells)
        rows.append(cells.tolist())
    one, three, two = rows[2][0], rows[2][1], rows[2][4]
    assert {one, two, three} == {1, 2, 3}
    assert rows[0] == [0] * 12
    assert rows[3] == [one, three, 0, 0, two, two, 0, 0, one, one, one, one]


def patterns(board, cells, begin=0):
    room = np.zeros(begin + len(cells), np.int32)
    room[begin:] = cells
    board.look(room, begin)
    return board.found.tolist()


def test_a_window_with_nothing_in_it_has_pattern_0(tic_tac_toe):
    board = tic_tac_toe.board
    assert patterns(board, [0] * 9) == [0] * 12
    corner = patterns(board, [1] + [0] * 8)
    # One row, one column, one diagonal, one block each.
    assert [bool(each) for each in corner].count(True) == 5


def test_a_pattern_is_the_same_number_and_row_wherever_it_is(tic_tac_toe):
    board = tic_tac_toe.board
    rows = [window for window in range(12) if board.firsts[window] == 0]
    assert len(rows) == 3
    assert len({int(board.firsts[window]) for window in range(12)}) == 6
    found = []
    for row in range(3):
        cells = [0] * 9
        cells[3 * row : 3 * row + 3] = [1, 0, 2]
        found.append({patterns(board, cells)[window] for window in rows})
    assert found == [{0, 1 * 9 + 2}] * 3
    mirrored = patterns(board, [2, 0, 1] + [0] * 6)
    assert 2 * 9 + 1 in [mirrored[window] for window in rows]


def test_patterns_tell_all_boards_apart(tic_tac_toe):
    rng = np.random.default_rng(1)
    boards = {tuple(row) for row in rng.integers(0, 3, (200, 9)).tolist()}
    assert len({tuple(patterns(tic_tac_toe.board, cells)) for cells in boards}) == len(boards)


def test_cells_may_begin_anywhere_in_an_array(tic_tac_toe):
    cells = [1, 2, 0, 0, 1, 0, 2, 0, 1]
    assert patterns(tic_tac_toe.board, cells, 18) == patterns(tic_tac_toe.board, cells)


def test_the_site_of_a_move_is_its_cell(tic_tac_toe):
    sites = tic_tac_toe.board.sites.reshape(-1, 2)
    for cell in range(9):
        assert sites[tic_tac_toe.actions.number(cell)].tolist() == [-1, cell]
    assert sites[-1].tolist() == [-1, -1]  # all other actions


@pytest.mark.parametrize("game", [TicTacToe(), Othello(6), Othello()], ids=str)
def test_stones_that_change_sides_at_each_move_are_no_change(game):
    """The states have the stones of the player to move first; all but some cells are taken."""
    plan = blueprint_of(game)
    sites = plan.board.sites.reshape(-1, 2)
    seen = seen_in(game)
    placed = [action for action in seen.actions if action < plan.board.cells]
    assert len(placed) >= plan.board.cells - 4
    for cell in placed:
        assert sites[plan.actions.number(cell)].tolist() == [-1, cell]


def test_moves_from_cell_to_cell_have_two_sites():
    stays = [1, 1, 2, 2]
    moves = [([1, 0, 0, 2, *stays], 0, [0, 1, 0, 2, *stays])] * 9
    moves += [([0, 0, 0, 2, *stays], 1, [0, 2, 0, 0, *stays])] * 2
    assert sites_of(moves, 3).tolist() == [0, 1, 3, 1, -1, -1]


def test_a_cell_that_changes_seldom_is_no_site():
    moves = [([0] * 5, 0, [1, 0, 0, 0, 0])] * 18 + [([0] * 5, 0, [0, 1, 0, 0, 0])] * 2
    assert sites_of(moves, 1).tolist() == [-1, -1]
    moves = [([0] * 5, 0, [1, 0, 0, 0, 0])] * 39 + [([0] * 5, 0, [1, 1, 0, 0, 0])]
    assert sites_of(moves, 1).tolist() == [-1, 0]


def test_a_prior_is_the_sum_of_the_weights_around_the_cell(tic_tac_toe):
    """By hand: the centre is in 8 windows of 12, as place 1 of lines and one of each block's."""
    board = tic_tac_toe.board
    cells = [1, 0, 2, 0, 0, 0, 0, 0, 0]
    found = patterns(board, cells)
    weights = np.zeros(5 + 2 * board.slots)
    rng = np.random.default_rng(2)
    weights[:] = rng.normal(size=len(weights))
    starts, start = {}, 0  # where the weights begin for a kind of window
    for first, length in ((0, 3), (27, 3), (54, 3), (81, 3), (108, 6), (837, 6)):
        starts[first] = start
        start += length * 3**length
    assert start == board.slots
    begin, expected, covering, empty = 0, 0.0, 0, 0
    for window in range(12):
        members = board.members[begin : board.ends[window]].tolist()
        begin = board.ends[window]
        if 4 in members:
            covering += 1
            empty += not found[window]
            slot = starts[int(board.firsts[window])] + len(members) * found[window]
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
    board.look(np.zeros(1), 0)
    board.spread(np.zeros(1), 0)
    assert board.prior(0) == 0.0
    assert board_for((3, 3), [0], [], 4).cells == 0  # all cells always the same
    assert board_for((3, 3), list(range(33)), [], 4).cells == 0  # more codes than patterns know
    assert isinstance(board_for((3, 3), [0, 1], [], 4), Board)


def test_what_most_cells_hold_is_0():
    game = ConnectFour(5, 4)
    plan = blueprint_of(game)
    assert max(settled(plan, game.initial_state())) == 0
