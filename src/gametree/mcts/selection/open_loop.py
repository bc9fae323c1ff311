"""Open-loop search: a node is a sequence of moves, whatever chance did in between."""

from __future__ import annotations

import math
from typing import Any, ClassVar

from ...actors import CHANCE
from ...errors import BadParameter
from ...game import Game, State
from ...primitives.actions import holds, is_same
from ...primitives.proposals import refuse_unlisted
from ...primitives.records import swap
from ...primitives.rng import Rng
from ...rules.drawing import outcome, shuffle
from ...rules.workspace import (
    GAME_OVER,
    ActionsFull,
    RulesBroken,
    Workspace,
    mover,
)
from ..backup.backup import Backup, BackupAround
from ..search_record import SearchRecord
from ..tree.tree import NO_NODE, Field, Tree, copy_record, new_node
from .chance_nodes import CHANCE_NODES, ChanceNodes
from .rule import SelectionRule
from .terms import Term
from .ucb1 import UCB1, inverse_root, root_of_log

__all__ = ["OpenLoop"]


@CHANCE_NODES.register(
    "open_loop",
    "Keeps no nodes for chance: a node is the moves of the players, whatever chance did.",
)
class OpenLoop(ChanceNodes):
    """No chance nodes: a node is the sequence of the players' moves that lead to it.

    Open-loop search (Perez et al., "Open loop search for general video game playing", GECCO
    2015). Each simulation plays its moves from the root again and draws what chance does anew, so
    that a node is worth the mean over all that chance may have done. It has an edge for each move,
    with the player who made it, that was legal in one of the positions met there; a simulation
    chooses among those legal in its own, by UCB1 with the simulations in which a move was legal in
    the place of those through the node (as information-set MCTS: Cowling, Powley and Whitehouse,
    2012). A search finds the best moves for plans that do not wait for what the dice say, with
    far fewer nodes: quick, and blind to what a player could still adapt to.

    For searches with `UCB1`, without proofs and transpositions, in games without a policy for
    repeated positions. The tree is shown at the root only, and is not kept after a move.
    """

    shows_positions: ClassVar[bool] = False

    def rule_for(self, rule: SelectionRule, **others: bool) -> SelectionRule:
        for what, is_so in others.items():
            if is_so:
                raise BadParameter(
                    f"OpenLoop() does not go together with {what}: its nodes are moves made, not "
                    "positions; leave out one of the two"
                )
        if type(rule) is not UCB1:
            raise BadParameter(
                f"OpenLoop() chooses moves by UCB1, not by {rule!r}: pass selection=UCB1(...)"
            )
        return UCB1OfAvailable(rule.c)

    def backup_around(self, backup: Backup) -> Backup:
        return BackupOfAvailable(backup)

    def fitted_to(self, game: Game) -> ChanceNodes:
        if not game.has_chance:  # a sequence of moves leads to one position
            return ChanceNodes()
        refuse_unlisted(game, "OpenLoop()")
        return self

    def arrive(self, search: SearchRecord, state: State, depth: int, number: int) -> int:
        """Bring the moves that are legal here to the front of the node, with new ones among them.

        Whose turn it is changes with the position, too: the node keeps that of the simulation
        under way. What this does is the same if the simulation breaks off and runs again.
        """
        game, tree, work = search.game, search.tree, search.work
        rng = search.rng
        player = mover(game, state, work)
        count = game.fill_legal_actions(state, work.actions)
        if count > len(work.actions):
            raise ActionsFull
        if count == 0:
            raise RulesBroken
        shuffle(work.actions, count, rng)
        node = tree.nodes[number]
        edges = tree.edges[number]
        if node.visits == 0:  # just made, for such a position
            for place in range(node.count):
                edges[place].owner = player
        if depth > 0 and work.counters.frozen == 0:  # the root is always the same position
            larger = with_more_edges(tree, number, player, work.actions, count)
            if larger != number:
                number = larger
                tree.edges[work.path_nodes[depth - 1]][work.path_edges[depth - 1]].child = number
                node = tree.nodes[number]
                edges = tree.edges[number]
        available = 0
        for each in range(count):
            place = place_of(edges, available, node.count, player, work.actions[each])
            if place < node.count:
                if place != available:
                    swap(edges, available, place)
                available += 1
        if available == 0:
            return NO_NODE
        node.player = player
        node.available = available
        return number

    def follow(self, game: Game, state: State, edge: Any, work: Workspace, rng: Rng) -> State:
        state = game.next_state(state, edge.action)
        while not game.is_terminal(state):
            if game.current_player(state) != CHANCE:
                return state
            state = game.next_state(state, outcome(game, state, rng))
        work.counters.ending = GAME_OVER
        return state


class UCB1OfAvailable(UCB1):
    """UCB1 where not every move is legal each time.

    N counts the simulations through the node in which the move was legal. A node has the moves
    that are legal in the simulation under way in front: `available` of them. An edge has its
    `owner`, the player who makes the move, and in how many simulations it was `available`.
    """

    node_fields = (("available", "i4"),)
    edge_fields: tuple[Field, ...] = (
        ("inverse_root", "f4"),
        ("owner", "i4"),
        ("available", "i4"),
    )

    tries_all_first = False

    def prepare(self, search: SearchRecord, number: int, visits: int, count: int) -> int:
        return search.tree.nodes[number].available  # type: ignore[no-any-return]

    def score(self, node: Any, edge: Any, value_range: float) -> float:
        if edge.visits == 0:
            return math.inf
        explored = self.c * value_range * root_of_log(edge.available)
        return edge.mean + explored * edge.inverse_root  # type: ignore[no-any-return]

    def terms(self, node: Any, edge: Any, value_range: float) -> tuple[Term, ...]:
        return SelectionRule.terms(self, node, edge, value_range)

    def update(self, node: Any, edge: Any, value: float) -> None:
        edge.inverse_root = inverse_root(edge.visits)

    def renew(self, node: Any, edge: Any) -> None:
        edge.inverse_root = inverse_root(edge.visits)


class BackupOfAvailable(BackupAround):
    """Counts for each move in how many simulations it could have been made."""

    def update(
        self, tree: Tree, number: int, node: Any, edge: Any, heard: Any, work: Workspace
    ) -> None:
        self.backup.update(tree, number, node, edge, heard, work)
        edges = tree.edges[number]
        for place in range(node.available):
            edges[place].available += 1


def place_of(edges: Any, first: int, total: int, player: int, action: Any) -> int:
    """Return the index of the edge of a player's action, searched from `first` on; else `total`."""
    for place in range(first, total):
        if edges[place].owner == player and is_same(edges[place].action, action):
            return place
    return total


def with_more_edges(tree: Tree, number: int, player: int, actions: Any, count: int) -> int:
    """Return a copy of a node with new edges for the actions of a player that had none."""
    total = tree.nodes[number].count
    edges = tree.edges[number]
    missing = 0
    for each in range(count):
        if place_of(edges, 0, total, player, actions[each]) == total:
            missing += 1
    if missing == 0:
        return number
    larger = new_node(tree, total + missing, 0)
    copy_record(tree.nodes, larger, tree.nodes[number])
    tree.nodes[larger].count = total + missing
    more = tree.edges[larger]
    for place in range(total):
        copy_record(more, place, edges[place])
    last = total
    for each in range(count):
        action = actions[each]
        if place_of(edges, 0, total, player, action) == total:
            more[last].action = action
            if not holds(more[last], action):
                raise RulesBroken
            more[last].owner = player
            last += 1
    return larger
