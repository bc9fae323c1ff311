"""How a network for a game is built: its features, its actions, and the scale of its values."""

from __future__ import annotations

from typing import NamedTuple

from ..game import Game
from ..rules.measurement_cache import cached_by_game
from .board import Board
from .features import ActionNumbers, Features, board_of, features_of, numbers_of, seen_in
from .network import Network, Shape, Weights

__all__ = ["Blueprint", "blueprint_of"]

_SLACK = 1e-9


class Blueprint(NamedTuple):
    """All of a network but its weights; the same each time for games of a class and parameters.

    Attributes:
        features, actions: what it sees of positions and moves.
        board: the patterns that it sees.
        shape: its rows of weights.
        centre, spread: a value of the network v means centre + spread * v in returns.
        bounded: whether v is within -1 and 1, since returns are within bounds.
        opposed: whether what one of two players wins, the other loses: one output will do.

    """

    features: Features
    actions: ActionNumbers
    board: Board
    shape: Shape
    centre: float
    spread: float
    bounded: bool
    opposed: bool

    def network(self, weights: Weights) -> Network:
        """Return the network with these weights."""
        return Network(
            self.features,
            self.actions,
            self.board,
            self.shape,
            weights,
            centre=self.centre,
            spread=self.spread,
            bounded=self.bounded,
            opposed=self.opposed,
        )


@cached_by_game
def blueprint_of(game: Game) -> Blueprint:
    """Return how a network for a game is built, by what some random games show.

    These are always the same ones.

    Raises:
        BadParameter: if there is nothing to be seen in its states.
        GameError: if the rules break their contract.

    """
    seen = seen_in(game)
    features = features_of(game, seen)
    actions = numbers_of(list(seen.actions))
    board = board_of(game, features, actions, seen)
    returns = [value for returned in seen.returns for value in returned]
    low, high = float(game.min_return), float(game.max_return)
    bounded = low < high and all(low <= value <= high for value in returns)
    if not bounded:
        low, high = min(returns, default=-1.0), max(returns, default=1.0)
        margin = high - low or 1.0  # who plays well gets more
        low, high = low - margin, high + margin
    sums = [sum(returned) for returned in seen.returns]
    opposed = game.players == 2 and all(abs(each - low - high) <= _SLACK for each in sums)
    movers = game.players + game.defines_chance_outcomes
    outputs = 1 if opposed else game.players
    return Blueprint(
        features,
        actions,
        board,
        Shape(
            features.size + board.size,
            movers,
            outputs,
            actions.size,
            game.players * 2 * board.slots,
        ),
        0.5 * (low + high),
        0.5 * (high - low),
        bounded,
        opposed,
    )
