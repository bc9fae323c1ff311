"""Blueprints of networks: a game's features, its actions, and the scale of its values."""

from __future__ import annotations

import hashlib
from typing import NamedTuple

import numpy as np

from ..errors import BadParameter
from ..game import Game
from ..rules.measurement_cache import cached_by_game
from .action_numbers import ActionNumbers, numbers_of
from .board import Board, board_for
from .board_cells import SITES, board_cells_of
from .features import Features, features_of
from .input_planes import InputPlanes, input_planes_of
from .seen_play import SeenPlay, seen_in
from .shape import Shape
from .shown import shown_in
from .symmetries import Symmetries, symmetries_of

__all__ = ["Blueprint", "blueprint_of"]

_SLACK = 1e-9
_WITNESSES = 1000
"""Positions by which a blueprint is known again."""


class Blueprint(NamedTuple):
    """All of a network but its weights; the same each time for games of a class and parameters.

    Attributes:
        features, actions: what it sees of positions and moves.
        board: the patterns that it sees.
        symmetries: of the board, by which it learns from each position several times.
        shape: its rows of weights.
        planes: a position as the input of any other network.
        centre, spread: a value of the network v means centre + spread * v in returns.
        bounded: whether v is within -1 and 1, since returns are within bounds.
        opposed: whether what one of two players wins, the other loses: one output will do.
        digest: of what it sees in random games. Weights are of use to a blueprint with the
            digest of the one that they were fitted for: to rules that play alike, however they
            are written down.

    """

    features: Features
    actions: ActionNumbers
    board: Board
    symmetries: Symmetries
    shape: Shape
    planes: InputPlanes
    centre: float
    spread: float
    bounded: bool
    opposed: bool
    digest: str


def blueprint_of(game: Game) -> Blueprint:
    """Return how a network for a game is built, by what some random games show.

    These are always the same ones.

    Raises:
        BadParameter: if it is no game, or there is nothing to be seen in its states.
        GameError: if the rules break their contract.

    """
    if not isinstance(game, Game):
        raise BadParameter(f"game must be a Game, not {game!r}")
    return _seen_blueprint(game)


@cached_by_game
def _seen_blueprint(game: Game) -> Blueprint:
    seen = seen_in(game)
    features = features_of(game, seen)
    actions = numbers_of(list(seen.actions))
    cells = board_cells_of(game, features, actions, seen)
    symmetries = symmetries_of(game, features, actions, cells)
    board = board_for(cells, symmetries)
    returns = [value for returned in seen.returns for value in returned]
    low, high = float(game.min_return), float(game.max_return)
    bounded = low < high and all(low <= value <= high for value in returns)
    if not bounded:
        low, high = min(returns, default=-1.0), max(returns, default=1.0)
        margin = high - low or 1.0  # who plays well gets more
        low, high = low - margin, high + margin
    sums = [sum(returned) for returned in seen.returns]
    opposed = game.players == 2 and all(abs(each - low - high) <= _SLACK for each in sums)
    shape = Shape(
        features.size + board.size,
        board.size - board.shared,
        game.players,
        1 if opposed else game.players,
        actions.size,
        game.players * SITES * board.slots,
    )
    return Blueprint(
        features,
        actions,
        board,
        symmetries,
        shape,
        input_planes_of(game, features, shown_in(seen).planes, seen),
        0.5 * (low + high),
        0.5 * (high - low),
        bounded,
        opposed,
        _digest(game, seen, features, actions, board, shape),
    )


def _digest(
    game: Game,
    seen: SeenPlay,
    features: Features,
    actions: ActionNumbers,
    board: Board,
    shape: Shape,
) -> str:
    """Return a hash of the rows of weights and of what uses which of them in some positions."""
    digest = hashlib.sha256(repr((tuple(shape), seen.returns)).encode())
    for layout in (
        board.members,
        board.ends,
        board.shared_firsts,
        board.firsts,
        board.sites,
        board.meanings,
    ):
        digest.update(layout.tobytes() + b"/")
    found = np.zeros(features.most, np.int32)
    for state, player in zip(seen.states[:_WITNESSES], seen.movers, strict=False):
        count = features.collect(game, state, player, found, 0)
        digest.update(found[:count].tobytes() + b"/")
    numbers = [actions.number(action) for _, action, _ in seen.moves[:_WITNESSES]]
    digest.update(repr(numbers).encode())
    return digest.hexdigest()
