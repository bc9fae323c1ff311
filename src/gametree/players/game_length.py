"""How long a game is likely to go on, from random games."""

from __future__ import annotations

from ..game import Game
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.random_game import random_game
from .remembered import remembered

__all__ = ["game_length"]

_PLIES = 1000
"""Random games are played until they have come to so many plies together."""

_LONG = 0.9
"""Players who choose their moves play longer games than random ones: this quantile counts."""


@remembered
def game_length(game: Game) -> int:
    """Return how many plies a game is likely to have: nine of ten random games are not longer.

    Some milliseconds for most games; the answer is remembered.

    Raises:
        GameError: if the rules break their contract.

    """
    checked = CheckedGame(game)
    rng = Rng(0)
    lengths: list[int] = []
    left = _PLIES
    while left > 0:
        plies = sum(1 for _ in random_game(checked, rng, left)) - 1
        left -= max(1, plies)
        if left > 0 or not lengths:  # the last one was cut off
            lengths.append(plies)
    return sorted(lengths)[int(_LONG * (len(lengths) - 1))]
