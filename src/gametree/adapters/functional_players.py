"""Players that search by `functional`, and games between a player and any opponent."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import count
from operator import itemgetter
from time import perf_counter
from typing import NamedTuple

from ..errors import BadParameter
from ..game import Action, Game, State
from ..naming.parameters import expect
from ..primitives.rng import Rng
from .functional import EMPTY, MOST_PLIES, analyze, generator_of, select
from .values.faults import ask, fault
from .values.named_rules import NamedRules

__all__ = ["Played", "mcts_player", "perfect_player", "play_game", "random_player"]

Player = Callable[[State], Action]
"""Chooses an action in a position."""


class Played(NamedTuple):
    """A game played to its end: the actions, the last position, the return of each player."""

    actions: tuple[Action, ...]
    state: State
    returns: tuple[float, ...]


def play_game(
    game: Game,
    opponent: Player,
    *,
    budget: int | None = None,
    milliseconds: float | None = None,
    rng: Rng | int,
    seat: int = 0,
    state: State | None = None,
) -> Played:
    """Play a game of two between the search and an opponent.

    A game that does not end in 10,000 plies is a draw.

    Args:
        game: the rules.
        opponent: a function of a position that returns an action: any.
        budget: the number of calls of `analyze` before each move; 0 plays at random.
        milliseconds: the time for `analyze` before each move; with a budget as well, whichever
            ends first. One of the two is needed.
        rng: a generator or a seed.
        seat: the player, 0 or 1, that the search plays.
        state: where to begin; the first position by default.

    Raises:
        BadParameter: if an argument is none of these.
        GameError: if the opponent plays no legal action, or the rules fail.

    """
    expect(isinstance(game, Game), "game", "a Game, such as games.TicTacToe()", game)
    expect(game.players == 2, "game", "one for two players", game)
    expect(callable(opponent), "opponent", "a function of a position", opponent)
    expect(seat in (0, 1) and not isinstance(seat, bool), "seat", "0 or 1", seat)
    rng = generator_of(rng)
    player = mcts_player(game, budget, rng, milliseconds=milliseconds)
    rules = NamedRules(game)
    state = game.initial_state() if state is None else state
    moves = rules.moves
    while actions := rules.actions(state):
        if len(moves) == MOST_PLIES:
            return Played(tuple(moves), state, rules.draw())
        if rules.mover(state) == seat:
            action = player(state)
        else:
            action = ask("opponent", opponent, moves, state)
            if action not in actions:
                raise fault("opponent", f"returned {action!r}, which is not legal there", moves)
        state = rules.after(state, action)
        moves.append(action)
    return Played(tuple(moves), state, rules.returns(state))


def mcts_player(
    game: Game, budget: int | None, rng: Rng | int, *, milliseconds: float | None = None
) -> Player:
    """Return a player that runs `budget` simulations before each move, from an empty database.

    Or for this many milliseconds; the current step is finished then.
    """
    if budget is None and milliseconds is None:
        raise BadParameter("a player needs budget= (how often to analyze) or milliseconds=")
    expect(
        budget is None
        or (isinstance(budget, int) and not isinstance(budget, bool) and budget >= 0),
        "budget",
        "a whole number of 0 or more",
        budget,
    )
    expect(
        milliseconds is None
        or (
            isinstance(milliseconds, (int, float))
            and not isinstance(milliseconds, bool)
            and 0 < milliseconds < math.inf
        ),
        "milliseconds",
        "a number above 0",
        milliseconds,
    )
    generator = generator_of(rng)

    def player(state: State) -> Action:
        database = EMPTY
        end = math.inf if milliseconds is None else perf_counter() + milliseconds / 1000
        steps = count() if budget is None else range(budget)
        for _ in steps:
            if perf_counter() > end:
                break
            database = analyze(database, state, game=game, rng=generator)
        return select(database, state, game=game, rng=generator)

    return player


def random_player(game: Game, rng: Rng | int) -> Player:
    """Return a player that plays at random."""
    generator = generator_of(rng)
    return lambda state: select(EMPTY, state, game=game, rng=generator)


def perfect_player(game: Game, rng: Rng | int) -> Player:
    """Return a player that solves the game by backward induction; for small games only.

    Each player maximises its own return. Ties are broken at random.

    Raises:
        BadParameter: when the player is called, if a position of the game can recur.

    """
    generator = generator_of(rng)
    rules = NamedRules(game)
    known: dict[State, tuple[float, ...]] = {}

    def value(state: State) -> tuple[float, ...]:
        waiting = [state]
        entered: set[State] = set()  # positions on the way to the last one
        while waiting:
            position = waiting[-1]
            actions = [] if position in known else rules.actions(position)
            successors = rules.successors(position, actions)
            unknown = [after for after in successors if after not in known]
            if unknown:
                entered.add(position)
                if not entered.isdisjoint(unknown):
                    raise BadParameter(
                        "perfect_player needs a game whose positions never come back, and "
                        f"{type(game).__name__} has one that does: {position!r}"
                    )
                waiting += unknown
                continue
            waiting.pop()
            entered.discard(position)
            if successors:
                mover = rules.mover(position)
                known[position] = max((known[after] for after in successors), key=itemgetter(mover))
            elif position not in known:
                known[position] = rules.returns(position)
        return known[state]

    def player(state: State) -> Action:
        actions = rules.actions(state)
        mover = rules.mover(state)
        worth = [value(after)[mover] for after in rules.successors(state, actions)]
        best = [action for action, w in zip(actions, worth, strict=True) if w == max(worth)]
        return best[generator.below(len(best))]

    return player
