"""What random games tell of a game that nobody has looked at."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from itertools import chain, islice
from statistics import fmean, pvariance

from ..game import CHANCE, State
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.random_game import random_game

__all__ = ["heuristic_spread", "sampled_returns"]

_SECONDS = 0.5
"""After which no sample goes on."""

_GAMES = 60
_PLIES = 1000
"""Of a game, at most."""

_POSITIONS = 200
_EVERY = 7
"""Of so many positions in a row one is looked at: neighbours are much alike."""


def sampled_returns(game: CheckedGame) -> Iterator[list[float]]:
    """Yield the returns of some random games.

    Raises:
        GameError: if the rules break their contract.

    """
    rng = Rng(0)
    end = time.perf_counter() + _SECONDS
    for _ in range(_GAMES):
        for state in random_game(game, rng, _PLIES):
            last = state
        if game.is_terminal(last):
            yield game.returns(last)
        if time.perf_counter() > end:
            return


def heuristic_spread(game: CheckedGame) -> float:
    """Return how far apart the heuristic sets the moves of a position: a standard deviation.

    The root of the mean variance in some positions of random games, in the game's returns; 0 if
    none has two moves. A move that ends the game counts with what it returns.

    Raises:
        GameError: if the rules break their contract.

    """
    rng = Rng(0)
    end = time.perf_counter() + _SECONDS
    games = (random_game(game, rng, _PLIES) for _ in range(_GAMES))
    variances: list[float] = []
    for state in islice(chain.from_iterable(games), 0, None, _EVERY):
        values = list(_values(game, state))
        if len(values) > 1:
            variances.append(pvariance(values))
        if len(variances) == _POSITIONS or time.perf_counter() > end:
            break
    return math.sqrt(fmean(variances or [0.0]))


def _values(game: CheckedGame, state: State) -> Iterator[float]:
    """Yield what each move is worth at once to the player who moves, if one does."""
    if game.is_terminal(state) or game.current_player(state) == CHANCE:
        return
    player = game.current_player(state)
    for action in game.legal_actions(state):
        successor = game.next_state(game.copy(state), action)
        judge = game.returns if game.is_terminal(successor) else game.heuristic
        yield judge(successor)[player]
