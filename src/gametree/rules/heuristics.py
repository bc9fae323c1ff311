"""Static evaluations: estimates of the value of a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from plainpython.compilable import Compilable

from ..errors import BadParameter
from ..game import Game, State
from ..primitives.state_memory import after_guess, before_guess
from .workspace import write

__all__ = ["Draw", "GameHeuristic", "Heuristic", "UserHeuristic"]


class Heuristic(Compilable):
    """Base class of static evaluations: define `estimate`."""

    def estimate(self, game: Game, state: State, values: Any) -> None:
        """Write to `values` a guess of the returns of a position that is not finished."""
        raise NotImplementedError(f"{type(self).__name__} must define the method estimate")


class GameHeuristic(Heuristic):
    """The game's own `heuristic`."""

    def estimate(self, game: Game, state: State, values: Any) -> None:
        begun = before_guess(game, state, None)
        write(game.heuristic(state), values)
        after_guess(game, state, None, begun)


class UserHeuristic(Heuristic):
    """A function of game and state that returns one number for each player."""

    def __init__(self, function: Callable[[Any, Any], Sequence[float]]) -> None:
        if not callable(function):
            raise BadParameter(f"a heuristic must be a function (game, state), not {function!r}")
        self.function = function

    def estimate(self, game: Game, state: State, values: Any) -> None:
        begun = before_guess(game, state, self.function)
        write(self.function(game, state), values)
        after_guess(game, state, self.function, begun)


class Draw(Heuristic):
    """Every position counts as a draw: each player gets the game's `draw_value`."""

    def estimate(self, game: Game, state: State, values: Any) -> None:
        for player in range(len(values)):
            values[player] = game.draw_value
