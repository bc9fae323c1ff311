"""Numbers of actions, as compiled code finds them."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from plainpython.compilable import Compilable

from ..game import Action
from ..primitives.actions import number_of
from .seen_play import MOST_ACTIONS

__all__ = ["ActionNumbers", "numbers_of"]


class ActionNumbers(Compilable):
    """Numbers from 0 to `size` - 1 for the actions of a game; the last is that of all others."""

    def __init__(self, size: int) -> None:
        self.size = size

    def number(self, action: Action) -> int:
        """Return the number of an action."""
        raise NotImplementedError


class _IntegerActions(ActionNumbers):
    """Those of integers in a range: what they are more than the lowest."""

    def __init__(self, low: int, size: int) -> None:
        super().__init__(size)
        self.low = low

    def number(self, action: Action) -> int:
        place = action - self.low
        return place if 0 <= place < self.size - 1 else self.size - 1


class _ListedActions(ActionNumbers):
    """Those of actions of any kind, or of several, by a table of what stands for each."""

    def __init__(self, places: dict[int, int]) -> None:
        super().__init__(len(places) + 1)
        self.places = places

    def number(self, action: Action) -> int:
        return self.places.get(number_of(action), self.size - 1)


def numbers_of(actions: Sequence[Action]) -> ActionNumbers:
    """Return numbers for actions such as these."""
    integers = [int(each) for each in actions if isinstance(each, (int, np.integer))]
    if len(integers) == len(actions) and actions:
        low, high = min(integers), max(integers)
        if high - low < MOST_ACTIONS:
            return _IntegerActions(low, high - low + 2)
    return _ListedActions(
        {int(number_of(each)): place for place, each in enumerate(actions[:MOST_ACTIONS])}
    )
