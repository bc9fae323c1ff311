"""Battleship's sampler against enumeration: all fleets that agree with the shots, equally often."""

from __future__ import annotations

import itertools
import math
from functools import cache

import numpy as np
import pytest

import gametree as gt
from gametree.games import Battleship
from gametree.native.build import compile_search

SMALL = Battleship(4, 3, ships=(2, 2, 3), shots=8)
CROWDED = Battleship(3, 3, ships=(1, 1, 2, 3), shots=6)
EACH = 40  # draws of each fleet


def known_after(game, ships, shots):
    """Return what player 0 knows after shots at some ships."""
    own = fleets(game)[0]
    state = type(game.initial_state())((own, ships), (shots, (0,) * len(shots)), (0, 0))
    return game.information_state(state, 0)


def cells_of(game, length, action):
    """Return the cells of a ship by the action that places it; none where it does not fit."""
    way, cell = divmod(action, game.width * game.height)
    row, column = divmod(cell, game.width)
    if way == 1 and column + length <= game.width:
        return range(cell, cell + length)
    if way == 2 and length > 1 and row + length <= game.height:
        return range(cell, cell + length * game.width, game.width)
    return ()


@cache
def fleets(game):
    """Return all fleets of a game."""
    actions = range(3 * game.width * game.height)
    choices = [[each for each in actions if cells_of(game, length, each)] for length in game.ships]
    found = []
    for fleet in itertools.product(*choices):
        pairs = zip(game.ships, fleet, strict=True)
        cells = [cell for pair in pairs for cell in cells_of(game, *pair)]
        if len(set(cells)) == len(cells):
            found.append(fleet)
    return found


def agreeing(game, known):
    return [each for each in fleets(game) if known_after(game, each, known.shots) == known]


def draw_fleets(game, rng, state, numbers):
    """Write drawn fleets as numbers; both modes run this very function."""
    known = game.information_state(state, 0)
    for index in range(len(numbers)):
        world = game.sample_state(known, 0, rng)
        number = 0
        for action in world.ships[1]:
            number = number * 64 + action
        numbers[index] = number
    return 0


def surprise(fleet_numbers, numbers):
    """Return chi-square less its mean, in its deviations; 10 is a false alarm in < 1e-6."""
    counts = dict.fromkeys(fleet_numbers, 0)
    for number in numbers:
        counts[int(number)] += 1
    expected = len(numbers) / len(counts)
    square = sum((each - expected) ** 2 / expected for each in counts.values())
    freedom = len(counts) - 1
    return (square - freedom) / math.sqrt(2.0 * freedom)


CASES = [
    (SMALL, 5, (11,)),
    (SMALL, 77, (0, 5, 6)),
    (SMALL, 200, (1, 2, 9, 4)),
    (CROWDED, 3, (4,)),
    (CROWDED, 11, (4, 0, 8)),
]


@pytest.mark.parametrize(("game", "fleet", "shots"), CASES)
def test_all_fleets_are_drawn_equally_often(game, fleet, shots):
    known = known_after(game, fleets(game)[fleet], shots)
    expected = agreeing(game, known)
    assert len(expected) > 5
    numbers = np.zeros(EACH * len(expected), np.int64)
    state = game.sample_state(known, 0, gt.Rng(1))
    draw_fleets(game, gt.Rng(2), state, numbers)
    coded = [
        sum(action * 64 ** (len(each) - 1 - place) for place, action in enumerate(each))
        for each in expected
    ]
    assert surprise(coded, numbers) < 10.0
    assert len(set(numbers.tolist())) > 0.9 * len(expected)


def test_both_modes_draw_the_same_fleets():
    first = SMALL.initial_state()
    rest = np.zeros(100, np.int64)
    compiled = compile_search(
        draw_fleets, SMALL, gt.Rng(1), first, rest, rehearsal=lambda game, state: None
    )
    for _, fleet, shots in CASES[1:3]:
        known = known_after(SMALL, fleets(SMALL)[fleet], shots)
        state = SMALL.sample_state(known, 0, gt.Rng(1))
        drawn = []
        for draw in (compiled, draw_fleets):
            numbers = np.zeros(300, np.int64)
            draw(SMALL, gt.Rng(7), state, numbers)
            drawn.append(numbers.tolist())
        assert drawn[0] == drawn[1]


def test_large_and_crowded_fleets_are_found():
    """A fleet that agrees is found also where the ways to cover the hits are not counted."""
    for game in (Battleship(10, 10, (1,) * 30, 100), Battleship(2, 4, (1, 2, 2, 3), 8)):
        rng = gt.Rng(4)
        state = game.initial_state()
        while not game.is_terminal(state) and len(state.shots[1]) < 60:
            state = game.next_state(state, game.random_action(state, rng))
            if len(state.shots[1]) % 30 == 29 and len(state.ships[1]) == len(game.ships):
                for player in (0, 1):
                    known = game.information_state(state, player)
                    world = game.sample_state(known, player, rng)
                    assert game.information_state(world, player) == known
