"""The number of move sequences of each length, against published counts."""

from __future__ import annotations

import pytest

from gametree.games import load

PUBLISHED = {
    "tic_tac_toe": [9, 72, 504, 3024, 15120, 54720, 148176],
    "connect_four": [7, 49, 343, 2401, 16807, 117649, 823536],
    "othello": [4, 12, 56, 244, 1396, 8200, 55092, 390216],
    "checkers": [7, 49, 302, 1469, 7361, 36768],
    "breakthrough": [22, 484, 11132],
    "ultimate_tic_tac_toe": [81, 720, 6336, 55080, 473256],
}


def perft(game, state, depth):
    actions = game.legal_actions(state)
    if depth == 1:
        return len(actions)
    return sum(perft(game, game.next_state(state, action), depth - 1) for action in actions)


@pytest.mark.parametrize("name", PUBLISHED)
def test_perft(name):
    game = load(name)
    counts = PUBLISHED[name]
    depths = range(1, len(counts) + 1)
    assert [perft(game, game.initial_state(), depth) for depth in depths] == counts
