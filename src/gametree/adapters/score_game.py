"""A state with a score and so many moves as a game: see `scores`."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ..game import Game
from ..rng import Rng
from .faults import ask, expect, expect_methods, fault, number, something
from .history import History

__all__ = ["ScoreGame", "greedy_move", "legal_move"]

_METHODS = ("get_score", "get_move_count", "do_move")
_PERSPECTIVES = ("first", "to_move", "just_moved", "asked")


class ScoreGame(Game):
    """A state with a score as a game for `gametree.search`; its states are lines of play.

    Args:
        state: the first state.
        players: 1 or 2.
        perspective: whose view a score is, see `scores`.
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


def greedy_move(game: ScoreGame, line: History, rng: Rng | None) -> int:
    """Return the move to the best score; among equals the first, or a random one."""
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


def legal_move(name: str, move: Any, game: ScoreGame, line: History) -> int:
    """Return the move that `name` has chosen.

    Raises:
        GameError: if it is not legal.

    """
    moves = game.legal_actions(line)
    index = _whole(move)
    if index is None or index not in moves:
        expected = f"a move from 0 to {len(moves) - 1} was expected"
        raise fault(name, f"returned {move!r}; {expected}", line)
    return index


def _whole(value: Any) -> int | None:
    """Return an integer of any kind as Python's own, None for anything else."""
    return operator.index(value) if hasattr(value, "__index__") else None
