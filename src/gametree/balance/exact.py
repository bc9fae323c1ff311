"""The exact result of a game that is small enough to be solved."""

from __future__ import annotations

from ..errors import GametreeError
from ..game import Game
from ..players.backward_induction import Solver

__all__ = ["exact_returns"]

_POSITIONS = 1_000_000


def exact_returns(game: Game) -> tuple[float, ...] | None:
    """Return what each player gets if all play perfectly; None if the game cannot be solved.

    Games with more than a million positions, games in which positions come again, and games that
    hide something are not solved.
    """
    if game.hides_information:
        return None
    try:
        values, _ = Solver(game, _POSITIONS).value(game.initial_state())
    except GametreeError:
        return None
    return values
