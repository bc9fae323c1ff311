"""One simulation, in four phases, and the loop around it.

This is the only implementation of the algorithm. It runs as it stands, on any
Python objects, and is compiled together with the rules and the strategies by
`gametree.compiled`: same seed, same tree.
"""

from __future__ import annotations

from typing import Any

from ...game import CHANCE, Game, State, fresh_state
from ...primitives.rng import Rng
from ...rules.workspace import (
    BOTTOM,
    DEPTH,
    ENDING,
    EXACT,
    EXPAND_AFTER,
    FROZEN,
    GAME_OVER,
    GIVEN,
    GOES_ON,
    HIGH,
    LEAF,
    LOW,
    MAX_DEPTH,
    MOST_RETURN,
    NEWS,
    ORIGIN,
    RANGE,
    REPEATED,
    RNG,
    SIMULATIONS,
    STUCK,
    UNLINKED_AT,
    VALUED,
    PathFull,
    RulesBroken,
    Workspace,
)
from ..tree.tree import NO_CHILD, ROOT, Tree
from .method import Method
from .new_node import NO_MOVE, add_node, link

__all__ = ["run_simulations", "simulate"]


def run_simulations(
    game: Game,
    method: Method,
    root: State,
    tree: Tree,
    work: Workspace,
    rng: Rng,
    simulations: int,
) -> None:
    """Run so many simulations from the root; fewer if its best move is proven, or raise why.

    Whatever it raises, the tree is sound: a simulation counts wholly or not at all. What it
    draws from the generator is to be taken back then, to `work.counters[RNG]`; and the node
    that it has made, to which nothing leads yet: `work.counters[UNLINKED]`. So it makes no
    difference whether a simulation went through at once, or after some room was made.
    """
    for _ in range(simulations):
        if method.proofs.decided(tree, ROOT):
            break
        simulate(game, method, root, tree, work, rng)


def simulate(
    game: Game, method: Method, start: State, tree: Tree, work: Workspace, rng: Rng
) -> None:
    """Run one simulation: selection, expansion, evaluation, backup.

    It starts at the root; or, where the first `work.counters[GIVEN]` steps of the path are
    given, with the last of them: `start` is the position before it.
    """
    state = begin(game, method, start, tree, work, rng)
    if not method.evaluation.resume(tree, work):  # a leaf that has waited for its values
        at_node = work.counters[DEPTH] == 0 or expand(game, method, state, tree, work, rng)
        while at_node:
            state = select(game, method, state, tree, work, rng)
            at_node = expand(game, method, state, tree, work, rng)
    if evaluate(game, method, state, tree, work, rng):
        backup(method, tree, work)


def begin(game: Game, method: Method, start: State, tree: Tree, work: Workspace, rng: Rng) -> State:
    """Return the position where a simulation begins to choose."""
    counters = work.counters
    counters[RNG] = rng.state[0]
    counters[ENDING] = GOES_ON
    counters[NEWS] = 0
    note_range(work.span)
    method.repetition.begin(work)
    method.selection.begin()
    state = fresh_state(game, start, work.room)
    given = counters[GIVEN]
    counters[DEPTH] = given
    counters[LEAF] = ROOT
    if given > 0:
        edge = followed(tree, work, given - 1)
        state = method.descent.follow(game, state, edge, work)
        counters[LEAF] = edge.child
    return state


def select(
    game: Game, method: Method, state: State, tree: Tree, work: Workspace, rng: Rng
) -> State:
    """Follow edges from a node to a position that has none, or where the line ends."""
    descent = method.descent
    path_nodes = work.path_nodes
    path_edges = work.path_edges
    nodes = tree.nodes
    edges_of = tree.edges
    number = work.counters[LEAF]
    depth = work.counters[DEPTH]
    while True:
        node = nodes[number]
        place = descent.choose(tree, number, node, node.count, work, rng)
        if depth == len(path_nodes):
            raise PathFull
        path_nodes[depth] = number
        path_edges[depth] = place
        depth += 1
        edge = edges_of[number][place]
        state = descent.follow(game, state, edge, work)
        number = edge.child
        if number == NO_CHILD or descent.stops(tree, number, work, depth):
            break
    work.counters[DEPTH] = depth
    work.counters[LEAF] = number
    return state


def expand(game: Game, method: Method, state: State, tree: Tree, work: Workspace, rng: Rng) -> bool:
    """Give a position a node once its edge has been followed often enough.

    Returns whether the line goes on from a node.
    """
    counters = work.counters
    number = counters[LEAF]
    if number == NO_CHILD and counters[ENDING] == GOES_ON:
        step = counters[DEPTH] - 1
        edge = followed(tree, work, step)
        if counters[FROZEN] != 0 or edge.visits < counters[EXPAND_AFTER]:
            return False
        if game.defines_is_terminal and game.is_terminal(state):
            counters[ENDING] = GAME_OVER
            return False
        number = method.transpositions.find(game, state, tree, work)
        if number != NO_CHILD:
            edge.child = number
        else:
            number = add_node(game, method, state, tree, work, rng)
            if number <= NO_CHILD:
                counters[ENDING] = STUCK if number == NO_MOVE else GAME_OVER
                return False
            counters[UNLINKED_AT] = step
        counters[LEAF] = number
    return number != NO_CHILD and not method.descent.stops(tree, number, work, counters[DEPTH])


def evaluate(
    game: Game, method: Method, state: State, tree: Tree, work: Workspace, rng: Rng
) -> bool:
    """Write to `work.values` what the leaf is worth; False if it is to wait for that."""
    counters = work.counters
    ending = counters[ENDING]
    leaf = counters[LEAF]
    # Where chance moves, what a simulation comes to is one draw of many: exact is then only
    # what is known for certain.
    counters[EXACT] = GOES_ON < ending < VALUED or not game.defines_chance_outcomes
    method.proofs.require_room(tree, work)  # before anything is learned
    if ending == REPEATED:
        before = work.path_nodes[counters[DEPTH] - 1]
        method.repetition.judge(game, state, tree.nodes[before].player, work)
    elif ending == STUCK:
        method.repetition.judge(game, state, game.current_player(state), work)
    elif ending == VALUED:
        pass
    elif method.proofs.recall(tree, leaf, work.values):
        counters[EXACT] = 1
    else:
        if ending == GOES_ON:
            if method.evaluation.park(game, state, tree, work, counters[DEPTH], leaf):
                link(method, tree, work)
                return False
            method.selection.reach(game, state, work)
        method.evaluation.evaluate(game, state, rng, work)
    method.proofs.conclude(tree, work)
    take_in(work.values, work.span)
    method.selection.learn(tree, work, counters[DEPTH])
    return True


def backup(method: Method, tree: Tree, work: Workspace) -> None:
    """Take the values of the leaf into the statistics on the path, from the leaf to the root.

    Nothing is raised any more: the simulation counts.
    """
    counters = work.counters
    nodes = tree.nodes
    edges_of = tree.edges
    path_nodes = work.path_nodes
    path_edges = work.path_edges
    values = work.values
    ascent = method.ascent
    rule = method.selection
    link(method, tree, work)
    counters[SIMULATIONS] += 1
    depth = counters[DEPTH]
    if depth > counters[MAX_DEPTH]:
        counters[MAX_DEPTH] = depth
    for step in range(depth - 1, counters[GIVEN] - 1, -1):
        number = path_nodes[step]
        node = nodes[number]
        edge = edges_of[number][path_edges[step]]
        node.visits += 1
        edge.visits += 1
        if node.player != CHANCE:
            rule.update(node, edge, values[node.player])
        ascent.update(tree, number, node, edge, work)


def followed(tree: Tree, work: Workspace, step: int) -> Any:
    """Return the edge that was followed at a step of the path."""
    return tree.edges[work.path_nodes[step]][work.path_edges[step]]


def take_in(values: Any, span: Any) -> None:
    """Take the values of a simulation into the range seen; make them relative to the origin."""
    if span[LOW] > span[HIGH]:
        span[ORIGIN] = values[0]
    for player in range(len(values)):
        value = values[player]
        if not abs(value) <= MOST_RETURN:
            raise RulesBroken  # or not a number
        if value < span[LOW]:
            span[LOW] = value
        if value > span[HIGH]:
            span[HIGH] = value
    for player in range(len(values)):
        values[player] -= span[ORIGIN]


def note_range(span: Any) -> None:
    """Note the range of the returns seen, by which rules scale their exploration."""
    span[RANGE] = span[HIGH] - span[LOW]
    span[BOTTOM] = span[LOW] - span[ORIGIN]
    if not span[RANGE] > 0.0:
        span[RANGE] = 1.0
        span[BOTTOM] = 0.0
