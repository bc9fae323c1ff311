"""Strategies and players of a user's, as they stand in his file."""

from __future__ import annotations

import math

import gametree as gt


class Rule(gt.SelectionRule):
    """The mean and a bonus."""

    def __init__(self, c: float = 1.0, zeta: float = 1.0, wide: bool = False):
        if zeta > 9:
            raise ValueError("too far")
        self.c = float(c)
        self.zeta = float(zeta)
        self.wide = wide

    def score(self, node, edge, value_range):
        bonus = self.zeta * math.sqrt(math.log(node.visits) / edge.visits)
        return edge.mean + self.c * value_range * bonus


class Even(gt.Evaluation):
    """Nobody is ahead."""

    def evaluate(self, game, state, rng, work):
        values = game.returns(state) if game.is_terminal(state) else (0.0, 0.0)
        for player in range(2):
            work.values[player] = values[player]


class Last(gt.PlayoutPolicy):
    """The last legal action."""

    def choose(self, game, state, count, rng, work):
        count = game.fill_legal_actions(state, work.actions)
        return work.actions[count - 1]


class Nth(gt.Player):
    """The nth legal move."""

    def __init__(self, place: int = 0, rule: gt.SelectionRule | None = None):
        self.place = place
        self.rule = rule

    def choose(self, record, limit):
        moves = record.legal_actions()
        return gt.Choice(moves[min(self.place, len(moves) - 1)])
