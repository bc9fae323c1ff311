"""Small functions, and the rules of games, called interpreted and compiled."""

from __future__ import annotations

import numpy as np

from gametree.native.build import compile_search, packing_of
from gametree.primitives.actions import room_for_actions
from gametree.rules.checked_game import rehearse
from plainpython.back_end.buffers import buffer_type
from plainpython.back_end.functions import compiling, dispatcher
from plainpython.back_end.objects import type_of
from plainpython.call_frames import with_room_for_calls
from plainpython.values import arena, images
from plainpython.values.kinds import kind_of


@with_room_for_calls
def compiled_rule(function, game, state, *buffers):
    """Return a function of a game, a state and buffers compiled, with what it calls of the rules.

    It does without the other rules, which a search compiles as well. The kind of the state is that
    of the one given.
    """
    arena.provide()
    with compiling():
        kinds = (type_of(game), kind_of(state), *map(buffer_type, buffers))
        made = dispatcher(function, entry=True).compile(kinds)

    def call(*arguments):
        arena.enter()
        images.begin(images.Loan())
        return made(*arguments)

    return call


def line_of_play(game, state, out, step):
    """Play moves that a number chooses; return the last position's returns, and all that was seen.

    The actions are integers, listed in `out`.
    """
    seen = length = 0
    while length < 60 and not game.is_terminal(state):
        count = game.fill_legal_actions(state, out)
        if count == 0:
            break
        for place in range(count):
            seen = (31 * seen + int(out[place])) % 1000003
        seen = (31 * seen + game.current_player(state)) % 1000003
        step = (7 * step + 3) % 1009
        state = game.next_state(state, int(out[step % count]))
        length += 1
    first, second = game.returns(state)
    return seen, length, float(first), float(second)


def assert_plays_alike(game, lines=30, others=()):
    """Compare lines of play from a game's first state, and from some others.

    The rules and the states are compiled as for a search, which costs some seconds more.
    """
    out = np.zeros(64, np.int64)
    state = game.initial_state()
    made = compile_search(line_of_play, game, state, out, 0, rehearsal=rehearse)
    played = [line_of_play(game, game.initial_state(), out, step) for step in range(lines)]
    assert [made(game, state, out, step) for step in range(lines)] == played
    assert len(set(played)) > 1
    for other in others:
        for step in range(lines):
            assert made(game, other, out, step) == line_of_play(game, other, out, step), other


def listing(game, state, listed, out, step):
    """Play as `line_of_play`; write all actions that are legal there one behind the other.

    Return how many these are, and the returns of the last position.
    """
    total = length = 0
    while length < 60 and not game.is_terminal(state):
        count = game.fill_legal_actions(state, out)
        if count == 0:
            break
        for place in range(count):
            listed[total] = out[place]
            total += 1
        step = (7 * step + 3) % 1009
        state = game.next_state(state, out[step % count])
        length += 1
    first, second = game.returns(state)
    return total, float(first), float(second)


def assert_lists_alike(game, lines=30, room=64):
    """Compare lines of play as `assert_plays_alike`, of actions of any sort."""
    packing = packing_of(game)
    state, listed = game.initial_state(), room_for_actions(60 * room, packing)
    buffers = listed, room_for_actions(room, packing)
    made = compile_search(listing, game, state, *buffers, 0, rehearsal=rehearse)
    played = []
    for step in range(lines):
        wanted = [None] * (60 * room)
        told = listing(game, game.initial_state(), wanted, [None] * room, step)
        assert made(game, state, *buffers, step) == told
        assert repr(listed[: told[0]].tolist()) == repr(wanted[: told[0]])
        played.append((told, repr(wanted)))
    assert len(set(played)) > 1
