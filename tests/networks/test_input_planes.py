"""A position as planes or numbers: each thing in its cell, whatever form states have."""

from __future__ import annotations

import numpy as np
import pytest

from gametree.actors import CHANCE
from gametree.games import ConnectFour, Othello, TicTacToe, UltimateTicTacToe
from gametree.networks.blueprint import blueprint_of
from gametree.networks.seen_play import seen_in
from toys import Gather, Jumble, Pig, Race


def encoded(game, states):
    """Return the input for some positions."""
    plan = blueprint_of(game)
    found = np.zeros(len(states) * plan.features.most, np.int64)
    count, owners = 0, []
    for row, state in enumerate(states):
        end = plan.features.collect(game, state, game.current_player(state), found, count)
        owners += [row] * (end - count)
        count = end
    movers = np.array([game.current_player(state) for state in states])
    return plan.planes.encode(found[:count], np.array(owners, int), movers)


def test_a_board_has_a_plane_for_each_side_each_mover_and_the_whole():
    game = TicTacToe()
    state = game.initial_state()
    for action in (0, 4, 8):  # crosses in two corners, a nought between
        state = game.next_state(state, action)
    planes = encoded(game, [state])
    assert planes.dtype == np.float32
    assert planes.shape == (1, 5, 3, 3)
    assert {tuple(map(tuple, plane)) for plane in planes[0, :2].astype(int).tolist()} == {
        ((1, 0, 0), (0, 0, 0), (0, 0, 1)),
        ((0, 0, 0), (0, 1, 0), (0, 0, 0)),
    }
    assert planes[0, 2:].mean(axis=(1, 2)).tolist() == [0.0, 1.0, 1.0]


def test_the_sentinel_bits_between_columns_are_no_cells():
    assert blueprint_of(ConnectFour()).planes.shape == (5, 7, 6)
    assert blueprint_of(Othello()).planes.shape[1:] == (8, 8)


def test_without_a_board_there_is_one_number_a_feature_and_a_mover():
    for game in (UltimateTicTacToe(), Pig(10)):
        plan = blueprint_of(game)
        assert plan.planes.shape == (plan.features.size + game.players,)


@pytest.mark.parametrize(
    "game",
    [TicTacToe(), ConnectFour(), Othello(), Jumble(), Gather(), Race(3), Pig(10)],
    ids=lambda game: game.name,
)
def test_what_differs_in_features_differs_in_the_input(game):
    """Nothing that the small network sees is lost, and each position is as it is alone."""
    states = [
        state
        for state in seen_in(game).states[:150]
        if not game.is_terminal(state) and game.current_player(state) != CHANCE
    ]
    plan = blueprint_of(game)
    found = np.zeros(plan.features.most, np.int64)
    seen = [
        (mover, *found[: plan.features.collect(game, state, mover, found, 0)].tolist())
        for state, mover in ((state, game.current_player(state)) for state in states)
    ]
    planes = encoded(game, states)
    assert len({row.tobytes() for row in planes}) == len(set(seen))
    alone = np.concatenate([encoded(game, [state]) for state in states[:20]])
    assert np.array_equal(planes[:20], alone)
