"""The example of a game that can go round for ever."""

from __future__ import annotations

import itertools

import pytest
from scripts import load

import gametree as gt

EXAMPLE = load("cycles")
GAME = EXAMPLE.PongHauKi()
POSITIONS = [
    (points, player)
    for points in sorted(set(itertools.permutations((0, 0, 1, 1, 2))))
    for player in (0, 1)
]


def solved():
    """Return 1, -1 or 0 for the player to move in every position: by working backwards.

    Won is what leads to a lost position, lost what leads to won ones only; what is
    neither can go round for ever.
    """
    values = dict.fromkeys(POSITIONS, 0)
    while True:
        before = dict(values)
        for position in POSITIONS:
            after = [
                values[GAME.next_state(position, action)] for action in GAME.legal_actions(position)
            ]
            if -1 in after:
                values[position] = 1
            elif all(value == 1 for value in after):
                values[position] = -1
        if values == before:
            return values


VALUES = solved()


def test_the_game_is_even():
    assert len(POSITIONS) == 60
    assert VALUES[GAME.initial_state()] == 0
    going_on = [VALUES[position] for position in POSITIONS if GAME.legal_actions(position)]
    assert set(going_on) == {0, 1}  # who is not yet stuck can always hold out


@pytest.mark.parametrize("position", [each for each in POSITIONS if GAME.legal_actions(each)])
def test_the_search_never_gives_away_what_a_position_is_worth(position):
    result = gt.search(GAME, position, simulations=400, seed=1, compiled=False, method="uct")
    assert -VALUES[GAME.next_state(position, result.action)] == VALUES[position]


def test_the_search_neither_hangs_nor_recurses():
    result = gt.search(GAME, simulations=2000, seed=1, compiled=False, method="uct")
    assert result.simulations == 2000
    # A line ends where a position comes back, so it is no longer than they are many.
    assert result.max_depth <= len(POSITIONS)


def test_what_was_there_before_counts():
    start = GAME.initial_state()
    after = [GAME.next_state(start, action) for action in GAME.legal_actions(start)]
    searcher = gt.Searcher(GAME, start, history=after, seed=1, compiled=False, method="uct")
    result = searcher.run(simulations=50)
    assert [each.mean for each in result.actions] == [0.0, 0.0]  # every move is a draw at once
    assert result.max_depth == 1
    alone = gt.search(GAME, simulations=50, seed=1, compiled=False, method="uct")
    assert alone.max_depth > 1


def test_the_example(capsys):
    result, positions, returns, known = EXAMPLE.main()
    assert abs(result.value[0]) < 0.2
    assert returns == (0.0, 0.0)
    assert positions.count(positions[-1]) == 2
    assert len(set(positions)) == len(positions) - 1
    assert known <= len(POSITIONS)
    out = capsys.readouterr().out
    assert f"has come back as position {len(positions)}\n" in out
    assert f"{known} positions known after 500 simulations\n" in out
