"""The way back up a path: what simulations add to the statistics of each of its steps.

One loop for all; what is done at a step is composed: one simulation of a thread that is alone
there, or what a turn of many has come to, where other threads are at the same nodes.
"""

from __future__ import annotations

from typing import Any

from plainpython.compilable import Compilable

from ...actors import CHANCE
from ...primitives.atomics import add_to_field, move_field, move_in_vector
from ...rules.workspace import Workspace
from ..proofs.proofs import NoProofs
from ..selection.rule import SelectionRule
from ..tree.tree import Tree
from .backup import Backup

__all__ = ["Ascent", "AscentOfMeans", "AscentOfTurn", "ascend", "ascent_with"]


class Ascent(Compilable):
    """One simulation: it counts, the rule notes it, and the backup takes it in."""

    def __init__(self, rule: SelectionRule, backup: Backup) -> None:
        self.rule = rule
        self.backup = backup

    def steps(self, last: int, first: int) -> range:
        """Return the steps before `last`, down to `first`, in the order in which they are taken.

        From the leaf: each step hears what the one below has left in `work.values`.
        """
        return range(last - 1, first - 1, -1)

    def take(self, tree: Tree, number: int, node: Any, edge: Any, work: Workspace) -> None:
        """Take `work.values` into the statistics of an edge that was followed, and of its node."""
        values = work.values
        node.visits += 1
        edge.visits += 1
        if node.player != CHANCE:
            self.rule.update(node, edge, values[node.player])
        self.backup.update(tree, number, node, edge, values, work)


class AscentOfMeans(Ascent):
    """Means alone, where no step hears of another: from the root.

    The next simulation begins there. It would wait for what was written last: a tenth of the time
    of a compiled simulation of tic-tac-toe.
    """

    def steps(self, last: int, first: int) -> range:
        return range(first, last)


class AscentOfTurn(Ascent):
    """The mean of `work.counters.done` simulations, in numbers that other threads see whole.

    Edges keep their order; of backups there are only means.
    """

    def __init__(self, rule: SelectionRule, proofs: NoProofs) -> None:
        self.rule = rule
        self.proofs = proofs

    def take(self, tree: Tree, number: int, node: Any, edge: Any, work: Workspace) -> None:
        values = work.values
        counters = work.counters
        done = counters.done
        add_to_field(node, "visits", done)
        add_to_field(edge, "visits", done)
        is_choice = node.player != CHANCE
        if is_choice:
            move_field(edge, "mean", values[node.player], done / edge.visits)
            self.rule.renew(node, edge)
        if self.proofs.watches:
            if counters.news != 0:
                counters.news = self.proofs.narrow(tree, number)
            exact = counters.exact != 0 and is_choice
            counters.exact = self.proofs.clamp(node, values, exact)
        for player in range(len(values)):
            move_in_vector(node, "value", player, values[player], done / node.visits)


def ascent_with(rule: SelectionRule, backup: Backup) -> Ascent:
    """Return the way back where a thread is alone."""
    kind = AscentOfMeans if type(backup) is Backup else Ascent
    return kind(rule, backup)


def ascend(ascent: Ascent, tree: Tree, work: Workspace, last: int, first: int) -> None:
    """Take `work.values` into the statistics of the steps from `first` on, before `last`."""
    nodes = tree.nodes
    edges_of = tree.edges
    path_nodes = work.path_nodes
    path_edges = work.path_edges
    for step in ascent.steps(last, first):
        number = path_nodes[step]
        ascent.take(tree, number, nodes[number], edges_of[number][path_edges[step]], work)
