"""One simulation, in four phases, and the loop around it.

This is the only implementation of the algorithm. It runs as it stands, on any
Python objects, and is compiled together with the rules and the strategies by
`gametree.compiled`: same seed, same tree.
"""

from __future__ import annotations

from typing import Any

from ..compilable import native_twin
from ..game import Game, State, fresh_state
from ..rng import Rng
from .evaluation import Evaluation
from .selection import SelectionRule, select
from .tree import NO_CHILD, ROOT, Tree
from .workspace import (
    EDGES,
    HIGH,
    LOW,
    MAX_DEPTH,
    NODES,
    ORIGIN,
    RNG,
    SIMULATIONS,
    ActionsFull,
    PathFull,
    RulesBroken,
    TreeFull,
    Workspace,
)

__all__ = ["copy_subtree", "expand", "run_simulations", "simulate"]


def run_simulations(
    game: Game,
    rule: SelectionRule,
    evaluation: Evaluation,
    root: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    simulations: int,
    threshold: int,
    frozen: bool,
) -> None:
    """Run so many simulations from the root, or fewer and raise why.

    Whatever it raises, the tree is sound: a simulation counts wholly or not at
    all, and `work.counters[RNG]` is the generator's state before the one under way.

    `threshold` is the number of visits of an edge after which the position
    behind it gets a node with all its edges: 1 adds one child to the tree a
    simulation. `frozen` says to add no more nodes (memory is used up).

    """
    for _ in range(simulations):
        simulate(game, rule, evaluation, root, tree, work, rng, threshold, frozen)


def simulate(
    game: Game,
    rule: SelectionRule,
    evaluation: Evaluation,
    root: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    threshold: int,
    frozen: bool,
) -> None:
    """Run one simulation: selection, expansion, evaluation, backup."""
    nodes, edges = tree
    path_nodes = work.path_nodes
    path_edges = work.path_edges
    values = work.values
    work.counters[RNG] = rng.state[0]
    spread = work.span[HIGH] - work.span[LOW]
    if not spread > 0.0:
        spread = 1.0

    # Selection: follow edges to a position that has no node.
    state = fresh_state(game, root, work.room)
    number = ROOT
    depth = 0
    while True:
        node = nodes[number]
        index = select(rule, edges, node, spread)
        edge = edges[index]
        if depth == len(path_nodes):
            raise PathFull
        path_nodes[depth] = number
        path_edges[depth] = index
        depth += 1
        state = follow(game, state, edge)
        number = edge.child
        if number != NO_CHILD:
            continue
        if frozen or edge.visits < threshold:
            break
        # Expansion: give the position a node, and go on from there.
        if game.defines_is_terminal and game.is_terminal(state):
            break
        number = expand(game, state, tree, work, rng)
        if number == NO_CHILD:
            break
        edge.child = number

    # Evaluation
    evaluation.evaluate(game, state, rng, work)
    take_in(values, work.span, game.players)

    # Backup
    for step in range(depth):
        node = nodes[path_nodes[step]]
        edge = edges[path_edges[step]]
        for player in range(game.players):
            node.value[player] += values[player]
        value = values[node.player]
        node.visits += 1
        edge.visits += 1
        edge.total += value
        rule.update(node, edge, value)
    work.counters[SIMULATIONS] += 1
    if depth > work.counters[MAX_DEPTH]:
        work.counters[MAX_DEPTH] = depth


def expand(game: Game, state: State, tree: Tree, work: Workspace, rng: Rng) -> int:
    """Add a node for `state` with an edge for each action, in random order.

    Returns its number, or NO_CHILD if the game is over there.
    """
    count = game.fill_legal_actions(state, work.actions)
    if count == 0:
        if game.defines_is_terminal:
            raise RulesBroken  # the game goes on, yet there is no move
        return NO_CHILD
    if count > len(work.actions):
        raise ActionsFull
    player = game.current_player(state)
    if player < 0 or player >= len(work.values):
        raise RulesBroken
    number = work.counters[NODES]
    first = work.counters[EDGES]
    if number >= len(tree.nodes) or first + count > len(tree.edges):
        raise TreeFull
    for last in range(count - 1, 0, -1):
        other = rng.below(last + 1)
        action = work.actions[last]
        work.actions[last] = work.actions[other]
        work.actions[other] = action
    node = tree.nodes[number]
    node.first = first
    node.count = count
    node.player = player
    for offset in range(count):
        store_action(tree.edges[first + offset], work.actions[offset])
    work.counters[NODES] = number + 1
    work.counters[EDGES] = first + count
    return number  # type: ignore[no-any-return]


def take_in(values: Any, span: Any, players: int) -> None:
    """Take the values of a simulation into the range seen; make them relative to the origin."""
    if span[LOW] > span[HIGH]:
        span[ORIGIN] = values[0]
    for player in range(players):
        value = values[player]
        if value - value != 0.0:
            raise RulesBroken  # infinite or not a number
        if value < span[LOW]:
            span[LOW] = value
        if value > span[HIGH]:
            span[HIGH] = value
    for player in range(players):
        values[player] -= span[ORIGIN]


def _native_follow(game: Game, state: State, edge: Any) -> State:
    return game.next_state(state, edge.action)


@native_twin(_native_follow)
def follow(game: Game, state: State, edge: Any) -> State:
    """Return the position behind an edge of the node of `state`.

    Interpreted, the edge keeps it: a method call costs more than the memory.
    """
    if game.states_change:
        return game.next_state(state, edge.action)
    if edge.state is None:
        edge.state = game.next_state(state, edge.action)
    return edge.state


def _native_store_action(edge: Any, action: Any) -> None:
    edge.action = action
    if edge.action != action:
        raise RulesBroken  # it does not fit 32 bits


@native_twin(_native_store_action)
def store_action(edge: Any, action: Any) -> None:
    """Give an edge its action."""
    edge.action = action


def copy_subtree(
    old: Tree, new: Tree, origins: Any, depths: Any, root: int
) -> tuple[int, int, int]:
    """Copy the nodes below `root`, and `root` itself, to an empty tree, nearest first.

    Returns the numbers of nodes and edges copied, and the longest path in plies.

    `origins` and `depths` are ints, as many as `new.nodes`: they receive, for
    each new node, the old one it comes from and its distance from the root.

    """
    origins[0] = root
    depths[0] = 0
    nodes = 1
    edges = 0
    number = 0
    while number < nodes:
        new.nodes[number] = old.nodes[origins[number]]
        node = new.nodes[number]
        first = node.first
        node.first = edges
        for index in range(first, first + node.count):
            new.edges[edges] = old.edges[index]
            edge = new.edges[edges]
            if edge.child != NO_CHILD:
                origins[nodes] = edge.child
                depths[nodes] = depths[number] + 1
                edge.child = nodes
                nodes += 1
            edges += 1
        number += 1
    return nodes, edges, depths[nodes - 1] + 1
