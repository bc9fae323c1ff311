"""Training: rounds of self-play, each followed by a fit of the network to what was played."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from ..errors import BadParameter
from ..game import Game
from ..networks.blueprint import Blueprint, blueprint_of
from ..networks.network import Network
from ..networks.shape import Weights, empty_weights
from .fitting import Fitting, Losses
from .game_maker import GameMaker
from .played_positions import POSITIONS, SIMULATIONS
from .replay import Replay
from .self_play import SelfPlay

__all__ = ["Round", "Training"]

_RATE = 2e-3
_LAST_RATE = 2e-4
_FIRST_ROUND = 4_000
_GROWTH = 1.25
_LONGEST_ROUND = 40_000
_EPOCHS = 6.0
"""How often each new position is learned from, on average."""


class Round(NamedTuple):
    """A round of training.

    Attributes:
        games, positions, simulations: what was played in it.
        playing, fitting: seconds that it took.
        losses: what the network was off by.

    """

    games: int
    positions: int
    simulations: int
    playing: float
    fitting: float
    losses: Losses


class Training:
    """A network for a game that learns by playing against itself, in this process.

    The same seed gives the same network after as many rounds.

    Args:
        game: its rules.
        seed: of all that is random.
        compiled: whether the games are played in compiled code; see `Searcher`.

    Attributes:
        blueprint: how the network is built.
        weights: what it has learned so far.
        rounds: what was done so far.

    """

    def __init__(self, game: Game, *, seed: int = 0, compiled: bool = True) -> None:
        if not isinstance(game, Game):
            raise BadParameter(f"game must be a Game, not {game!r}")
        self.game = game
        self.blueprint: Blueprint = blueprint_of(game)
        self.weights: Weights = empty_weights(self.blueprint.shape, seed)
        self.rounds: list[Round] = []
        self.replay = Replay(self.blueprint)
        self._fitting = Fitting(
            self.blueprint.shape,
            self.weights,
            self.blueprint.board,
            bounded=self.blueprint.bounded,
            seed=seed,
        )
        self._maker = GameMaker(
            game,
            Network(self.blueprint, self.weights),
            plan_of(game, self.blueprint),
            seed=seed,
            compiled=compiled,
        )

    def round(self, stop: Callable[[], bool] = lambda: False) -> Round:
        """Play, and fit the network to what was played; `stop` ends the playing early."""
        begun = time.perf_counter()
        wanted = min(_LONGEST_ROUND, _FIRST_ROUND * _GROWTH ** len(self.rounds))
        games = positions = simulations = 0
        while positions < wanted and not (positions and stop()):
            played = self._maker.game_played()
            if played is not None:
                self.replay.add(played)
                games += 1
                positions += int(played.used[POSITIONS])
                simulations += int(played.used[SIMULATIONS])
        played_at = time.perf_counter()
        losses = self._fitting.fit(
            self.replay.window(), int(_EPOCHS * positions), _RATE, _LAST_RATE
        )
        self._maker.learn(self.weights)
        done = Round(
            games,
            positions,
            simulations,
            played_at - begun,
            time.perf_counter() - played_at,
            losses,
        )
        self.rounds.append(done)
        return done


def plan_of(game: Game, blueprint: Blueprint) -> SelfPlay:
    """Return how a network for a game plays against itself."""
    return SelfPlay(
        blueprint.features,
        blueprint.actions,
        blueprint.board,
        np.zeros(max(1, game.max_actions)),
        middle=blueprint.centre,
        extent=blueprint.spread,
    )
