"""The scale on which people see values: from the worst return, 0 %, to the best, 100 %."""

from __future__ import annotations

from ..errors import GametreeError
from ..game import Game
from ..rules.checked_game import CheckedGame
from ..rules.measurement_cache import cached_by_game
from ..rules.returned_range import declares_returns, observed_range
from .sampled_games import sample_of

__all__ = ["return_scale"]


def return_scale(game: Game) -> tuple[float, float]:
    """Return the lowest and the highest return of a game, as far as people are shown them.

    They are `min_return` and `max_return` where the game sets either. A game that sets neither has
    the range of the returns of a few random games.
    """
    if declares_returns(game):
        return float(game.min_return), float(game.max_return)
    return _observed(game)


@cached_by_game
def _observed(game: Game) -> tuple[float, float]:
    try:
        sample = sample_of(CheckedGame(game))
    except GametreeError:  # other checks report faults of the rules
        return Game.min_return, Game.max_return
    return observed_range([value for returned in sample.returns for value in returned])
