"""Actions that are not all made alike, as functions of compiled code see them."""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import NamedTuple

import numpy as np

from gametree.compiled.build import compile_function, compile_search, packing_of
from gametree.compiled.values import arena
from gametree.primitives.actions import PackedActions, packing_for, room_for_actions
from gametree.rules.checked_game import rehearse


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


def line_of_play(game, state, out, step):
    """Play moves that a number chooses; return a number of all that was seen, and the returns."""
    seen = length = 0
    while length < 60 and not game.is_terminal(state):
        count = game.fill_legal_actions(state, out)
        if count == 0:
            break
        seen = (31 * seen + 2 * count + game.current_player(state)) % 1000003
        step = (7 * step + 3) % 1009
        state = game.next_state(state, out[step % count])
        length += 1
    first, second = game.returns(state)
    return seen, length, float(first), float(second)


def assert_plays_alike(game):
    """Compare lines of play in both modes, with actions of any kind.

    The rules, states and actions are compiled as for a search, which costs some seconds more.
    """
    state, out = game.initial_state(), room_for_actions(64, packing_of(game))
    made = compile_search(line_of_play, game, state, out, 0, rehearsal=rehearse)
    played = [line_of_play(game, game.initial_state(), out, step) for step in range(50)]
    assert [made(game, state, out, step) for step in range(50)] == played
    assert len(set(played)) > 1
