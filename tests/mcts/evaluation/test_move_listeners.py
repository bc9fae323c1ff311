from __future__ import annotations

import random

import numpy as np
import pytest

from gametree.mcts.evaluation.move_listeners import MOST_MOVES, NOWHERE, SMALL, Moves
from gametree.native.build import compile_function


def course(moves, players, actions, entered):
    """Enter actions; a negative player clears. Write who was new, and what is found at the end."""
    for index in range(len(actions)):
        if players[index] < 0:
            moves.clear(-1 - players[index])
        elif moves.enter(players[index], actions[index]) >= 0:
            entered[index] = 1
    for index in range(len(actions)):
        if players[index] >= 0 and moves.find(players[index], actions[index]) >= 0:
            entered[index] += 2


@pytest.mark.parametrize("compiled", [True, False])
@pytest.mark.parametrize(
    "pool",
    [
        list(range(40)),
        [8193 * number for number in range(40)],  # of one slot
        [-1, -8192, 2**31 - 1, -(2**31), 2**40, -(2**40), 0],
        list(range(SMALL, SMALL + 3 * MOST_MOVES)),
        list(range(SMALL // 2, SMALL + MOST_MOVES)),
    ],
    ids=["small", "crowded", "large", "many", "small and large"],
)
def test_places_are_those_of_a_set(pool, compiled):
    rng = random.Random(len(pool))
    steps = 20_000 if len(pool) > 100 else 1000
    players = [rng.choice([0, 1, 1]) for _ in range(steps)]
    for index in rng.sample(range(steps // 4), 3):
        players[index] = rng.choice([-1, -2])
    actions = [rng.choice(pool) for _ in range(steps)]

    known = [set(), set()]
    crowded = pool[0] == SMALL
    expected = [0] * steps
    for index, (player, action) in enumerate(zip(players, actions, strict=True)):
        if player < 0:
            known[-1 - player].clear()
        elif action not in known[player] and (not crowded or len(known[player]) < MOST_MOVES):
            known[player].add(action)
            expected[index] = 1
    for index, (player, action) in enumerate(zip(players, actions, strict=True)):
        if player >= 0 and action in known[player]:
            expected[index] += 2
    assert (len(known[1]) == MOST_MOVES) == crowded

    arguments = (Moves(2), np.array(players), np.array(actions), np.zeros(steps, np.int64))
    (compile_function(course, *arguments) if compiled else course)(*arguments)
    assert arguments[-1].tolist() == expected


@pytest.mark.parametrize("compiled", [True, False])
def test_no_two_share_a_place(compiled):
    moves = Moves(2)
    found = np.zeros(1, np.int64)

    def place(moves, player, action, found):
        moves.enter(player, action)
        found[0] = moves.find(player, action)

    if compiled:
        place = compile_function(place, moves, 0, 0, found)
    places = set()
    for player in range(2):
        for action in range(0, 8193 * 50, 8193):
            place(moves, player, action, found)
            places.add(int(found[0]))
    assert len(places) == 100
    assert NOWHERE not in places
    assert max(places) < moves.size
