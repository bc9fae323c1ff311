"""The cells of boards: what each holds, whatever states are made of, and the cells of moves."""

from __future__ import annotations

import numpy as np
import pytest

from gametree.games import ConnectFour, Nim, Othello, TicTacToe
from gametree.networks.action_numbers import numbers_of
from gametree.networks.blueprint import blueprint_of
from gametree.networks.board_cells import board_cells_of, sites_of
from gametree.networks.features import features_of
from gametree.networks.seen_play import SeenPlay, seen_in


@pytest.fixture(scope="module")
def tic_tac_toe():
    return blueprint_of(TicTacToe())


def held_in(game, seen=None):
    seen = seen or seen_in(game)
    numbers = numbers_of(list(seen.actions) or [0])
    return board_cells_of(game, features_of(game, seen), numbers, seen)


def settled(blueprint, state):
    cells = np.zeros(blueprint.board.cells, np.int32)
    blueprint.features.codes(TicTacToe(), state, 0, cells)
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
    seen = SeenPlay(columns, [0] * 4, [], {}, [], [])
    features = features_of(TicTacToe(), seen)
    held = board_cells_of(TicTacToe(), features, numbers_of([0]), seen)
    assert held.cells == 12
    assert held.places == [[0, 1, 2, 3], [4, 5, 6, 7], [8, 9, 10, 11]]
    rows = []
    for state in columns:
        cells = np.zeros(12, np.int32)
        features.codes(TicTacToe(), state, 0, cells)
        cells = np.array(held.meanings)[cells]
        rows.append(cells.tolist())
    one, three, two = rows[2][0], rows[2][1], rows[2][4]
    assert {one, two, three} == {1, 2, 3}
    assert rows[0] == [0] * 12
    assert rows[3] == [one, three, 0, 0, two, two, 0, 0, one, one, one, one]


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


def test_what_most_cells_hold_is_0():
    game = ConnectFour(5, 4)
    plan = blueprint_of(game)
    assert max(settled(plan, game.initial_state())) == 0


def test_rows_and_columns_that_stay_empty_are_no_part_of_the_board():
    """Connect four's columns have an empty cell on top, so that shifted stones stay apart."""
    held = held_in(ConnectFour(5, 4))
    assert held.cells == 25
    assert held.places == [[5 * column + row for row in range(4)] for column in range(5)]
    assert held_in(TicTacToe()).places == [[0, 1, 2], [3, 4, 5], [6, 7, 8]]


def test_states_without_a_board_hold_no_cells():
    held = held_in(Nim((1, 2, 3)))
    assert (held.cells, held.places, held.codes) == (0, [], 1)
    assert set(held.sites.tolist()) == {-1}


def test_cells_that_are_nearly_all_the_same_hold_two_codes():
    same = [[1, 2, 1], [2, 1, 2], [1, 1, 2]]
    states = [(same, number) for number in range(5)]
    held = held_in(TicTacToe(), SeenPlay(states, [0] * len(states), [], {}, [], []))
    assert (held.cells, held.codes) == (9, 2)
