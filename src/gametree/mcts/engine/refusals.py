"""Errors for rules that strategies cannot be used with."""

from __future__ import annotations

from collections.abc import Sequence

from ...errors import GameError, ReturnsOutOfBounds
from ...game import Game
from ...rules.workspace import KeysCollide, PriorsBroken
from .method import Method

__all__ = ["refusal"]


def refusal(signal: Exception, game: Game, method: Method, values: Sequence[float]) -> GameError:
    """Return the error for a signal of the kernel; `values` are the last returns."""
    name = type(game).__name__
    if isinstance(signal, PriorsBroken):
        return GameError(
            f"{type(method.evaluation).__name__}.prior gave the actions of a position "
            "priors of which one is negative or no finite number, or none is above 0"
        )
    if isinstance(signal, KeysCollide):
        return GameError(
            f"{name}.key gives two positions with different moves, or with another player to "
            "move, the same key: make it of all that decides how the game goes on"
        )
    given = ", ".join(f"{float(value):g}" for value in values)
    low, high = game.min_return, game.max_return
    expected = f"a return from {low:g} to {high:g}"
    if game.players == 2:
        expected = f"returns from {low:g} to {high:g} that sum to {low + high:g}"
    resting, other = "proofs rest", "solver=False"
    if not method.proofs.watches:
        resting, other = f"{type(method.selection).__name__} rests", "another selection"
    return ReturnsOutOfBounds(
        f"{name}.returns gave ({given}), but {resting} on {expected}: set min_return and "
        f"max_return to the least and the most of the game, or search with {other}"
    )
