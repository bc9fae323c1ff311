"""What was measured of a game, remembered for as long as it is likely to be asked again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from ..game import Game

__all__ = ["remembered"]

_GAMES = 8

_Measured = TypeVar("_Measured")


def remembered(measure: Callable[[Game], _Measured]) -> Callable[[Game], _Measured]:
    """Return the same function, which asks once for each of the last few games.

    A game is the same if it is the same object: not every class can be hashed, a dataclass
    for instance cannot.
    """
    kept: list[tuple[Game, _Measured]] = []

    @wraps(measure)
    def asked(game: Game) -> _Measured:
        for known, measured in kept:
            if known is game:
                return measured
        measured = measure(game)
        kept.append((game, measured))
        del kept[:-_GAMES]
        return measured

    return asked
