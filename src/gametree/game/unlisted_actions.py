"""Games whose actions are numbers, or cannot be listed: they propose actions one by one."""

from __future__ import annotations

from typing import Any, ClassVar

from ..primitives.real_actions import between
from ..primitives.rng import Rng
from .basic_rules import Action, BasicRules, State, missing_method

__all__ = ["UnlistedActions"]


class UnlistedActions(BasicRules):
    """The methods of games that propose their actions, in place of `legal_actions`."""

    defines_action_bounds: ClassVar[bool] = False
    defines_is_legal: ClassVar[bool] = False

    asks_evaluator: ClassVar[bool] = False
    """Whether only evaluators propose the actions: see `Searcher.run_async` and `tell`."""

    def action_bounds(self, state: State) -> tuple[Any, Any]:
        """Return the lowest and the highest action: all numbers between them are legal.

        Two numbers; or two tuples of numbers, where an action is a tuple of as many. Actions are
        floats. Never asked at the end, nor where chance moves.
        """
        raise NotImplementedError(missing_method(self, "action_bounds"))

    def propose(self, state: State, rng: Rng) -> Action:
        """Return a legal action that is worth trying; all random choices come from `rng`.

        Asked again and again: what equals an earlier proposal for the position adds nothing. By
        default a number between the bounds, each with the same probability. Never asked where
        chance moves.
        """
        if self.asks_evaluator:
            raise NotImplementedError(
                f"only evaluators propose the actions of {type(self).__name__}: search it with "
                "run_async, or with ask and tell"
            )
        low, high = self.action_bounds(state)
        return between(low, high, rng)

    def is_legal(self, state: State, action: Action) -> bool:
        """Return whether a proposal may be played, besides being between the bounds."""
        return True
