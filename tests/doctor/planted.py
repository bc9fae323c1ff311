"""Sound games to plant faults in, and the doctor's findings in them."""

from __future__ import annotations

import signal

import numpy as np
import pytest

import gametree as gt

needs_timer = pytest.mark.skipif(
    not hasattr(signal, "setitimer"), reason="no call can be interrupted without such a timer"
)


class Take(gt.Game):
    def initial_state(self):
        return (7, 0)

    def current_player(self, state):
        return state[1]

    def legal_actions(self, state):
        return range(1, min(3, state[0]) + 1)

    def next_state(self, state, action):
        return (state[0] - action, 1 - state[1])

    def returns(self, state):
        return (-1.0, 1.0) if state[1] == 0 else (1.0, -1.0)


class ListTake(Take):
    """The same with states that could be changed."""

    def initial_state(self):
        return [7, 0]

    def next_state(self, state, action):
        return [state[0] - action, 1 - state[1]]


class Pick(gt.Game):
    """Players in turn pick cells; after this many picks the higher sum of cells wins."""

    def __init__(self, cells=20, picks=12):
        self.cells = cells
        self.picks = picks

    def initial_state(self):
        return (0, 0)

    def current_player(self, state):
        return state[1] % 2

    def legal_actions(self, state):
        if state[1] == self.picks:
            return []
        return [cell for cell in range(self.cells) if not state[0] >> cell & 1]

    def next_state(self, state, action):
        return (state[0] | 1 << action, state[1] + 1)

    def returns(self, state):
        return (0.0, 0.0)


HEAP = np.dtype((np.record, [("left", "i4"), ("player", "i4")]))


class RecordTake(Take):
    def initial_state(self):
        return np.array([(7, 0)], HEAP)[0]

    def copy(self, state):
        return state.copy()

    def current_player(self, state):
        return state.player

    def legal_actions(self, state):
        return [count for count in range(1, 4) if count <= state.left]

    def next_state(self, state, action):
        state.left -= action
        state.player = 1 - state.player
        return state

    def returns(self, state):
        return (-1.0, 1.0) if state.player == 0 else (1.0, -1.0)


def examine(game, *, games=100, seconds=200.0, **options):
    """Return the report on a game; the games bound it, the time only on the slowest machine."""
    return gt.check(game, games=games, seconds=seconds, **{"compiled": False} | options)


def diagnosis(game, **options):
    """Return (method, kind, moves) of the only fault."""
    report = examine(game, **options)
    assert not report.sound
    (fault,) = report.faults
    assert fault.method in str(report)
    return fault.method, fault.kind, fault.moves


def warning(game, **options):
    report = examine(game, **options)
    assert report.sound
    (found,) = report.warnings
    return found


def kinds(report):
    return {(finding.method, finding.kind) for finding in report.findings}
