"""Measures a few random games: returns, how far a heuristic sets moves apart, its cost.

How much is looked at is counted, not timed, and the random games are always the same ones: so is
what is found, on any machine. Time decides only how slow the heuristic is, and where rules take
more than a millisecond a move.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from statistics import fmean, median, pvariance
from typing import NamedTuple

from ..actors import actor_at, is_chance, is_player
from ..game import Game, State
from ..primitives.rng import Rng
from ..rules.checked_game import CheckedGame
from ..rules.random_game import random_game

__all__ = [
    "ENOUGH",
    "Sample",
    "Spread",
    "heuristic_spread",
    "most_moves",
    "sample_of",
    "slowness_of_heuristic",
]

_PLIES = 200
"""After so many plies no other game is begun."""

ENOUGH = 3
"""Games from which something follows: for the first few there are twice as many plies."""

_LONGEST_GAME = 1000
"""Plies after which a game is broken off."""

_ESTIMATES = 120
"""After so many moves have been judged no other position is looked at."""

_PATIENCE = 0.25
"""Seconds of processor time: rules that are so slow are looked at no longer."""

_LONGEST_WAIT = 1.0
"""Seconds, for rules that wait: these take no processor time."""

_EVERY = 7
"""Of so many positions in a row one is looked at: neighbours are much alike."""

_GOLDEN = 0.5 * (math.sqrt(5.0) - 1.0)
"""Its multiples lie evenly in 0..1, however many there are: positions of all stages are seen."""

_ASKED = 7
"""Positions in which the heuristic is timed: some microseconds each, a few may be disturbed."""

_TIMED = 3
"""Playouts that are timed beside it."""


class Sample(NamedTuple):
    """Some random games: what those that ended returned, the positions, the time that they took."""

    returns: list[list[float]]
    positions: list[State]
    plies: int


def sample_of(game: CheckedGame) -> Sample:
    """Play some random games, at least one that is not too long.

    Raises:
        GameError: if the rules break their contract.

    """
    rng = Rng(0)
    end, latest = time.thread_time() + _PATIENCE, time.monotonic() + _LONGEST_WAIT
    returns: list[list[float]] = []
    positions: list[State] = []
    plies = 0
    while plies < (_PLIES if len(returns) >= ENOUGH else 2 * _PLIES):
        for state in random_game(game, rng, _LONGEST_GAME):
            last = state
            if plies % _EVERY == 0:
                positions.append(game.copy(state))
            plies += 1
            if time.thread_time() > end or time.monotonic() > latest:
                return Sample(returns, positions, plies)
        if game.is_terminal(last):
            returns.append(list(game.returns(last)))
    return Sample(returns, positions, plies)


def most_moves(game: CheckedGame, positions: Sequence[State]) -> int:
    """Return how many moves a player has in one of some positions, at most.

    Raises:
        GameError: if the rules break their contract.

    """
    open_positions = (each for each in positions if not game.is_terminal(each))
    moves = (
        len(game.legal_actions(each))
        for each in open_positions
        if not is_chance(game.current_player(each))
    )
    return max(moves, default=0)


class Spread(NamedTuple):
    """How far apart the moves of a position are set, as standard deviations in returns.

    Each is the root of the mean variance in the positions; 0 if none has two such moves.

    Attributes:
        moves: of all moves; one that ends the game counts with what it returns.
        estimates: of those after which the game goes on, which the heuristic alone judges.

    """

    moves: float
    estimates: float


def heuristic_spread(game: Game, positions: Sequence[State]) -> Spread:
    """Return how far apart the heuristic sets the moves of a position.

    Raises:
        GameError: if the rules break their contract.

    """
    end = time.thread_time() + _PATIENCE
    left = _ESTIMATES
    of_moves: list[float] = []
    of_estimates: list[float] = []
    scattered = sorted(enumerate(positions), key=lambda each: each[0] * _GOLDEN % 1.0)
    for _, state in scattered:
        judged = list(_judged(game, state))
        estimates = [value for value, goes_on in judged if goes_on]
        if len(judged) > 1:
            of_moves.append(pvariance(value for value, _ in judged))
        if len(estimates) > 1:
            of_estimates.append(pvariance(estimates))
        left -= len(judged)
        if left < 0 or time.thread_time() > end:
            break
    return Spread(math.sqrt(fmean(of_moves or [0.0])), math.sqrt(fmean(of_estimates or [0.0])))


def slowness_of_heuristic(game: Game, positions: Sequence[State]) -> float:
    """Return how many times as long a simulation takes with the heuristic as with a playout.

    A guess from a few calls of the rules, interpreted: the heuristic is asked for each move of
    a new position and once for itself, in place of the moves of a random game.
    """
    costs: list[float] = []
    for state in positions[:: max(1, len(positions) // _ASKED)][:_ASKED]:
        if not is_player(actor_at(game, state)):
            continue
        begun = time.thread_time()
        moves = len(list(game.legal_actions(game.copy(state))))
        game.heuristic(game.copy(state))
        costs.append((time.thread_time() - begun) * (1 + moves))
    playouts = [_seconds_of_playout(game, seed) for seed in range(_TIMED)]
    return median(costs) / median(playouts) if costs else 0.0


def _seconds_of_playout(game: Game, seed: int) -> float:
    """Return the processor time of a random game."""
    begun = time.thread_time()
    for _ in random_game(game, Rng(seed), _LONGEST_GAME):  # type: ignore[arg-type]
        if time.thread_time() - begun > _PATIENCE:
            break
    return time.thread_time() - begun


def _judged(game: Game, state: State) -> Iterator[tuple[float, bool]]:
    """Yield what each move is worth at once to the player who moves, if one does.

    And whether the game goes on after it.
    """
    if not is_player(actor_at(game, state)):
        return
    player = game.current_player(state)
    for action in game.legal_actions(state):
        successor = game.next_state(game.copy(state), action)
        goes_on = not game.is_terminal(successor)
        yield (game.heuristic if goes_on else game.returns)(successor)[player], goes_on
