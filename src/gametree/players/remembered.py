"""What was measured of a game, remembered for as long as it is likely to be asked again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from ..game import Game

__all__ = ["remembered"]

_GAMES = 8

_Measured = TypeVar("_Measured")
_Rest = ParamSpec("_Rest")


def remembered(
    measure: Callable[Concatenate[Game, _Rest], _Measured],
) -> Callable[Concatenate[Game, _Rest], _Measured]:
    """Return the same function, which asks once for each of the last few games.

    A game is the same if it is the same object: not every class can be hashed, a dataclass
    for instance cannot.
    """
    kept: list[tuple[Game, object, _Measured]] = []

    @wraps(measure)
    def asked(game: Game, /, *rest: _Rest.args, **named: _Rest.kwargs) -> _Measured:
        asking = (rest, named)
        for known, before, measured in kept:
            if known is game and before == asking:
                return measured
        measured = measure(game, *rest, **named)
        kept.append((game, asking, measured))
        del kept[:-_GAMES]
        return measured

    return asked
