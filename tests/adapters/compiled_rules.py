"""Rules without a search, compiled and interpreted: games of the same moves are compared."""

from __future__ import annotations

import numpy as np

from gametree.native.build import compile_search, packing_of
from gametree.primitives.actions import room_for_actions
from gametree.rules.checked_game import rehearse

LINES = 30
MOST_LISTED = 300  # moves in all positions of one game together


def line_of_play(game, state, step, listed, moves, seen, keys, values):
    """Play moves that a number chooses; return how many there were, and how many were listed.

    All that are listed are written to `moves`, what is said of each position to `seen` and `keys`,
    and the returns to `values`. Copies are moved on; what they were made of is asked afterwards.
    """
    plies = total = 0
    while not game.is_terminal(state):
        count = game.fill_legal_actions(state, listed)
        for place in range(count):
            moves[total] = listed[place]
            total += 1
        step = (7 * step + 3) % 1009
        after = game.next_state(game.copy(state), listed[step % count])
        seen[2 * plies] = count
        seen[2 * plies + 1] = game.current_player(state)
        keys[plies] = game.key(state)
        state = after
        plies += 1
    returned = game.returns(state)
    for player in range(len(values)):
        values[player] = returned[player]
    return plies, total


def assert_rules_play_alike(game):
    """Compare lines of play from a game's first state; return the moves that came up.

    The rules are compiled as for a search, and nothing of the search: that costs less than half.
    """
    packing = packing_of(game)
    listed, moves = (room_for_actions(MOST_LISTED, packing) for _ in range(2))
    told = (
        np.zeros(2 * MOST_LISTED, np.int64),
        np.zeros(MOST_LISTED, np.uint64),
        np.zeros(game.players),
    )
    compiled = compile_search(
        line_of_play, game, game.initial_state(), 0, listed, moves, *told, rehearsal=rehearse
    )
    lines = []
    for step in range(LINES):
        modes = []
        for play, out, written in (
            (compiled, listed, moves),
            (line_of_play, [0] * MOST_LISTED, np.zeros(MOST_LISTED, object)),
        ):
            for each in told:
                each[:] = 0
            plies, total = play(game, game.initial_state(), step, out, written, *told)
            modes.append((plies, written[:total].tolist(), *(each.tolist() for each in told)))
        assert modes[0] == modes[1], step
        lines.append(modes[0])
    assert any(line != lines[0] for line in lines)
    return {move for line in lines for move in line[1]}
