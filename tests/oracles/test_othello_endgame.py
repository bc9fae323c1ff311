"""The solver against brute force by the rules of the package, which it does not share."""

from __future__ import annotations

import random

import numpy as np
import pytest

from gametree.games import Othello
from oracles import othello_endgame

GAME = Othello(score="discs")


def reached(seed, empty):
    """Return a random position with this many empty cells, or the end of the game before."""
    chance = random.Random(seed)
    state = GAME.initial_state()
    while not GAME.is_terminal(state) and 64 - (state[0] | state[1]).bit_count() > empty:
        state = GAME.next_state(state, chance.choice(GAME.legal_actions(state)))
    return state


def brute_force(state):
    """Return by how many discs the player to move wins."""
    if GAME.is_terminal(state):
        return GAME.returns(state)[state[3]]
    worth = []
    for action in GAME.legal_actions(state):
        following = GAME.next_state(state, action)
        worth.append(-brute_force(following))
    return max(worth)


@pytest.mark.parametrize(
    ("mine", "theirs", "score"),
    [
        (1, 0, 64),
        (0, 7, -64),
        (1, 1 << 63, 0),
        (0b11, 1 << 63, 62),
        (1 << 63, 0b11, -62),
        (0xFFFF_FFFF, 0xFFFF_FFFF << 32, 0),
    ],
)
def test_cells_left_empty_count_for_the_winner(mine, theirs, score):
    assert othello_endgame.score(mine, theirs) == score


@pytest.mark.parametrize("empty", range(6))
def test_scores_are_those_of_brute_force(empty):
    for seed in range(25):
        state = reached(seed, empty)
        assert othello_endgame.score(*state[:2]) == brute_force(state)


def test_scores_of_moves_are_those_of_brute_force():
    for seed in range(25):
        state = reached(seed, 5)
        actions = [action for action in GAME.legal_actions(state) if action < 64]
        assert othello_endgame.move_scores(*state[:2]) == {
            action: -brute_force(GAME.next_state(state, action)) for action in actions
        }


def test_the_rules_are_those_of_the_game():
    chance = random.Random(1)
    for _ in range(20):
        state = GAME.initial_state()
        while not GAME.is_terminal(state):
            mine, theirs = np.uint64(state[0]), np.uint64(state[1])
            assert othello_endgame.moves_of(mine, theirs) == state[2]
            action = chance.choice(GAME.legal_actions(state))
            following = GAME.next_state(state, action)
            if action < 64:
                turned = int(othello_endgame.turned_over(np.uint64(1 << action), mine, theirs))
                assert following[1] == state[0] | 1 << action | turned
                assert following[0] == state[1] ^ turned
            state = following


def test_the_best_move_is_worth_the_position():
    for seed in range(10):
        mine, theirs, *_ = reached(seed, 10)
        scores = othello_endgame.move_scores(mine, theirs)
        if scores:
            assert max(scores.values()) == othello_endgame.score(mine, theirs)
