"""Games with dice or cards: the outcomes of chance, listed or drawn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

from plainpython.compilable import native_twin

from ..primitives.rng import Rng
from .basic_rules import Action, BasicRules, State, missing_method

__all__ = ["Chance"]


def _native_chance_outcomes(game: Chance, state: State) -> Any:
    return ((0, 1.0),)  # what gives it a type; never asked of a game without chance


class Chance(BasicRules):
    """The methods of games where chance moves."""

    defines_chance_outcomes: ClassVar[bool] = False

    @native_twin(_native_chance_outcomes)
    def chance_outcomes(self, state: State) -> Sequence[tuple[Action, float]]:
        """Return an (action, probability) pair for each legal action, where chance moves."""
        raise NotImplementedError(missing_method(self, "chance_outcomes"))

    def draw_outcome(self, state: State, rng: Rng) -> Action:
        """Return a random outcome where chance moves, by its probability.

        For games with more outcomes than can be listed, such as numbers with noise: in place of
        `chance_outcomes` and of `legal_actions` where chance moves. Such a game defines
        `is_terminal`. All random choices come from `rng`.
        """
        raise NotImplementedError(missing_method(self, "draw_outcome"))
