"""The places of a number in a line, eight cells at a time."""

from __future__ import annotations

import numpy as np

import gametree as gt
from gametree.native.actions.places import places_listed
from gametree.native.build import compile_search

SIZE = 21


class Line(gt.Game):
    """21 numbers; whoever begins puts one at the end, and that is all."""

    def initial_state(self):
        return (0, 1, 2, 0, 0, 1, 2) * 3

    def current_player(self, state):
        return 0

    def legal_actions(self, state):
        return [1, 2] if state[0] == 0 else []

    def next_state(self, state, action):
        return (*state[1:], action)

    def returns(self, state):
        return (0.0, 0.0)


def looked(game, state, out, count, offset, start, stop, first, number):
    return places_listed(out, count, state, offset, start, stop, first, number)


def test_the_places_are_those_of_the_loop_wherever_it_begins_and_ends():
    game = Line()
    state = game.initial_state()
    out = np.zeros(24, np.int64)
    rehearsal = lambda *_: None  # noqa: E731
    compiled = compile_search(looked, game, state, out, 0, 0, 0, 0, 0, 0, rehearsal=rehearsal)
    rng = np.random.default_rng(2)
    for _ in range(3000):
        state = tuple(int(each) for each in rng.integers(0, 3, SIZE))
        stop = int(rng.integers(-2, SIZE + 1))
        start = int(rng.integers(-3, SIZE))
        offset = (
            int(rng.integers(-SIZE, SIZE + 1))
            if start >= stop
            else int(rng.integers(-SIZE - start, SIZE + 1 - stop))
        )
        count, first, number = (int(each) for each in rng.integers(0, (5, 90, 3)))
        out[:] = -1
        expected = [first + k for k in range(start, stop) if state[offset + k] == number]
        made = compiled(game, state, out, count, offset, start, stop, first, number)
        assert made == count + len(expected)
        fit = expected[: len(out) - count]
        assert out[count : count + len(fit)].tolist() == fit
        assert (out[:count] == -1).all()
