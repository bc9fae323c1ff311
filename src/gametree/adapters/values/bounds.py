"""The least and the most that a player can get, where rules do not tell it."""

from __future__ import annotations

import math
from typing import Any

from ...game import Game
from ...naming.parameters import expect

__all__ = ["set_bounds"]


def set_bounds(game: Game, bounds: Any) -> None:
    """Set the bounds of a game's returns; None: they are not known, so that nothing is proven.

    Raises:
        BadParameter: if they are no two numbers, the lower one first.

    """
    if bounds is None:
        game.bounds_known = False
        return
    pair = isinstance(bounds, (list, tuple)) and len(bounds) == 2
    good = pair and all(map(_is_number, bounds)) and bounds[0] < bounds[1]
    expected = "two numbers, the least and the most that a player can get, or None"
    expect(good, "bounds", expected, bounds)
    game.bounds_known = True
    game.min_return, game.max_return = map(float, bounds)


def _is_number(value: Any) -> bool:
    is_one = isinstance(value, (int, float)) and not isinstance(value, bool)
    return is_one and math.isfinite(value)
