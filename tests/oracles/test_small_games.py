from __future__ import annotations

from collections import Counter
from itertools import combinations_with_replacement

import pytest

from gametree import games
from oracles import small_games

RULES = {
    "nim": small_games.Nim,
    "connect_four": small_games.ConnectFour,
    "othello": small_games.Othello,
}


@pytest.mark.parametrize(("name", "parameters", "known"), small_games.KNOWN, ids=str)
def test_what_is_known_is_found_again(name, parameters, known):
    assert small_games.value(RULES[name](**parameters)) == known


@pytest.mark.parametrize("misere", [False, True])
def test_nim_as_by_bouton(misere):
    # Bouton (1902): lost where the heaps' exclusive or is 0; if who takes the last
    # counter loses, with heaps of one counter only, where it is 1.
    for heaps in combinations_with_replacement(range(5), 3):
        lost = heaps[0] ^ heaps[1] ^ heaps[2] == 0
        if misere and max(heaps) <= 1:
            lost = not lost
        assert small_games.value(small_games.Nim(heaps, misere)) == (-1 if lost else 1)


def ends(result, following, position, depth):
    """Count the lines of this many moves, and the lines that end before by length and result."""
    worth = result(position)
    if worth is not None or depth == 0:
        return Counter({(depth, worth): 1})
    return sum(
        (ends(result, following, each, depth - 1) for each in following(position)), Counter()
    )


@pytest.mark.parametrize(
    ("game", "rules", "depth"),
    [
        (games.Nim((1, 2, 3)), small_games.Nim((1, 2, 3)), 6),
        (games.Nim((1, 2, 3), misere=True), small_games.Nim((1, 2, 3), misere=True), 6),
        (games.ConnectFour(4, 3, 3), small_games.ConnectFour(4, 3, 3), 7),
        (games.Othello(4, "discs"), small_games.Othello(4, "discs"), 8),
    ],
    ids=["nim", "misere", "connect_four", "othello"],
)
def test_lines_go_on_and_end_as_in_the_games(game, rules, depth):
    def result(state):
        return game.returns(state)[game.current_player(state)] if game.is_terminal(state) else None

    def following(state):
        return [game.next_state(state, action) for action in game.legal_actions(state)]

    found = ends(rules.result, rules.following, rules.first, depth)
    assert found == ends(result, following, game.initial_state(), depth)
    assert len(found) > 2
