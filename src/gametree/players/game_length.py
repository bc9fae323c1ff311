"""Estimates the length of a game from random games."""

from __future__ import annotations

from ..game import Game
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.measurement_cache import cached_by_game
from ..rules.one_by_one import one_by_one
from ..rules.random_game import random_game

__all__ = ["game_length"]

_PLIES = 1000
"""Random games are played until they have this many plies in total."""

_LONG = 0.9
"""The quantile of the lengths that is returned: real players play longer games than random ones."""


@cached_by_game
def game_length(game: Game) -> int:
    """Return the number of plies that nine of ten random games do not exceed.

    This takes some milliseconds for most games; the answer is cached.

    Raises:
        GameError: if the rules break their contract.

    """
    checked = CheckedGame(one_by_one(game))
    rng = Rng(0)
    lengths: list[int] = []
    left = _PLIES
    while left > 0:
        plies = sum(1 for _ in random_game(checked, rng, left)) - 1
        left -= max(1, plies)
        if left > 0 or not lengths:  # the last one was cut off
            lengths.append(plies)
    return sorted(lengths)[int(_LONG * (len(lengths) - 1))]
