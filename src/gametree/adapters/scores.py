"""States with a score and this many moves, for puzzles of one player and games of two.

A state has three methods:

    get_score()        how good it is: any real number
    get_move_count()   how many moves there are; 0 means that the game is over
    do_move(index)     the state after a move, from 0 to get_move_count() - 1

With two players they take turns, and what one gains the other loses. A pass is a
move. `perspective` says whose view a score is:

    "first"       player 0's, in every state (the default)
    "to_move"     of the player to move in that state
    "just_moved"  of the player who made the last move
    "asked"       get_score takes a parameter, the player (0 or 1)

`search` returns the best line. `random_player`, `greedy_player`, `flat_player` and
`uct_player` choose moves for `play_out`, so that they can be compared.

`search` and `uct_player` run `mcts.searcher`. The other players need no tree: each is a few lines
here, since a player of this interface is a function of a game and a line.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import count
from time import perf_counter
from typing import Any

from ..errors import BadParameter, FinishedPosition, GameError
from ..limits import Limit
from ..mcts.evaluation.playout import Playout
from ..mcts.evaluation.playout_policy import PlayoutPolicy, Uniform
from ..mcts.results.result import SearchResult
from ..mcts.searcher import Searcher
from ..mcts.selection.ucb1 import UCB1
from ..naming.parameters import expect
from ..primitives.rng import Rng, fresh_seed
from ..rules.many_moves import in_random_order
from ..rules.workspace import Workspace
from .boards.history import History
from .score_game import ScoreGame, greedy_move, legal_move
from .values.faults import ask, in_the_users_words

__all__ = [
    "BestLine",
    "Line",
    "flat_player",
    "greedy_player",
    "play_out",
    "random_player",
    "search",
    "uct_player",
]

Player = Callable[[ScoreGame, History], int]
"""Chooses a move: given the game and the line so far, whose last state is `line[-1]`."""


class _Greedy(PlayoutPolicy):
    """The move to the best score; among equals the first, or a random one."""

    def __init__(self, chance: bool) -> None:
        self.chance = chance

    def choose(self, game: Any, state: Any, count: int, rng: Rng, work: Workspace) -> Any:
        return greedy_move(game, state, rng if self.chance else None)


class _Chosen(PlayoutPolicy):
    """The move that the user's function chooses."""

    def __init__(self, function: Callable[[Any], int]) -> None:
        self.function = function

    def choose(self, game: Any, state: Any, count: int, rng: Rng, work: Workspace) -> Any:
        move = ask("rollout", self.function, state, state[-1])
        return legal_move("rollout", move, game, state)


def _rollout(rollout: str | Callable[[Any], int]) -> PlayoutPolicy:
    policies: dict[str, Callable[[], PlayoutPolicy]] = {
        "random": Uniform,
        "greedy": lambda: _Greedy(chance=True),
        "deterministic": lambda: _Greedy(chance=False),
    }
    if callable(rollout):
        return _Chosen(rollout)
    expect(
        rollout in policies, "rollout", f"one of {list(policies)} or a function of a state", rollout
    )
    return policies[rollout]()


@dataclass(frozen=True, slots=True)
class Line:
    """A game played to its end.

    Attributes:
        moves: the index of each move.
        score: of the last state, for player 0.
        state: the last state.

    """

    moves: tuple[int, ...]
    score: float
    state: Any


@dataclass(frozen=True, slots=True)
class BestLine:
    """The result of a search.

    Attributes:
        moves: the line with the best mean score at every step.
        score: mean score of its first move, for the player who moves.
        found: the finished line with the highest score for the player who moves, of all
            that the search came by (with two players, whatever the other does in it); None
            if it came by none.
        result: all statistics.

    """

    moves: tuple[int, ...]
    score: float
    found: Line | None
    result: SearchResult


def search(
    state: Any,
    *,
    players: int | None = None,
    perspective: str = "first",
    to_move: int = 0,
    iterations: int | None = None,
    seconds: float | None = None,
    c: float = 1.4142,
    rollout: str | Callable[[Any], int] = "random",
    evaluate: Callable[..., float] | None = None,
    max_moves: int | None = None,
    expand: str | Callable[[Any], Iterable[int]] = "random",
    seed: int | None = None,
    compiled: bool | str = "auto",
) -> BestLine:
    """Search a state and return the best line.

    A child is chosen to be explored by score/visits + c * sqrt(ln(visits of the
    parent)/visits), c in units of the range of scores seen; to be played by its mean
    score. The tree grows by one child an iteration.

    Args:
        state: an object with the three methods; the game must not be over.
        players: 1 or 2; by default what random games show.
        perspective: whose view a score is, see above.
        to_move: which player moves in `state`.
        iterations: how many; `seconds` how long. One of them, or both.
        seconds: see `iterations`.
        c: how much to explore.
        rollout: how moves are chosen beyond the tree: "random"; "greedy", to the best
            score, a random one among equals; "deterministic", the same, but the first
            among equals; or a function of a state that returns the index of a move.
        evaluate: a function that stands for `get_score` in states that are not final.
        max_moves: moves after which a rollout is cut off and counts as the state's
            score (or `evaluate`) says; 0 looks no further than the tree. Without it, a
            rollout that goes on when the time is up counts not at all.
        expand: which child of a state is tried next: "random"; "first", by index; or a
            function of a state that returns the indices in order (those that it leaves out
            come last). A generator need not go on to the end. It may be asked several times for
            a state, and must give the same order each time.
        seed: the same one gives the same line, if no clock ends the search.
        compiled: as for `Searcher`: "auto" compiles the rules if that is possible, with random
            rollouts alone.

    Raises:
        BadParameter, FinishedPosition, GameError.

    """
    compilable = bool(compiled) and rollout == "random"
    expect(
        compilable or compiled is not True,
        "compiled",
        'False where rollouts are not "random"',
        True,
    )
    game = ScoreGame(state, players, perspective, to_move, evaluate, expand, watched=not compilable)
    limit = _limit(iterations, seconds)
    if game.is_terminal(game.initial_state()):
        raise FinishedPosition("the game is over in this position: there is nothing to search")
    return _search(game, game.initial_state(), limit, c, rollout, max_moves, seed, compiled)


def _limit(iterations: int | None, seconds: float | None) -> Limit:
    if iterations is None and seconds is None:
        raise BadParameter("a search needs a limit: iterations= or seconds=, or both")
    expect(
        iterations is None
        or (isinstance(iterations, int) and not isinstance(iterations, bool) and iterations >= 1),
        "iterations",
        "a whole number of 1 or more",
        iterations,
    )
    return Limit(iterations, seconds)


def _search(
    game: ScoreGame,
    line: History,
    limit: Limit,
    c: float,
    rollout: str | Callable[[Any], int],
    max_moves: int | None,
    seed: int | None,
    compiled: bool | str = False,
) -> BestLine:
    with in_the_users_words("max_moves=100, say"):
        searcher = Searcher(
            game,
            line,
            selection=UCB1(c),
            evaluation=Playout(_rollout(rollout), max_plies=max_moves),
            final_move="value",
            seed=seed,
            compiled=compiled,
            best_line=True,
        )
        result = searcher.run(limit)
    found = None if result.best_line is None else _line(game, line, result.best_line.actions)
    score = result.actions[0].mean
    assert score is not None  # the first of the ranking was visited
    return BestLine(result.principal_variation, score, found, result)


def _line(game: ScoreGame, line: History, moves: Iterable[int] = ()) -> Line:
    """Return the line from its beginning, or the moves that go on from there."""
    further = tuple(moves)
    for move in further:
        line = game.next_state(line, move)
    return Line(further or tuple(line.plays()), game.values(line)[0], line[-1])


def random_player(seed: int | None = None) -> Player:
    """Return a player that moves at random."""
    rng = Rng(fresh_seed() if seed is None else seed)

    def choose(game: ScoreGame, line: History) -> int:
        return rng.below(len(game.legal_actions(line)))

    return choose


def greedy_player(seed: int | None = None) -> Player:
    """Return a player that moves to the best score; without a seed, the first among equals."""
    rng = None if seed is None else Rng(seed)

    def choose(game: ScoreGame, line: History) -> int:
        return greedy_move(game, line, rng)

    return choose


def flat_player(
    rollouts: int | None = 100,
    seed: int | None = None,
    *,
    seconds: float | None = None,
    max_moves: int | None = None,
) -> Player:
    """Return a player that plays each move out at random so often, and takes the best mean.

    Args:
        rollouts: how many of each move; None: as many as there is time for.
        seed: for the random moves.
        seconds: how long each choice may take. The moves have their turns in random order,
            and what has not ended by then counts not at all.
        max_moves: moves after which a rollout is cut off and counts as its state's score.

    """
    if rollouts is None and seconds is None:
        raise BadParameter("flat_player needs a limit: rollouts= or seconds=, or both")
    for name, least, given in (("rollouts", 1, rollouts), ("max_moves", 0, max_moves)):
        expect(
            given is None
            or (isinstance(given, int) and not isinstance(given, bool) and given >= least),
            name,
            f"a whole number of {least} or more",
            given,
        )
    limit = Limit(rollouts, seconds)
    rng = Rng(fresh_seed() if seed is None else seed)

    def play(game: ScoreGame, line: History, end: float) -> tuple[float, ...] | None:
        for _ in count() if max_moves is None else range(max_moves):
            moves = game.legal_actions(line)
            if not moves:
                break
            if perf_counter() > end:
                return None
            line = game.next_state(line, rng.below(len(moves)))
        return game.values(line)

    def choose(game: ScoreGame, line: History) -> int:
        player = game.current_player(line)
        end = math.inf if limit.seconds is None else perf_counter() + limit.seconds
        totals: dict[int, tuple[float, int]] = {}
        for _ in count() if rollouts is None else range(rollouts):
            for move in in_random_order(len(game.legal_actions(line)), rng):
                got = play(game, game.next_state(line, move), end)
                if got is not None:
                    total, times = totals.get(move, (0.0, 0))
                    totals[move] = total + got[player], times + 1
                if perf_counter() > end:
                    return _best_mean(totals)
        return _best_mean(totals)

    return choose


def _best_mean(totals: dict[int, tuple[float, int]]) -> int:
    if not totals:
        raise GameError(
            "no rollout of flat_player has ended in the time given; cut long ones off with "
            "max_moves=100, say"
        )
    return max(totals, key=lambda move: totals[move][0] / totals[move][1])


def uct_player(
    iterations: int | None = None,
    seconds: float | None = None,
    c: float = 1.4142,
    rollout: str | Callable[[Any], int] = "random",
    max_moves: int | None = None,
    seed: int | None = None,
) -> Player:
    """Return a player that searches each move; the parameters are those of `search`."""
    limit = _limit(iterations, seconds)
    rng = Rng(fresh_seed() if seed is None else seed)

    def choose(game: ScoreGame, line: History) -> int:
        # Each move has a seed of its own, all from the one given.
        best = _search(game, line, limit, c, rollout, max_moves, rng.below(1 << 31))
        return best.moves[0]

    return choose


def play_out(
    state: Any,
    *chosen_by: Player,
    perspective: str = "first",
    evaluate: Callable[..., float] | None = None,
) -> Line:
    """Play a game to its end: one player's puzzle or two players' game, by who is given.

    A player is a function of the game and the line so far (its last state is
    `line[-1]`) that returns the index of a move.

    Raises:
        BadParameter: if there are not one or two players.
        FinishedPosition: if the game is over in `state`.
        GameError: if a player makes no legal move.

    """
    expect(
        len(chosen_by) in (1, 2) and all(map(callable, chosen_by)),
        "chosen_by",
        "one or two players, such as random_player()",
        chosen_by,
    )
    game = ScoreGame(state, len(chosen_by), perspective, evaluate=evaluate, watched=True)
    line = game.initial_state()
    if not game.legal_actions(line):
        raise FinishedPosition("the game is over in this state: there is nothing to play")
    while game.legal_actions(line):
        player = chosen_by[game.current_player(line)]
        name = getattr(player, "__qualname__", type(player).__name__)
        move = legal_move(name, ask(name, player, line, game, line), game, line)
        line = game.next_state(line, move)
    return _line(game, line)
