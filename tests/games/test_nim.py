from __future__ import annotations

from functools import cache, reduce
from operator import xor

import pytest

from gametree.errors import BadParameter
from gametree.games import Nim


def heaps_of(game, state):
    """Return the heap sizes, read off the board as people do."""
    return tuple(
        int(line.rpartition("(")[2][:-1]) for line in game.state_to_text(state).split("\n")
    )


def winning_positions(game):
    """Return whether the player to move wins, by heap sizes, for all that can arise."""
    found = {}

    @cache
    def wins(state):
        actions = game.legal_actions(state)
        if actions:
            result = any(not wins(game.next_state(state, action)) for action in actions)
        else:
            result = game.returns(state)[game.current_player(state)] > 0
        found[heaps_of(game, state)] = result
        return result

    wins(game.initial_state())
    return found


@pytest.mark.parametrize("heaps", [(1, 3, 5, 7), (3, 5, 7), (1, 2, 3), (6,), (2, 2, 2, 2, 2)])
def test_normal_play_follows_the_xor_of_the_heaps(heaps):
    for position, wins in winning_positions(Nim(heaps)).items():
        assert wins == (reduce(xor, position) != 0)


@pytest.mark.parametrize("heaps", [(1, 3, 5, 7), (3, 5, 7), (1, 2, 3), (6,), (2, 2, 2, 2, 2)])
def test_misere_play_differs_once_all_heaps_are_single(heaps):
    for position, wins in winning_positions(Nim(heaps, misere=True)).items():
        nim_sum = reduce(xor, position)
        assert wins == (nim_sum == 0 if max(position) <= 1 else nim_sum != 0)


@pytest.mark.parametrize("take", [1, 2, 3, 9])
def test_a_limit_acts_modulo_itself_and_one(take):
    for position, wins in winning_positions(Nim((4, 6, 7), take=take)).items():
        assert wins == (reduce(xor, [heap % (take + 1) for heap in position]) != 0)


def test_actions_are_numbered_by_heap_then_amount():
    game = Nim((2, 3), take=2)
    state = game.initial_state()
    assert game.legal_actions(state) == [0, 1, 2, 3]
    assert [game.action_to_text(state, action) for action in range(4)] == [
        "1:1", "1:2", "2:1", "2:2",
    ]  # fmt: skip
    assert heaps_of(game, game.next_state(state, 3)) == (2, 1)


def test_text():
    game = Nim((1, 7, 100))
    assert game.state_to_text(game.initial_state()) == (
        "1: | (1)\n"
        "2: ||||| || (7)\n"
        "3: ||||| ||||| ||||| ||||| ||||| ||||| ||||| ||||| ||||| ||||| ||||| ||||| ... (100)"
    )


def test_the_largest_games_that_fit():
    game = Nim((1,) * 62)
    assert len(game.legal_actions(game.initial_state())) == 62
    state = game.next_state(game.initial_state(), 61)
    assert heaps_of(game, state) == (1,) * 61 + (0,)
    game = Nim((2**31 - 1, 2**31 - 1), take=3)
    state = game.next_state(game.initial_state(), 5)
    assert heaps_of(game, state) == (2**31 - 1, 2**31 - 4)


@pytest.mark.parametrize(
    ("parameters", "message"),
    [
        ({"heaps": ()}, r"heaps must be a tuple of sizes, not \(\)"),
        ({"heaps": 5}, "heaps must be a tuple of sizes, not 5"),
        ({"heaps": (3, "4")}, "heaps must be an integer, not '4'"),
        ({"heaps": (3, 0)}, r"heaps must be of at least 1 counter each, not \(3, 0\)"),
        ({"heaps": (1,) * 63}, "63 heaps of up to 1 counters need 63 bits; there are 62"),
        ({"heaps": (2**20,)}, "more than 65536 moves; limit them by take"),
        ({"take": 0}, "take must be at least 1, or None for no limit, not 0"),
        ({"take": "two"}, "take must be an integer, not 'two'"),
        ({"misere": 1}, "misere must be true or false, not 1"),
    ],
)
def test_bad_parameters(parameters, message):
    with pytest.raises(BadParameter, match=message):
        Nim(**parameters)
