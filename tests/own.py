"""Strategies and players of a user's, as they stand in his file."""

from __future__ import annotations

import math
from array import array

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


class Recorder(gt.SelectionRule):
    """A rule with numbers of its own on the edges: what each has been given."""

    edge_fields = (("seen", "f8"), ("best", "f8"))

    def score(self, node, edge, value_range):
        return edge.best + value_range * math.sqrt(node.visits) / edge.visits

    def update(self, node, edge, value):
        edge.seen += value
        edge.best = max(edge.best, value)


class Reaches(gt.Backup):
    """Reaches for an edge, but `late` in a search, so that only the search sees it."""

    follows = True

    runtime_arrays = ("place",)

    def __init__(self, node: int, edge: int, late: float = 500.0):
        self.place = array("q", [node, edge])
        self.late = late

    def learn(self, tree, work, depth):
        if tree.nodes[0].visits > self.late:
            tree.edges[self.place[0]][self.place[1]].mean = 1.0
