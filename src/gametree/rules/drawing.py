"""Random draws: outcomes of chance by their probabilities, actions in random order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..game import Action, Game, State
from ..primitives.rng import Rng
from .workspace import RulesBroken

__all__ = ["PROBABILITY_SLACK", "drawn", "outcome", "shuffle"]

PROBABILITY_SLACK = 1e-9
"""By how much the probabilities of all outcomes may miss 1: more than rounding takes away."""


def outcome(game: Game, state: State, rng: Rng) -> Action:
    """Return a random outcome where chance moves, by its probability.

    Raises:
        RulesBroken: as `drawn`.

    """
    if game.draws_outcomes:
        return game.draw_outcome(state, rng)
    return drawn(game.chance_outcomes(state), rng)


def drawn(outcomes: Sequence[tuple[Action, float]], rng: Rng) -> Action:
    """Return a random action, by the probabilities beside the actions.

    Raises:
        RulesBroken: if they are no probabilities, whichever action was drawn.

    """
    chosen = outcomes[0][0]
    left = rng.uniform()
    total = 0.0
    for action, probability in outcomes:
        if not probability >= 0.0:
            raise RulesBroken
        total += probability
        if left >= 0.0 and probability > 0.0:
            chosen = action
            left -= probability
    if abs(total - 1.0) > PROBABILITY_SLACK:
        raise RulesBroken
    return chosen


def shuffle(actions: Any, count: int, rng: Rng) -> None:
    """Bring the first `count` actions into random order."""
    for last in range(count - 1, 0, -1):
        other = rng.below(last + 1)
        action = actions[last]
        actions[last] = actions[other]
        actions[other] = action
