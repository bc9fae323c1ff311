"""States with a score and so many moves, for puzzles of one player and games of two.

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
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import FinishedPosition
from ..game import Game
from ..mcts.evaluation import Playout, PlayoutPolicy, Uniform
from ..mcts.limits import Limit
from ..mcts.result import SearchResult
from ..mcts.searcher import Searcher
from ..mcts.selection import UCB1
from ..mcts.workspace import Workspace
from ..rng import Rng, fresh_seed
from .faults import ask, expect, expect_methods, fault, in_the_users_words, number, something
from .history import History

__all__ = [
    "BestLine",
    "Line",
    "ScoreGame",
    "flat_player",
    "greedy_player",
    "play_out",
    "random_player",
    "search",
    "uct_player",
]

_METHODS = ("get_score", "get_move_count", "do_move")
_PERSPECTIVES = ("first", "to_move", "just_moved", "asked")

Player = Callable[["ScoreGame", History], int]
"""Chooses a move: given the game and the line so far, whose last state is `line[-1]`."""


class ScoreGame(Game):
    """A state with a score as a game for `gametree.search`; its states are lines of play.

    Args:
        state: the first state.
        players: 1 or 2.
        perspective: whose view a score is, see above.
        to_move: which player moves in the first state.
        evaluate: a function of a state that stands for `get_score` where the game is
            not over, in the same perspective ("asked": of state and player).

    """

    name = "score_game"

    def __init__(
        self,
        state: Any,
        players: int = 1,
        perspective: str = "first",
        to_move: int = 0,
        evaluate: Callable[..., float] | None = None,
    ) -> None:
        expect_methods("state", state, _METHODS)
        expect(players in (1, 2) and not isinstance(players, bool), "players", "1 or 2", players)
        expect(
            perspective in _PERSPECTIVES,
            "perspective",
            f"one of {list(_PERSPECTIVES)}",
            perspective,
        )
        expect(
            isinstance(to_move, int) and not isinstance(to_move, bool) and 0 <= to_move < players,
            "to_move",
            f"a player from 0 to {players - 1}",
            to_move,
        )
        expect(evaluate is None or callable(evaluate), "evaluate", "None or a function", evaluate)
        self.players = players
        self.perspective = perspective
        self.best: History | None = None  # the finished line with the highest score: one player
        self.best_score = float("-inf")
        self._state = state
        self._to_move = to_move
        self._evaluate = evaluate

    def initial_state(self) -> History:
        return History(self._state)

    def current_player(self, state: History) -> int:
        return (self._to_move + len(state) - 1) % self.players

    def legal_actions(self, state: History) -> range:
        name = self._name("get_move_count")
        answer = ask(name, state[-1].get_move_count, state)
        count = _whole(answer)
        if count is None or count < 0:
            expected = "a whole number of 0 or more was expected"
            raise fault(name, f"returned {answer!r}; {expected}", state)
        return range(count)

    def next_state(self, state: History, action: int) -> History:
        name = self._name("do_move")
        following = ask(name, state[-1].do_move, state.extended(None, action), action)
        longer = state.extended(following, action)
        something(name, following, "the next state", longer)
        if not all(hasattr(following, method) for method in _METHODS):
            raise fault(name, f"returned {following!r}; a state was expected", longer)
        return longer

    def returns(self, state: History) -> tuple[float, ...]:
        score = self._score(state, self._name("get_score"), lambda: state[-1].get_score)
        if self.players == 1:
            if score > self.best_score:
                self.best, self.best_score = state, score
            return (score,)
        return (score, -score)

    def heuristic(self, state: History) -> tuple[float, ...]:
        evaluate = self._evaluate
        if evaluate is None:
            score = self._score(state, self._name("get_score"), lambda: state[-1].get_score)
        else:
            score = self._score(state, "evaluate", lambda: evaluate, state[-1])
        return (score,) if self.players == 1 else (score, -score)

    def values(self, state: History) -> tuple[float, ...]:
        """Return the `returns` of a finished position, the `heuristic` of another."""
        return self.heuristic(state) if self.legal_actions(state) else self.returns(state)

    def state_to_text(self, state: History) -> str:
        return str(state[-1])

    def _score(
        self, state: History, name: str, function: Callable[[], Any], *arguments: Any
    ) -> float:
        """Return what the user's function gives, turned to player 0's view."""
        player = self.current_player(state)
        if self.perspective == "asked":
            arguments = (*arguments, 0)
        score = number(name, ask(name, function(), state, *arguments), state)
        if self.players == 2:
            if (self.perspective == "to_move" and player == 1) or (
                self.perspective == "just_moved" and player == 0
            ):
                return -score
        return score

    def _name(self, method: str) -> str:
        return f"{type(self._state).__name__}.{method}"


class _Greedy(PlayoutPolicy):
    """The move to the best score; among equals the first, or a random one."""

    def __init__(self, chance: bool) -> None:
        self.chance = chance

    def choose(self, game: Any, state: Any, count: int, rng: Rng, work: Workspace) -> Any:
        return _greedy(game, state, rng if self.chance else None)


class _Chosen(PlayoutPolicy):
    """The move that the user's function chooses."""

    def __init__(self, function: Callable[[Any], int]) -> None:
        self.function = function

    def choose(self, game: Any, state: Any, count: int, rng: Rng, work: Workspace) -> Any:
        move = ask("rollout", self.function, state, state[-1])
        return _legal("rollout", move, game, state)


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


def _greedy(game: ScoreGame, line: History, rng: Rng | None) -> int:
    player = game.current_player(line)
    best: list[int] = []
    best_value = 0.0
    for move in game.legal_actions(line):
        value = game.values(game.next_state(line, move))[player]
        if not best or value > best_value:
            best, best_value = [move], value
        elif value == best_value:
            best.append(move)
    return best[0] if rng is None else best[rng.below(len(best))]


def _legal(name: str, move: Any, game: ScoreGame, line: History) -> int:
    moves = game.legal_actions(line)
    index = _whole(move)
    if index is None or index not in moves:
        expected = f"a move from 0 to {len(moves) - 1} was expected"
        raise fault(name, f"returned {move!r}; {expected}", line)
    return index


def _whole(value: Any) -> int | None:
    """Return an integer of any kind as Python's own, None for anything else."""
    return operator.index(value) if hasattr(value, "__index__") else None


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
    """What a search found.

    Attributes:
        moves: the line with the best mean score at every step.
        score: mean score of its first move, for the player who moves.
        found: with one player, the finished line with the highest score of all that
            the search came by; None if it came by none, and with two players.
        result: all statistics.

    """

    moves: tuple[int, ...]
    score: float
    found: Line | None
    result: SearchResult


def search(
    state: Any,
    *,
    players: int = 1,
    perspective: str = "first",
    to_move: int = 0,
    iterations: int | None = None,
    seconds: float | None = None,
    c: float = 1.4142,
    rollout: str | Callable[[Any], int] = "random",
    evaluate: Callable[..., float] | None = None,
    max_moves: int | None = None,
    seed: int | None = None,
) -> BestLine:
    """Search a state and return the best line.

    A child is chosen to be explored by score/visits + c * sqrt(ln(visits of the
    parent)/visits), c in units of the range of scores seen; to be played by its mean
    score. The tree grows by one child an iteration.

    Args:
        state: an object with the three methods; the game must not be over.
        players: 1 or 2.
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
            score (or `evaluate`) says; 0 looks no further than the tree.
        seed: the same one gives the same line, if no clock ends the search.

    Raises:
        BadParameter, FinishedPosition, GameError.

    """
    game = ScoreGame(state, players, perspective, to_move, evaluate)
    return _search(
        game, game.initial_state(), Limit(iterations, seconds), c, rollout, max_moves, seed
    )


def _search(
    game: ScoreGame,
    line: History,
    limit: Limit,
    c: float,
    rollout: str | Callable[[Any], int],
    max_moves: int | None,
    seed: int | None,
) -> BestLine:
    with in_the_users_words():
        searcher = Searcher(
            game,
            line,
            selection=UCB1(c),
            evaluation=Playout(_rollout(rollout), max_plies=max_moves),
            final_move="value",
            seed=seed,
            compiled=False,
        )
        result = searcher.run(limit)
    found = None
    if game.players == 1 and game.best is not None:
        found = _line(game, game.best, skip=len(line) - 1)
    score = result.actions[0].mean
    assert score is not None  # the first of the ranking was visited
    return BestLine(result.principal_variation, score, found, result)


def _line(game: ScoreGame, line: History, skip: int = 0) -> Line:
    return Line(tuple(line.plays()[skip:]), game.values(line)[0], line[-1])


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
        return _greedy(game, line, rng)

    return choose


def flat_player(rollouts: int = 100, seed: int | None = None) -> Player:
    """Return a player that plays each move out at random so often, and takes the best mean."""
    expect(
        isinstance(rollouts, int) and not isinstance(rollouts, bool) and rollouts >= 1,
        "rollouts",
        "a whole number of 1 or more",
        rollouts,
    )
    rng = Rng(fresh_seed() if seed is None else seed)

    def play(game: ScoreGame, line: History) -> tuple[float, ...]:
        while moves := game.legal_actions(line):
            line = game.next_state(line, rng.below(len(moves)))
        return game.returns(line)

    def choose(game: ScoreGame, line: History) -> int:
        player = game.current_player(line)
        totals = {}
        for move in game.legal_actions(line):
            following = game.next_state(line, move)
            totals[move] = sum(play(game, following)[player] for _ in range(rollouts))
        return max(totals, key=totals.__getitem__)

    return choose


def uct_player(
    iterations: int | None = None,
    seconds: float | None = None,
    c: float = 1.4142,
    rollout: str | Callable[[Any], int] = "random",
    max_moves: int | None = None,
    seed: int | None = None,
) -> Player:
    """Return a player that searches each move; the parameters are those of `search`."""
    limit = Limit(iterations, seconds)
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
    game = ScoreGame(state, len(chosen_by), perspective, evaluate=evaluate)
    line = game.initial_state()
    if not game.legal_actions(line):
        raise FinishedPosition("the game is over in this state: there is nothing to play")
    while game.legal_actions(line):
        player = chosen_by[game.current_player(line)]
        name = getattr(player, "__qualname__", type(player).__name__)
        move = _legal(name, ask(name, player, line, game, line), game, line)
        line = game.next_state(line, move)
    return _line(game, line)
