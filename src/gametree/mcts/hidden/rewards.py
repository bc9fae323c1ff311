"""Rewards on the way: what a simulation collects, and playouts that collect it."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ...actors import CHANCE, chance_acts
from ...game import Action, Game, State
from ...primitives.rng import Rng
from ...primitives.state_memory import keep_values, own_state, release_values, settled
from ...rules.drawing import drawn
from ...rules.workspace import ENDLESS_PLIES, ActionsFull, PlayoutEndless, Workspace, mover, write
from ..evaluation.playout import Playout
from .trail import Trail

__all__ = ["RewardPlayout", "add_up", "collect", "forget_rewards", "horizon_of"]

_LEAST = 1e-3
"""Rewards that count less than this by the discount end a playout."""


def forget_rewards(trail: Trail, step: int, players: int) -> None:
    """Begin to collect what players get before a step of the trail."""
    for player in range(players):
        trail.rewards[step * players + player] = 0.0


def collect(
    game: Game, state: State, action: Action, work: Workspace, trail: Trail, step: int
) -> None:
    """Add what players get by an action, after `step` moves."""
    players = len(work.values)
    write(game.rewards(state, action), work.values)
    for player in range(players):
        trail.rewards[step * players + player] += work.values[player]


def add_up(discount: float, trail: Trail, depth: int, work: Workspace) -> None:
    """Add up the rewards of a simulation with `depth` moves, whose leaf is worth `work.values`.

    Then `trail.rewards` has what a player gets from each step on, `work.values` from the root on.
    """
    players = len(work.values)
    for player in range(players):
        total = work.values[player]
        for back in range(depth):
            place = (depth - back) * players + player
            total = trail.rewards[place] + discount * total
            trail.rewards[place] = total
        work.values[player] = total + trail.rewards[player]


def horizon_of(game: Game) -> int:
    """Return after how many moves nothing counts any more by the discount."""
    if not game.defines_rewards or game.discount >= 1.0:
        return ENDLESS_PLIES
    return math.ceil(math.log(_LEAST) / math.log(game.discount))


class RewardPlayout(Playout):
    """A playout that is worth the discounted rewards from the leaf on.

    Args:
        playout: how moves are chosen, and when playouts are cut off.
        game: the rules.

    """

    runtime_arrays = ("collected",)

    def __init__(self, playout: Playout, game: Game) -> None:
        for name in ("policy", "max_plies", "longest", "cutoff", "repetition"):
            setattr(self, name, getattr(playout, name))
        self.discount = float(game.discount)
        self.horizon = horizon_of(game)
        self.collected: Any = np.zeros(game.players)

    def evaluate(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        kept = keep_values(game, state)
        self.play_out(game, own_state(game, state), rng, work)
        release_values(game, state, kept)

    def play_out(self, game: Game, state: State, rng: Rng, work: Workspace) -> None:
        """Play on, and write the discounted rewards to `work.values`."""
        players = len(work.values)
        policy = self.policy
        policy.begin()
        for player in range(players):
            self.collected[player] = 0.0
            work.values[player] = 0.0
        weight = 1.0
        plies = 0
        moves = 0
        while moves < self.horizon:
            count = 0
            if game.defines_is_terminal:
                if game.is_terminal(state):
                    break
            else:
                count = game.fill_legal_actions(state, work.actions)
                if count > len(work.actions):
                    raise ActionsFull
                if count == 0:
                    break
            if plies == self.longest:
                if self.max_plies < 0:
                    raise PlayoutEndless
                self.cutoff.estimate(game, state, work.values)
                for player in range(players):
                    self.collected[player] += weight * work.values[player]
                break
            by_chance = chance_acts(game, state)
            if game.defines_chance_outcomes and by_chance:
                action = drawn(game.chance_outcomes(state), rng)
            else:
                action = policy.choose(game, state, count, rng, work)
            if policy.learns:
                policy.note(CHANCE if by_chance else mover(game, state, work), action)
            write(game.rewards(state, action), work.values)
            for player in range(players):
                self.collected[player] += weight * work.values[player]
            if not by_chance:
                weight *= self.discount
                moves += 1
            state = game.next_state(state, action)
            plies += 1
            if plies & 3 == 0:
                state = settled(game, state)
        for player in range(players):
            work.values[player] = self.collected[player]
            self.collected[player] = 0.0  # a saved search compares evaluations with their arrays
        policy.learn(work.values)
