"""Actions that are not all made alike, as functions of compiled code see them."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np

from gametree.native.build import compile_function
from gametree.primitives.actions import PackedActions, packing_for
from plainpython.values import arena


class Kind(Enum):
    PASS = 1
    SWAP = 2


class Height(IntEnum):
    LOW = 1
    HIGH = 300


class Take(NamedTuple):
    pile: int
    count: int


class Skip(NamedTuple):
    why: int = 0
    pile: int = 0


def buffer_of(actions):
    """Return the actions as a tree keeps them."""
    packed = PackedActions(np.zeros(len(actions), np.int64), packing_for(actions))
    for place, action in enumerate(actions):
        packed[place] = action
    return packed


def outcome(function, *arguments):
    """Return what a function gives, or the class of what it raises."""
    try:
        return function(*arguments)
    except Exception as error:
        return type(error)


def compiled_for(function, packed):
    """Return a function of a buffer and a place, compiled."""
    arena.provide()
    entry_point = compile_function(function, packed, 0)

    def call(*arguments):
        arena.enter()
        return entry_point(*arguments)

    return call


def assert_same(function, actions):
    """Compare what a function of a buffer and a place says of each action in both modes."""
    packed = buffer_of(actions)
    made = compiled_for(function, packed)
    for place in range(len(actions)):
        assert outcome(made, packed, place) == function(actions, place), actions[place]
