"""Strategies of a user's that several files of tests watch at work: they are compiled once."""

from __future__ import annotations

import math
from array import array

import gametree as gt


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
