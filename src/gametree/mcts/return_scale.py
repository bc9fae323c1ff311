"""The scale on which people see values: from the worst return, 0 %, to the best, 100 %."""

from __future__ import annotations

import math
from typing import overload

from ..errors import GametreeError
from ..game import Game
from ..rules.checked_game import CheckedGame
from ..rules.measurement_cache import cached_by_game
from ..rules.returned_range import declares_returns, observed_range
from .sampled_games import sample_of

__all__ = ["interval_of", "interval_text", "points_of", "proven_word", "return_scale", "winrate"]


def return_scale(game: Game) -> tuple[float, float]:
    """Return the lowest and the highest return of a game, as far as people are shown them.

    They are `min_return` and `max_return` where the game sets either. A game that sets neither has
    the range of the returns of a few random games.
    """
    if declares_returns(game):
        return float(game.min_return), float(game.max_return)
    return _observed(game)


def points_of(players: int, least: float, most: float) -> tuple[float, float] | None:
    """Return the least and the most points; None where the game is won or lost.

    Then who wins gets 1, and each of the others 0, -1 or an equal share of -1.
    """
    lost = (0.0, -1.0, -1.0 / max(1, players - 1))
    decided = most == 1.0 and least in lost
    bounded = math.isfinite(least) and math.isfinite(most)
    return (least, most) if bounded and not decided else None


def interval_of(game: Game, mean: float, half_width: float) -> tuple[float, float]:
    """Return the interval around a mean, as far as returns can be so low and so high."""
    lowest, highest = return_scale(game)
    low = max(mean - half_width, min(lowest, mean))
    return low, min(mean + half_width, max(highest, mean))


def interval_text(game: Game, mean: float, half_width: float) -> str:
    """Return the interval beside a mean as text: both ends where a possible return cuts it off."""
    low, high = interval_of(game, mean, half_width)
    if low == mean - half_width and high == mean + half_width:
        return f"± {half_width:.3f}"
    return f"({low:+.3f} to {high:+.3f})"


@overload
def winrate(game: Game, value: float) -> float: ...


@overload
def winrate(game: Game, value: float | None) -> float | None: ...


def winrate(game: Game, value: float | None) -> float | None:
    """Return a value on the scale from the worst return, 0, to the best, 1."""
    if value is None:
        return None
    low, high = return_scale(game)
    if not high > low:
        return 0.5
    return min(1.0, max(0.0, (value - low) / (high - low)))


def proven_word(game: Game, value: float | None) -> str | None:
    """Return what a proven value means to the player: "win", "loss" or "draw".

    None where it is neither: but for two players, only the best return is a win and the worst one
    a loss.
    """
    if value is None:
        return None
    low, high = return_scale(game)
    if game.players != 2:
        return "win" if value >= high else "loss" if value <= low else None
    middle = 0.5 * (low + high)
    return "draw" if value == middle else "win" if value > middle else "loss"


@cached_by_game
def _observed(game: Game) -> tuple[float, float]:
    try:
        sample = sample_of(CheckedGame(game))
    except GametreeError:  # other checks report faults of the rules
        return Game.min_return, Game.max_return
    return observed_range([value for returned in sample.returns for value in returned])
