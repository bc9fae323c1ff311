"""The note that returns do not fit the range that a game has without setting one."""

from __future__ import annotations

from ...game import Game
from ...rules.returned_range import declares_returns, observed_range
from ..random_games.explore import Explorer

__all__ = ["undeclared_returns"]


def undeclared_returns(explorer: Explorer) -> str:
    """Return which range to set, or "" if the game sets one or needs none."""
    game = explorer.probe.game
    values = [value for ending in explorer.endings for value in ending.returns]
    low, high = observed_range(values)
    usual = (Game.min_return, Game.max_return)
    if not values or declares_returns(game) or (low, high) == usual:
        return ""
    seen = (
        f"returns were {min(values):g} to {max(values):g} in {len(explorer.endings):,} random games"
    )
    if not game.bounds_known:  # of an adapter, whose parameter it is
        return (
            f"{seen}: give bounds=({low:g}, {high:g}), or the bounds that the rules allow, so that "
            "something can be proven"
        )
    remedy = f"min_return = {low:g}" + ("" if high == usual[1] else f" and max_return = {high:g}")
    return (
        f"{seen}, and a game without min_return and max_return promises -1 to 1: set {remedy} in "
        "the class, or the bounds that the rules allow, so that proofs and percentages are right"
    )
