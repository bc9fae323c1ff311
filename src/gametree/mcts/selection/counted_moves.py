"""Nodes of positions with very many moves: their edges come as they are needed.

The moves of such a position are the numbers from 0 on (`Game.counts_actions`). They are tried in an
order that a key gives (`rules.many_moves.in_keyed_order`), so nobody lists them. Interpreted, the
edges of a node are made when they are used (`rules.many_moves.LateEdges`). Compiled, a node begins
with capacity for a few edges, and moves to a larger block of memory when these are used up.
"""

from __future__ import annotations

from typing import Any, ClassVar

from plainpython.compilable import Compilable, native_twin

from ...game import Game, State
from ...primitives.rng import Rng
from ...rules.many_moves import LAST_KEY, LISTED, MANY, keyed
from ...rules.workspace import ActionsFull, RootFull, Workspace
from ..backup.backup import Backup
from ..evaluation.evaluation import Evaluation
from ..proofs.proofs import NoProofs
from ..search_record import SearchRecord
from ..tree.transpositions import NoTranspositions
from ..tree.tree import COUNTED, NODES, REPLACED, ROOT, Field, Tree, copy_record, new_node
from .progressive_widening import Widening
from .rule import SelectionRule
from .rule_kinds import LearningRule, PlannedRule

__all__ = ["GROWTH", "CountedMoves", "ListedMoves", "moves_for", "needs_whole_nodes"]

_FIRST = 8
_FIRST_AT_ROOT = 4096
"""The root cannot move to another block: the whole tree is copied where it needs more edges."""

GROWTH = 4
"""How many times as many edges the larger block of a node has."""


class ListedMoves(Compilable):
    """A node has an edge for each move from the start. Base class."""

    counts: ClassVar[bool] = False
    most_listed: ClassVar[int] = LISTED
    """A node with more moves gets its edges as they are needed, if they are counted."""

    late_from: ClassVar[int] = MANY
    """Interpreted, a node with more edges than these makes them when they are used."""
    grows: bool = False
    node_fields: tuple[Field, ...] = ()

    def count(self, game: Game, state: State, work: Workspace) -> int:
        """Return how many moves a position has; `work.actions` receives them.

        Raises:
            ActionsFull: if the buffer is too small.

        """
        count = game.fill_legal_actions(state, work.actions)
        if count > len(work.actions):
            raise ActionsFull
        return count

    def capacity(self, tree: Tree, count: int) -> int:
        """Return how many edges a new node gets for so many moves."""
        return count

    def open(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, rng: Rng
    ) -> None:
        """Prepare a new node with more than `most_listed` moves; only where they are counted."""

    def arrive(self, search: SearchRecord, state: State, depth: int, number: int) -> int:
        """Prepare a node for another visit; return its number, which may change where it grows."""
        return number


class CountedMoves(ListedMoves):
    """A node gets edges as its visits need them.

    A node holds the number of its moves (`total`), the key of their order (`order`), how many of
    its edges have a move (`laid`), and where in the order the next one is (`cursor`). Nodes with
    few moves list them; their `total` is 0.

    Args:
        rule: says how many edges a node needs.
        whole: whether all edges of a node are needed at once, since strategies look at them.

    """

    counts: ClassVar[bool] = True
    late_from: ClassVar[int] = LISTED
    node_fields: tuple[Field, ...] = (
        ("total", "i4"),
        ("order", "i4"),
        ("laid", "i4"),
        ("cursor", "i4"),
    )

    def __init__(self, rule: SelectionRule, *, whole: bool) -> None:
        self.rule = rule
        self.grows = not whole

    def count(self, game: Game, state: State, work: Workspace) -> int:
        count = len(game.legal_actions(state))  # type: ignore[arg-type]
        if count <= LISTED:
            if count > len(work.actions):
                raise ActionsFull
            for place in range(count):
                work.actions[place] = place
        return count

    def _native_capacity(self, tree: Tree, count: int) -> int:
        if count <= LISTED or not self.grows:
            return count
        return min(count, _FIRST_AT_ROOT if tree.used[NODES] == 0 else _FIRST)

    @native_twin(_native_capacity)
    def capacity(self, tree: Tree, count: int) -> int:
        return count if isinstance(tree.nodes, list) else self._native_capacity(tree, count)

    def _native_open(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, rng: Rng
    ) -> None:
        node = tree.nodes[number]
        node.total = len(game.legal_actions(state))  # type: ignore[arg-type]
        tree.used[COUNTED] += 1
        node.order = 0 if game.tries_by_index else 1 + rng.below(LAST_KEY)
        self.lay(game, state, tree, number, work, self.wanted(node))

    @native_twin(_native_open)
    def open(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, rng: Rng
    ) -> None:
        if not isinstance(tree.nodes, list):
            self._native_open(game, state, tree, number, work, rng)
            return
        node, edges = tree.nodes[number], tree.edges[number]
        node.total = node.laid = node.count
        tree.used[COUNTED] += 1
        node.order = 0 if game.tries_by_index else 1 + rng.below(LAST_KEY)
        edges.take(game.order_of_actions(state, node.total, node.order))

    def wanted(self, node: Any) -> int:
        """Return how many edges of a node its next visit needs."""
        if self.grows:
            return self.rule.reach(node.visits, node.total)
        return node.total  # type: ignore[no-any-return]

    def arrive(self, search: SearchRecord, state: State, depth: int, number: int) -> int:
        """Give the node of a position the edges that a visit needs; return its number."""
        tree, work = search.tree, search.work
        node = tree.nodes[number]
        wanted = self.wanted(node)
        if wanted > node.laid:
            if wanted > node.count and work.counters.frozen == 0:
                if number == ROOT:
                    raise RootFull
                number = self.grown(tree, number, wanted)
                tree.edges[work.path_nodes[depth - 1]][work.path_edges[depth - 1]].child = number
            self.lay(search.game, state, tree, number, work, wanted)
        return number

    def grown(self, tree: Tree, number: int, wanted: int) -> int:
        """Return a larger copy of a node; no edge leads to the copy yet.

        Raises:
            TreeFull: if there is no room for it.

        """
        node = tree.nodes[number]
        count = min(node.total, max(wanted, GROWTH * node.count))
        laid = node.laid
        larger = new_node(tree, count, 0)
        copy_record(tree.nodes, larger, tree.nodes[number])
        tree.nodes[larger].count = count
        edges = tree.edges[number]
        more = tree.edges[larger]
        for place in range(laid):
            copy_record(more, place, edges[place])
        tree.used[REPLACED] += 1
        return larger

    def lay(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, wanted: int
    ) -> None:
        """Give so many edges of a node their moves, as far as it has edges.

        Where the game says which moves are first, all edges get theirs, since each question to it
        costs as much as all before.
        """
        node = tree.nodes[number]
        edges = tree.edges[number]
        stop = min(wanted, node.count)
        first = 0
        if game.arranges_actions:
            stop = node.count
            if stop > len(work.actions):
                raise ActionsFull
            first = game.first_actions(state, work.actions, stop)
        place = node.laid
        while place < min(first, stop):
            edges[place].action = work.actions[place]
            place += 1
        while place < stop:
            action = keyed(int(node.cursor), int(node.total), int(node.order))
            node.cursor += 1
            if not is_among(work.actions, first, action):
                edges[place].action = action
                place += 1
        node.laid = place


def moves_for(
    game: Game,
    rule: SelectionRule,
    evaluation: Evaluation,
    backup: Backup,
    proofs: NoProofs,
    transpositions: NoTranspositions,
) -> ListedMoves:
    """Return how the nodes of a search get their edges."""
    if not game.counts_actions:
        return ListedMoves()
    whole = needs_whole_nodes(evaluation, backup, proofs, transpositions) or looks_at_all(rule)
    return CountedMoves(rule, whole=whole)


def needs_whole_nodes(
    evaluation: Evaluation, backup: Backup, proofs: NoProofs, transpositions: NoTranspositions
) -> bool:
    """Return True if some strategy may look at all edges of a node."""
    return (
        proofs.watches
        or transpositions.shares
        or evaluation.gives_priors
        or evaluation.waits
        or type(evaluation).open is not Evaluation.open
        or type(backup) is not Backup
    )


def looks_at_all(rule: SelectionRule) -> bool:
    """Return True for a rule that may look at edges beyond its `reach`."""
    if type(rule) is Widening:
        return False
    prepares = type(rule).prepare is not SelectionRule.prepare
    return prepares or not rule.tries_all_first or isinstance(rule, (LearningRule, PlannedRule))


def is_among(actions: Any, count: int, action: Any) -> bool:
    """Return True if an action is one of the first ones of a buffer."""
    for place in range(count):
        if actions[place] == action:
            return True
    return False
