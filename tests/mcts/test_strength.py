"""The moves that the search plays, against exact knowledge."""

from __future__ import annotations

from functools import cache

import pytest

import gametree as gt
from gametree.games import ConnectFour, Nim, TicTacToe
from tic_tac_toe_positions import unfinished_positions

GAME = TicTacToe()


@cache
def minimax(state):
    """Return the value of a position for player 0."""
    if GAME.is_terminal(state):
        return GAME.returns(state)[0]
    values = [minimax(GAME.next_state(state, action)) for action in GAME.legal_actions(state)]
    return max(values) if GAME.current_player(state) == 0 else min(values)


def test_tic_tac_toe_from_every_other_position():
    positions = unfinished_positions()[::2]
    kept = wins_lost = 0
    for state in positions:
        action = gt.search(
            GAME, state, simulations=2000, seed=1, compiled=True, method="uct"
        ).action
        successor = GAME.next_state(state, action)
        keeps = minimax(successor) == minimax(state)
        kept += keeps
        has_win = any(
            GAME.is_terminal(after) and any(GAME.returns(after))
            for after in (GAME.next_state(state, each) for each in GAME.legal_actions(state))
        )
        wins_lost += has_win and not keeps
    assert kept / len(positions) >= 0.995
    assert wins_lost == 0


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize("player", [0, 1])
def test_a_win_in_one_is_played_and_a_threat_is_stopped(compiled, player):
    game = ConnectFour()
    # Three in the bottom row, the fourth cell free: for the player to move, and for the other.
    moves = (0, 6, 1, 6, 2) if player == 1 else (0, 6, 1, 6, 2, 5)
    state = game.initial_state()
    for move in moves:
        state = game.next_state(state, move)
    assert game.current_player(state) == player
    result = gt.search(game, state, simulations=2000, seed=1, compiled=compiled, method="uct")
    assert result.action == 3


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [(1, 2, 4), (2, 3), (1, 1, 3)])
def test_nim_is_won_from_positions_that_theory_calls_won(heaps, misere):
    game = Nim(heaps=heaps, misere=misere)
    options = {"simulations": 5000, "seed": 1, "compiled": False, "method": "uct"}
    won = gt.search(game, **options)
    lost = gt.search(game, game.next_state(game.initial_state(), won.action), **options)
    assert won.value[0] > 0.5  # the first player wins,
    assert lost.value[1] < -0.5  # and the second knows it after the best move


def test_more_simulations_find_the_centre_of_connect_four():
    # Solved: the first player wins from the centre column only.
    assert gt.search(ConnectFour(), simulations=20_000, seed=1, method="uct").action == 3
