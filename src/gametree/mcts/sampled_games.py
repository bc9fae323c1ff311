"""Measures a few random games: returns, how far a heuristic sets moves apart, its cost."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from statistics import fmean, median, pvariance
from typing import NamedTuple

from ..game import CHANCE, Game, State
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.random_game import random_game

__all__ = ["Sample", "heuristic_spread", "sample_of", "slowness_of_heuristic"]

_SECONDS = 0.006
"""Of processor time, after which no other game is begun, and no other position looked at."""

_LONGEST = 0.25
"""After which the only game is broken off."""

_GAMES = 60
_PLIES = 1000
"""Of a game, at most."""

_POSITIONS = 60
_EVERY = 7
"""Of so many positions in a row one is looked at: neighbours are much alike."""

_GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)
"""Its multiples lie evenly in 0..1, however many there are: positions of all stages are seen."""

_TIMED = 3
"""Positions in which the heuristic is timed."""


class Sample(NamedTuple):
    """Some random games: what those that ended returned, the positions, the time that they took."""

    returns: list[list[float]]
    positions: list[State]
    plies: int


def sample_of(game: CheckedGame) -> Sample:
    """Play random games for some milliseconds, at least one that is not too long.

    Raises:
        GameError: if the rules break their contract.

    """
    rng = Rng(0)
    begun = time.thread_time()
    returns: list[list[float]] = []
    positions: list[State] = []
    plies = 0
    for _ in range(_GAMES):
        for state in random_game(game, rng, _PLIES):
            last = state
            if plies % _EVERY == 0:
                positions.append(game.copy(state))
            plies += 1
            if time.thread_time() - begun > _LONGEST:
                return Sample(returns, positions, plies)
        if game.is_terminal(last):
            returns.append(list(game.returns(last)))
        if time.thread_time() - begun > _SECONDS:
            break
    return Sample(returns, positions, plies)


def heuristic_spread(game: Game, positions: Sequence[State]) -> float:
    """Return how far apart the heuristic sets the moves of a position: a standard deviation.

    The root of the mean variance in the positions, in the game's returns; 0 if none has two
    moves. A move that ends the game counts with what it returns.

    Raises:
        GameError: if the rules break their contract.

    """
    end = time.thread_time() + _SECONDS
    variances: list[float] = []
    scattered = sorted(enumerate(positions), key=lambda each: each[0] * _GOLDEN % 1.0)
    for _, state in scattered[:_POSITIONS]:
        values = list(_values(game, state))
        if len(values) > 1:
            variances.append(pvariance(values))
        if variances and time.thread_time() > end:
            break
    return math.sqrt(fmean(variances or [0.0]))


def slowness_of_heuristic(game: Game, positions: Sequence[State]) -> float:
    """Return how many times as long a simulation takes with the heuristic as with a playout.

    A guess from a few calls of the rules, interpreted: the heuristic is asked for each move of
    a new position and once for itself, in place of the moves of a random game.
    """
    costs: list[float] = []
    for state in positions[:: max(1, len(positions) // _TIMED)][:_TIMED]:
        if game.is_terminal(state) or game.current_player(state) == CHANCE:
            continue
        begun = time.thread_time()
        moves = len(list(game.legal_actions(game.copy(state))))
        game.heuristic(game.copy(state))
        costs.append((time.thread_time() - begun) * (1 + moves))
    begun = time.thread_time()
    for _ in random_game(game, Rng(1), _PLIES):  # type: ignore[arg-type]
        if time.thread_time() - begun > _LONGEST:
            break
    playout = time.thread_time() - begun
    return median(costs) / playout if costs else 0.0


def _values(game: Game, state: State) -> Iterator[float]:
    """Yield what each move is worth at once to the player who moves, if one does."""
    if game.is_terminal(state) or game.current_player(state) == CHANCE:
        return
    player = game.current_player(state)
    for action in game.legal_actions(state):
        successor = game.next_state(game.copy(state), action)
        judge = game.returns if game.is_terminal(successor) else game.heuristic
        yield judge(successor)[player]
