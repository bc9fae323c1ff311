"""Makes games of a network against itself, where each side searches what it knows.

What is written down of a position is what its mover knows, never the state: the features are those
of a sampled world, the values and shares those of the search.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...actors import is_chance
from ...game import Action, Game, State
from ...mcts.hidden.engine import HiddenEngine, Start
from ...mcts.hidden.knowledge import Knowledge, world_of
from ...mcts.hidden.methods import WAYS, way_with_priors
from ...mcts.hidden.rules import InformationPUCT, InformationUCB, shares_of
from ...mcts.hidden.simulation import HiddenMethod
from ...mcts.hidden.tables import key_of_move
from ...mcts.hidden.worlds import ReplayedWorlds, SampledWorlds, Worlds, events_seen
from ...networks.network import Network
from ...primitives.rng import Rng, derived_seed
from ...rules.checked_game import CheckedGame
from ...rules.drawing import outcome
from ..update import Update
from .play import SelfPlay
from .played_positions import (
    ACTIONS,
    FEATURES,
    PLIES,
    POSITIONS,
    SIMULATIONS,
    USED,
    PlayedPositions,
)

__all__ = ["HiddenGameMaker"]

_SIMULATIONS = 150
_EXPLORED = 0.25
_MEMORY = 1 << 30


class HiddenGameMaker:
    """Plays games one after the other, with a search of what the mover knows for each move.

    Moves are drawn by the policy that the search found, so that it mixes. Each search teaches
    values and policy.

    Args:
        game: its rules, with one player moving after another.
        network: what the search follows; `learn` gives it other weights.
        plan: what is written down, and when a game is given up.
        seed: of all games; each has one of its own by its number.
        compiled: as for `Searcher`.

    """

    def __init__(
        self,
        game: Game,
        network: Network,
        plan: SelfPlay,
        *,
        seed: int = 0,
        compiled: bool = True,
    ) -> None:
        self.game = game
        self.network = network
        self.plan = plan
        self.compiled = compiled
        self._seed = seed
        way = WAYS[way_with_priors("auto", game)[0]]
        rule = way.rule
        if isinstance(rule, InformationUCB):
            rule = InformationPUCT(explored=_EXPLORED)
        self._mixes = rule.mixes
        first = CheckedGame(game).initial_state()
        worlds: Worlds = SampledWorlds()
        if not game.defines_sample_state:
            worlds = ReplayedWorlds(events_seen([game.information_state(first, 0)]))
        self._engine = HiddenEngine(
            game, HiddenMethod(way.observer, rule, worlds, network), [(first, 0)], seed
        )
        if compiled:
            self._engine.compile(insist=True)

    def game_played(self, number: int) -> PlayedPositions | None:
        """Play the game of this number; return its positions, or None if there are none.

        Raises:
            GameError: if the rules break their contract.

        """
        game = CheckedGame(self.game)
        rng = Rng(derived_seed(self._seed, f"game {number}"))
        state = game.initial_state()
        past: list[State] = [state]
        taken = _Positions(self.network, self.plan)
        while not game.is_terminal(state):
            if self.plan.over[0] or len(past) > self.plan.longest:
                return None
            mover = game.current_player(state)
            if is_chance(mover):
                action = outcome(game, state, rng)
            else:
                world, actions, shares, values = self._searched(past, mover, rng)
                taken.add(game.game, world, mover, actions, shares, values)
                taken.simulations += self._engine.simulations
                action = actions[_drawn(shares, rng)]
            state = game.next_state(game.copy(state), action)
            past.append(state)
        return taken.played(game.returns(state), len(past)) if taken.movers else None

    def _searched(
        self, past: list[State], mover: int, rng: Rng
    ) -> tuple[State, list[Action], list[float], list[float]]:
        """Search what a player knows; return a world, its moves, their shares, and the values."""
        game, engine = self.game, self._engine
        events = tuple(game.information_state(state, mover) for state in past)
        knowledge = Knowledge(mover, events[-1], mover, events)
        world, knowledge = world_of(game, knowledge, rng)
        engine.begin_again(*self._worlds(world, knowledge), rng.below(1 << 30))
        done = 0
        wanted = int(self.plan.depth * _SIMULATIONS)
        while done < wanted:
            done += engine.run(wanted - done, _MEMORY)
        key = engine.method.observer.key(game, world, mover, mover)
        actions = list(game.legal_actions(world))
        tables = engine.tables
        found = [tables.found(tables.edges, int(key_of_move(key, each))) for each in actions]
        field = "strategy" if self._mixes else "visits"
        weights = [0.0 if each is None else float(getattr(each, field)) for each in found]
        return world, actions, shares_of(weights), list(engine.means())

    def _worlds(self, world: State, knowledge: Knowledge) -> tuple[Worlds, list[Start]]:
        if self.game.defines_sample_state:
            return SampledWorlds(), [(world, knowledge.player)]
        first = CheckedGame(self.game).initial_state()
        return ReplayedWorlds(events_seen(knowledge.events)), [(first, knowledge.player)]

    def give_up(self) -> None:
        """Have the game that is being played, by another thread perhaps, end without a result."""
        self.plan.over[0] = 1

    def learn(self, update: Update) -> None:
        """Play as this says from now on."""
        self.network.learn(update.weights)
        self.plan.depth = update.depth


class _Positions:
    """The positions of a game so far, as lists."""

    def __init__(self, network: Network, plan: SelfPlay) -> None:
        self._plan = plan
        self._found = np.zeros(network.features.most, np.int32)
        self.simulations = 0
        self.movers: list[int] = []
        self._columns: dict[str, list[Any]] = {
            name: [] for name in PlayedPositions._fields if name not in ("movers", "used")
        }

    def add(
        self,
        game: Game,
        world: State,
        mover: int,
        actions: list[Action],
        shares: list[float],
        values: list[float],
    ) -> None:
        """Note a position and what its search found."""
        plan, columns = self._plan, self._columns
        count = plan.features.collect(game, world, mover, self._found, 0)
        columns["features"] += self._found[:count].tolist()
        columns["feature_ends"].append(len(columns["features"]))
        board = plan.board
        if board.cells > 0:
            plan.features.codes(game, world, mover, board.room)
            board.settle(board.room)
            columns["cells"] += list(board.room[: board.cells])
        self.movers.append(mover)
        columns["values"] += values
        columns["proven"].append(0)
        columns["actions"] += [plan.actions.number(each) for each in actions]
        columns["shares"] += shares
        columns["action_ends"].append(len(columns["actions"]))

    def played(self, returns: Any, plies: int) -> PlayedPositions:
        """Return the positions of a game that has ended."""
        columns = self._columns
        columns["returns"] = list(returns)
        used = np.zeros(USED, np.int64)
        used[POSITIONS] = len(self.movers)
        used[FEATURES] = len(columns["features"])
        used[ACTIONS] = len(columns["actions"])
        used[PLIES], used[SIMULATIONS] = plies, self.simulations
        kinds = {
            "cells": np.int8,
            "values": np.float64,
            "shares": np.float64,
            "returns": np.float64,
        }
        arrays = {
            name: np.array(column, kinds.get(name, np.int32)) for name, column in columns.items()
        }
        return PlayedPositions(**arrays, movers=np.array(self.movers, np.int32), used=used)


def _drawn(shares: list[float], rng: Rng) -> int:
    left = rng.uniform()
    for place, share in enumerate(shares):
        left -= share
        if left < 0.0:
            return place
    return max(range(len(shares)), key=shares.__getitem__)
