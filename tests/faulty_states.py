"""Games with states that cannot be compiled: see `faulty_rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from faulty_rules import Board, Sound, fault
from gametree.primitives.bits import u64


@fault("initial_state", r"it returns dict; compiled states are tuples")
class DictState(Sound):
    def initial_state(self):  # here
        return {0: 3, 1: 0}

    def next_state(self, state, action):
        return {0: state[0] - 1, 1: 1 - state[1]}


@dataclass
class Pair:
    left: int
    player: int


@fault("initial_state", r"it uses Pair, which is a class; .* alone: class Pair\(NamedTuple\)")
class DataState(Sound):
    def initial_state(self):
        return Pair(3, 0)  # here

    def next_state(self, state, action):
        return Pair(state.left - 1, 1 - state.player)

    def is_terminal(self, state):
        return state.left == 0

    def current_player(self, state):
        return state.player


@fault("initial_state", r"it uses Board, which is a class; ")
class ObjectState(Sound):
    def initial_state(self):
        return Board(3)  # here

    def next_state(self, state, action):
        return Board(state.left - 1)

    def is_terminal(self, state):
        return state.left == 0

    def current_player(self, state):
        return 0


@fault("next_state", r"it returns \(float, int\), but initial_state \(int, int\); make both the")
class FloatInNextState(Sound):
    def next_state(self, state, action):  # here
        return ((state[0] - 1) * 1.0, 1 - state[1])


@fault("next_state", r"it returns \(int, int\), but initial_state \(u64, int\); .*bits\.u64\(")
class IntWhereTheBoardWas(Sound):
    def initial_state(self):
        return (u64(3), 0)

    def next_state(self, state, action):  # here
        return (state[0] - 1, 1 - state[1])


@fault("next_state", r"it returns \(int, int\) or None, but initial_state \(int, int\)")
class SometimesNothing(Sound):
    def next_state(self, state, action):  # here
        if action < 2:
            return (state[0] - 1, 1 - state[1])
        return None


class Boards(Sound):
    def initial_state(self):
        return (np.zeros((2, 2), np.int8), 3, 0)

    def current_player(self, state):
        return state[2]

    def is_terminal(self, state):
        return state[1] == 0


@fault(
    "next_state",
    r"it returns \(array of int8 of 2 dimensions in Fortran order, int, int\), but initial_state "
    r"\(array of int8 of 2 dimensions, int, int\); .* with np\.ascontiguousarray\(\.\.\.\) or "
    r"\.astype\(np\.int8\)",
)
class OtherLayout(Boards):
    def next_state(self, state, action):  # here
        return (state[0].T, state[1] - 1, 1 - state[2])


class Position(NamedTuple):
    left: int
    player: int


@fault("next_state", r"it calls _replace of a NamedTuple; make a new one")
class ReplacesFields(Sound):
    def initial_state(self):
        return Position(3, 0)

    def next_state(self, state, action):
        return state._replace(left=state.left - 1)  # here


@fault("initial_state", r"the integer 73786976294838206464 has more than 64 bits; keep integers")
class WideInteger(Sound):
    def initial_state(self):
        return (min(3, 1 << 66), 0)  # here
