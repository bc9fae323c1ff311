"""The outcome of a game as text."""

from __future__ import annotations

from collections.abc import Sequence

from ...game import Game
from .boards import player_name

__all__ = ["outcome_text"]


def outcome_text(game: Game, returns: Sequence[float]) -> str:
    """Return who has won, with the returns where they say more than that."""
    if len(returns) == 1:
        return f"the game is over: {_number(returns[0])}"
    best = max(returns)
    winners = [player_name(game, player) for player, value in enumerate(returns) if value == best]
    if len(winners) == len(returns):
        message = "a draw"
    elif len(winners) == 1:
        message = f"{winners[0]} wins"
    else:
        message = f"{', '.join(winners[:-1])} and {winners[-1]} share the win"
    if set(returns) <= {-1.0, 0.0, 1.0}:
        return message
    return f"{message}: {' to '.join(map(_number, returns))}"


def _number(value: float) -> str:
    return f"{value:g}"
