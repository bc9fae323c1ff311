"""Random draws: outcomes of chance by their probabilities, actions in random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Action
from ..primitives.rng import Rng
from .workspace import RulesBroken

__all__ = ["PROBABILITY_SLACK", "drawn", "shuffle"]

PROBABILITY_SLACK = 1e-6
"""By how much the probabilities of all outcomes may miss 1."""


def drawn(outcomes: Sequence[tuple[Action, float]], rng: Rng) -> Action:
    """Return a random action, by the probabilities beside the actions."""
    chosen = outcomes[0][0]
    left = rng.uniform()
    for action, probability in outcomes:
        if probability > 0.0:
            chosen = action
            left -= probability
            if left < 0.0:
                return chosen
    if left > PROBABILITY_SLACK:
        raise RulesBroken
    return chosen


def shuffle(actions: Any, count: int, rng: Rng) -> None:
    """Bring the first `count` actions into random order."""
    for last in range(count - 1, 0, -1):
        other = rng.below(last + 1)
        action = actions[last]
        actions[last] = actions[other]
        actions[other] = action
