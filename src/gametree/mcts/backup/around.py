"""Backups around another one: with proofs, and where lines share nodes."""

from __future__ import annotations

from typing import Any

from ...actors import CHANCE
from ...rules.workspace import Workspace
from ..proofs.proofs import NoProofs
from ..tree.transpositions import NoTranspositions
from ..tree.tree import NO_CHILD, Tree
from .backup import Backup, BackupAround

__all__ = ["BackupWithProofs", "BackupWithSharedNodes", "backup_around"]


def backup_around(backup: Backup, proofs: NoProofs, transpositions: NoTranspositions) -> Backup:
    """Return a backup that also updates proofs and shared nodes, where the search has them."""
    if transpositions.shares:
        backup = BackupWithSharedNodes(backup)
    if proofs.watches:
        backup = BackupWithProofs(backup, proofs)
    return backup


class BackupWithSharedNodes(BackupAround):
    """An edge is worth what the node behind it is, over the simulations of all lines there.

    UCT2 (Childs, Brodeur and Kocsis, "Transpositions and move groups in Monte Carlo tree
    search", IEEE CIG 2008).
    """

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        self.backup.update(tree, number, node, edge, heard, work)
        player = node.player
        if player != CHANCE and edge.child != NO_CHILD:
            child = tree.nodes[edge.child]
            # One that is settled or was recycled has fewer: then the edge knows more.
            if child.visits > 0 and child.visits + work.counters.expand_after >= edge.visits:
                edge.mean = child.value[player]


class BackupWithProofs(BackupAround):
    """Passes on to a parent what is proven of a child, and bounds what the parent hears."""

    def __init__(self, backup: Backup, proofs: NoProofs) -> None:
        super().__init__(backup)
        self.proofs = proofs

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        proofs = self.proofs
        counters = work.counters
        is_due = proofs.is_due(node, counters.news != 0)
        counters.news = is_due and proofs.narrow(tree, number)
        exact = counters.exact != 0 and node.player != CHANCE
        values = work.values
        own = work.heard
        for player in range(len(values)):
            own[player] = values[player]
        counters.exact = proofs.clamp(node, values, exact)
        self.backup.update(tree, number, node, edge, own, work)
        if is_due:
            proofs.prune(tree, number)  # edges change places: the last thing to do
