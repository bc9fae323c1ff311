"""The positions that a network is fitted to: the latest of all that self-play has left."""

from __future__ import annotations

import math
from collections import deque
from typing import Any

import numpy as np

from ...networks.blueprint import Blueprint
from ..fits.gradients import Window
from .played_positions import ACTIONS, FEATURES, POSITIONS, PlayedPositions

__all__ = ["Replay"]

_FIRST = 50_000
_POWER = 0.75
_MOST = 1_000_000


class Replay:
    """Games, the oldest of which are dropped; more are kept the more there were in all.

    The window grows by a power of the number of positions (Wu, 2019).

    Args:
        outcome: how much of a value is what the game came to; the rest is what the search found.
            What it proved is all of it.

    """

    def __init__(self, blueprint: Blueprint, outcome: float = 0.5) -> None:
        self._blueprint = blueprint
        self._outcome = outcome
        self._games: deque[PlayedPositions] = deque()
        self._held = 0
        self.positions = 0
        """Positions that there ever were."""

    def __len__(self) -> int:
        """Return how many positions there are."""
        return self._held

    @property
    def games(self) -> list[PlayedPositions]:
        """The games that are held, the oldest first."""
        return list(self._games)

    def add(self, game: PlayedPositions) -> None:
        """Add the positions of a game; drop those that are too old."""
        self._games.append(game)
        count = int(game.used[POSITIONS])
        self._held += count
        self.positions += count
        while self._held - int(self._games[0].used[POSITIONS]) >= self._wanted():
            self._held -= int(self._games.popleft().used[POSITIONS])

    def _wanted(self) -> int:
        past = max(0, self.positions - _FIRST) / _FIRST
        return min(_MOST, int(_FIRST * (1.0 + (math.pow(1.0 + past, _POWER) - 1.0) / _POWER)))

    def window(self) -> Window:
        """Return all positions, with what a network is to say of them."""
        games = list(self._games)
        features = np.cumsum([0, *(int(game.used[FEATURES]) for game in games)])
        actions = np.cumsum([0, *(int(game.used[ACTIONS]) for game in games)])
        feature_ends = [
            game.feature_ends + start for game, start in zip(games, features, strict=False)
        ]
        action_ends = [
            game.action_ends + start for game, start in zip(games, actions, strict=False)
        ]
        return Window(
            np.concatenate([game.features for game in games]),
            np.concatenate(feature_ends).astype(np.int64),
            np.concatenate([game.cells for game in games]),
            np.concatenate([game.movers for game in games]),
            np.concatenate([self._targets(game) for game in games]).astype(np.float32),
            np.concatenate([game.actions for game in games]),
            np.concatenate([game.shares for game in games]).astype(np.float32),
            np.concatenate(action_ends).astype(np.int64),
        )

    def _targets(self, game: PlayedPositions) -> Any:
        """Return what each output is to be in the positions of a game."""
        plan = self._blueprint
        players = len(game.returns)
        found = game.values.reshape(-1, players)[:, : plan.shape.outputs]
        outcome = game.returns[: plan.shape.outputs]
        certain = game.proven[:, np.newaxis] != 0
        mixed = self._outcome * outcome + (1.0 - self._outcome) * found
        values = np.where(certain, found, mixed)
        return ((values - plan.centre) / plan.spread).reshape(-1)
