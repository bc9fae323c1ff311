"""Nodes whose moves are proposed: they get one more as their visits allow it.

Where the actions of a position cannot be listed, the game proposes them (`Game.propose`), or they
are the numbers between bounds. Progressive widening says when a node gets another one: after N
visits it has asked for k * N^alpha of them (Couëtoux et al., "Continuous upper confidence trees",
2011). Where chance draws its outcomes (`Game.draw_outcome`) nodes widen likewise: double
progressive widening.

Of numbers, the first ones are bounds, which are often best. Of tuples of numbers, a part is drawn
near the best one so far: nearer to it than to any other (Voronoi optimistic optimization: Kim et
al., "Monte Carlo tree search in continuous spaces using Voronoi optimistic optimization with regret
bounds", AAAI 2020). What each is worth stands in docs/real-actions.md.
"""

from __future__ import annotations

from typing import Any, ClassVar

from plainpython.compilable import native_twin

from ...actors import CHANCE, is_chance
from ...game import Action, Game, State
from ...primitives.actions import holds, is_same
from ...primitives.proposals import MOST_REFUSED, admits
from ...primitives.real_actions import corner, distance, is_several, nearby
from ...primitives.records import block_size
from ...primitives.rng import Rng
from ...rules.many_moves import LAST_KEY, mixed
from ...rules.workspace import ActionsFull, RootFull, RulesBroken, TreeFull, Workspace
from ..search_record import SearchRecord
from ..tree.tree import COUNTED, EDGES, END, NODES, ROOM, ROOT, Tree
from .chance_nodes import ChanceNodes
from .counted_moves import GROWTH, CountedMoves, ListedMoves
from .progressive_widening import Widening
from .rule import SelectionRule

__all__ = ["ProposedMoves", "stream_of"]

_ENDLESS = 1 << 30
"""How many moves a node has whose moves are proposed."""

_FIRST = 8
_FIRST_AT_ROOT = 256

_MOST_WAITING = 256

_TRIES = 8
"""So many proposals may be illegal or known already before a node waits for more visits."""

_NEARBY_TRIES = 16

_CORNERS = 2
"""The first numbers of a node are bounds: so many tuples of bounds, drawn at random."""


class ProposedMoves(CountedMoves):
    """A node asks for another move as its visits allow it.

    A node holds how many moves it has (`laid`), how often it has asked for one (`cursor`), the key
    of its random numbers (`order`), how many proposals were illegal (`refused`), and the place of
    the latest one (`newest`). Nodes whose moves are listed have a `total` of 0.

    Args:
        rule: says how many moves a node asks for, and how many of them near the best one.
        chance_nodes: says how many outcomes a node asks for.
        waits: whether simulations wait for their values. Nodes do not move then, so they have
            places for the most moves from the start.

    """

    most_listed: ClassVar[int] = _ENDLESS - 1
    node_fields = (*CountedMoves.node_fields, ("refused", "i4"), ("newest", "i4"))

    def __init__(self, rule: SelectionRule, chance_nodes: ChanceNodes, *, waits: bool) -> None:
        super().__init__(rule, whole=False)
        self.near = rule.near if isinstance(rule, Widening) else 0.0
        self.chance_nodes = chance_nodes
        self.waits = waits

    def count(self, game: Game, state: State, work: Workspace) -> int:
        if game.draws_outcomes and is_chance(game.current_player(state)):
            return _ENDLESS
        if not game.proposes_actions:
            return ListedMoves.count(self, game, state, work)
        if game.defines_chance_outcomes and is_chance(game.current_player(state)):
            outcomes = game.chance_outcomes(state)
            if len(outcomes) > len(work.actions):
                raise ActionsFull
            for place in range(len(outcomes)):
                work.actions[place] = outcomes[place][0]
            return len(outcomes)
        return _ENDLESS

    def capacity(self, tree: Tree, count: int) -> int:
        if count < _ENDLESS:
            return count
        if self.waits:
            return _MOST_WAITING
        return _FIRST_AT_ROOT if tree.used[NODES] == 0 else _FIRST

    def open(
        self, game: Game, state: State, tree: Tree, number: int, work: Workspace, rng: Rng
    ) -> None:
        node = tree.nodes[number]
        node.total = _ENDLESS
        node.order = 1 + rng.below(LAST_KEY)
        tree.used[COUNTED] += 1
        if not game.asks_evaluator:
            self.ask(game, state, node, tree.edges[number], rng)

    def arrive(self, search: SearchRecord, state: State, depth: int, number: int) -> int:
        tree, work = search.tree, search.work
        node = tree.nodes[number]
        if node.total == 0 or (search.game.asks_evaluator and node.laid > 0):
            return number
        visits = node.visits
        if self.waits:
            visits += node.waiting
        while node.cursor < self.due(node, visits):
            if node.laid == node.count:
                if self.waits or work.counters.frozen != 0:
                    break
                number = self.enlarged(tree, work, depth, number)
                node = tree.nodes[number]
            self.ask(search.game, state, node, tree.edges[number], search.rng)
        return number

    def due(self, node: Any, visits: int) -> int:
        """Return how many moves a node has asked for, once it has had so many visits."""
        if node.player == CHANCE:
            return self.chance_nodes.opened(visits)
        return self.rule.reach(visits, _ENDLESS)

    def _native_enlarged(self, tree: Tree, work: Workspace, depth: int, number: int) -> int:
        if number == ROOT:
            raise RootFull
        number = self.grown(tree, number, tree.nodes[number].count + 1)
        tree.edges[work.path_nodes[depth - 1]][work.path_edges[depth - 1]].child = number
        return number

    @native_twin(_native_enlarged)
    def enlarged(self, tree: Tree, work: Workspace, depth: int, number: int) -> int:
        """Return the number of a copy of a node with more edges.

        Raises:
            TreeFull, RootFull: if there is no room for it.

        """
        if not isinstance(tree.nodes, list):
            return self._native_enlarged(tree, work, depth, number)
        node, edges, used = tree.nodes[number], tree.edges[number], tree.used
        more = (GROWTH - 1) * node.count
        words = block_size(tree.edges, node.count + more) - block_size(tree.edges, node.count)
        if used[END] + words > used[ROOM]:
            raise TreeFull
        edges.extend(tree.edges.layout.edge_class.zeroed(more))
        node.count += more
        used[EDGES] += more
        used[END] += words
        return number

    def ask(self, game: Game, state: State, node: Any, edges: Any, rng: Rng) -> None:
        """Give a node one more move, unless none comes that is legal and new.

        The random numbers depend on the node alone, so it makes no difference whether the
        simulation that asks has to be run again.
        """
        before = rng.state[0]
        rng.state[0] = stream_of(int(node.order), int(node.cursor))
        tries = MOST_REFUSED if node.laid == 0 else _TRIES
        while tries > 0:
            tries -= 1
            action = self.proposal(game, state, node, edges, rng)
            if not (node.player == CHANCE or admits(game, state, action)):
                node.refused += 1
                continue
            place = 0
            while place < node.laid and not is_same(edges[place].action, action):
                place += 1
            if place == node.laid:
                edges[place].action = action
                if not holds(edges[place], action):
                    raise RulesBroken  # it does not fit 32 bits
                node.laid += 1
                tries = 0
            if game.draws_outcomes and node.player == CHANCE:
                edges[place].probability += 1.0
                node.newest = place
                tries = 0
        rng.state[0] = before
        node.cursor += 1
        if node.laid == 0:
            raise RulesBroken

    def proposal(self, game: Game, state: State, node: Any, edges: Any, rng: Rng) -> Action:
        """Return a move that may be new."""
        if game.draws_outcomes and node.player == CHANCE:
            return game.draw_outcome(state, rng)
        if not game.proposes_actions:
            return edges[0].action  # never asked for
        if game.defines_action_bounds:
            low, high = game.action_bounds(state)
            if node.cursor < _CORNERS:
                return corner(low, high, rng)
            if is_several(low) and self.near > 0.0 and rng.uniform() < self.near:
                best = best_of(node, edges)
                if best >= 0:
                    return beside_best(edges, node.laid, best, low, high, rng)
        return game.propose(state, rng)


def best_of(node: Any, edges: Any) -> int:
    """Return the index of the edge with the highest mean; -1 if none was visited."""
    best = -1
    for place in range(node.laid):
        if edges[place].visits > 0 and (best < 0 or edges[place].mean > edges[best].mean):
            best = place
    return best


def beside_best(edges: Any, count: int, best: int, low: Any, high: Any, rng: Rng) -> Action:
    """Return an action nearer to that of the best edge than to any other, if one is soon found."""
    action = nearby(edges[best].action, low, high, rng)
    for _ in range(_NEARBY_TRIES):
        own = distance(action, edges[best].action, low, high)
        place = 0
        while place < count and own <= distance(action, edges[place].action, low, high):
            place += 1
        if place == count:
            break
        action = nearby(edges[best].action, low, high, rng)
    return action


def stream_of(order: int, number: int) -> int:
    """Return a state of the generator for one of the questions that a node asks."""
    first = mixed(order ^ mixed(number + 1))
    second = mixed(first ^ order)
    low = first << 1 | second & 1  # 32 bits
    return 1 + (low | mixed(second) >> 1 << 32)
