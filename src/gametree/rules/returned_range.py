"""The range of a game's returns: declared by the game, or observed."""

from __future__ import annotations

from collections.abc import Sequence

from ..game import Game

__all__ = ["declares_returns", "observed_range"]


def declares_returns(game: Game) -> bool:
    """Return whether a game sets `min_return` or `max_return` itself."""
    scopes = [vars(game), *(vars(each) for each in type(game).__mro__ if each not in Game.__mro__)]
    return any("min_return" in scope or "max_return" in scope for scope in scopes)


def observed_range(values: Sequence[float]) -> tuple[float, float]:
    """Return the range of some returns: 0 to 1 or -1 to 1 where they fit, else their extremes."""
    least, most = min(values, default=-1.0), max(values, default=1.0)
    if least >= 0.0 and most <= 1.0:
        return 0.0, 1.0
    if least >= -1.0 and most <= 1.0:
        return Game.min_return, Game.max_return
    return (least, most) if least < most else (min(least, 0.0), max(most, 0.0))
