"""Games with states that cannot be compiled: see `faulty_rules`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from faulty_rules import Sound, fault
from plainpython.bits import u64


@dataclass
class Pair:
    left: int
    player: int


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


class Boards(Sound):
    def initial_state(self):
        return (np.zeros((2, 2), np.int8), 3, 0)

    def current_player(self, state):
        return state[2]

    def is_terminal(self, state):
        return state[1] == 0


class Position(NamedTuple):
    left: int
    player: int
