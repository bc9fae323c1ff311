"""States with tuples of two or three numbers, which rules make again from lists and slices."""

from __future__ import annotations

from collections import namedtuple
from dataclasses import dataclass, replace
from typing import NamedTuple

import pytest

import gametree as gt

from .values.both_modes import assert_plays_alike

State = namedtuple("State", "scores turn")


class Counting(gt.Game):
    """Each adds 1, 2 or 3 to what he has; who has more in the end wins."""

    def initial_state(self):
        return State((0, 0), 0)

    def turn(self, state):
        return state.turn

    def scores(self, state):
        return state.scores

    def current_player(self, state):
        return self.turn(state) % 2

    def legal_actions(self, state):
        return [] if self.turn(state) == 6 else [1, 2, 3]

    def next_state(self, state, action):
        scores = list(state.scores)
        scores[state.turn % 2] += action
        return State(tuple(scores), state.turn + 1)

    def returns(self, state):
        first, second = self.scores(state)
        return (float(first > second), float(second > first))


class Replacing(Counting):
    def next_state(self, state, action):
        scores = list(state.scores)
        scores[state.turn % 2] += action
        return state._replace(scores=tuple(scores), turn=state.turn + 1)


class Generating(Counting):
    def next_state(self, state, action):
        mover = state.turn % 2
        added = (each + action * (at == mover) for at, each in enumerate(state.scores))
        return State(tuple(added), state.turn + 1)


class Slicing(Counting):
    def next_state(self, state, action):
        scores, mover = state.scores, state.turn % 2
        return State(
            scores[:mover] + (scores[mover] + action,) + scores[mover + 1 :], state.turn + 1
        )


class OnOnePath(Counting):
    def next_state(self, state, action):
        if action == 1:
            first, second = state.scores
            scores = (first + 1, second) if state.turn % 2 == 0 else (first, second + 1)
            return State(scores, state.turn + 1)
        return Replacing.next_state(self, state, action)


class Annotated(NamedTuple):
    scores: tuple[int, int]
    turn: int = 0


class InANamedTuple(Counting):
    def initial_state(self):
        return Annotated((0, 0))

    def next_state(self, state, action):
        scores = list(state.scores)
        scores[state.turn % 2] += action
        return Annotated(tuple(scores), state.turn + 1)


Named = namedtuple("Named", "name scores turn")


class BesideAText(Counting):
    """The text makes the state a value of an arena."""

    def initial_state(self):
        return Named("-", (0, 0), 0)

    def next_state(self, state, action):
        scores = list(state.scores)
        scores[state.turn % 2] += action
        return Named(state.name + "ab"[state.turn % 2], tuple(scores), state.turn + 1)


@dataclass(frozen=True)
class Position:
    scores: tuple[int, int]
    turn: int = 0


class InADataclass(Counting):
    def initial_state(self):
        return Position((0, 0))

    def next_state(self, state, action):
        scores = list(state.scores)
        scores[state.turn % 2] += action
        return replace(state, scores=tuple(scores), turn=state.turn + 1)


class InATuple(Counting):
    def initial_state(self):
        return (0, 0), 0

    def turn(self, state):
        return state[1]

    def scores(self, state):
        return state[0]

    def next_state(self, state, action):
        scores, turn = state
        scores = list(scores)
        scores[turn % 2] += action
        return tuple(scores), turn + 1


@pytest.mark.parametrize(
    "game",
    [
        *(Counting(), Replacing(), Generating(), Slicing(), OnOnePath()),
        *(InANamedTuple(), BesideAText(), InADataclass(), InATuple()),
    ],
    ids=lambda game: type(game).__name__,
)
def test_both_modes_play_alike(game):
    assert_plays_alike(game)
