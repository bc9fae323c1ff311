"""How networks are built: rows for all there is, and the scale of the values."""

from __future__ import annotations

import numpy as np
import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, TicTacToe
from gametree.networks.blueprint import blueprint_of
from toys import Endless, Gather, Jumble, OneHeap, Pig, Race, Wheel


def scale(game):
    plan = blueprint_of(game)
    return plan.centre, plan.spread, plan.bounded, plan.opposed


@pytest.mark.parametrize(
    ("game", "expected"),
    [
        (TicTacToe(), (0.0, 1.0, True, True)),
        (Jumble(), (5.0, 5.0, True, True)),
        (Race(3), (0.0, 1.0, True, False)),
        (Endless(), (0.0, 1.0, True, True)),
    ],
    ids=lambda value: getattr(value, "name", ""),
)
def test_values_have_the_scale_of_the_returns(game, expected):
    assert scale(game) == expected


@pytest.mark.parametrize("game", [Gather(), Wheel()], ids=lambda game: game.name)
def test_returns_beyond_the_declared_ones_widen_the_scale(game):
    """What random games came to is within -1 and 1, and twice as much fits on both sides."""
    centre, spread, bounded, opposed = scale(game)
    rng = np.random.default_rng(1)
    values = []
    for _ in range(200):
        state = game.initial_state()
        while legal := list(game.legal_actions(state)):
            state = game.next_state(state, legal[rng.integers(len(legal))])
        values += game.returns(state)
    assert (bounded, opposed) == (False, False)
    assert max(abs(value - centre) for value in values) < spread


def test_what_one_of_two_does_not_get_the_other_need_not():
    class Both(OneHeap):
        def returns(self, state):
            return (1.0, 0.5)

    assert scale(Both()) == (0.0, 1.0, True, False)
    assert blueprint_of(Both()).shape.outputs == 2


@pytest.mark.parametrize("game", [TicTacToe(), Pig(10), Gather()], ids=lambda game: game.name)
def test_there_is_a_row_for_all_there_is(game):
    plan = blueprint_of(game)
    shape = plan.shape
    assert shape.features == plan.features.size + plan.board.size
    assert shape.located == plan.board.size - plan.board.shared
    assert (shape.movers, shape.actions) == (game.players, plan.actions.size)
    assert shape.local == game.players * 2 * plan.board.slots
    assert shape.outputs == (1 if plan.opposed else game.players)
    parts = [shape.features, shape.movers, shape.movers * shape.outputs]
    assert [shape.starts, shape.values, shape.policy] == np.cumsum(parts).tolist()
    assert shape.rows == sum(parts) + shape.movers * shape.actions


def test_games_of_a_class_and_parameters_share_a_blueprint():
    assert blueprint_of(Nim((1, 2))) is blueprint_of(Nim((1, 2)))
    assert blueprint_of(Nim((1, 2))) is not blueprint_of(Nim((1, 3)))


def test_the_board_of_connect_four_has_its_columns_and_diagonals():
    board = blueprint_of(ConnectFour(5, 4)).board  # four cells and an empty one a column
    assert board.cells == 25
    lines, begin = set(), 0
    for end in board.ends.tolist():
        lines.add(tuple(board.members[begin:end].tolist()))
        begin = end
    assert {(0, 5, 10, 15, 20), (0, 1, 2, 3), (0, 6, 12, 18), (15, 11, 7, 3)} <= lines
    assert not any(cell % 5 == 4 for line in lines for cell in line)  # what is always empty


def test_a_game_that_shows_nothing_has_none():
    class Silent(OneHeap):
        def initial_state(self):
            return None

        def current_player(self, state):
            return 0

        def legal_actions(self, state):
            return []

        def returns(self, state):
            return (0.0, 0.0)

    with pytest.raises(gt.GameError, match="initial_state returned nothing"):
        blueprint_of(Silent())
