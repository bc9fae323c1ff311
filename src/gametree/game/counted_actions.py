"""Games with very many actions: the search counts them, and the game says which to try first."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from ..primitives.rng import Rng
from .basic_rules import Action, BasicRules, State, missing_method

__all__ = ["CountedActions"]


class CountedActions(BasicRules):
    """The methods of games that count or arrange their actions."""

    counts_actions: ClassVar[bool] = False
    """Whether the actions of a position are the numbers from 0 on, `legal_actions` a `range`
    of them. A search does not list them then: see `order_of_actions`."""

    tries_by_index: ClassVar[bool] = False
    """Whether actions that are counted are tried by their number, else in random order."""

    arranges_actions: ClassVar[bool] = False
    """Whether the game says in which order the actions of a position are tried: see
    `arrange_actions`. Else the order is random."""

    def order_of_actions(self, state: State, count: int, key: int) -> Iterator[Action]:
        """Return in which order so many actions are tried where they are only counted.

        Interpreted; each key from 1 on gives another order: see `rules.many_moves.keyed`.
        """
        raise NotImplementedError(missing_method(self, "order_of_actions"))

    def first_actions(self, state: State, out: Any, most: int) -> int:
        """Write which actions are tried first, `most` of them at most; return how many.

        For games that count and arrange their actions.
        """
        raise NotImplementedError(missing_method(self, "first_actions"))

    def arrange_actions(self, state: State, actions: Any, count: int, rng: Rng) -> None:
        """Put the first `count` actions of a buffer in the order in which a search tries them."""
        raise NotImplementedError(missing_method(self, "arrange_actions"))
