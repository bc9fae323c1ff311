"""Checks of `random_action` and `chance_outcomes`."""

from __future__ import annotations

import math
import time

from ...primitives.rng import Rng
from ...rules.snapshots import freeze
from ...user_code.locating import brief
from ..fault import Fault
from ..position import Position
from ..probe import Probe

__all__ = ["outcomes_are_sound", "random_action_is_legal", "random_actions_are_even"]

_LONGEST_DRAW = 0.5


def outcomes_are_sound(probe: Probe, position: Position) -> None:
    """Check that the outcomes of chance are the legal actions and their probabilities sum to 1."""
    if position.chance:
        position.outcomes = probe.chance_outcomes(position.state, position.actions)


def random_action_is_legal(probe: Probe, position: Position) -> None:
    """Check that the action is legal and depends on the generator alone."""
    if not probe.game.defines_random_action or position.finished or position.chance:
        return
    method = "random_action"
    legal = set(map(freeze, position.actions))
    for seed in range(8 if probe.careful else 1):
        action = probe.random_action(position.state, seed)
        if freeze(action) not in legal:
            raise Fault(method, "illegal", f"returned {brief(action)}, which legal_actions lacks")
    for _ in range(3 if probe.careful else 0):
        again = probe.random_action(position.state, seed)
        if freeze(again) != freeze(action):
            raise Fault(
                method,
                "not repeatable",
                f"returned {brief(action)} and then {brief(again)} for the same random numbers",
                "draw from rng alone, as in rng.below(n)",
            )


def random_actions_are_even(probe: Probe, position: Position) -> None:
    """Check that every legal action is drawn with the same probability.

    A chi-squared test (Wilson and Hilferty's approximation) whose false
    alarms are rarer than one in 10^10.
    """
    kinds = len(position.actions)
    if not probe.game.defines_random_action or position.chance or not 2 <= kinds <= 100:
        return
    drawn = {freeze(action): 0 for action in position.actions}
    expected = max(60, 2000 // kinds)
    rng = Rng(kinds)
    until = time.thread_time() + _LONGEST_DRAW
    for _ in range(expected * kinds):
        if time.thread_time() > until:
            return  # too slow to be counted
        action = freeze(probe.call("random_action", position.state, rng))
        if action not in drawn:
            return  # another check reports it
        drawn[action] += 1
    statistic = sum((count - expected) ** 2 / expected for count in drawn.values())
    part = 2 / (9 * (kinds - 1))
    if statistic > (kinds - 1) * (1 - part + 6.5 * math.sqrt(part)) ** 3:
        least, most = min(drawn, key=drawn.__getitem__), max(drawn, key=drawn.__getitem__)
        raise Fault(
            "random_action",
            "uneven",
            f"drew {brief(most)} {drawn[most]} times and {brief(least)} {drawn[least]} times of "
            f"{expected * kinds}; each action was expected {expected} times",
            "rng.below(n) is even; count the actions first",
        )
