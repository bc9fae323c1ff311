"""A sound game to plant faults in, and what the doctor says of it."""

from __future__ import annotations

import signal

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
