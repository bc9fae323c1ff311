"""The small network of the compiled search as a learner."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ...game import Game
from ...networks.blueprint import Blueprint
from ...networks.model_file import Model, ModelFacts, load_model, save_model
from ...networks.network import Network
from ...networks.shape import Weights, empty_weights
from ..learner import Learner, Saved
from ..self_play.played_positions import PlayedPositions
from .fitting import Fitting, Losses
from .gradients import Window

__all__ = ["NetworkLearner"]

_RATE = 2e-3
_LAST_RATE = 2e-4


class NetworkLearner(Learner):
    """A small network that learns, by compiled code.

    Args:
        game: the rules that it is for.
        blueprint: how it is built.
        seed: of its first weights, and of the order of the positions.

    """

    kind = "the small network"

    def __init__(self, game: Game, blueprint: Blueprint, seed: int) -> None:
        self._game = game
        self.blueprint = blueprint
        self._weights = empty_weights(blueprint.shape, seed)
        self._fitting = Fitting(
            blueprint.shape,
            self._weights,
            blueprint.board,
            blueprint.symmetries,
            bounded=blueprint.bounded,
            seed=seed,
        )

    def fit(self, window: Window, positions: int) -> Losses:
        return self._fitting.fit(window, positions, _RATE, _LAST_RATE)

    def weights(self) -> Weights:
        return Weights(*(each.copy() for each in self._weights))

    def network(self) -> Network:
        return Network(self.blueprint, self._weights)

    def first_values(self, picked: Sequence[tuple[PlayedPositions, int]]) -> list[float]:
        return [self._first_value(game, position) for game, position in picked]

    def _first_value(self, game: PlayedPositions, position: int) -> float:
        blueprint, weights = self.blueprint, self._weights
        shape, board = blueprint.shape, blueprint.board
        mover = int(game.movers[position])
        begin = int(game.feature_ends[position - 1]) if position else 0
        there = game.features[begin : int(game.feature_ends[position])].tolist()
        if board.cells:
            at = position * board.cells
            board.room[:] = game.cells[at : at + board.cells]
            board.look()
            first = shape.features - board.size
            for window in range(board.windows):
                if board.found[window]:
                    rows = {int(board.shared_firsts[window]), int(board.firsts[window])}
                    there += [first + row + int(board.found[window]) for row in rows]
        sums = weights.rows[shape.starts + mover] + weights.rows[there].sum(axis=0)
        row = shape.values + mover * shape.outputs
        value = float(sums.clip(0.0, 1.0) @ weights.rows[row] + weights.biases[row])
        if blueprint.bounded:
            value = math.tanh(value)
        return blueprint.centre + blueprint.spread * value

    def save(self, path: Path, facts: ModelFacts) -> None:
        save_model(path, self.blueprint, Model(self._weights, facts))

    def saved(self, path: Path) -> Saved:
        model = load_model(path, self._game, self.blueprint)
        return Saved(Network(self.blueprint, model.weights), model.facts)

    def state(self) -> dict[str, Any]:
        return {**self._weights._asdict(), **self._fitting.state()}

    def restore(self, state: dict[str, Any]) -> None:
        for name, array in self._weights._asdict().items():
            array[:] = state[name]
        self._fitting.restore(state)
